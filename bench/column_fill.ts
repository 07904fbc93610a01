/** Fills a store with blocks of columns, made by the same encoder as the service's but of no stored records. */
import { segmentFrom } from "../src/db/commit/segment.ts";
import { type SlotName, slotName } from "../src/db/commit/slot_name.ts";
import { writeColumns } from "../src/db/index/column_store.ts";
import { BLOCK_RECORDS } from "../src/db/index/columns.ts";
import { COLUMN, COLUMN_BLOCK, COLUMNS } from "../src/db/own_rows.ts";
import type { ScoreRecord } from "../src/model/records.ts";
import { COLUMNS_VERSION } from "../src/records/scores/score_columns.ts";
import { BlockBuilder } from "../src/records/scores/column_block.ts";
import { encodeBlock } from "../src/records/scores/stored_block.ts";
import type { Store } from "../src/records/store.ts";

interface Filling {
  readonly account: string;
  readonly scores: number;
  readonly from: number;
  readonly until: number;
  record(id: string, number: number, at: number): ScoreRecord;
}

export async function fillColumns(
  { engine }: Store,
  filling: Filling,
  perBlock = BLOCK_RECORDS,
): Promise<void> {
  const { account, scores, from, until, record } = filling;
  const timeOf = (number: number) => from + Math.floor((until - from) * number / scores);
  let end: SlotName = "";
  for (let number = 0; number < scores;) {
    const rows = new BlockBuilder();
    const start = number;
    for (; number < scores && rows.count < perBlock; number++) {
      const at = timeOf(number);
      rows.add(slotName(segmentFrom(at), number % 4000), record(idOf(number), number, at));
    }
    const steps = encodeBlock(rows);
    let step: ReturnType<typeof steps.next>;
    do step = steps.next(); while (!step.done);
    const { records, wholeUntil, columns } = step.value;
    end = `${segmentFrom(timeOf(number - 1))}g`;
    const [block, expiresAt] = [`${end}${String(start).padStart(8, "0")}`, until + COLUMN.lifetimeMs];
    await writeColumns(engine, { owner: account, block, expiresAt }, columns);
    const head = { from: segmentFrom(timeOf(start)), to: end, records, wholeUntil, version: COLUMNS_VERSION };
    await engine.commit({ set: [COLUMN_BLOCK.set(COLUMN_BLOCK.key(account, block), head, expiresAt)] });
  }
  await engine.commit({
    set: [COLUMNS.set(COLUMNS.key(account), { to: end, claimed: 0, version: COLUMNS_VERSION })],
  });
}

function idOf(number: number): string {
  return `req_${number.toString(16).padStart(32, "0")}`;
}
