/** `label_counts`: labelled sign-ups by the values of their components. A label is counted as long as its score is kept. */
import type { ComponentKind } from "../../component.ts";
import { type Outcome, RETENTION_MS } from "../../records.ts";
import { NumberTable } from "./number_table.ts";

interface Labelled {
  readonly outcome: Outcome;
  readonly scoredAt: number;
  /** A key for each component; 0: it has none. */
  readonly values: readonly number[];
}

/** With more labels, the counts are unknown. About 300 bytes each. */
const MAX_LABELS = 100_000;

export class LabelCounts {
  readonly components: readonly ComponentKind[];
  readonly #labelled = new Map<number, Labelled>();
  readonly #counts: readonly Readonly<Record<Outcome, NumberTable>>[];
  /** No sign-up is older. */
  #oldest = Infinity;

  constructor(components: readonly ComponentKind[]) {
    this.components = components;
    this.#counts = components.map(() => ({ fraud: new NumberTable(), legit: new NumberTable() }));
  }

  /** There are more labels than are kept. */
  get isCutOff(): boolean {
    return this.#labelled.size >= MAX_LABELS;
  }

  /** In place of the earlier label of the sign-up. @param labelled null: it has none any more */
  label(id: number, labelled: Labelled | null): void {
    const before = this.#labelled.get(id);
    if (before !== undefined) this.#add(before, -1);
    this.#labelled.delete(id);
    if (labelled !== null && !this.isCutOff) {
      this.#labelled.set(id, labelled);
      this.#oldest = Math.min(this.#oldest, labelled.scoredAt);
      this.#add(labelled, 1);
    }
  }

  count(component: ComponentKind, outcome: Outcome, value: number, at: number): number {
    this.#sweep(at);
    return this.#counts[this.components.indexOf(component)]![outcome].get(value);
  }

  #add({ outcome, values }: Labelled, by: 1 | -1): void {
    for (const [at, value] of values.entries()) {
      if (value !== 0) this.#counts[at]![outcome].add(value, by);
    }
  }

  #sweep(now: number): void {
    if (this.#oldest + RETENTION_MS > now) return;
    this.#oldest = Infinity;
    for (const [id, { scoredAt }] of this.#labelled) {
      if (scoredAt + RETENTION_MS <= now) this.label(id, null);
      else this.#oldest = Math.min(this.#oldest, scoredAt);
    }
  }
}
