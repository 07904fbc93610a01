/** What a backtest counts, row by row, in memory that does not grow with the rows, apart from the other vendor's distinct scores. */
import { linkedFindings, type Outcome, type ScoreRecord } from "../../model/records.ts";
import { groupText } from "../../scoring/groups.ts";
import type { InvalidComponent } from "../../model/invalid_component.ts";
import { timestamp } from "../../model/timestamp.ts";
import { STRICTNESS_NAMES, THRESHOLDS, type Verdict } from "../../model/verdict.ts";
import { Calibration } from "../../scoring/calibration.ts";
import { liftOf, shareOf } from "../../scoring/calibration_lift.ts";
import { STRICTNESSES, verdictAt } from "../../scoring/calibration_replay.ts";
import { withoutDetail } from "../../scoring/explain.ts";
import type { PastSignup } from "./cells.ts";
import { fraudStoppedAt, ScoreCounts } from "./curve.ts";

export const LABELS = ["fraud", "legit", "unlabelled"] as const;
type Label = typeof LABELS[number];
type Counts = Record<Label, Record<Verdict, number>>;

/** A row that was judged otherwise than its label. */
export interface ShownRow {
  readonly line: number;
  readonly at: string;
  readonly risk_score: number;
  readonly verdict: Verdict;
  readonly other_score: number | null;
  /** Masked. */
  readonly values: readonly string[];
  readonly top_signals: readonly string[];
}

/** Rows of a kind that are listed. */
const MAX_SHOWN = 25;

export class Figures {
  readonly #verdicts = noCounts();
  readonly #levels = STRICTNESSES.map(() => noCounts());
  readonly #own = new ScoreCounts();
  /** Of the rows that have a score of the other vendor. */
  readonly #ownBeside = new ScoreCounts();
  readonly #other = new ScoreCounts();
  readonly #calibration = new Calibration();
  readonly #links = new Map<string, { text: string; fraud: number; legit: number }>();
  readonly #unknown = new Map<string, number>();
  readonly #components = new Map<string, number>();
  readonly #missed = new Shown();
  readonly #stopped = new Shown();
  readonly #invalid = new Map<string, { readonly field: string; rows: number; readonly line: number }>();
  #ignoredLabels = 0;
  #ignoredScores = 0;
  #otherScores = 0;
  #from = Infinity;
  #until = -Infinity;

