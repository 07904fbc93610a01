/** Counts the live scores of a month, and what became of those that were labelled. Pure. */
import type { LabelType, OutcomeLabel } from "../../model/records.ts";
import { type Verdict, VERDICTS } from "../../model/verdict.ts";
import type { ColumnBlock } from "../../records/scores/score_columns.ts";
import type { ColumnName } from "../../records/scores/score_row.ts";
import { isToReview } from "../cases/to_review.ts";

export const MONTH_COLUMNS = ["at", "mode", "verdict", "rule", "findings"] as const;

/** Labelled as fraud: stopped by its verdict, or allowed. */
export interface Caught {
  /** Null: the label says no type. */
  readonly type: LabelType | null;
  readonly blocked: number;
  readonly reviewed: number;
  readonly missed: number;
}

/** How often, by id or name, the most frequent first. */
type Counted = readonly (readonly [name: string, count: number])[];

export class MonthTally {
  readonly verdicts: Record<Verdict, number> = { allow: 0, review: 0, block: 0 };
  readonly fraud: Record<Verdict, number> = { allow: 0, review: 0, block: 0 };
  readonly legit: Record<Verdict, number> = { allow: 0, review: 0, block: 0 };
  toReview = 0;
  readonly #types = new Map<LabelType | null, Record<Verdict, number>>();
  readonly #rules = new Map<string, number>();
  readonly #findings = new Map<string, number>();
  readonly #decidedMs: number[] = [];

  /** @param labels of rows of the block */
  add(block: ColumnBlock, from: number, to: number, labels: ReadonlyMap<number, OutcomeLabel>): void {
    const { times } = block;
    const [modes, verdicts] = [block.column("mode"), block.column("verdict")];
    // A block has few different values: each is looked at once.
    const isLive = (modes?.values ?? []).map((value) => value === "live");
    const named = (verdicts?.values ?? []).map((value) => VERDICTS.find((verdict) => verdict === value));
    for (let row = from; row < to; row++) {
      if (isLive[(modes?.codes[row] ?? 0) - 1] !== true) continue;
      const verdict = named[(verdicts?.codes[row] ?? 0) - 1];
      if (verdict === undefined) continue;
      this.verdicts[verdict]++;
      const label = labels.get(row);
      if (isToReview({ mode: "live", verdict, isLabelled: label !== undefined })) this.toReview++;
      if (label !== undefined) this.#addLabelled(block, row, { verdict, label, at: times[row]! });
    }
  }

  #addLabelled(
    block: ColumnBlock,
    row: number,
    { verdict, label, at }: {
      readonly verdict: Verdict;
      readonly label: OutcomeLabel;
      readonly at: number;
    },
  ): void {
    if (verdict === "review") this.#decidedMs.push(Math.max(0, label.at - at));
    this[label.outcome][verdict]++;
    if (label.outcome === "fraud") {
      const type = label.type ?? null;
      const counts = this.#types.get(type) ?? { allow: 0, review: 0, block: 0 };
      counts[verdict]++;
      this.#types.set(type, counts);
      return;
    }
    if (verdict === "allow") return;
    const rule = valueAt(block, "rule", row);
    if (typeof rule === "string") count(this.#rules, rule);
    const findings = valueAt(block, "findings", row);
    if (typeof findings === "object" && findings !== null) {
      for (const name of findings) count(this.#findings, name);
    }
  }

  get caught(): readonly Caught[] {
    return [...this.#types].map(([type, { allow, review, block }]) => ({
      type,
      blocked: block,
      reviewed: review,
      missed: allow,
    })).sort((one, other) => sum(other) - sum(one) || ((one.type ?? "~") < (other.type ?? "~") ? -1 : 1));
  }

  /** Rules that decided about what was labelled as legitimate. */
  falsePositivesByRule(most: number): Counted {
    return mostOf(this.#rules, most);
  }

  /** Findings of what was labelled as legitimate: a score counts for each that it has. */
  falsePositivesByFinding(most: number): Counted {
    return mostOf(this.#findings, most);
  }

  /** From the score to the label of what was to be reviewed, in milliseconds; null: nothing was decided. @param share from 0 to 1 */
  timeToDecide(share: number): number | null {
    const sorted = this.#decidedMs.toSorted((one, other) => one - other);
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;
  }
}

function sum({ blocked, reviewed, missed }: Caught): number {
  return blocked + reviewed + missed;
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function mostOf(counts: ReadonlyMap<string, number>, most: number): Counted {
  return [...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1)).slice(0, most);
}

function valueAt(block: ColumnBlock, name: ColumnName, row: number) {
  const column = block.column(name);
  const code = column?.codes[row] ?? 0;
  return code === 0 ? null : column!.values[code - 1]!;
}
