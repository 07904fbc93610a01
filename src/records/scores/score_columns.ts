/** Stored scores as columns: any of an account's facts can be filtered and counted over all of its scores. */
import { slotNameOf } from "../../db/commit/segment.ts";
import { BlockBuilder, type Column } from "./column_block.ts";
import type { ColumnName } from "./score_row.ts";
import type { ScorePosition } from "./score_search.ts";
import type { StoredScores } from "./stored_scores.ts";

export type { Column } from "./column_block.ts";
export type { ColumnName } from "./score_row.ts";

/** `at`: when the scores were made, in `ColumnBlock.times`. */
export type WantedColumn = "at" | ColumnName;

/** Some scores that follow one another, the oldest first. */
export interface ColumnBlock {
  readonly count: number;
  /** Of each row, ms since the epoch; those of scores that were made at once may be out of order by as long as a commit takes. @throws when "at" was not asked for */
  readonly times: Float64Array;
  /** Null: no row has a value. @throws when it was not asked for */
  column(name: ColumnName): Column | null;
  /** Where the rows are among the account's scores, see `ScoreSearch`. */
  positions(rows: readonly number[]): Promise<readonly ScorePosition[]>;
}

interface Span {
  /** Milliseconds since the epoch: from then on, and until then. */
  readonly since: number;
  readonly until: number;
}

interface ColumnParts {
  readonly scores: StoredScores;
  readonly now: () => number;
}

/** Rows of a block. */
const BLOCK_ROWS = 4096;
/** The slot of a score may be older than the score itself: by as long as a segment is open, and what a commit takes. */
const SLACK_MS = 60_000;

export class ScoreColumns {
  readonly #parts: ColumnParts;

  constructor(parts: ColumnParts) {
    this.#parts = parts;
  }

  /** All scores of the account in the span, of all modes and subjects, without those that have expired. */
  async *blocks(
    account: string,
    names: readonly WantedColumn[],
    { since, until }: Span,
    order: "newest" | "oldest",
  ): AsyncIterable<ColumnBlock> {
    const now = this.#parts.now();
    const near = { since: since - SLACK_MS, until: until + SLACK_MS };
    const records = await Array.fromAsync(this.#parts.scores.list(account, near));
    const kept = records.filter(({ at, expiresAt }) => at >= since && at <= until && expiresAt > now)
      .reverse();
    const blocks: ColumnBlock[] = [];
    for (let from = 0; from < kept.length; from += BLOCK_ROWS) {
      const builder = new BlockBuilder();
      for (const record of kept.slice(from, from + BLOCK_ROWS)) builder.add(slotNameOf(record.id)!, record);
      blocks.push(viewOf(builder, new Set(names)));
    }
    yield* order === "oldest" ? blocks : blocks.reverse();
  }
}

function viewOf(builder: BlockBuilder, asked: ReadonlySet<WantedColumn>): ColumnBlock {
  const check = (name: WantedColumn) => {
    if (!asked.has(name)) throw new Error(`the column ${name} was not asked for`);
  };
  return {
    count: builder.count,
    get times() {
      check("at");
      return Float64Array.from(builder.times);
    },
    column(name) {
      check(name);
      return builder.column(name);
    },
    positions: (rows) => Promise.resolve(rows.map((row) => builder.slots[row]!)),
  };
}
