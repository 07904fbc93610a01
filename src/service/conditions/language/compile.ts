/** Compiles a condition: CEL as far as facts need it, checked against the tables of variables and functions. */
import {
  type Condition,
  type ConditionProblem,
  type ConditionSubject,
  type Judgement,
  MAX_CONDITION_CHARS,
} from "../../../model/conditions/condition.ts";
import { notBoolean, type Term } from "../../../model/conditions/term.ts";
import { Checker } from "./check.ts";
import { parseCondition } from "./parse.ts";
import { Refusal } from "./refusal.ts";

const TRUE: Judgement = { value: true, because: null };
const FALSE: Judgement = { value: false, because: null };

/** Never throws; in time that the length bounds. */
export function compileCondition(when: string): Condition | ConditionProblem {
  try {
    if (when.length > MAX_CONDITION_CHARS) {
      throw new Refusal(MAX_CONDITION_CHARS, `a condition has at most ${MAX_CONDITION_CHARS} characters`);
    }
    const checker = new Checker(when);
    const { term, cost } = checker.condition(parseCondition(when));
    const { variables, counts } = checker;
    return {
      when,
      variables: [...variables],
      counts: [...counts.values()],
      cost,
      evaluate: (subject) => judge(term, subject),
    };
  } catch (error) {
    return problemOf(error instanceof Refusal ? error : new Refusal(0, "the condition cannot be read"), when);
  }
}

export function isProblem(compiled: Condition | ConditionProblem): compiled is ConditionProblem {
  return "message" in compiled;
}

function judge(term: Term, subject: ConditionSubject): Judgement {
  const value = term.run(subject);
  if (value === true) return TRUE;
  return value === false ? FALSE : { value: null, because: notBoolean(term, subject) };
}

function problemOf({ at, message, nearest }: Refusal, when: string): ConditionProblem {
  const before = when.slice(0, at).split("\n");
  return { line: before.length, column: [...before.at(-1)!].length + 1, message, nearest };
}
