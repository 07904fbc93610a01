/** The limits of an account, over all its keys: requests per minute, and work. */
import assert from "node:assert/strict";
import { WORK } from "../../../src/service/access/work.ts";
import { type Ask, startApp, type TestApp } from "../../support/app/app.ts";
import { asking } from "../../support/app/basic_auth.ts";
import { countRules } from "../../support/app/rules.ts";

const RPM = 60;
/** Microseconds of work in a minute of an account whose fastest key may send RPM requests. */
const LIMIT = 6_000 * RPM;
/** As long as less of it is outstanding, more is begun: ten seconds. */
const BURST = LIMIT / 6;

/** How many pieces of work are begun at once. */
function atOnce(units: number): number {
  return Math.floor(BURST / units) + 1;
}

async function withSlow(
  test: (
    app: TestApp,
    keys: { live: string; test: string; more: string[] },
    clock: { now: number },
  ) => Promise<void>,
): Promise<void> {
  const clock = { now: Date.now() };
  await using app = await startApp({ now: () => clock.now, refusalPauseMs: 1 });
  const { key: live } = await app.account("slow", { rpm: RPM });
  const { key: test_ } = await app.account("slow", { rpm: RPM, mode: "test" });
  const more = [];
  for (let i = 0; i < 5; i++) more.push((await app.account("slow", { rpm: RPM })).key);
  await test(app, { live, test: test_, more }, clock);
}

/** How many of the requests are 200; the others are 429 with Retry-After. */
async function allowed(
  app: TestApp,
  key: string,
  count: number,
  path = "/v1/usage",
  ask: Ask = {},
): Promise<number> {
  let good = 0;
  for (let i = 0; i < count; i++) {
    const { status, body, headers } = await app.ask(path, { ...ask, key });
    if (status === 200) good++;
    else {
      assert.deepEqual([status, body.code], [429, "rate_limited"]);
      assert.match(headers.get("retry-after") ?? "", /^[1-9]\d*$/);
    }
  }
  return good;
}

function batchOf(count: number): Ask {
  return { json: { type: "ip", items: Array.from({ length: count }, (_, i) => `8.8.${i >> 8}.${i & 255}`) } };
}

Deno.test("more keys do not multiply the limit of an account: all together send what the fastest may", async () => {
  await withSlow(async (app, { live, test, more }, clock) => {
    let sent = 0;
    for (const key of [live, test, ...more]) sent += await allowed(app, key, RPM / 2);
    assert.equal(sent, RPM);
    const refused = await app.ask("/v1/usage", { key: test });
    assert.match(refused.body.detail, /this account/);
    assert.deepEqual(
      ["x-ratelimit-limit", "x-ratelimit-remaining", "ratelimit-policy"].map((name) =>
        refused.headers.get(name)
      ),
      [String(RPM), "0", `"account";q=${RPM};w=60`],
      "the headers are those of the limit that binds",
    );
    clock.now += 10_000;
    sent = 0;
    for (const key of [live, test, ...more]) sent += await allowed(app, key, 15);
    assert.equal(sent, RPM / 6, "it refills smoothly");
    const { key } = await app.account("other", { rpm: RPM });
    assert.equal(await allowed(app, key, RPM), RPM, "another account is not limited by it");
  });
});

Deno.test("items count, with a test key as with a live one, and a refused batch costs and does nothing", async () => {
  await withSlow(async (app, { live, test }, clock) => {
    const batches = atOnce(500 * WORK.batchItem);
    assert.equal(await allowed(app, test, batches + 1, "/v1/batch", batchOf(500)), batches);
    const refused = await app.ask("/v1/batch", { ...batchOf(500), key: live });
    assert.deepEqual([refused.status, refused.body.code], [429, "rate_limited"]);
    assert.match(refused.body.detail, /account/);
    assert.deepEqual(
      ["x-ratelimit-limit", "x-ratelimit-remaining", "ratelimit-policy"].map((name) =>
        refused.headers.get(name)
      ),
      [String(LIMIT), "0", `"work";q=${LIMIT};w=60`],
      "the headers are those of the limit that binds",
    );
    const single = await app.ask("/v1/usage", { key: live });
    assert.deepEqual(
      [single.status, single.headers.get("x-ratelimit-limit")],
      [200, String(RPM)],
      "other requests go on",
    );
    assert.equal(refused.body.results, undefined);
    clock.now += 1000 * Number(refused.headers.get("retry-after"));
    assert.equal(await allowed(app, live, 1, "/v1/batch", batchOf(500)), 1, "Retry-After was right");
    clock.now += 60_000;
    assert.equal((await app.ask("/v1/usage", { key: live })).body.used, 500, "the refused one is not billed");
  });
});

const LINES = Array.from({ length: 1000 }, (_, i) => `20.1.${i >> 8}.${i & 255}`);
const ROWS: readonly { name: string; path: string; ask: Ask; units: number }[] = [
  {
    name: "reported values",
    path: "/v1/report",
    ask: { json: { kind: "ip", values: LINES.slice(0, 500) } },
    units: 500 * WORK.reportedValue,
  },
  {
    name: "labels",
    path: "/v1/outcome",
    ask: { json: LINES.slice(0, 500).map((id) => ({ request_id: id, outcome: "fraud" })) },
    units: 500 * WORK.label,
  },
  {
    name: "people whom a file of labels names",
    path: "/v1/outcomes/import?outcome=fraud",
    ask: { raw: `user_id\n${LINES.join("\n")}` },
    units: 1000 * (WORK.importedLine + WORK.searchedPerson),
  },
  {
    name: "rules",
    path: "/v1/rules",
    ask: { json: { action: "block", values: LINES } },
    units: 1000 * WORK.ruleValue,
  },
  {
    name: "imported lines",
    path: "/v1/rules/import?action=block",
    ask: { raw: LINES.join("\r") },
    units: 1000 * WORK.importedLine,
  },
  {
    name: "rules of a dry run",
    path: "/v1/rules?dry_run=true",
    ask: { json: { action: "block", values: LINES } },
    units: 1000 * WORK.dryRunRule,
  },
];

