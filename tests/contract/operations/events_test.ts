/** Events of the log: quotas, the store, processes, feeds, resolvers. */
import assert from "node:assert/strict";
import { CircuitBreaker } from "../../../src/concurrency/circuit_breaker.ts";
import { FeedWatch } from "../../../src/service/feed_watch.ts";
import type { LogFields } from "../../../src/model/log.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { failCommits } from "../../support/app/failing_store.ts";
import { eventually } from "../../support/eventually.ts";

const JSON_LOG = { WINNOW_LOG: "json" };

/** Events of these names, without their time. */
function events(app: TestApp, ...names: string[]) {
  return app.log.map((line) => JSON.parse(line)).filter(({ event }) => names.includes(event))
    .map(({ time: _, ...event }) => event);
}

Deno.test("80 % and 100 % of a quota are an event each, once a month, whatever bills", async () => {
  let now = Date.UTC(2026, 4, 20);
  await using app = await startApp({ env: JSON_LOG, now: () => now });
  const { account, key } = await app.account("small", { monthly: 10 });
  const month = () => new Date(now).toISOString().slice(0, 7);
  const quota = (event: string, used: number) => ({
    level: "warn",
    event,
    account: account.id,
    month: month(),
    used,
    quota: 10,
  });
  const ask = async (count: number) => {
    const items = Array.from({ length: count }, (_, index) => `8.8.8.${index}`);
    return (await app.ask("/v1/batch", { key, json: { type: "ip", items } })).status;
  };
  const noted = () => events(app, "quota_low", "quota_used_up");
  assert.equal(await ask(7), 200);
  assert.deepEqual(noted(), []);
  const report = await app.ask("/v1/report", { key, json: { kind: "email", value: "x@y.example" } });
  assert.equal(report.status, 200);
  assert.deepEqual(noted(), [quota("quota_low", 8)]);
  assert.equal(await ask(1), 200);
  assert.equal(await ask(2), 402, "does not fit");
  assert.equal(noted().length, 1);
  assert.equal(await ask(1), 200);
  assert.deepEqual(noted().slice(1), [quota("quota_used_up", 10)]);
  assert.equal(await ask(1), 402);
  assert.equal(noted().length, 2);
  now = Date.UTC(2026, 5, 1, 1);
  assert.equal(await ask(10), 200);
  assert.deepEqual(noted().slice(2), [quota("quota_used_up", 10)], "from nothing to all at once");
  await app.ask("/v1/score/ip?ip=8.8.8.8", { key: (await app.account("big")).key });
  assert.equal(noted().length, 3);
});

Deno.test("a store that fails and recovers is an event each", async () => {
  await using app = await startApp({ env: JSON_LOG });
  const end = failCommits(app, "the disk is full", () => true);
  for (let time = 0; time < 3; time++) assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8")).status, 503);
  const failed = { level: "error", event: "store_failed", message: "the disk is full" };
  assert.deepEqual(events(app, "store_failed", "store_recovered", "request_failed", "not_ready"), [failed]);
  end();
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8")).status, 200);
  const [recovered, ...more] = events(app, "store_recovered");
  assert.deepEqual([recovered.level, typeof recovered.seconds, more], ["info", "number", []]);
});

Deno.test("processes that join and leave a store are events, and a gauge", async () => {
  await using one = await startApp({ env: JSON_LOG });
  const two = await startApp({ env: JSON_LOG, dataDir: one.dataDir });
  await eventually(() => events(one, "peer_joined").length === 1, "one sees the other");
  const { peer } = events(one, "peer_joined")[0];
  assert.equal(peer, two.app.services.store.peers.number);
  assert.match((await one.ask("/metrics")).text, /^winnow_peers 1$/m);
  await two.close();
  await eventually(() => events(one, "peer_left").length === 1, "the other left");
  assert.deepEqual(events(one, "peer_left"), [{ level: "info", event: "peer_left", peer }]);
});

Deno.test("a resolver that does not respond is a breaker that opened", async () => {
  const socket = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
  const resolver = `127.0.0.1:${(socket.addr as Deno.NetAddr).port}`;
  await using app = await startApp({
    env: { ...JSON_LOG, WINNOW_OFFLINE: "false", WINNOW_SMTP_PROBE: "off", WINNOW_DNS: resolver },
  });
  await app.ask("/v1/score/domain?domain=zq7-silent.com");
  await eventually(() => events(app, "breaker_opened").length === 1, "the event");
  assert.deepEqual(events(app, "breaker_opened"), [
    { level: "warn", event: "breaker_opened", source: "dns", resolver },
  ]);
  const { text } = await app.ask("/metrics");
  assert.match(text, /^winnow_breaker_open\{source="dns"\} 1$/m);
  const unavailable = /^winnow_outside_questions_total\{source="dns",outcome="no_source"\} [1-9]/m;
  await eventually(
    async () => unavailable.test((await app.ask("/metrics")).text),
    "the questions are counted",
  );
  assert.ok(!app.log.join("\n").includes("zq7-silent.com"));
  await app.close();
  socket.close();
});

Deno.test("a breaker tells when it opens and when it closes, once each", () => {
  let now = 0;
  const changes: boolean[] = [];
  const breaker = new CircuitBreaker({
    failures: 2,
    openMs: 10,
    now: () => now,
    onChange: (isOpen) => void changes.push(isOpen),
  });
  breaker.success();
  breaker.failure();
  assert.deepEqual(changes, []);
  breaker.failure();
  breaker.failure();
  breaker.open(20);
  assert.deepEqual(changes, [true]);
  now = 100;
  assert.equal(breaker.state, "half_open");
  breaker.failure();
  assert.deepEqual(changes, [true]);
  breaker.success();
  breaker.success();
  assert.deepEqual(changes, [true, false]);
  breaker.open(5);
  assert.deepEqual(changes, [true, false, true]);
});

Deno.test("a feed that turned stale is logged once, and once more when it is fresh", () => {
  const feeds = [
    { name: "tor", state: "fresh" as string, age: 5000 },
    { name: "bundled", state: "bundled" as string, age: null },
    { name: "old", state: "stale" as string, age: 9_000_400 },
  ];
  const written: (readonly [string, string, LogFields])[] = [];
  const watch = new FeedWatch(
    { statuses: () => feeds as ReturnType<ConstructorParameters<typeof FeedWatch>[0]["statuses"]> },
    { write: (...event) => void written.push(event) },
  );
  watch.check();
  watch.check();
  assert.deepEqual(written.splice(0), [["warn", "feed_stale", { feed: "old", age_seconds: 9000 }]]);
  feeds[0]!.state = "stale";
  feeds[2]!.state = "fresh";
  watch.check();
  watch.check();
  assert.deepEqual(written.splice(0), [
    ["warn", "feed_stale", { feed: "tor", age_seconds: 5 }],
    ["info", "feed_fresh", { feed: "old" }],
  ]);
  feeds[0]!.state = "not_loaded";
  watch.check();
  assert.deepEqual(written, []);
});
