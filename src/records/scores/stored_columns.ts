/** Reads the columns of blocks, and keeps those that were read last. */
import { LRUCache } from "lru-cache";
import type { SlotName } from "../../db/commit/slot_name.ts";
import type { BlockHead } from "../../db/index/column_block.ts";
import type { Columns } from "../../db/index/columns.ts";
import { type KeyMode, retentionOf } from "../../model/records.ts";
import type { RowSource, WantedColumn, WantedValues } from "./block_view.ts";
import type { Column, RowTimes } from "./column_block.ts";
import { decodeNumbers, decodeSlots, StoredColumn } from "./column_codec.ts";
import type { ColumnName } from "./score_row.ts";
import { AT, filterName, readColumn, SLOTS, storedNames } from "./stored_block.ts";
import { mayHave } from "./value_filter.ts";

/** Of columns that are kept, in bytes. */
const MAX_BYTES = 32_000_000;
/** About what is kept of a column: of each row, of each value, and besides. */
const CODE_BYTES = 3;
const VALUE_BYTES = 60;
const COLUMN_BYTES = 300;
/** Of filters that are kept, and what one takes besides. */
const MAX_FILTER_BYTES = 8_000_000;
const FILTER_BYTES = 200;
const NO_FILTER = new Uint8Array();

/** Null: no row has a value. */
interface Kept {
  readonly column: Column | null;
  /** Of rows. */
  readonly count: number;
}

/** The rows of a block, and when each was made. */
interface StoredRows extends RowSource {
  readonly head: BlockHead;
  /** Asked for only of blocks of which not all rows are shown. */
  rowTimes(): Promise<readonly RowTimes[]>;
}

export class StoredColumns {
  readonly #columns: Columns;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ column, count }) => {
      if (column === null) return COLUMN_BYTES;
      // Values that were not asked for yet may be later.
      const values = column instanceof StoredColumn ? column.size : column.values.length;
      return COLUMN_BYTES + CODE_BYTES * count + VALUE_BYTES * values;
    },
  });

  readonly #filters = new LRUCache<string, Uint8Array>({
    maxSize: MAX_FILTER_BYTES,
    sizeCalculation: ({ length }) => FILTER_BYTES + length,
  });

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  clear(): void {
    this.#kept.clear();
    this.#filters.clear();
  }

  forget(account: string): void {
    for (const cache of [this.#kept, this.#filters]) {
      for (const key of [...cache.keys()]) if (key.startsWith(`${account} `)) cache.delete(key);
    }
  }

  /**
   * @param heads that follow one another, in any direction
   * @returns those of them that may have all of the wanted values
   */
  async read(
    account: string,
    heads: readonly BlockHead[],
    asked: ReadonlySet<WantedColumn>,
    wanted: readonly WantedValues[],
  ): Promise<StoredRows[]> {
    const left = await this.#havingAll(account, heads, wanted);
    const runs = left.length === heads.length ? [left] : runsOf(heads, new Set(left));
    return (await Promise.all(runs.map((run) => this.#read(account, run, asked)))).flat();
  }

  /** @param heads that follow one another, in any direction */
  async #read(
    account: string,
    heads: readonly BlockHead[],
    asked: ReadonlySet<WantedColumn>,
  ): Promise<StoredRows[]> {
    const kept = new Map<string, Kept>();
    const missing = new Set<string>();
    for (const name of asked) {
      for (const head of heads) {
        const key = keyOf(account, head, name);
        const known = this.#kept.get(key);
        if (known !== undefined) kept.set(key, known);
        else for (const stored of storedNames(name)) missing.add(stored);
      }
    }
    const bytes = new Map(
      await Promise.all(
        [...missing].map(async (stored) => [stored, await this.#bytes(account, stored, heads)] as const),
      ),
    );
    return heads.map((head) => {
      const { name: block, records: count, from, to } = head;
      const bytesOf = (stored: string) => bytes.get(stored)?.get(block);
      let slots: Promise<(row: number) => SlotName> | null = null;
      return {
        head,
        count,
        from,
        to,
        times: () => decodeNumbers(bytesOf(AT)!, count),
        column: (name: ColumnName) => {
          const key = keyOf(account, head, name);
          let known = kept.get(key);
          if (known === undefined) {
            known = { column: readColumn(name, bytesOf, count), count };
            kept.set(key, known);
            this.#kept.set(key, known);
          }
          return known.column;
        },
        cost: (name: ColumnName) => kept.has(keyOf(account, head, name)) ? 0 : bytesOf(name)?.length ?? 0,
        positions: async (rows: readonly number[]) => {
          if (rows.length === 0) return [];
          slots ??= this.#bytes(account, SLOTS, [head]).then((found) => decodeSlots(found.get(block)!));
          return rows.map(await slots);
        },
        rowTimes: () => this.#rowTimes(account, head),
      };
    });
  }

  /** The blocks of which no filter tells that they lack wanted values. */
  async #havingAll(
    account: string,
    heads: readonly BlockHead[],
    wanted: readonly WantedValues[],
  ): Promise<readonly BlockHead[]> {
    let left = heads;
    for (const { name, oneOf } of wanted) {
      if (left.length === 0) return left;
      const filters = await this.#filtersOf(account, filterName(name), left);
      left = left.filter((_, at) => {
        const filter = filters[at]!;
        return filter.length === 0 || oneOf.some((value) => mayHave(filter, value));
      });
    }
    return left;
  }

  /** Of each block; empty: it has none. */
  async #filtersOf(account: string, stored: string, heads: readonly BlockHead[]): Promise<Uint8Array[]> {
    const filters = heads.map((head) => this.#filters.get(keyOf(account, head, stored)));
    const missing = heads.filter((_, at) => filters[at] === undefined);
    if (missing.length === 0) return filters as Uint8Array[]; // none is undefined
    const found = await this.#bytes(account, stored, missing);
    return heads.map((head, at) => {
      const filter = filters[at] ?? found.get(head.name) ?? NO_FILTER;
      this.#filters.set(keyOf(account, head, stored), filter);
      return filter;
    });
  }

  async #rowTimes(account: string, head: BlockHead): Promise<readonly RowTimes[]> {
    const [at, mode] = await Promise.all([AT, "mode"].map(async (stored) => {
      const found = await this.#bytes(account, stored, [head]);
      return found.get(head.name);
    }));
    // The block has expired since its head was read.
    if (at === undefined || mode === undefined) return [];
    const times = decodeNumbers(at, head.records);
    const { values, codes } = new StoredColumn(mode, head.records);
    return Array.from(times, (at, row) => {
      const lifetime = retentionOf(values[codes[row]! - 1] as KeyMode); // which every row has
      return { at, expiresAt: at + lifetime };
    });
  }

  #bytes(account: string, stored: string, heads: readonly BlockHead[]): Promise<Map<string, Uint8Array>> {
    return this.#columns.read(account, stored, heads);
  }
}

function keyOf(account: string, { name }: BlockHead, column: string): string {
  return `${account} ${name} ${column}`;
}

/** Those of the heads that are among the others, each run without a gap. */
function runsOf(heads: readonly BlockHead[], wanted: ReadonlySet<BlockHead>): BlockHead[][] {
  const runs: BlockHead[][] = [];
  let before = false;
  for (const head of heads) {
    const is = wanted.has(head);
    if (is && before) runs.at(-1)!.push(head);
    else if (is) runs.push([head]);
    before = is;
  }
  return runs;
}
