/** A row of a backtest is what a live score would have been, and knows nothing that was not known then. */
import assert from "node:assert/strict";
import { DAY_MS } from "../../../src/model/duration.ts";
import { deviceId } from "../../../src/service/backtest/cells.ts";
import { startApp } from "../../support/app/app.ts";
import { backtest } from "../../support/backtest/backtest.ts";
import { csvOf, type SyntheticRow, syntheticRows } from "../../support/backtest/synthetic.ts";

/** Entries of a store in a file expire by the system's clock, so the live service gets times to come. */
const START = Date.UTC(2036, 4, 1);
const DELAY = 14 * DAY_MS;

/** What the live service answers, with the same labels at the same moments. */
async function live(rows: readonly SyntheticRow[], linkage: "report" | "score"): Promise<string[]> {
  const clock = { now: Date.parse(rows[0]!.signup_time) };
  await using app = await startApp({ now: () => clock.now, random: () => 0.5 });
  const { accounts } = app.app.services.store;
  await accounts.putAccount({ ...accounts.accountNamed("main")!, linkageScoring: linkage });
  const waiting: { due: number; label: { request_id: string; outcome: string } }[] = [];
  const answers: string[] = [];
  for (const { signup_time, ip, email, phone, device, fraud } of rows) {
    const at = Date.parse(signup_time);
    while (waiting.length > 0 && waiting[0]!.due <= at) {
      const { due, label } = waiting.shift()!;
      clock.now = due;
      assert.equal((await app.ask("/v1/outcome", { json: label })).body.recorded, 1);
    }
    clock.now = at;
    const json = { ip, email, phone, device_id: deviceId(device) };
    const { status, text, body } = await app.ask("/v1/score/user", { json });
    assert.equal(status, 200, text);
    answers.push(comparable(JSON.parse(text.replaceAll(/,"processing_time_sec":[\d.e-]+/g, ""))));
    const outcome = fraud === "1" ? "fraud" : "legit";
    waiting.push({ due: at + DELAY, label: { request_id: body.request_id, outcome } });
  }
  return answers;
}

/** Each service, and each file, hashes the block of a number under a secret of its own. */
const comparable = (result: unknown) =>
  JSON.stringify(result).replace(/"phone\.block":"blk_[\w-]{10}"/, '"phone.block":"blk"');
const resultOf = (row: string) => comparable(JSON.parse(row).result);

for (const [seed, linkage] of [[1, "score"], [2, "score"], [3, "report"]] as const) {
  Deno.test(`a row equals a live score, byte for byte: seed ${seed}, links ${linkage}`, async () => {
    const rows = syntheticRows({ rows: 150, seed, start: START });
    const [{ rows: found, report }, expected] = [
      await backtest(csvOf(rows), { linkage }),
      await live(rows, linkage),
    ];
    assert.equal(found.length, expected.length);
    for (const [index, row] of found.entries()) assert.equal(resultOf(row), expected[index], `row ${index}`);
    assert.ok(report.verdicts.fraud.allow > 0, "some fraud is missed");
    if (linkage === "score") assert.ok(report.rates.fraud_stopped! > 0.3, "links are part of the score");
  });
}

Deno.test("labels that were not known yet change nothing, and those that were do", async () => {
  const rows = syntheticRows({ rows: 200, seed: 4, start: START });
  // Values come again, so that a label on one row can matter to another.
  const repeated = rows.map((row, index) =>
    index % 5 === 0 ? { ...row, device: rows[index >> 2]!.device } : row
  );
  const { rows: before } = await backtest(csvOf(repeated));
  let changed = 0;
  for (const cut of [0, 60, 120, 199]) {
    const now = Date.parse(repeated[cut]!.signup_time);
    const flipped = (isFlipped: (known: boolean) => boolean) =>
      csvOf(repeated.map((row) => {
        const isKnown = Date.parse(row.signup_time) + DELAY <= now;
        return isFlipped(isKnown) ? { ...row, fraud: row.fraud === "1" ? "0" : "1" } : row;
      }));
    const { rows: later } = await backtest(flipped((known) => !known));
    assert.deepEqual(
      later.slice(0, cut + 1).map(resultOf),
      before.slice(0, cut + 1).map(resultOf),
      `at ${cut}`,
    );
    const { rows: earlier } = await backtest(flipped((known) => known));
    changed += earlier.slice(0, cut + 1).filter((row, index) =>
      resultOf(row) !== resultOf(before[index]!)
    ).length;
  }
  assert.ok(changed > 0, "a known label matters");
});

Deno.test("a file in any order is replayed in order of time", async () => {
  const rows = syntheticRows({ rows: 120, seed: 5, start: START });
  const shuffled = rows.toSorted((a, b) => a.email < b.email ? -1 : 1);
  const [one, other] = [await backtest(csvOf(rows)), await backtest(csvOf(shuffled))];
  assert.deepEqual(other.rows.map(resultOf), one.rows.map(resultOf));
  assert.deepEqual([one.report.rows.in_order_of_time, other.report.rows.in_order_of_time], [true, false]);
});
