/** Counts that conditions ask for. */
import type { Dimension, DistinctOf } from "./dimension.ts";

export type WantedCount =
  | { readonly of: "signups" | "fraud"; readonly dimension: Dimension; readonly windowMs: number }
  | {
    readonly of: "distinct";
    readonly dimension: Dimension;
    readonly what: DistinctOf;
    readonly windowMs: number;
  }
  | { readonly of: "first_seen_days"; readonly dimension: Dimension };

/** Names a count: two conditions that want the same one share it. */
export function countName(count: WantedCount): string {
  if (count.of === "first_seen_days") return `${count.of} ${count.dimension}`;
  const what = count.of === "distinct" ? ` ${count.what}` : "";
  return `${count.of} ${count.dimension}${what} ${count.windowMs}`;
}
