/**
 * Counts scores and labels by day, in the commit that stores them. Each run of a process has its own cell of an account and
 * a day, so no other process writes it, and a commit costs one value for each account in it. `DayCounts` adds the cells up.
 */
import { addCounted, type Counted, dayOf, dayText } from "../../model/day_counts.ts";
import { DAY_MS } from "../../model/duration.ts";
import { RETENTION_MS } from "../../model/records.ts";
import { keyText } from "../../db/engine.ts";
import { KEYS } from "../keys.ts";
import type { CellUpdate } from "../../db/commit/cell.ts";
import type { CellCache } from "../../db/commit/cell_cache.ts";

interface Sum {
  readonly account: string;
  readonly day: number;
  readonly totals: Map<string, number>;
}

/** The bytes of a cell, roughly: every finding there is. */
export const DAY_COUNT_BYTES = 4000;
/** Cells that a run remembers; with more it begins new ones. */
const MAX_BEGUN = 100_000;

export class DayCounting {
  readonly #run: string;
  #renewed = 0;
  /** The days of accounts that the cells of this run hold since it was renewed. */
  readonly #begun = new Set<string>();

  /** @param run names this run of this process, unique over all */
  constructor(run: string) {
    this.#run = run;
  }

  /** Counts what follows in new cells, which need not be read: a commit failed that may have been applied, or there are many. */
  renew(): void {
    this.#renewed++;
    this.#begun.clear();
  }

  /** As `updates`. Of cells that are changed for the first time the cache learns that the store has none. */
  begin(writes: Parameters<DayCounting["updates"]>[0], cells: CellCache): CellUpdate[] {
    if (this.#begun.size >= MAX_BEGUN) this.renew();
    const updates = this.updates(writes);
    for (const { key } of this.#run === "" ? [] : updates) {
      if (this.#begun.has(keyText(key))) continue;
      this.#begun.add(keyText(key));
      cells.put(key, { value: null, version: null });
    }
    return updates;
  }

  /** The changes of all cells that the writes count in. */
  updates(writes: readonly { readonly counts?: readonly Counted[] }[]): CellUpdate[] {
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
    const { dayCount } = KEYS;
    const run = this.#renewed === 0 ? this.#run : `${this.#run}.${this.#renewed}`;
    return dayCount.update(dayCount.key(account, dayText(day), run), {
      exact: false,
      expiresAt: (day + 1) * DAY_MS + RETENTION_MS,
      bytes: DAY_COUNT_BYTES,
      change: (current) => {
        const next: Record<string, number> = { ...current };
        for (const [name, by] of totals) next[name] = (next[name] ?? 0) + by;
        return next;
      },
    });
  }
}
