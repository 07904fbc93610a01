/** Rings that were merged one into the next, many times over: one id, every label counted, every member found. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

async function signup(app: TestApp, json: unknown) {
  const { status, body } = await app.ask("/v1/score/user", { json });
  assert.equal(status, 200);
  return body;
}

async function membersFound(app: TestApp, ring_id: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (let cursor: string | null = null;;) {
    const { status, body } = await app.ask("/v1/scores/search", { json: { ring_id, limit: 100, cursor } });
    assert.equal(status, 200, JSON.stringify(body));
    for (const { request_id } of body.results) found.add(request_id);
    cursor = body.cursor ?? null;
    if (cursor === null) return found;
  }
}

const device = (ring: number) => `d${ring}`.replace("d", "a").padStart(32, "0");
/** Without digits, so that no two have a pattern in common. */
const name = (index: number) =>
  Array.from(String(index).padStart(3, "0"), (digit) => "bcdfghklmn"[Number(digit)]).join("a");
const phone = (ring: number) => `+44208366${1100 + ring}`;

Deno.test("seventy rings merged one into the next older one are one: same id, label count and members", async () => {
  const RINGS = 70;
  await using app = await startApp({ env: { WINNOW_RATE_LIMIT: "100000" } });
  const ids: string[] = [];
  let mail = 0;
  const add = async (given: Record<string, string>) => {
    const body = await signup(app, { email: `${name(mail++)}@gmail.com`, ...given });
    ids.push(body.request_id);
    return body;
  };
  for (let ring = 1; ring <= RINGS; ring++) {
    await add({ device_id: device(ring) });
    await add({ device_id: device(ring), phone: phone(ring) });
  }
  const fraud = [ids[0]!, ids.at(-1)!, ids[RINGS]!];
  for (const request_id of fraud) {
    await app.ask("/v1/outcome", { json: { request_id, outcome: "fraud" } });
  }
  // The newest two first, so that each root goes under the next older one.
  for (let ring = RINGS; ring > 1; ring--) {
    await add({ device_id: device(ring), phone: phone(ring - 1) });
  }
  const seen = new Set<string>();
  for (const ring of [RINGS, RINGS >> 1, 1]) {
    const { linkage } = await add({ device_id: device(ring) });
    seen.add(linkage.ring.ring_id);
    assert.deepEqual([linkage.ring.size, linkage.ring.labelled_fraud], [ids.length, 3], `ring ${ring}`);
  }
  const [id] = seen;
  assert.deepEqual([...seen], [`ring_${ids[0]!.slice(4).replaceAll("-", "")}`]);
  const listed = (await app.ask("/v1/rings")).body.rings;
  assert.deepEqual(listed.map(({ ring_id, size }: { ring_id: string; size: number }) => [ring_id, size]), [
    [id, ids.length],
  ]);
  assert.deepEqual(await membersFound(app, id!), new Set(ids));
});

Deno.test("a search by ring finds as many as the ring says, whichever way it was merged", async () => {
  await using app = await startApp();
  // Two pairs, joined; then that ring is joined to an older one.
  await signup(app, { email: "a@gmail.com", device_id: device(1) });
  await signup(app, { email: "b@gmail.com", device_id: device(1), phone: phone(1) });
  await signup(app, { email: "c@gmail.com", device_id: device(2) });
  await signup(app, { email: "d@gmail.com", device_id: device(2), phone: phone(2) });
  await signup(app, { email: "e@gmail.com", device_id: device(3) });
  await signup(app, { email: "f@gmail.com", device_id: device(3) });
  await signup(app, { email: "g@gmail.com", device_id: device(3), phone: phone(2) });
  const { linkage: { ring } } = await signup(app, {
    email: "h@gmail.com",
    device_id: device(3),
    phone: phone(1),
  });
  assert.equal(ring.size, 8);
  assert.equal((await membersFound(app, ring.ring_id)).size, 8);
});
