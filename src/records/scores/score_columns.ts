/**
 * Stored scores as columns: any of an account's facts can be filtered and counted over all of its scores. Most are in blocks
 * that were made of the records (`db/index/columns.ts`); the newest are read from the records themselves.
 */
import { Turn } from "../../concurrency/turn.ts";
import { segmentFrom, segmentTime } from "../../db/commit/segment.ts";
import type { SlotName } from "../../db/commit/slot_name.ts";
import type { ChangeLog } from "../../db/cluster/change_log.ts";
import type { BlockHead } from "../../db/index/column_block.ts";
import type { Columns, EncodedBlock, SegmentEntries } from "../../db/index/columns.ts";
import { COLUMNS } from "../../db/own_rows.ts";
import { type CustomFact, isCustomFact } from "../../model/facts/custom.ts";
import { type ColumnBlock, viewOf, type WantedColumn, type WantedValues } from "./block_view.ts";
import { BlockBuilder, type RowTimes } from "./column_block.ts";
import { addRecords, ScoreTails } from "./score_tail.ts";
import { StoredColumns } from "./stored_columns.ts";
import type { ColumnName } from "./score_row.ts";
import { encodeBlock } from "./stored_block.ts";
import type { StoredScores } from "./stored_scores.ts";

export type { ColumnBlock, WantedColumn, WantedValues } from "./block_view.ts";
export type { Column } from "./column_block.ts";
export type { ColumnName } from "./score_row.ts";

interface Span {
  /** Milliseconds since the epoch: from then on, and until then. */
  readonly since: number;
  readonly until: number;
}

interface Question extends Span {
  readonly account: string;
  readonly asked: ReadonlySet<WantedColumn>;
  readonly wanted: readonly WantedValues[];
  readonly now: number;
}

interface ColumnParts {
  readonly columns: Columns;
  readonly scores: StoredScores;
  readonly changes: ChangeLog;
  readonly now: () => number;
  /** See `ScoreTails`. */
  readonly maxTail?: number;
}

/** In the background the event loop is kept for less time than by requests. */
const SLICE_MS = 2;
/** Raised when the columns of a score are others than before (`takeValues`), or are written otherwise. */
export const COLUMNS_VERSION = 1;

/** The slot of a score may be older than the score itself: by as long as a segment is open, and what a commit takes. */
const SLACK_MS = 60_000;
/** Fields of an account's own begin so. */
const CUSTOM = "custom.";
/** Blocks read at once: few at first, since a page of results may be in them. */
const FIRST_BLOCKS = 8;
const MAX_BLOCKS = 128;

export class ScoreColumns {
  readonly #parts: ColumnParts;
  readonly #tails: ScoreTails;
  readonly #stored: StoredColumns;

  constructor(parts: ColumnParts) {
    this.#parts = parts;
    this.#tails = new ScoreTails(parts);
    this.#stored = new StoredColumns(parts.columns);
    // It is announced when the store may have other scores than those that were read.
    parts.changes.follow(COLUMNS.topic, () => {
      this.#tails.clear();
      this.#stored.clear();
    });
  }

  /**
   * All scores of the account in the span, of all modes and subjects, without those that have expired.
   * @param wanted blocks without any of the values of each may be left out
   */
  async *blocks(
    account: string,
    names: readonly WantedColumn[],
    { since, until }: Span,
    order: "newest" | "oldest",
    wanted: readonly WantedValues[] = [],
  ): AsyncIterable<ColumnBlock> {
    const { columns, now } = this.#parts;
    const question = { account, asked: new Set(names), wanted, since, until, now: now() };
    const { heads, to } = await columns.blocks(account, since - SLACK_MS, until);
    if (order === "newest") yield* this.#ofTail(question, to, order);
    const left = order === "newest" ? heads.toReversed() : [...heads];
    for (let size = FIRST_BLOCKS; left.length > 0; size = Math.min(MAX_BLOCKS, 2 * size)) {
      yield* this.#ofBlocks(question, left.splice(0, size));
    }
    if (order === "oldest") yield* this.#ofTail(question, to, order);
  }

  /** Forgets what is in memory of an account's scores: some of them are gone. */
  forget(account: string): void {
    this.#tails.forget(account);
    this.#stored.forget(account);
  }

  /** Fields of the account's own that its scores have: those that most of a block's have, at most so many. */
  async customFacts(account: string, most: number): Promise<readonly CustomFact[]> {
    const { columns, now } = this.#parts;
    const { to } = await columns.blocks(account, now(), now());
    const names = [
      ...await this.#tails.names(account, to),
      ...await columns.names(account, CUSTOM, 2 * most),
    ];
    return [...new Set(names.filter(isCustomFact))].slice(0, most);
  }

  async *#ofTail(
    question: Question,
    to: SlotName,
    order: "newest" | "oldest",
  ): AsyncIterable<ColumnBlock> {
    const { account, asked, since, until } = question;
    // No score is older than its slot.
    const span = {
      to,
      start: segmentFrom(Math.max(0, since - SLACK_MS)),
      end: segmentFrom(until + SLACK_MS),
    };
    for await (const { builder, rows } of this.#tails.rows(account, { ...span, asked }, order)) {
      const { count, slots, times } = builder;
      const shown = rows.filter((row) => isShown(question, times[row]!));
      if (shown.length === 0) continue;
      const source = {
        count,
        from: slots[shown[0]!]!,
        to: `${slots[shown.at(-1)!]!}0`,
        times: () => Float64Array.from(times, ({ at }) => at),
        column: (name: ColumnName) => builder.column(name, count),
        cost: () => 0,
        positions: (wanted: readonly number[]) => Promise.resolve(wanted.map((row) => slots[row]!)),
      };
      yield viewOf(source, shown, asked);
    }
  }

  /** @param heads in the order of the answer */
  async *#ofBlocks(question: Question, heads: readonly BlockHead[]): AsyncIterable<ColumnBlock> {
    const { account, asked, wanted } = question;
    for (const block of await this.#stored.read(account, heads, asked, wanted)) {
      let shown: number[] | null = null;
      if (!isWhole(question, block.head)) {
        const times = await block.rowTimes();
        shown = [...times.keys()].filter((row) => isShown(question, times[row]!));
        if (shown.length === 0) continue;
      }
      yield viewOf(block, shown, asked);
    }
  }
}

/** Makes a block of records, with pauses; see `Columns`. */
export async function encodeRecords(
  { scores, now }: { readonly scores: StoredScores; readonly now: () => number },
  account: string,
  segments: readonly SegmentEntries[],
): Promise<EncodedBlock | null> {
  const builder = new BlockBuilder();
  const turn = new Turn(SLICE_MS);
  await addRecords(builder, scores.ofEntries(account, segments), turn);
  const time = now();
  const kept = [...builder.times.keys()].filter((row) => builder.times[row]!.expiresAt > time);
  if (kept.length === 0) return null;
  const steps = encodeBlock(kept.length === builder.count ? builder : builder.only(kept));
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (turn.isOver) await turn.next();
  }
}

function isShown({ since, until, now }: Question, { at, expiresAt }: RowTimes): boolean {
  return at >= since && at <= until && expiresAt > now;
}

/** Whether all rows of the block are shown. */
function isWhole({ since, until, now }: Question, { from, to, wholeUntil }: BlockHead): boolean {
  return segmentTime(from) >= since && segmentTime(to) + SLACK_MS <= until && wholeUntil > now;
}
