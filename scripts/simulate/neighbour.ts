/** An account with as many rules as it may have changes one again and again, while another account asks. */
import { startApp } from "../../tests/support/app/app.ts";
import type { Row, Simulation } from "./row.ts";

const RULES_PER_CALL = 10_000;
const WANTED_RULES = 200_000;
const CHANGES = 40;
const TEXT = { "content-type": "text/plain" };

function address(i: number): string {
  return `${60 + (i >> 16) % 60}.${(i >> 8) & 255}.${i & 255}.1`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

async function* run(): AsyncIterable<Row> {
  await using app = await startApp();
  const noisy = await app.account("noisy", { madeBy: "signup" });
  const other = await app.account("tenant");
  let held = 0;
  while (held < WANTED_RULES) {
    const lines = Array.from({ length: RULES_PER_CALL }, (_, i) => address(held + i)).join("\n");
    const given = { key: noisy.key, raw: lines, headers: TEXT };
    const { status, body } = await app.ask("/v1/rules/import?action=allow", given);
    if (status !== 200) break;
    held += body.imported;
  }
  const timed = async (n: number) => {
    const started = performance.now();
    await app.ask(`/v1/score/ip?ip=73.15.${n & 255}.9`, { key: other.key });
    return performance.now() - started;
  };
  const quiet: number[] = [];
  for (let n = 0; n < 100; n++) quiet.push(await timed(n));
  let changing = true;
  const changes = (async () => {
    for (let n = 0; n < CHANGES; n++) {
      const values = [`203.${n}.113.7`];
      await app.ask("/v1/rules", { key: noisy.key, json: { action: "allow", values: [`11.${n}.113.7`] } });
      await app.ask("/v1/rules?dry_run=true", { key: noisy.key, json: { action: "block", values } });
    }
    changing = false;
  })();
  const busy: number[] = [];
  for (let n = 0; changing && n < 5000; n++) busy.push(await timed(n));
  await changes;
  const [before, during] = [median(quiet), median(busy)];
  yield {
    attack: "noisy neighbour",
    attempt:
      `a self-made account imports rules until it is refused (${held}), then changes and tries one ${CHANGES} times`,
    result: `another account's median goes from ${before.toFixed(1)} to ${during.toFixed(1)} ms`,
    ok: during < Math.max(20, 5 * before),
  };
}

export const neighbour: Simulation = { name: "neighbour", run };