  /** @param invalid fields that could not be read */
  add(row: PastSignup, record: ScoreRecord, invalid: readonly InvalidComponent[] = []): void {
    for (const { field } of invalid) {
      const counted = this.#invalid.get(field);
      if (counted === undefined) this.#invalid.set(field, { field, rows: 1, line: row.line });
      else counted.rows++;
    }
    const label = row.label ?? "unlabelled";
    this.#from = Math.min(this.#from, row.at);
    this.#until = Math.max(this.#until, row.at);
    this.#verdicts[label][record.verdict]++;
    STRICTNESSES.forEach((strictness, index) => this.#levels[index]![label][verdictAt(record, strictness)]++);
    if (row.ignored.includes("label")) this.#ignoredLabels++;
    if (row.ignored.includes("score")) this.#ignoredScores++;
    if (row.score !== null) this.#otherScores++;
    for (const { kind, unknown } of record.components) {
      count(this.#components, kind);
      for (const [field, reason] of Object.entries(unknown)) {
        count(this.#unknown, `${kind}\n${field}\n${reason}`);
      }
    }
    if (row.label !== null) this.#addLabelled(row, row.label, record);
  }

  #addLabelled(row: PastSignup, label: Outcome, record: ScoreRecord): void {
    const isFraud = label === "fraud";
    this.#own.add(record.score, isFraud);
    if (row.score !== null) {
      this.#ownBeside.add(record.score, isFraud);
      this.#other.add(row.score, isFraud);
    }
    this.#calibration.add(record, label);
    for (const [name, , points, text] of linkedFindings(record.signup)) {
      if (points === 0) continue;
      let fired = this.#links.get(name);
      if (fired === undefined) {
        this.#links.set(name, fired = { text: groupText(name) ?? withoutDetail(text), fraud: 0, legit: 0 });
      }
      fired[label]++;
    }
    if (isFraud && record.verdict === "allow") this.#missed.add(row, record);
    if (!isFraud && record.verdict !== "allow") this.#stopped.add(row, record);
  }

  /** Fields that could not be read, with the first line: such rows were judged on the rest, and are at least a review. */
  get invalid() {
    return [...this.#invalid.values()];
  }

  /** The members of the report that count rows. */
  figures() {
    const labelled = { fraud: sum(this.#verdicts.fraud), legit: sum(this.#verdicts.legit) };
    const curve = this.#own.curve();
    return {
      period: Number.isFinite(this.#from)
        ? { from: timestamp(this.#from), until: timestamp(this.#until) }
        : null,
      labels: { ...labelled, missing: sum(this.#verdicts.unlabelled), unreadable: this.#ignoredLabels },
      verdicts: this.#verdicts,
      rates: ratesOf(this.#verdicts),
      strictness: STRICTNESSES.map((strictness, index) => ({
        strictness,
        name: STRICTNESS_NAMES[strictness],
        ...THRESHOLDS[strictness],
        verdicts: this.#levels[index]!,
        ...ratesOf(this.#levels[index]!),
      })),
      curve,
      other_score: this.#otherScores === 0 ? null : this.#compared(),
      findings: this.#findings(labelled),
      missed: { count: this.#verdicts.fraud.allow, rows: this.#missed.rows },
      wrongly_stopped: {
        count: this.#verdicts.legit.review + this.#verdicts.legit.block,
        rows: this.#stopped.rows,
      },
      components: Object.fromEntries(this.#components),
      not_judged: [...this.#unknown].map(([key, rows]) => {
        const [component, field, reason] = key.split("\n") as [string, string, string];
        return { component, field, reason, rows };
      }).sort((a, b) => b.rows - a.rows || (a.field < b.field ? -1 : 1)),
    };
  }

  #compared() {
    const [own, other] = [this.#ownBeside.curve(), this.#other.curve()];
    const reviewed = ratesOf(this.#verdicts).legit_stopped;
    return {
      rows: this.#otherScores,
      unreadable: this.#ignoredScores,
      curve: other,
      /** Of the same rows. */
      own_curve: own,
      /** What it stops of the fraud at its own threshold that stops no more of the legitimate rows than ours did. */
      at_same_cost: reviewed === null ? null : fraudStoppedAt(other, reviewed),
    };
  }

  #findings(all: { fraud: number; legit: number }) {
    const links = [...this.#links].map(([name, { text, ...fired }]) => ({
      component: "linkage" as const,
      name,
      text,
      lowers: false,
      ...fired,
      ...liftOf({ fired, all }),
    }));
    return [...links, ...this.#calibration.figures().findings]
      .sort((a, b) => b.fraud - a.fraud || b.legit - a.legit || (a.name < b.name ? -1 : 1));
  }
}

type BacktestFigures = ReturnType<Figures["figures"]>;

function ratesOf({ fraud, legit }: Counts) {
  const stopped = { fraud: fraud.review + fraud.block, legit: legit.review + legit.block };
  return {
    /** Reviewed or blocked, of the fraud. */
    fraud_stopped: shareOf(stopped.fraud, sum(fraud)),
    fraud_blocked: shareOf(fraud.block, sum(fraud)),
    /** Reviewed or blocked, of the legitimate rows. */
    legit_stopped: shareOf(stopped.legit, sum(legit)),
    legit_blocked: shareOf(legit.block, sum(legit)),
    /** Fraud among what was reviewed or blocked. */
    precision: shareOf(stopped.fraud, stopped.fraud + stopped.legit),
  };
}

/** The rows with the highest scores; of equal scores the first ones. */
class Shown {
  readonly rows: ShownRow[] = [];

  add(row: PastSignup, record: ScoreRecord): void {
    const place = this.rows.findIndex(({ risk_score }) => risk_score < record.score);
    if (place < 0 && this.rows.length === MAX_SHOWN) return;
    this.rows.splice(place < 0 ? this.rows.length : place, 0, shownRow(row, record));
    if (this.rows.length > MAX_SHOWN) this.rows.pop();
  }
}

function shownRow({ line, at, score }: PastSignup, record: ScoreRecord): ShownRow {
  return {
    line,
    at: timestamp(at),
    risk_score: record.score,
    verdict: record.verdict,
    other_score: score,
    values: record.components.map(({ mask }) => mask),
    top_signals: record.topSignals,
  };
}

function noCounts(): Counts {
  const none = () => ({ allow: 0, review: 0, block: 0 });
  return { fraud: none(), legit: none(), unlabelled: none() };
}

function sum({ allow, review, block }: Record<Verdict, number>): number {
  return allow + review + block;
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
