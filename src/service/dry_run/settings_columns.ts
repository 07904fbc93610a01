/** What of a stored score is needed to tell that a change of settings leaves its verdict, or which one it gets, without reading it. */
import { COMPONENT_KINDS } from "../../model/component.ts";
import {
  DEFAULT_STRICTNESS,
  type Strictness,
  type Verdict,
  type VerdictLevel,
  verdictOf,
} from "../../model/verdict.ts";
import type { Column, ColumnBlock, ColumnName } from "../../records/scores/score_columns.ts";
import { overallVerdict } from "../../scoring/combine.ts";
import type { SettingsChange } from "../access/settings.ts";
import { LINKAGE_FINDINGS } from "../score/finding_names.ts";

export const SETTINGS_COLUMNS = [
  "at",
  "mode",
  "subject",
  "score",
  "verdict",
  "strictness",
  "ruled",
  "agent_denied",
  "component_block",
  "invalid",
  "hit",
  "findings",
  ...COMPONENT_KINDS.map((kind) => `score.${kind}` as const),
] as const;

const LINKS: ReadonlySet<string> = new Set(LINKAGE_FINDINGS);

/** Rows of a block, by what is in columns. */
export class SettingsRows {
  readonly #columns: ReadonlyMap<ColumnName, Column | null>;
  /** Codes of sets of findings of which one is of links. */
  readonly #linked: ReadonlySet<number>;

  constructor(block: ColumnBlock) {
    const names = SETTINGS_COLUMNS.filter((name) => name !== "at");
    this.#columns = new Map(names.map((name) => [name, block.column(name)]));
    const findings = this.#columns.get("findings")?.values ?? [];
    this.#linked = new Set(
      findings.flatMap((names, index) =>
        (names as readonly string[]).some((name) => LINKS.has(name)) ? [index + 1] : []
      ),
    );
  }

  value(name: ColumnName, row: number): unknown {
    const column = this.#columns.get(name);
    const code = column?.codes[row] ?? 0;
    return code === 0 ? null : column!.values[code - 1];
  }

  /** The verdict with the change; null: the record has to be read. */
  verdictWith(row: number, { linkage_scoring, thresholds }: SettingsChange): Verdict | null {
    const verdict = this.value("verdict", row) as Verdict;
    if (this.value("ruled", row) === true || this.value("agent_denied", row) === true) return verdict;
    const isSignup = this.value("subject", row) === "user";
    const isLinked = isSignup && this.#linked.has(this.#columns.get("findings")?.codes[row] ?? 0);
    if (linkage_scoring !== undefined && isLinked) return null;
    const strictness = this.value("strictness", row) as Strictness;
    if (thresholds === undefined || strictness !== DEFAULT_STRICTNESS) return verdict;
    const score = this.value("score", row) as number;
    const level: VerdictLevel = thresholds ?? DEFAULT_STRICTNESS;
    if (!isSignup) return verdictOf(score, level);
    // A floor may be in the score, and a condition may have decided it.
    const isRaised = this.value("component_block", row) === true || this.value("invalid", row) === true;
    if (isRaised || this.value("hit", row) !== null) return null;
    const anyBlock = COMPONENT_KINDS.some((kind) => {
      const component = this.value(`score.${kind}`, row) as number | null;
      return component !== null && verdictOf(component, level) === "block";
    });
    return overallVerdict({ combined: score, strictness: level, anyBlock, rule: null, agentDenied: false })
      .verdict;
  }
}
