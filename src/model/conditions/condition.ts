/** What a condition is for those who judge with it. It is compiled by `service/conditions/language/`. */
import type { AnyFact, FactValue } from "../facts/fact.ts";
import type { WantedCount } from "./count.ts";

/** Longer ones are refused. */
export const MAX_CONDITION_CHARS = 2_000;

/** What the live and shadow conditions of an account may cost together: about 100 microseconds a sign-up. */
export const MAX_TOTAL_COST = 10_000;

/** Why a text is no condition. */
export interface ConditionProblem {
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
  /** A sentence fragment without the place. */
  readonly message: string;
  /** The name that was probably meant. */
  readonly nearest: string | null;
}

/** A sign-up that conditions are judged on. Null: unknown. */
export interface ConditionSubject {
  fact(name: AnyFact): FactValue | null;
  /** Of a variable that is no fact (`VARIABLES`). */
  variable(name: string): FactValue | ReadonlySet<string> | null;
  count(count: WantedCount): number | null;
  /** Why a fact or other variable, or a count, is unknown, a sentence fragment; null: nobody can tell. */
  reason(unknown: string | WantedCount): string | null;
}

export interface Judgement {
  /** Null: it rests on something unknown. */
  readonly value: boolean | null;
  /** Why it is null, for example `phone.country is unknown (no phone number)`; null otherwise. */
  readonly because: string | null;
}

export interface Condition {
  /** As it was written. */
  readonly when: string;
  /** Names of the facts and other variables that it reads. */
  readonly variables: readonly string[];
  readonly counts: readonly WantedCount[];
  /** What judging it costs at most, in steps of about ten nanoseconds. */
  readonly cost: number;
  evaluate(subject: ConditionSubject): Judgement;
}

/** For people: what is wrong, what was probably meant, and where. */
export function problemText({ line, column, message, nearest }: ConditionProblem): string {
  const meant = nearest === null ? "" : `; did you mean ${nearest}?`;
  return `${message}${meant} (line ${line}, column ${column})`;
}
