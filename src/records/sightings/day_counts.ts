/** What was counted of an account by day, over all processes (`day_counting.ts`). */
import { dayFrom, dayText } from "../../model/day_counts.ts";
import type { Engine } from "../../db/engine.ts";
import { COUNTED_FROM } from "../../db/own_rows.ts";
import { DAY_COUNT } from "./day_counting.ts";

/** Whole days, by their number since the epoch. */
export interface CountedDays {
  /** From this day on everything was counted; the days before it are not here. Infinity: nothing was. */
  readonly from: number;
  readonly days: ReadonlyMap<number, ReadonlyMap<string, number>>;
}

export class DayCounts {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** @param first the first day that is asked for */
  async since(account: string, first: number): Promise<CountedDays> {
    const [entry] = await this.#engine.get([COUNTED_FROM.key()]);
    const from = Math.max(first, COUNTED_FROM.read(entry?.value) ?? Infinity);
    const days = new Map<number, Map<string, number>>();
    if (from === Infinity) return { from, days };
    const start = DAY_COUNT.key(account, dayText(from), "");
    for await (const { key, value } of this.#engine.scan(DAY_COUNT.below(account), { start })) {
      const day = dayFrom(key[2]!);
      const totals = days.get(day) ?? new Map<string, number>();
      for (const [name, count] of Object.entries(DAY_COUNT.read(value))) {
        totals.set(name, (totals.get(name) ?? 0) + count);
      }
      days.set(day, totals);
    }
    return { from, days };
  }
}
