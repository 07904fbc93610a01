/** Counts the values of a column, by verdict and label. */
import type { FactValue } from "../../model/facts/fact.ts";
import { type Outcome, OUTCOMES } from "../../model/records.ts";
import { type Verdict, VERDICTS } from "../../model/verdict.ts";
import type { ColumnBlock } from "../../records/scores/score_columns.ts";
import type { ColumnName, ColumnValue } from "../../records/scores/score_row.ts";

export interface FacetValue {
  readonly value: FactValue;
  readonly count: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly labels: Readonly<Record<Outcome, number>>;
}

/** Of rows of a block: what each is counted as. */
export interface CountedRows {
  /** 1 where it is counted. */
  readonly rows: Uint8Array;
  /** As an index in VERDICTS. */
  readonly verdicts: Uint8Array;
  /** As an index in OUTCOMES and one more; 0: none. */
  readonly labels: Uint8Array;
}

/** Different values that are counted at once: of more, those that are rarest so far are forgotten, and counted again from then on. */
const MAX_VALUES = 100_000;
/** Of each value: counts of each verdict, then of each outcome. */
const CELLS = VERDICTS.length + OUTCOMES.length;

export class Tally {
  readonly column: ColumnName;
  readonly #places = new Map<FactValue, number>();
  readonly #most: number;
  #counts = new Uint32Array(64 * CELLS);

  constructor(column: ColumnName, most: number = MAX_VALUES) {
    this.column = column;
    this.#most = most;
  }

  /** Counts a score. @param value a set counts as each of its texts */
  add(value: ColumnValue, verdict: Verdict, label: Outcome | null): void {
    const counts = new Uint32Array(CELLS);
    counts[VERDICTS.indexOf(verdict)] = 1;
    if (label !== null) counts[VERDICTS.length + OUTCOMES.indexOf(label)] = 1;
    this.#addCounts(value, counts);
  }

  addRows(block: ColumnBlock, { rows, verdicts, labels }: CountedRows): void {
    const column = block.column(this.column);
    if (column === null) return;
    const { values, codes } = column;
    const counts = new Uint32Array((values.length + 1) * CELLS);
    for (let row = 0; row < rows.length; row++) {
      if (rows[row] === 0) continue;
      const at = codes[row]! * CELLS;
      counts[at + verdicts[row]!]!++;
      if (labels[row] !== 0) counts[at + VERDICTS.length + labels[row]! - 1]!++;
    }
    for (let code = 1; code <= values.length; code++) {
      const own = counts.subarray(code * CELLS, (code + 1) * CELLS);
      if (scoresIn(own, 0) > 0) this.#addCounts(values[code - 1]!, own);
    }
  }

  #addCounts(value: ColumnValue, counts: Uint32Array): void {
    for (const each of typeof value === "object" ? value : [value]) {
      const at = this.#placeOf(each);
      for (let cell = 0; cell < CELLS; cell++) this.#counts[at + cell]! += counts[cell]!;
    }
  }

  #placeOf(value: FactValue): number {
    const known = this.#places.get(value);
    if (known !== undefined) return known;
    if (this.#places.size === this.#most) this.#forgetRarest();
    const place = this.#places.size * CELLS;
    if (place === this.#counts.length) {
      const larger = new Uint32Array(2 * place);
      larger.set(this.#counts);
      this.#counts = larger;
    }
    this.#places.set(value, place);
    return place;
  }

  /** Keeps the more frequent half. */
  #forgetRarest(): void {
    const kept = [...this.#places].map(([value, at]) => ({ value, at, count: scoresIn(this.#counts, at) }))
      .sort((one, other) => other.count - one.count).slice(0, this.#most >> 1);
    const counts = new Uint32Array(this.#counts.length);
    this.#places.clear();
    for (const [index, { value, at }] of kept.entries()) {
      counts.set(this.#counts.subarray(at, at + CELLS), index * CELLS);
      this.#places.set(value, index * CELLS);
    }
    this.#counts = counts;
  }

  /** The most frequent values. */
  most(limit: number): readonly FacetValue[] {
    const top: Counted[] = [];
    for (const [value, at] of this.#places) {
      const counted = { value, at, count: scoresIn(this.#counts, at) };
      if (top.length === limit && !isBefore(counted, top.at(-1)!)) continue;
      const place = top.findIndex((other) => isBefore(counted, other));
      top.splice(place < 0 ? top.length : place, 0, counted);
      if (top.length > limit) top.pop();
    }
    return top.map(({ value, at, count }) => ({
      value,
      count,
      verdicts: named(VERDICTS, this.#counts, at),
      labels: named(OUTCOMES, this.#counts, at + VERDICTS.length),
    }));
  }
}

interface Counted {
  readonly value: FactValue;
  readonly at: number;
  readonly count: number;
}

function isBefore(one: Counted, other: Counted): boolean {
  return one.count > other.count || (one.count === other.count && String(one.value) < String(other.value));
}

function scoresIn(counts: Uint32Array, at: number): number {
  let sum = 0;
  for (let cell = 0; cell < VERDICTS.length; cell++) sum += counts[at + cell]!;
  return sum;
}

function named<Name extends string>(
  names: readonly Name[],
  counts: Uint32Array,
  at: number,
): Record<Name, number> {
  return Object.fromEntries(names.map((name, index) => [name, counts[at + index]!])) as Record<Name, number>;
}
