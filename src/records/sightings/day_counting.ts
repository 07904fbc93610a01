/**
 * Counts scores and labels by day, in the commit that stores them. Each run of a process has its own cell of an account and
 * a day, so no other process writes it, and a commit costs one value for each account in it. `DayCounts` adds the cells up.
 */
import { addCounted, type Counted, dayOf, dayText, type DayTotals } from "../../model/day_counts.ts";
import { DAY_MS } from "../../model/duration.ts";
import { RETENTION_MS } from "../../model/records.ts";
import { keyText } from "../../db/engine.ts";
import type { CellUpdate } from "../../db/commit/cell.ts";
import type { CellCache } from "../../db/commit/cell_cache.ts";
import type { BatchSize, Participant, Participation } from "../../db/commit/participant.ts";
import type { Write } from "../../db/commit/write_batch.ts";
import { map, number, record, type Shape } from "../define.ts";

/** Counts by day and run of a process. */
export const DAY_COUNT = record({
  prefix: "day-count",
  key: ["account", "day", "run"],
  // A part may be below 0: another process removed the label.
  value: map(number) as Shape<DayTotals>,
  lifetimeMs: 181 * DAY_MS,
  place: "work",
});

/** A write with what is counted by day. */
export interface CountingWrite extends Write {
  readonly counts?: readonly Counted[];
}

interface Sum {
  readonly account: string;
  readonly day: number;
  readonly totals: Map<string, number>;
}

/** The bytes of a cell, roughly: every finding there is. */
const CELL_BYTES = 4000;
/** Cells that a run remembers; with more it begins new ones. */
const MAX_BEGUN = 100_000;

export class DayCounting implements Participant<CountingWrite> {
  readonly #run: string;
  readonly #cells: CellCache;
  #renewed = 0;
  /** The days of accounts that the cells of this run hold since it was renewed. */
  readonly #begun = new Set<string>();

  /** @param run names this run of this process, unique over all */
  constructor(run: string, cells: CellCache) {
    this.#run = run;
    this.#cells = cells;
  }

  /** An account has one cell, whatever counts in it. */
  measure(): (write: CountingWrite, size: BatchSize) => void {
    const known = new Set<string>();
    let last = "";
    return ({ counts = [] }, size) => {
      for (const { account } of counts) {
        if (account === last || known.has(account)) continue;
        known.add(last = account);
        size.mutations++;
        size.bytes += CELL_BYTES;
      }
    };
  }

  join(writes: readonly CountingWrite[]): Participation<CountingWrite> {
    const cells = this.begin(writes);
    const stage = (kept: readonly CountingWrite[]) => ({
      cells: kept === writes ? cells : this.updates(kept),
      set: [],
    });
    return { cells, loading: undefined, stage };
  }

  failed(): void {
    this.renew();
  }

  /** Counts what follows in new cells, which need not be read: a commit failed that may have been applied, or there are many. */
  renew(): void {
    this.#renewed++;
    this.#begun.clear();
  }

  /** As `updates`. Of cells that are changed for the first time the cache learns that the store has none. */
  begin(writes: readonly CountingWrite[]): CellUpdate[] {
    if (this.#begun.size >= MAX_BEGUN) this.renew();
    const updates = this.updates(writes);
    for (const { key } of this.#run === "" ? [] : updates) {
      if (this.#begun.has(keyText(key))) continue;
      this.#begun.add(keyText(key));
      this.#cells.put(key, { value: null, version: null });
    }
    return updates;
  }

  /** The changes of all cells that the writes count in. */
  updates(writes: readonly CountingWrite[]): CellUpdate[] {
    const sums = new Map<string, Sum>();
    // Mostly that of the next one too: looking for it costs more than counting.
    let sum: Sum | undefined;
    for (const { counts = [] } of writes) {
      for (const counted of counts) {
        const [account, day] = [counted.account, dayOf(counted.at)];
        if (sum?.account !== account || sum.day !== day) {
          const name = `${account} ${day}`;
          sum = sums.get(name) ?? { account, day, totals: new Map() };
          sums.set(name, sum);
        }
        addCounted(counted, sum.totals);
      }
    }
    return Array.from(sums.values(), (sum) => this.#update(sum));
  }

  #update({ account, day, totals }: Sum): CellUpdate {
    const run = this.#renewed === 0 ? this.#run : `${this.#run}.${this.#renewed}`;
    return DAY_COUNT.update(DAY_COUNT.key(account, dayText(day), run), {
      exact: false,
      expiresAt: (day + 1) * DAY_MS + RETENTION_MS,
      bytes: CELL_BYTES,
      change: (current) => {
        const next: Record<string, number> = { ...current };
        for (const [name, by] of totals) next[name] = (next[name] ?? 0) + by;
        return next;
      },
    });
  }
}