for (const { name, path, ask, units } of ROWS) {
  Deno.test(`${name} count as work`, async () => {
    await withSlow(async (app, { live }) => {
      const times = atOnce(units);
      assert.ok(times < RPM, "the key would allow more");
      assert.equal(await allowed(app, live, times + 1, path, ask), times);
    });
  });
}

Deno.test("a file with too many lines is refused for the work of receiving it", async () => {
  await withSlow(async (app, { live }) => {
    const { status, body } = await app.ask("/v1/rules/import?action=block", {
      key: live,
      raw: "x\n".repeat(30_000),
      headers: { "content-type": "text/plain" },
    });
    assert.deepEqual([status, body.code], [400, "too_many_items"]);
    const units = 1000 * WORK.importedLine;
    // Nearly all of it is left.
    const times = await allowed(app, live, RPM, "/v1/rules/import?action=block", { raw: LINES.join("\r") });
    assert.ok(times >= atOnce(units) - 1, `${times}`);
  });
});

Deno.test("stored scores and rules that a dry run or a list looks at count as work", async () => {
  await withSlow(async (app, { live }, clock) => {
    for (let i = 0; i < 4; i++) {
      assert.equal(await allowed(app, live, 1, "/v1/batch", batchOf(500)), 1);
      assert.equal(await allowed(app, live, 1, "/v1/rules", { json: { action: "block", values: LINES } }), 1);
      clock.now += 60_000;
    }
    const json = { action: "block", values: ["9.9.9.9"] };
    // It looks at 1,000 rules and 2,000 scores.
    const units = 1001 * WORK.dryRunRule + 2000 * WORK.dryRunScore;
    assert.equal(await allowed(app, live, 20, "/v1/rules?dry_run=true", { json }), atOnce(units));
    clock.now += 60_000;
    // It also counts the hits of the rules, in five columns of the scores.
    const listed = 1000 * WORK.listedRule + 5 * 2000 * WORK.searchedCell;
    assert.equal(await allowed(app, live, RPM, "/v1/rules"), atOnce(listed));
  });
});

Deno.test("work that exceeds a whole minute is done, and what follows waits a minute at most", async () => {
  const clock = { now: Date.now() };
  await using app = await startApp({ now: () => clock.now });
  const { key } = await app.account("tiny", { rpm: 1 });
  const file = { raw: Array.from({ length: 10_000 }, (_, i) => `20.0.${i >> 8}.${i & 255}`).join("\n") };
  assert.equal((await app.ask("/v1/rules/import?action=block", { ...file, key })).body.imported, 10_000);
  clock.now += 59_000;
  assert.equal((await app.ask("/v1/rules/import?action=allow", { ...file, key })).status, 429);
  clock.now += 1_000;
  assert.equal((await app.ask("/v1/rules/import?action=allow", { ...file, key })).body.imported, 10_000);
});

Deno.test("a faster key raises the limit of its account, and revoking it lowers it", async () => {
  await withSlow(async (app, { live }, clock) => {
    const { keyId } = await app.account("slow", { rpm: 10 * RPM });
    assert.equal(await allowed(app, live, 30, "/v1/batch", batchOf(500)), atOnce(500 * WORK.batchItem / 10));
    const { accounts } = app.app.services.store;
    await accounts.putKey({ ...accounts.key(keyId)!, revokedAt: clock.now });
    clock.now += 60_000;
    assert.equal(await allowed(app, live, 10, "/v1/batch", batchOf(500)), atOnce(500 * WORK.batchItem));
  });
});

Deno.test("the compatibility endpoints count too", async () => {
  await withSlow(async (app, { live, test, more }) => {
    for (const key of [test, ...more]) await allowed(app, key, RPM / 2);
    const refused = await app.ask("/geoip/v2.1/country/8.8.8.8", asking(live));
    assert.deepEqual([refused.status, refused.body.code], [429, "INSUFFICIENT_FUNDS"]);
    assert.match(refused.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
  });
});

Deno.test("a new account may send a full batch, report and label list and import 10,000 lines at once", async () => {
  const clock = { now: Date.now() };
  await using app = await startApp({ now: () => clock.now });
  const rpm = app.app.config.rateLimit;
  app.live = (await app.account("new", { rpm, madeBy: "signup" })).key;
  const lines = Array.from({ length: 10_000 }, (_, i) => `20.0.${i >> 8}.${i & 255}`);
  assert.equal(await allowed(app, app.live, 5, "/v1/batch", batchOf(500)), 5);
  assert.equal(await allowed(app, app.live, 1, "/v1/report", ROWS[0]!.ask), 1);
  assert.equal(await allowed(app, app.live, 1, "/v1/outcome", ROWS[1]!.ask), 1);
  const imported = await app.ask("/v1/rules/import?action=block", { raw: lines.join("\n") });
  assert.deepEqual([imported.status, imported.body.imported], [200, 10_000]);
  assert.equal(
    (await app.ask("/v1/rules/import?action=block&dry_run=true", { raw: lines.join("\n") })).status,
    200,
  );
  clock.now += 60_000;
  assert.equal(await countRules(app), 10_000);
});
