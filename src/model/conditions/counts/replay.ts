/** Counts for sign-ups of the past, in the order of their times, with the labels that were known at each. */
import { type Outcome } from "../../records.ts";
import type { Counted } from "../count.ts";
import type { DimensionValues } from "../dimension.ts";
import { type CountedSignup, SignupCounts } from "./signup_counts.ts";

/** A label that a sign-up was given, or (null) that was removed. */
export interface PastLabel {
  readonly id: string;
  readonly scoredAt: number;
  readonly labelledAt: number;
  readonly outcome: Outcome | null;
}

export class CountReplay {
  readonly #counts: SignupCounts;
  /** In the order in which they were given. */
  readonly #labels: readonly PastLabel[];
  /** The values of those that have labels. */
  readonly #values = new Map<string, DimensionValues | null>();
  #next = 0;

  constructor(wanted: readonly Counted[], labels: readonly PastLabel[] = []) {
    this.#counts = new SignupCounts(wanted);
    this.#labels = labels.toSorted((one, other) => one.labelledAt - other.labelledAt);
    for (const { id } of labels) this.#values.set(id, null);
  }

  /** As `SignupCounts.count`, before the sign-up is noted. */
  count(count: Counted, values: DimensionValues, at: number): number | null {
    this.#labelUntil(at);
    return this.#counts.count(count, values, at);
  }

  note(signup: CountedSignup): void {
    if (this.#values.has(signup.id)) this.#values.set(signup.id, signup.values);
    this.#counts.note(signup);
  }

  /** In steps, so that the next count does not have to. */
  *advance(at: number): Generator<void> {
    this.#labelUntil(at);
    yield* this.#counts.advance(at);
  }

  /** Labels of sign-ups that were not replayed count nothing. */
  #labelUntil(at: number): void {
    for (; this.#next < this.#labels.length; this.#next++) {
      const { id, scoredAt, labelledAt, outcome } = this.#labels[this.#next]!;
      if (labelledAt > at) return;
      const values = this.#values.get(id);
      if (values) this.#counts.label({ id, scoredAt, outcome, values });
    }
  }
}
