/**
 * The newest scores of accounts, which are in no block yet, as rows in memory. Those of the last minutes are looked up again
 * with each question, since others of their time may be written yet.
 */
import { LRUCache } from "lru-cache";
import { Turn } from "../../concurrency/turn.ts";
import { segmentFrom } from "../../db/commit/segment.ts";
import type { SlotName } from "../../db/commit/slot_name.ts";
import { BLOCK_RECORDS, type Columns } from "../../db/index/columns.ts";
import { SETTLED_MS } from "../../db/index/due_owners.ts";
import type { WantedColumn } from "./block_view.ts";
import { BlockBuilder } from "./column_block.ts";
import type { ColumnName } from "./score_row.ts";
import type { StoredScores } from "./stored_scores.ts";

/** Some rows, oldest first. */
interface TailRows {
  readonly builder: BlockBuilder;
  readonly rows: readonly number[];
}

interface Tail {
  /** Null: the records from `settled` on are too many to be kept. */
  readonly builder: BlockBuilder | null;
  /** Slots before this one are not in it. */
  readonly from: SlotName;
  /** Slots before this one are known. */
  readonly settled: SlotName;
  /** Slots from there on that are known. */
  readonly recent: ReadonlySet<SlotName>;
}

/** Rows of all accounts that are kept: about 700 bytes each. */
const MAX_ROWS = 65_536;
/** Of one account; the records of an account with more are read with each question, until they are in blocks. */
const MAX_ROWS_EACH = 32_768;
/** After all slots. */
const END = "g";
const NONE: ReadonlySet<SlotName> = new Set();

interface TailsParts {
  readonly columns: Columns;
  readonly scores: StoredScores;
  readonly now: () => number;
  /** Rows of one account that are kept at most. */
  readonly maxTail?: number;
}

export class ScoreTails {
  readonly #parts: TailsParts;
  readonly #kept = new LRUCache<string, Tail>({
    maxSize: MAX_ROWS,
    sizeCalculation: ({ builder }) => 1 + (builder?.count ?? 0),
  });
  /** One question of an account after another. */
  readonly #reading = new Map<string, Promise<unknown>>();
  #generation = 0;

  constructor(parts: TailsParts) {
    this.#parts = parts;
  }

  clear(): void {
    this.#generation++;
    this.#kept.clear();
  }

  forget(account: string): void {
    this.#generation++; // what is being read is not kept
    this.#kept.delete(account);
  }

  /**
   * The rows of all records that are in no block.
   * @param to from there on they are in none
   * @param start those before, and from `end` on, need not be among them
   * @param asked columns that rows need
   */
  async *rows(
    account: string,
    { to, start, end, asked }: {
      readonly to: SlotName;
      readonly start: SlotName;
      readonly end: SlotName;
      readonly asked: ReadonlySet<WantedColumn>;
    },
    order: "newest" | "oldest",
  ): AsyncIterable<TailRows> {
    const builder = await this.#inTurn(account, () => this.#read(account, to));
    if (builder !== null) {
      if (builder.count > 0) yield sortedFrom(builder, to);
      return;
    }
    const { columns, scores } = this.#parts;
    const span = { from: to > start ? to : start, end };
    for await (const page of columns.entries(account, span, { order, size: BLOCK_RECORDS })) {
      const builder = new BlockBuilder(asked);
      await addRecords(builder, scores.ofEntries(account, page));
      yield sortedFrom(builder, to);
    }
  }

  /** Columns of the rows; none where the records are too many to be kept. */
  async names(account: string, to: SlotName): Promise<readonly ColumnName[]> {
    return (await this.#inTurn(account, () => this.#read(account, to)))?.names ?? [];
  }

  async #inTurn<T>(account: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#reading.get(account) ?? Promise.resolve()).catch(() => {}).then(work);
    this.#reading.set(account, result);
    try {
      return await result;
    } finally {
      if (this.#reading.get(account) === result) this.#reading.delete(account);
    }
  }

  /** Null when there are too many to be kept. */
  async #read(account: string, to: SlotName): Promise<BlockBuilder | null> {
    const { columns, scores, now, maxTail = MAX_ROWS_EACH } = this.#parts;
    const generation = this.#generation;
    const before = this.#kept.get(account);
    if (before?.builder === null && before.from === to) return null;
    this.#kept.delete(account); // until all that is read below is in it
    const known = before !== undefined && before.builder !== null && before.from <= to && to <= before.settled
      ? before
      : null;
    const builder = known?.builder ?? new BlockBuilder();
    const from = known?.settled ?? to;
    const boundary = segmentFrom(now() - SETTLED_MS);
    const recent = new Set<SlotName>();
    const isNew = (slot: SlotName) => {
      if (slot >= boundary) recent.add(slot);
      return !known?.recent.has(slot);
    };
    const pages = { order: "oldest", size: BLOCK_RECORDS } as const;
    const keepNone = () => {
      this.#keep(generation, account, { builder: null, from: to, settled: to, recent: NONE });
      return null;
    };
    if (known === null && await columns.countFrom(account, from, maxTail + 1) > maxTail) return keepNone();
    for await (const page of columns.entries(account, { from, end: END }, pages)) {
      await addRecords(builder, scores.ofEntries(account, page, isNew));
      if (builder.count > maxTail) return keepNone();
    }
    const kept = withoutOld(builder, to);
    this.#keep(generation, account, {
      builder: kept,
      from: to,
      settled: boundary > from ? boundary : from,
      recent,
    });
    return kept;
  }

  #keep(generation: number, account: string, tail: Tail): void {
    if (generation === this.#generation) this.#kept.set(account, tail);
  }
}

/** Adds records to rows, with pauses. */
export async function addRecords(
  builder: BlockBuilder,
  records: ReturnType<StoredScores["ofEntries"]>,
  turn: Turn = new Turn(),
): Promise<void> {
  for await (const page of records) {
    for (const { slot, record } of page) {
      builder.add(slot, record);
      if (turn.isOver) await turn.next();
    }
  }
}

function sortedFrom(builder: BlockBuilder, from: SlotName): TailRows {
  const { slots } = builder;
  const rows = [...slots.keys()].filter((row) => slots[row]! >= from);
  return { builder, rows: rows.sort((one, other) => slots[one]! < slots[other]! ? -1 : 1) };
}

function withoutOld(builder: BlockBuilder, from: SlotName): BlockBuilder {
  const { slots } = builder;
  const rows = [...slots.keys()].filter((row) => slots[row]! >= from);
  return builder.count - rows.length < BLOCK_RECORDS / 2 ? builder : builder.only(rows);
}
