/** Rows of the table that `measure.ts` prints, and the figures in them. */

export interface Measure {
  readonly metric: string;
  /** A share of 1, or a number where the metric's name ends in its unit. */
  readonly value: number;
  /** For people: `>= 97 %`. */
  readonly target: string;
  /** Null: reported without a target. */
  readonly ok: boolean | null;
}

export function atLeast(metric: string, value: number, percent: number): Measure {
  return { metric, value, target: `>= ${percent} %`, ok: value >= percent / 100 };
}

export function atMost(metric: string, value: number, percent: number): Measure {
  return { metric, value, target: `<= ${percent} %`, ok: value <= percent / 100 };
}

export function atMostCount(metric: string, value: number, most: number): Measure {
  return { metric: `${metric} (count)`, value, target: `<= ${most}`, ok: value <= most };
}

export function atLeastTimes(metric: string, value: number, least: number): Measure {
  return { metric: `${metric} (times)`, value, target: `>= ${least}`, ok: value >= least };
}

export function reported(metric: string, value: number): Measure {
  return { metric, value, target: "reported", ok: null };
}

export async function keep<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<T[]> {
  const kept: T[] = [];
  for (const item of items) if (await test(item)) kept.push(item);
  return kept;
}

export async function count<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<number> {
  return (await keep(items, test)).length;
}

export async function share<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<number> {
  return await count(items, test) / items.length;
}

/** The probability that a positive ranks above a negative. */
export function auc(positives: readonly number[], negatives: readonly number[]): number {
  let won = 0;
  for (const one of positives) {
    for (const other of negatives) {
      won += one > other ? 1 : one === other ? 0.5 : 0;
    }
  }
  return won / (positives.length * negatives.length);
}
