/** Places that many people share, as the account's own sign-ups show over days, and what labels say of them. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LIBRARY = "73.15.20.7";
const OFFICE = "81.2.69.160";
/** Of a company that carries the traffic of other companies' staff. */
const GATEWAY = "165.225.72.40";

async function start(linkage: "report" | "score") {
  const clock = { now: Date.parse("2036-03-03T09:00:00Z") };
  const app = await startApp({ now: () => clock.now, env: { WINNOW_RATE_LIMIT: "100000" } });
  await app.ask("/v1/settings", { method: "PUT", json: { linkage_scoring: linkage } });
  return { app, clock };
}

async function signup(app: TestApp, json: unknown) {
  const { status, body } = await app.ask("/v1/score/user", { json });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

async function label(app: TestApp, ids: readonly string[]): Promise<void> {
  for (const request_id of ids) {
    const { status } = await app.ask("/v1/outcome", { json: { request_id, outcome: "fraud" } });
    assert.equal(status, 200);
  }
}

/** Letters only, and all different. */
function name(index: number): string {
  const digits = String(index * 7919 % 10_000).padStart(4, "0");
  return Array.from(digits, (digit, at) => "bdfgklmnrs"[Number(digit)]! + "aeiou"[(Number(digit) + at) % 5])
    .join(
      "",
    );
}

interface Visitors {
  readonly count: number;
  readonly days: number;
  readonly of: (index: number) => Record<string, string>;
}

/** Request ids of unrelated people, evenly over so many days. */
async function come(app: TestApp, clock: { now: number }, { count, days, of }: Visitors): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const device_id = String(i).padStart(32, "e");
    ids.push((await signup(app, { email: `${name(i)}@gmail.com`, device_id, ...of(i) })).request_id);
    clock.now += days * DAY / count;
  }
  clock.now += DAY;
  return ids;
}

const shared = async (app: TestApp, ip: string, key = app.live) =>
  (await app.ask(`/v1/score/ip?ip=${ip}`, { key })).body;

for (const linkage of ["report", "score"] as const) {
  Deno.test(`a library with sixty people and two labels lets the next reader in, links ${linkage}ed`, async () => {
    const { app, clock } = await start(linkage);
    await using _ = app;
    const ids = await come(app, clock, { count: 60, days: 6, of: () => ({ ip: LIBRARY }) });
    await label(app, [ids[7]!, ids[30]!]);
    clock.now += HOUR;
    const next = await signup(app, { ip: LIBRARY, email: "reader@gmail.com" });
    assert.equal(next.verdict, "allow", next.top_signals);
    assert.deepEqual(next.components.ip.shared_address, { shared: true, kind: "observed" });
    assert.ok(next.components.ip.risk_score <= 5, `${next.components.ip.risk_score}`);
    assert.equal(next.components.ip.abuse_reports, 2, "the counter is as it is");
    const alone = await shared(app, LIBRARY);
    assert.deepEqual([alone.risk_score, alone.shared_address], [
      next.components.ip.risk_score,
      next.components.ip.shared_address,
    ]);
    const { body } = await app.ask("/v1/batch", { json: { type: "ip", items: [LIBRARY] } });
    assert.deepEqual(body.results[0].shared_address, alone.shared_address, "a batch says the same");
    const other = await app.account("other");
    assert.equal(
      (await shared(app, LIBRARY, other.key)).shared_address.shared,
      null,
      "its own sign-ups only",
    );
  });
}

Deno.test("an office of forty is shared, also after a restart; its labels never reach a review by themselves", async () => {
  const { app, clock } = await start("score");
  const of = (i: number) => ({ ip: OFFICE, email: `${name(i)}@alder-and-partners.com` });
  const ids = await come(app, clock, { count: 40, days: 5, of });
  assert.deepEqual((await shared(app, OFFICE)).shared_address, { shared: true, kind: "observed" });
  await label(app, [ids[2]!, ids[12]!, ids[20]!, ids[33]!]);
  await app.close();
  await using again = await startApp({ dataDir: app.dataDir, now: () => clock.now });
  const next = await signup(again, { ip: OFFICE, email: "petra.novak@gmx.de" });
  assert.equal(next.verdict, "allow", next.top_signals);
  assert.ok(next.components.ip.risk_score < 20);
});

Deno.test("an employee behind a named company's gateway is allowed after three labels, and after thirty", async () => {
  const { app, clock } = await start("score");
  await using _ = app;
  assert.equal((await shared(app, GATEWAY)).shared_address.kind, "gateway");
  const ids = await come(app, clock, { count: 30, days: 10, of: () => ({ ip: GATEWAY }) });
  await label(app, ids.slice(0, 3));
  for (const more of [[], ids.slice(3)]) {
    await label(app, more);
    const next = await signup(app, { ip: GATEWAY, email: `${name(900 + more.length)}@gmx.de` });
    assert.equal(next.verdict, "allow", next.top_signals);
  }
});

Deno.test("nobody makes an address shared in a day, on one device, or with accounts that turn out to be fraud", async () => {
  const rows: [what: string, visitors: Visitors, labels: number][] = [
    ["sixty at once", { count: 60, days: 0.01, of: () => ({ ip: LIBRARY }) }, 3],
    ["on one device", { count: 24, days: 6, of: () => ({ ip: LIBRARY, device_id: "f".repeat(32) }) }, 3],
    ["all of them fraud", { count: 24, days: 6, of: () => ({ ip: LIBRARY }) }, 24],
  ];
  for (const [what, visitors, labels] of rows) {
    const { app, clock } = await start("report");
    await using _ = app;
    const ids = await come(app, clock, visitors);
    await label(app, ids.slice(0, labels));
    const next = await signup(app, { ip: LIBRARY, email: "reader@gmail.com" });
    assert.notEqual(next.verdict, "allow", what);
    assert.equal(next.components.ip.shared_address.shared, null, what);
  }
});
