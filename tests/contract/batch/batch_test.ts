/** POST /v1/batch. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

Deno.test("POST /v1/batch keeps the order, fails per item and bills what was scored", async () => {
  await using app = await startApp();
  const items = ["8.8.8.8", "nonsense", "185.220.101.1", "8.8.8.8", "10.0.0.1"];
  const { status, body } = await app.ask("/v1/batch", { json: { type: "ip", items } });
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body).sort(), [
    "billable_lookups",
    "count",
    "failed",
    "processing_time_sec",
    "results",
    "succeeded",
    "type",
  ]);
  assert.deepEqual([body.type, body.count, body.succeeded, body.failed, body.billable_lookups], [
    "ip",
    5,
    4,
    1,
    4,
  ]);
  assert.deepEqual(body.results.map((result: { input: string }) => result.input), items);
  assert.deepEqual(Object.keys(body.results[1]).sort(), ["error", "input"]);
  assert.match(body.results[1].error, /not a valid IP/);
  const [first, , , again] = body.results;
  assert.deepEqual([first.cached, first.times_seen, again.cached, again.times_seen], [false, 1, true, 2]);
  assert.equal(first.first_seen, again.first_seen);
  const ids = body.results.flatMap((result: { request_id?: string }) => result.request_id ?? []);
  assert.equal(new Set(ids).size, 4);
  for (const id of ids) assert.equal((await app.ask(`/v1/score/${id}`)).status, 200);
  const later = await app.ask("/v1/batch", { json: { type: "ip", items: ["8.8.8.8"] } });
  assert.deepEqual([later.body.results[0].cached, later.body.results[0].times_seen], [true, 3]);
});

Deno.test("a batch entry is the single result with its input", async (t) => {
  await using app = await startApp();
  const rows: { type: string; item: string; path: string; extra: string[] }[] = [
    {
      type: "ip",
      item: "8.8.8.8",
      path: "/v1/score/ip?ip=8.8.8.8",
      extra: ["cached", "first_seen", "input", "times_seen"],
    },
    {
      type: "email",
      item: "jane@gmail.com",
      path: "/v1/verify/email?email=jane@gmail.com",
      extra: ["input"],
    },
    { type: "domain", item: "example.org", path: "/v1/score/domain?domain=example.org", extra: ["input"] },
    {
      type: "phone",
      item: "+442079460123",
      path: "/v1/lookup/phone?phone=%2B442079460123",
      extra: ["input"],
    },
  ];
  for (const row of rows) {
    await t.step(row.type, async () => {
      const single = (await app.ask(row.path, { key: app.test })).body;
      const entry =
        (await app.ask("/v1/batch", { key: app.test, json: { type: row.type, items: [row.item] } })).body
          .results[0];
      assert.deepEqual(
        Object.keys(entry).sort(),
        [...Object.keys(single), ...row.extra].sort().filter((name, at, all) => all.indexOf(name) === at),
      );
      for (
        const name of ["request_id", "processing_time_sec", "first_seen", "input", "cached", "times_seen"]
      ) {
        delete entry[name];
        delete single[name];
      }
      assert.deepEqual(entry, single);
    });
  }
});

Deno.test("a national phone number needs phone_country, and is not billed without", async () => {
  await using app = await startApp();
  const without = await app.ask("/v1/batch", { json: { type: "phone", items: ["020 7946 0123", "abc"] } });
  assert.equal(without.body.results[0].parse_status, "country_required");
  assert.deepEqual([without.body.succeeded, without.body.failed, without.body.billable_lookups], [1, 1, 0]);
  const given = await app.ask("/v1/batch", {
    json: { type: "phone", items: ["020 7946 0123"], phone_country: "GB" },
  });
  assert.equal(given.body.results[0].phone, "+442079460123");
  assert.equal(given.body.billable_lookups, 1);
});

Deno.test("strictness is 0 to 3 by number or name, as on single endpoints, and does not change the score", async (t) => {
  await using app = await startApp();
  const rows: [strictness: unknown, single: string, verdict: string][] = [
    [0, "lenient", "allow"],
    [1, "balanced", "allow"],
    [2, "strict", "review"],
    [3, "strictest", "review"],
    ["lenient", "0", "allow"],
    ["strict", "2", "review"],
    [undefined, "", "allow"],
    [null, "", "allow"],
  ];
  for (const [strictness, single, verdict] of rows) {
    await t.step(String(strictness), async () => {
      const { body } = await app.ask("/v1/batch", { json: { type: "ip", items: ["8.8.8.8"], strictness } });
      const alone = (await app.ask(`/v1/score/ip?ip=8.8.8.8&strictness=${single}`)).body;
      assert.equal(body.results[0].verdict, verdict);
      assert.deepEqual([alone.risk_score, alone.verdict], [body.results[0].risk_score, verdict]);
    });
  }
  for (const strictness of [4, -1, 1.5, "hard", true, [1]]) {
    const { status, body } = await app.ask("/v1/batch", {
      json: { type: "ip", items: ["8.8.8.8"], strictness },
    });
    assert.deepEqual([status, body.errors[0].pointer], [400, "/strictness"], String(strictness));
  }
});

Deno.test("a batch is stored whole after a restart", async () => {
  await using app = await startApp();
  const items = Array.from({ length: 500 }, (_, i) => `73.15.${i >> 8}.${i & 255}`);
  const { body } = await app.ask("/v1/batch", { json: { type: "ip", items } });
  await app.close();
  await using again = await startApp({ dataDir: app.dataDir });
  const stored = await Promise.all(
    body.results.map((entry: { request_id: string }) =>
      again.ask(`/v1/score/${entry.request_id}`, { key: app.live })
    ),
  );
  assert.ok(stored.every(({ status }) => status === 200));
  assert.equal((await again.ask("/v1/usage", { key: app.live })).body.used, 500);
});

Deno.test("a value that comes twice in a batch was first seen once, however late the second is scored", async () => {
  let now = Date.now() - 60_000;
  await using app = await startApp({ now: () => now += 3 });
  const others = Array.from({ length: 150 }, (_, at) => `someone.${at}@firm-${at}.example`);
  for (
    const [type, value, rest] of [
      ["email", "jane@kestrelbyte.com", others],
      ["ip", "81.2.69.160", others.map((_, at) => `93.184.${at}.14`)],
    ] as const
  ) {
    const items = [value, ...rest, value];
    const { body } = await app.ask("/v1/batch", { json: { type, items } });
    assert.equal(body.failed, 0);
    assert.equal(body.results[0].first_seen, body.results.at(-1).first_seen, type);
  }
});
