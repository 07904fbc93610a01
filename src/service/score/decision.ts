/** Scoring one value, in three steps that each hold the one before: prepared, evaluated, decided. */
import type { ComponentKind } from "../../model/component.ts";
import type { Facts } from "../../model/facts/fact.ts";
import type { RuleApplied } from "../../model/records.ts";
import type { RuleSubject } from "../../model/rules/rule_set.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { Part } from "../../scoring/combine.ts";
import type { Components, Inputs } from "../../signals/registry.ts";
import type { ComponentText } from "../../records/scores/score_codec.ts";
import type { DatedHistory } from "../../records/reputation/histories.ts";

export interface Prepared<K extends ComponentKind = ComponentKind> {
  readonly kind: K;
  readonly input: Inputs[K];
  /** Null for a value without identity (an unreadable phone number): nothing is remembered about it. */
  readonly hash: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly history: DatedHistory;
  /** The history came from memory, so it holds no reputation, and the evaluation may be shared with other scorings. */
  readonly fromMemory: boolean;
}

/** What scoring the value found, the same for every caller, so that later scorings may reuse it. It also caches its own record texts. */
export interface Evaluation<K extends ComponentKind = ComponentKind> {
  readonly component: Components[K];
  /** What a rule can match. */
  readonly ruleSubject: RuleSubject;
  /** Short hashes of what a rule can match besides the value. */
  readonly relatedHashes: readonly string[];
  /** See StoredComponent. */
  readonly domainHash?: string;
  /** What score records keep of it that identifies nobody. */
  readonly facts: Facts;
  /** Its texts for score records, as long as no rule decides. */
  readonly componentText: MemoByVerdict<ComponentText>;
  readonly singleText: MemoByVerdict<SingleText>;
  /** The JSON of the component's fields. */
  readonly fieldsJson: Memo<object, string>;
}

/** The caller's rules and strictness applied to an evaluation. */
export interface Decision<K extends ComponentKind = ComponentKind> {
  readonly prepared: Prepared<K>;
  readonly evaluation: Evaluation<K>;
  /** Integer 0 to 100. */
  readonly score: number;
  readonly verdict: Verdict;
  /** The rule that decided. */
  readonly rule: RuleApplied | null;
}

/** The record texts of a request that scored one value. */
export interface SingleText {
  readonly summary: string;
  readonly topSignals: readonly string[];
  /** As `decisionText` writes it. */
  readonly decisionText: string;
}

/** Caches one value, the one for the key that was set last. */
export class Memo<Key, Made> {
  #key: Key | null = null;
  #made: Made | undefined;

  get(key: Key): Made | undefined {
    return this.#key === key ? this.#made : undefined;
  }

  set(key: Key, made: Made): Made {
    this.#key = key;
    return this.#made = made;
  }
}

export class MemoByVerdict<Made> extends Memo<Verdict, Made> {}

/** The decision about the value of a kind. */
export function decisionOf<K extends ComponentKind>(
  decisions: readonly Decision[],
  kind: K,
): Decision<K> | undefined {
  return decisions.find((decision) => isOfKind(decision, kind));
}

export function isOfKind<K extends ComponentKind>(decision: Decision, kind: K): decision is Decision<K> {
  return decision.prepared.kind === kind;
}

/** As the combination takes it. */
export function partOf({ prepared, evaluation, score, rule }: Decision): Part {
  return {
    kind: prepared.kind,
    score,
    breakdown: evaluation.component.breakdown,
    ruled: rule !== null,
  };
}
