import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

const PARALLEL = 40;

/** What is counted by times_seen, first seen now. */
const ENDPOINTS: readonly { name: string; path: string; json: unknown }[] = [
  { name: "a sign-up", path: "/v1/score/user", json: { device_id: "c0ffee00c0ffee00", ip: "8.8.4.4" } },
  { name: "device", path: "/v1/score/device", json: { device_id: "c0ffee00c0ffee00" } },
  { name: "a batch of one", path: "/v1/batch", json: { type: "ip", items: ["8.8.4.4"] } },
];

// deno-lint-ignore no-explicit-any -- answers of three shapes
const resultOf = (body: any) => body.results?.[0] ?? body.components?.device ?? body;

for (const { name, path, json } of ENDPOINTS) {
  Deno.test(`scorings at the same moment each count themselves and those before: ${name}`, async () => {
    await using t = await startApp();
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => t.ask(path, { json })));
    const results = answers.map(({ body }) => resultOf(body));
    const times = results.map(({ times_seen }) => times_seen).sort((a, b) => a - b);
    assert.deepEqual(times, Array.from({ length: PARALLEL }, (_, i) => i + 1));
    assert.equal(new Set(results.map(({ first_seen }) => first_seen)).size, 1);
    for (const { signals, times_seen } of results) {
      if ("repeat_device" in signals) assert.equal(signals.repeat_device, times_seen > 1);
    }
    const tested = (await t.ask(path, { json, key: t.test })).body;
    assert.deepEqual([resultOf(tested).times_seen, resultOf(tested).first_seen], [null, null]);
    const after = (await t.ask(path, { json })).body;
    assert.equal(resultOf(after).times_seen, PARALLEL + 1);
  });
}
