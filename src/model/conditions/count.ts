/** Counts that conditions ask for. */
import { COMPONENT_KINDS, type ComponentKind } from "../component.ts";
import { type Outcome, OUTCOMES } from "../records.ts";
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

/** The variable `label_counts.<component>.<outcome>`: sign-ups with the same value that have the label. */
export interface LabelCount {
  readonly of: "labels";
  readonly component: ComponentKind;
  readonly outcome: Outcome;
}

export type Counted = WantedCount | LabelCount;

/** The count that a variable of conditions is; null: it is none. */
export function labelCountOf(variable: string): LabelCount | null {
  const [name, kind, label, rest] = variable.split(".");
  const component = COMPONENT_KINDS.find((each) => each === kind);
  const outcome = OUTCOMES.find((each) => each === label);
  if (name !== "label_counts" || rest !== undefined) return null;
  return component === undefined || outcome === undefined ? null : { of: "labels", component, outcome };
}

/** Names a count: two conditions that want the same one share it. */
export function countName(count: Counted): string {
  if (count.of === "labels") return `${count.of} ${count.component} ${count.outcome}`;
  if (count.of === "first_seen_days") return `${count.of} ${count.dimension}`;
  const what = count.of === "distinct" ? ` ${count.what}` : "";
  return `${count.of} ${count.dimension}${what} ${count.windowMs}`;
}
