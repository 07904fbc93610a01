/** Series for operating: what they count, and that they hold nothing of a customer but the id of an account. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { failCommits } from "../../support/app/failing_store.ts";

/** Values of a metric by its labels, as they stand in the text. */
async function series(app: TestApp, name: string): Promise<Map<string, number>> {
  const { text } = await app.ask("/metrics", { key: null });
  const found = [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, "gm"))];
  return new Map(found.map(([, labels, value]) => [labels ?? "", Number(value)]));
}

async function value(app: TestApp, name: string, labels = ""): Promise<number> {
  const found = (await series(app, name)).get(labels);
  assert.notEqual(found, undefined, `${name}{${labels}}`);
  return found!;
}

const verdict = (component: string, verdict: string) => `component="${component}",verdict="${verdict}"`;

Deno.test("verdicts are counted by component, credits as they are billed", async () => {
  await using app = await startApp();
  const rows = [
    { ask: () => app.ask("/v1/score/ip?ip=8.8.8.8"), counts: [["ip", "allow"]], credits: 1 },
    {
      ask: () =>
        app.ask("/v1/score/user", {
          json: { ip: "8.8.8.8", email: "a@mailinator.com", phone: "+442079460123" },
        }),
      counts: [["ip", "allow"], ["email", "block"], ["phone", "block"], ["user", "block"]],
      credits: 3,
    },
    {
      ask: () => app.ask("/v1/batch", { json: { type: "ip", items: ["8.8.8.8", "8.8.4.4", "nothing"] } }),
      counts: [["ip", "allow"], ["ip", "allow"]],
      credits: 2,
    },
    {
      ask: () =>
        app.ask("/geoip/v2.1/city/8.8.8.8", {
          key: null,
          headers: { authorization: `Basic ${btoa(`1:${app.live}`)}` },
        }),
      counts: [["ip", "allow"]],
      credits: 1,
    },
    { ask: () => app.ask("/v1/score/ip?ip=8.8.8.8", { key: app.test }), counts: [], credits: 0 },
    {
      ask: () => app.ask("/v1/report", { json: { kind: "email", value: "x@y.example" } }),
      counts: [],
      credits: 1,
    },
    { ask: () => app.ask("/v1/usage"), counts: [], credits: 0 },
  ];
  for (const [index, { ask, counts, credits }] of rows.entries()) {
    const [before, paid] = [
      await series(app, "winnow_verdicts_total"),
      await value(app, "winnow_credits_total"),
    ];
    assert.equal((await ask()).status, 200, `row ${index}`);
    const expected = new Map(before);
    for (const [component, kind] of counts) {
      const labels = verdict(component!, kind!);
      expected.set(labels, expected.get(labels)! + 1);
    }
    const after = await series(app, "winnow_verdicts_total");
    assert.deepEqual(after, expected, `row ${index}`);
    assert.equal(await value(app, "winnow_credits_total"), paid + credits, `row ${index}`);
  }
  const end = failCommits(app, "full", () => true);
  const before = await series(app, "winnow_verdicts_total");
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8")).status, 503);
  end();
  assert.deepEqual(await series(app, "winnow_verdicts_total"), before, "what was not stored is not counted");
  assert.equal(await value(app, "winnow_credits_total"), 8);
});

Deno.test("the 20 accounts nearest to the end of their quota, by their id", async () => {
  let now = Date.UTC(2026, 4, 5);
  await using app = await startApp({ now: () => now });
  const made = [];
  for (let index = 0; index < 25; index++) {
    made.push(await app.account(`shop ${index}`, { monthly: 100 + index }));
  }
  await app.account("without a quota", { monthly: 0 });
  const items = (count: number) => Array.from({ length: count }, (_, index) => `8.8.${count}.${index}`);
  for (const [index, { key }] of made.entries()) {
    const answer = await app.ask("/v1/batch", { key, json: { type: "ip", items: items(index + 1) } });
    assert.equal(answer.status, 200);
  }
  const left = await series(app, "winnow_quota_left");
  const nearest = made.map(({ account }, index) => ({
    id: account.id,
    left: 100 + index - index - 1,
    ratio: 99 / (100 + index),
  }))
    .sort((one, other) => one.ratio - other.ratio).slice(0, 20);
  assert.deepEqual(left, new Map(nearest.map(({ id, left }) => [`account="${id}"`, left])));
  const ratios = await series(app, "winnow_quota_left_ratio");
  for (const { id, ratio } of nearest) assert.ok(Math.abs(ratios.get(`account="${id}"`)! - ratio) < 1e-9);
  // The store is read once a minute, and the month ends.
  const { key, account } = made[0]!;
  await app.ask("/v1/batch", { key, json: { type: "ip", items: items(50) } });
  assert.equal((await series(app, "winnow_quota_left")).has(`account="${account.id}"`), false);
  now += 60_001;
  assert.equal(await value(app, "winnow_quota_left", `account="${account.id}"`), 49);
  now = Date.UTC(2026, 5, 5);
  assert.deepEqual(new Set((await series(app, "winnow_quota_left_ratio")).values()), new Set([1]));
});

Deno.test("commits, the store's files, queues and the event loop are measured", async () => {
  await using app = await startApp();
  const before = await value(app, "winnow_commit_seconds_count");
  await app.ask("/v1/score/ip?ip=8.8.8.8");
  assert.ok(await value(app, "winnow_commit_seconds_count") > before);
  const buckets = [...(await series(app, "winnow_commit_seconds_bucket")).values()];
  assert.deepEqual(buckets, buckets.toSorted((one, other) => one - other), "buckets are cumulative");
  assert.equal(buckets.at(-1), await value(app, "winnow_commit_seconds_count"));
  const { size } = await Deno.stat(`${app.dataDir}/winnow.kv`);
  assert.equal(await value(app, "winnow_store_bytes", 'file="data"'), size);
  assert.ok(await value(app, "winnow_store_bytes", 'file="log"') > 0);
  assert.equal(await value(app, "winnow_queue_length", 'queue="commit"'), 0);
  assert.equal(await value(app, "winnow_counted_signups", ""), 0);
  await new Promise((resolve) => setTimeout(resolve, 600));
  assert.ok(await value(app, "winnow_event_loop_lag_seconds_count") > 0);
});

Deno.test("no label and no value of a series holds what a caller sent", async () => {
  await using app = await startApp({ env: { WINNOW_TRUST_PROXY: "true" } });
  const MARK = "zq7secret";
  for (
    const path of [
      `/v1/score/ip?ip=${MARK}`,
      `/v1/score/domain?domain=${MARK}.com`,
      `/v1/rules/${MARK}`,
      `/${MARK}`,
      `/geoip/v2.1/city/${MARK}`,
      `/docs/${MARK}`,
    ]
  ) {
    await app.ask(path, { headers: { "user-agent": MARK } });
    await app.ask(path, { method: "DELETE" });
    await app.ask(path, { json: { email: `${MARK}@gmail.com`, [MARK]: MARK } });
  }
  const { text } = await app.ask("/metrics");
  assert.ok(!text.toLowerCase().includes(MARK));
  assert.ok(!text.includes(app.live));
});
