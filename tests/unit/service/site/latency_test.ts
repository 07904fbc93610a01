import assert from "node:assert/strict";
import { Latencies } from "../../../../src/service/site/latency.ts";

Deno.test("Latencies tells the shares to a sixth, each account apart", () => {
  const latencies = new Latencies();
  assert.equal(latencies.of("a"), null);
  for (let milliseconds = 1; milliseconds <= 100; milliseconds++) latencies.observe("a", milliseconds / 1000);
  latencies.observe("b", 5);
  const { count, p50, p95, p99 } = latencies.of("a")!;
  assert.equal(count, 100);
  for (const [figure, exact] of [[p50, 50], [p95, 95], [p99, 99]] as const) {
    assert.ok(figure >= exact && figure <= exact * 1.2, `${figure} for ${exact}`);
  }
  assert.equal(latencies.of("b")!.count, 1);
});

Deno.test("Latencies takes the shortest and the longest", () => {
  const latencies = new Latencies();
  for (const seconds of [0, 1e-9, 1e9]) latencies.observe("a", seconds);
  const { count, p50, p99 } = latencies.of("a")!;
  assert.equal(count, 3);
  assert.ok(p50 <= 0.06);
  assert.ok(p99 > 60_000);
});
