import assert from "node:assert/strict";
import type { Batch } from "../../../src/db/engine.ts";
import { startApp } from "../../support/app/app.ts";
import { failCommits } from "../../support/app/failing_store.ts";

/** A clock that stands still, and that passes a second when it is told to. */
function seconds() {
  let time = Date.now();
  return { now: () => time, pass: () => time += 1000 };
}

Deno.test("strangers who ask /readyz cause one write per second, and share its result", async () => {
  const clock = seconds();
  await using app = await startApp({ now: clock.now });
  const { engine } = app.app.services.store;
  const commit = engine.commit.bind(engine);
  let writes = 0;
  engine.commit = async (batch) => {
    if (batch.set?.some(({ key }) => key[0] === "meta")) writes++;
    return await commit(batch);
  };
  const ask = async () => (await app.ask("/readyz", { key: null })).status;
  const ask50 = async () => {
    const concurrent = await Promise.all(Array.from({ length: 25 }, ask));
    const inTurn = [];
    for (let time = 0; time < 25; time++) inTurn.push(await ask());
    return [...new Set([...concurrent, ...inTurn])];
  };
  assert.deepEqual(await ask50(), [200]);
  assert.equal(writes, 1);
  clock.pass();
  assert.deepEqual(await ask50(), [200]);
  assert.equal(writes, 2);
  const end = failCommits(app, "disk full", () => true);
  clock.pass();
  assert.deepEqual(await ask50(), [503], "a failure is shared, too");
  assert.equal(app.log.filter((line) => line.includes("disk full")).length, 1);
  end();
  assert.deepEqual(await ask50(), [503]);
  clock.pass();
  assert.deepEqual(await ask50(), [200]);
  assert.equal(writes, 3);
});

Deno.test("a check that takes longer than a second is still the only one", async () => {
  const clock = seconds();
  await using app = await startApp({ now: clock.now });
  const { store } = app.app.services;
  const { promise, resolve } = Promise.withResolvers<void>();
  let checks = 0;
  store.checkWritable = () => {
    checks++;
    return promise;
  };
  const asked = [];
  for (let time = 0; time < 5; time++) {
    asked.push(app.ask("/readyz", { key: null }));
    await app.ask("/healthz", { key: null });
    clock.pass();
  }
  resolve();
  for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
  assert.equal(checks, 1);
});

Deno.test("/readyz reports that the store fails without details, and logs the cause once", async () => {
  const clock = seconds();
  await using app = await startApp({ now: clock.now });
  const ready = () => {
    clock.pass();
    return app.ask("/readyz", { key: null });
  };
  assert.deepEqual([(await ready()).status, (await ready()).body.checks], [200, { store: "ok", data: "ok" }]);
  const secret = "disk I/O error in /srv/private/winnow.kv of db-7.internal:5432";
  let end = failCommits(app, secret, () => true);
  for (let time = 0; time < 3; time++) {
    const { status, body, text } = await ready();
    assert.equal(status, 503);
    assert.deepEqual(body, { status: "not ready", checks: { store: "not writable", data: "ok" } });
    assert.doesNotMatch(text, /private|internal|disk/);
  }
  assert.equal(
    app.log.filter((line) => line.includes(secret)).length,
    1,
    "repeated requests do not fill the log",
  );
  end();
  assert.equal((await ready()).status, 200);
  end = failCommits(app, secret, () => true);
  assert.equal((await ready()).status, 503);
  assert.equal(app.log.filter((line) => line.includes(secret)).length, 2, "a new failure is logged again");
  end();
});

Deno.test("a request that fails in the store is 503 with Retry-After, and one line of the log", async () => {
  await using app = await startApp();
  const secret = "the store db-7.internal:5432/winnow: disk full";
  const end = failCommits(app, secret, () => true);
  const compat = { authorization: `Basic ${btoa(`1:${app.live}`)}` };
  for (const path of ["/v1/score/ip?ip=8.8.8.8", "/v1/score/ip?ip=8.8.4.4", "/geoip/v2.1/city/8.8.8.8"]) {
    const { status, headers, body, text } = await app.ask(
      path,
      path.startsWith("/v1") ? {} : { headers: compat },
    );
    assert.equal(status, 503, path);
    assert.equal(headers.get("retry-after"), "5");
    if (path.startsWith("/v1")) assert.equal(body.code, "unavailable");
    else assert.equal(text, "", "as the vendor, whose clients go by the status");
    assert.doesNotMatch(text, /internal|disk/);
  }
  assert.deepEqual(app.log.filter((line) => line.includes(secret)).length, 1);
  assert.doesNotMatch(app.log.join("\n"), / at file:/);
  end();
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8")).status, 200);
});

Deno.test("a disk that takes a few bytes but no score is not ready", async () => {
  const clock = seconds();
  await using app = await startApp({ now: clock.now });
  const ready = async () => {
    clock.pass();
    return (await app.ask("/readyz", { key: null })).status;
  };
  const large = ({ set }: Batch) =>
    set?.some(({ value }) => value instanceof Uint8Array && value.length > 20_000) ?? false;
  const end = failCommits(
    app,
    "disk full",
    (batch) => large(batch) || batch.set!.some(({ key }) => key[0] !== "meta"),
  );
  assert.equal(await ready(), 200);
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8")).status, 503);
  assert.equal(await ready(), 503);
  assert.equal(await ready(), 503);
  end();
  assert.equal(await ready(), 200);
});
