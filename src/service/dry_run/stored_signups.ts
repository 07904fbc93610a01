/** Stored sign-ups as conditions are judged on them, from columns. */
import type { ConditionSubject } from "../../model/conditions/condition.ts";
import { type Counted, labelCountOf, type WantedCount } from "../../model/conditions/count.ts";
import type { CountReplay } from "../../model/conditions/counts/replay.ts";
import type { DimensionValues } from "../../model/conditions/dimension.ts";
import { COMPONENT_KINDS, type ComponentKind } from "../../model/component.ts";
import type { AnyFact, FactValue } from "../../model/facts/fact.ts";
import { isCustomFact } from "../../model/facts/custom.ts";
import { isFactName } from "../../model/facts/table.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { Column, ColumnBlock, ColumnName } from "../../records/scores/score_columns.ts";

/** Columns that every dry run reads. */
const ALWAYS = [
  "subject",
  "mode",
  "score",
  "verdict",
  "ruled",
  "score_before",
  "verdict_before",
  "component_block",
  "agent_denied",
  "components",
  "hit",
  "challenge.outcome",
  // Every score with facts has it.
  "signup.hour",
] as const satisfies readonly ColumnName[];

const NO_RING: Readonly<Record<string, number>> = {
  "linkage.ring.size": 1,
  "linkage.ring.labelled_fraud": 0,
};
const NO_NAMES: ReadonlySet<string> = new Set<string>([]);
const BEFORE_FACTS = "the score is from before facts were kept";
/** As scores say it of the facts of a value that they have not. */
const NOT_GIVEN = "not given";

/** @param variables of conditions */
export function columnsFor(variables: Iterable<string>): ColumnName[] {
  const names = new Set<ColumnName>(ALWAYS);
  for (const variable of variables) {
    const column = columnOf(variable);
    if (column !== null) names.add(column);
  }
  return [...names];
}

/** Null: it is made of others, or counted. */
function columnOf(variable: string): ColumnName | null {
  if (isFactName(variable) || isCustomFact(variable)) return variable;
  if (variable === "findings") return variable;
  const component = /^components\.(\w+)\.score$/.exec(variable)?.[1];
  if (component !== undefined) return `score.${component as ComponentKind}`; // of the table of variables
  return variable.startsWith("linkage.") ? variable as ColumnName : null; // of the table of variables
}

/** What the sign-up was without conditions, and what decided it. */
export interface StoredDecision {
  readonly score: number;
  readonly verdict: Verdict;
  readonly ruled: boolean;
  readonly anyBlock: boolean;
  readonly agentDenied: boolean;
  /** As it was. */
  readonly stored: Verdict;
  /** A condition decided. */
  readonly isDecided: boolean;
  /** Ids of live conditions that were true. */
  readonly hit: readonly string[];
  /** A token of a passed challenge came with it. */
  readonly isChallengePassed: boolean;
}

/** The rows of a block, one after another. */
export class BlockSubject implements ConditionSubject {
  /** The one that is judged; what it is counted by, and its time. */
  row = 0;
  values: DimensionValues = {};
  at = 0;
  readonly #block: ColumnBlock;
  readonly #counts: CountReplay;
  readonly #columns = new Map<ColumnName, Column | null>();
  readonly #names = new Map<number, ReadonlySet<string>>();

  constructor(block: ColumnBlock, counts: CountReplay) {
    this.#block = block;
    this.#counts = counts;
  }

  fact(name: AnyFact): FactValue | null {
    return this.#value(name) as FactValue | null; // facts are no sets
  }

  variable(name: string): FactValue | ReadonlySet<string> | null {
    if (name === "signup.score") {
      return this.#value("score_before") as number ?? this.#value("score") as number;
    }
    if (name === "signup.verdict") {
      return (this.#value("verdict_before") ?? this.#value("verdict")) as Verdict;
    }
    if (name === "findings") return this.#findings();
    const labels = labelCountOf(name);
    if (labels !== null) return this.#counted(labels);
    const column = columnOf(name);
    return column === null ? null : this.#value(column) as FactValue | null ?? NO_RING[name] ?? null;
  }

  count(count: WantedCount): number | null {
    return this.#counted(count);
  }

  reason(unknown: string | WantedCount): string | null {
    if (this.#value("signup.hour") === null) return BEFORE_FACTS;
    if (typeof unknown !== "string") return null;
    const kinds = (this.#value("components") ?? []) as readonly string[];
    const kind = COMPONENT_KINDS.find((kind) =>
      unknown.startsWith(`${kind}.`) || unknown.includes(`.${kind}.`)
    );
    return kind === undefined || kinds.includes(kind) ? null : NOT_GIVEN;
  }

  decision(): StoredDecision {
    const stored = this.#value("verdict") as Verdict;
    const before = this.#value("verdict_before") as Verdict | null;
    return {
      score: this.variable("signup.score") as number,
      verdict: before ?? stored,
      ruled: this.#value("ruled") === true,
      anyBlock: this.#value("component_block") === true,
      agentDenied: this.#value("agent_denied") === true,
      stored,
      isDecided: before !== null,
      hit: (this.#value("hit") ?? []) as readonly string[],
      isChallengePassed: this.#value("challenge.outcome") === "passed",
    };
  }

  #counted(count: Counted): number | null {
    return this.#counts.count(count, this.values, this.at);
  }

  #value(name: ColumnName): FactValue | readonly string[] | null {
    let column = this.#columns.get(name);
    if (column === undefined) this.#columns.set(name, column = this.#block.column(name));
    const code = column?.codes[this.row] ?? 0;
    return code === 0 ? null : column!.values[code - 1]!;
  }

  #findings(): ReadonlySet<string> {
    let column = this.#columns.get("findings");
    if (column === undefined) this.#columns.set("findings", column = this.#block.column("findings"));
    const code = column?.codes[this.row] ?? 0;
    if (code === 0) return NO_NAMES;
    let names = this.#names.get(code);
    if (names === undefined) {
      this.#names.set(code, names = new Set(column!.values[code - 1] as readonly string[]));
    }
    return names;
  }
}
