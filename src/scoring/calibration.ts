/**
 * How well the scoring did by the labels of an account: overall, by component, and by finding. A component has the label
 * of its score. What a rule decided shows nothing about the scoring and is only counted.
 */
import { COMPONENT_KINDS, type ComponentKind, type FindingSource } from "../model/component.ts";
import { isRuled } from "../model/day_counts.ts";
import {
  linkedFindings,
  type Outcome,
  type ScoreRecord,
  type StoredComponent,
  type StoredSignup,
} from "../model/records.ts";
import { liftOf } from "./calibration_lift.ts";
import { componentVerdictAt, STRICTNESSES, verdictAt } from "./calibration_replay.ts";
import { withoutDetail } from "./explain.ts";
import { groupText } from "./groups.ts";
import { linkText } from "./linkage.ts";
import { type Figures, Tally } from "./calibration_tally.ts";

interface FiredFinding {
  readonly component: FindingSource;
  readonly name: string;
  /** For people; of the first record that has it. */
  readonly text: string;
  /** A trust fact lowers a score: its lift should be below 1. */
  readonly lowers: boolean;
  /** Labelled scores in which it fired. */
  readonly fired: { fraud: number; legit: number };
}

export class Calibration {
  readonly #overall = new Tally();
  readonly #components = new Map<ComponentKind, Tally>();
  readonly #findings = new Map<string, FiredFinding>();
  /** Labelled sign-ups, which links could have been found of. */
  readonly #signups = { fraud: 0, legit: 0 };
  #agentDenied = 0;

  add(record: ScoreRecord, outcome: Outcome): void {
    const fraud = outcome === "fraud";
    if (isRuled(record)) this.#overall.ruled++;
    else {
      if (record.agentDecision === "deny") this.#agentDenied++;
      this.#overall.add({
        fraud,
        score: record.score,
        verdict: record.verdict,
        verdicts: STRICTNESSES.map((strictness) => verdictAt(record, strictness)),
      });
    }
    for (const component of record.components) {
      if (wasChecked(component)) this.#addComponent(component, outcome);
    }
    if (record.signup !== undefined && record.rule === null) this.#addLinks(record.signup, outcome);
  }

  figures() {
    return {
      /** `agent_denied`: blocked by the agent policy whatever the strictness. */
      overall: { ...this.#overall.figures(), agent_denied: this.#agentDenied },
      /** Null: none is labelled. */
      components: Object.fromEntries(
        COMPONENT_KINDS.map((kind) => [kind, this.#components.get(kind)?.figures() ?? null]),
      ) as Record<ComponentKind, Figures | null>,
      /** The best predictors first. */
      findings: [...this.#findings.values()]
        .map((finding) => figuresOf(finding, this.#labelled(finding.component)))
        .sort(bestPredictorsFirst),
    };
  }

  #labelled(source: FindingSource): FiredFinding["fired"] {
    return source === "linkage" ? this.#signups : this.#components.get(source)!.labelled;
  }

  /** Links were found whether or not they were part of the score. */
  #addLinks(signup: StoredSignup, outcome: Outcome): void {
    this.#signups[outcome]++;
    for (const [name, , points, text] of linkedFindings(signup)) {
      const words = linkText(name) ?? groupText(name) ?? text;
      if (points > 0) this.#fired("linkage", name, words, false)[outcome]++;
    }
  }

  #addComponent(component: StoredComponent, outcome: Outcome): void {
    const { kind, score, verdict } = component;
    let tally = this.#components.get(kind);
    if (tally === undefined) this.#components.set(kind, tally = new Tally());
    if (component.rule !== null) {
      tally.ruled++;
      return;
    }
    const verdicts = STRICTNESSES.map((strictness) => componentVerdictAt(component, strictness));
    tally.add({ fraud: outcome === "fraud", score, verdict, verdicts });
    // A row with no points was replaced by a stronger one of its group and had no part in the score.
    const findings = component.findings.filter(([, , points]) => points > 0);
    for (const [name, text] of new Map(findings.map(([name, , , text]) => [name, text]))) {
      this.#fired(kind, name, text, false)[outcome]++;
    }
    for (const [name, text] of new Map(component.trust.map(([name, , text]) => [name, text]))) {
      this.#fired(kind, name, text, true)[outcome]++;
    }
  }

  #fired(component: FindingSource, name: string, text: string, lowers: boolean): FiredFinding["fired"] {
    const key = `${component} ${lowers} ${name}`;
    let finding = this.#findings.get(key);
    if (finding === undefined) {
      finding = { component, name, text: withoutDetail(text), lowers, fired: { fraud: 0, legit: 0 } };
      this.#findings.set(key, finding);
    }
    return finding.fired;
  }
}

/** As the phone row's `checked`, which needs the input: a stored component without a syntax fact needed a country and was not scored. */
function wasChecked({ kind, unknown }: StoredComponent): boolean {
  return kind !== "phone" || unknown["signals.syntax_valid"] === undefined;
}

function figuresOf({ component, name, text, lowers, fired }: FiredFinding, all: FiredFinding["fired"]) {
  return { component, name, text, lowers, ...fired, ...liftOf({ fired, all }) };
}

type FindingFigures = ReturnType<typeof figuresOf>;

/** By the lower bound of the lift; findings with too few labels come last, the most frequent of them first. */
function bestPredictorsFirst(a: FindingFigures, b: FindingFigures): number {
  if (a.lift_low !== null && b.lift_low !== null && a.lift_low !== b.lift_low) return b.lift_low - a.lift_low;
  if ((a.lift_low === null) !== (b.lift_low === null)) return a.lift_low === null ? 1 : -1;
  return b.fraud + b.legit - a.fraud - a.legit || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}
