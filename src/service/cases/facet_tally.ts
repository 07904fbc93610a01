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

/** Of each value: counts of each verdict, then of each outcome. */
const CELLS = VERDICTS.length + OUTCOMES.length;

export class Tally {
  readonly column: ColumnName;
  readonly #places = new Map<FactValue, number>();
  #counts = new Uint32Array(64 * CELLS);

  constructor(column: ColumnName) {
    this.column = column;
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
    const place = this.#places.size * CELLS;
    if (place === this.#counts.length) {
      const larger = new Uint32Array(2 * place);
      larger.set(this.#counts);
      this.#counts = larger;
    }
    this.#places.set(value, place);
    return place;
  }

  /** The most frequent values. */
  most(limit: number): readonly FacetValue[] {
    const all = [...this.#places].map(([value, at]) => ({ value, at, count: scoresIn(this.#counts, at) }));
    all.sort((one, other) => other.count - one.count || (String(one.value) < String(other.value) ? -1 : 1));
    return all.slice(0, limit).map(({ value, at, count }) => ({
      value,
      count,
      verdicts: named(VERDICTS, this.#counts, at),
      labels: named(OUTCOMES, this.#counts, at + VERDICTS.length),
    }));
  }
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
