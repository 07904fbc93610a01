/** Fraud labels on one address that make a decision, and labels that do not. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const [HOUR, DAY] = [3_600_000, 86_400_000];
const V6 = "2a02:898:52:17";

interface Given {
  readonly ip: string;
  readonly day?: number;
  readonly device?: string;
}

interface Row {
  readonly name: string;
  readonly labelled: readonly Given[];
  readonly decisions: readonly string[];
}

const ADDRESS = "83.160.10.7";
const [ONE, OTHER] = ["0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"];

const ROWS: readonly Row[] = [
  { name: "one label", labelled: [{ ip: ADDRESS }], decisions: [] },
  { name: "two of one day without a device", labelled: [{ ip: ADDRESS }, { ip: ADDRESS }], decisions: [] },
  {
    name: "two of one day and device",
    labelled: [{ ip: ADDRESS, device: ONE }, { ip: ADDRESS, device: ONE }],
    decisions: [],
  },
  {
    name: "two of different days",
    labelled: [{ ip: ADDRESS }, { ip: ADDRESS, day: 1 }],
    decisions: [`ban Ip ${ADDRESS}`],
  },
  {
    name: "two devices of one day",
    labelled: [{ ip: ADDRESS, device: ONE }, { ip: ADDRESS, device: OTHER }],
    decisions: [`ban Ip ${ADDRESS}`],
  },
  {
    name: "two addresses",
    labelled: [{ ip: ADDRESS }, { ip: "83.160.10.8", day: 1 }],
    decisions: [],
  },
  {
    name: "two addresses of one /64",
    labelled: [{ ip: `${V6}::1` }, { ip: `${V6}:aaaa::9`, day: 1 }],
    decisions: [`ban Range ${V6}::/64`],
  },
  {
    name: "two /64s of one /48",
    labelled: [{ ip: `${V6}::1` }, { ip: "2a02:898:52:18::1", day: 1 }],
    decisions: [],
  },
  {
    name: "an address that many share",
    labelled: [{ ip: "8.8.8.8" }, { ip: "8.8.8.8", day: 1 }],
    decisions: ["captcha Ip 8.8.8.8"],
  },
];

async function signUp(app: TestApp, { ip, device }: Given, at: number): Promise<string> {
  const { body } = await app.ask("/v1/score/user", {
    json: { ip, email: `n${at}@example.org`, ...(device === undefined ? {} : { device_id: device }) },
  });
  assert.ok(body.request_id, JSON.stringify(body));
  return body.request_id;
}

async function label(app: TestApp, request_id: string, outcome: string): Promise<void> {
  const { status, text } = await app.ask("/v1/outcome", { json: { request_id, outcome } });
  assert.equal(status, 200, text);
}

async function listed(app: TestApp): Promise<string[]> {
  const { body } = await app.ask("/v1/decisions");
  return body.decisions.map((each: Record<string, string>) => `${each.type} ${each.scope} ${each.value}`);
}

for (const { name, labelled, decisions } of ROWS) {
  Deno.test(`labels: ${name}`, async () => {
    let now = Date.parse("2026-11-20T10:00:00Z");
    await using app = await startApp({ now: () => now });
    const ids: string[] = [];
    const days = Math.max(...labelled.map(({ day = 0 }) => day));
    const start = now;
    for (const [at, given] of labelled.entries()) {
      now = start + (given.day ?? 0) * DAY;
      ids.push(await signUp(app, given, at));
    }
    now = start + days * DAY + HOUR;
    for (const id of ids) await label(app, id, "fraud");
    assert.deepEqual(await listed(app), decisions);
    if (decisions.length === 0) return;
    const { body: { decisions: [decision] } } = await app.ask("/v1/decisions");
    assert.equal(Date.parse(decision.until) - now, 4 * HOUR);
    assert.match(decision.why, /^2 sign-ups that you labelled fraud/);
    await label(app, ids[0]!, "none");
    assert.deepEqual(await listed(app), [], "a label that is taken back takes the decision with it");
    await label(app, ids[0]!, "fraud");
    assert.deepEqual(await listed(app), decisions);
    now += 4 * HOUR + 1;
    assert.deepEqual(await listed(app), [], "it ends by itself");
  });
}

Deno.test("a decision by labels is in no other account, and its address is nowhere in clear in the store", async () => {
  let now = Date.parse("2026-11-20T10:00:00Z");
  await using app = await startApp({ now: () => now });
  const other = await app.account("other");
  const first = await signUp(app, { ip: ADDRESS }, 0);
  now += DAY;
  const second = await signUp(app, { ip: ADDRESS }, 1);
  for (const id of [first, second]) await label(app, id, "fraud");
  assert.deepEqual(await listed(app), [`ban Ip ${ADDRESS}`]);
  assert.deepEqual((await app.ask("/v1/decisions", { key: other.key })).body.decisions, []);
  const texts: string[] = [];
  for await (const { key, value } of app.app.services.store.engine.scan(["decisions-chunk"])) {
    texts.push(JSON.stringify([key, value]));
  }
  assert.equal(texts.length, 1);
  assert.ok(!texts.join().includes(ADDRESS));
});

Deno.test("a lifted decision by labels comes back with a further label only", async () => {
  let now = Date.parse("2026-11-20T10:00:00Z");
  await using app = await startApp({ now: () => now });
  const first = await signUp(app, { ip: ADDRESS }, 0);
  now += DAY;
  const second = await signUp(app, { ip: ADDRESS }, 1);
  const third = await signUp(app, { ip: ADDRESS }, 2);
  for (const id of [first, second]) await label(app, id, "fraud");
  const { body } = await app.ask("/v1/decisions");
  assert.equal((await app.ask(`/v1/decisions/${body.decisions[0].id}`, { method: "DELETE" })).status, 200);
  assert.deepEqual(await listed(app), []);
  await label(app, second, "none");
  await label(app, second, "fraud");
  assert.deepEqual(await listed(app), [], "the same labels are the same cause");
  await label(app, third, "fraud");
  assert.deepEqual(await listed(app), [`ban Ip ${ADDRESS}`]);
});
