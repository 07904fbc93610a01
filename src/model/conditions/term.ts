/**
 * The terms of a compiled condition, as closures with three values of truth: a term that rests on something unknown is
 * unknown (null), unless what is known decides it (`true || unknown`). Evaluation never throws.
 */
import type { AnyFact, FactValue } from "../facts/fact.ts";

import type { ConditionSubject } from "./condition.ts";
import type { WantedCount } from "./count.ts";
import type { Quantifier, TextFunction } from "./functions.ts";

type List = readonly (FactValue | null)[] | ReadonlySet<string>;
type Value = FactValue | List;

export interface Term {
  run(subject: ConditionSubject): Value | null;
  /** Why `run` returns null for the subject. @param level of how many terms around it this was asked; absent: 0 */
  why(subject: ConditionSubject, level?: number): string;
}

/** Each level runs what is below it once more: a condition of many levels is not explained to the ground. */
const MAX_LEVELS = 8;

function whyOf(term: Term, subject: ConditionSubject, level: number): string {
  return level < MAX_LEVELS ? term.why(subject, level + 1) : "a part of it is unknown";
}

export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";
export type Arithmetic = "+" | "-" | "*" | "/" | "%";

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  boolean: "a boolean",
};

export function literal(value: Value): Term {
  return { run: () => value, why: () => "" };
}

export function fact(name: AnyFact): Term {
  return { run: (subject) => subject.fact(name), why: (subject) => unknown(subject, name, name) };
}

export function variable(name: string): Term {
  return { run: (subject) => subject.variable(name), why: (subject) => unknown(subject, name, name) };
}

/** @param call as it was written */
export function count(wanted: WantedCount, call: string): Term {
  return {
    run: (subject) => subject.count(wanted),
    why: (subject) => unknown(subject, call, wanted),
  };
}

function unknown(subject: ConditionSubject, shown: string, asked: string | WantedCount): string {
  const reason = subject.reason(asked);
  return reason === null ? `${shown} is unknown` : `${shown} is unknown (${reason})`;
}

/** True when any is true, then unknown when any is. */
export function or(terms: readonly Term[]): Term {
  return junction(terms, true);
}

/** False when any is false, then unknown when any is. */
export function and(terms: readonly Term[]): Term {
  return junction(terms, false);
}

function junction(terms: readonly Term[], deciding: boolean): Term {
  return {
    run: (subject) => {
      let known = true;
      for (const term of terms) {
        const value = term.run(subject);
        if (value === deciding) return deciding;
        if (value !== !deciding) known = false;
      }
      return known ? !deciding : null;
    },
    why: (subject, level = 0) =>
      notBoolean(terms.find((term) => typeof term.run(subject) !== "boolean")!, subject, level),
  };
}

export function not(term: Term): Term {
  return {
    run: (subject) => {
      const value = term.run(subject);
      return typeof value === "boolean" ? !value : null;
    },
    why: (subject, level = 0) => notBoolean(term, subject, level),
  };
}

/** Why a term that has to be true or false is neither. */
export function notBoolean(term: Term, subject: ConditionSubject, level = 0): string {
  const value = term.run(subject);
  return value === null
    ? whyOf(term, subject, level)
    : `${shown(value)} is ${typeName(value)}, not a boolean`;
}

export function known(term: Term): Term {
  return { run: (subject) => term.run(subject) !== null, why: () => "" };
}

export function choice(test: Term, yes: Term, no: Term): Term {
  const branch = (subject: ConditionSubject) => {
    const value = test.run(subject);
    return value === true ? yes : value === false ? no : null;
  };
  return {
    run: (subject) => branch(subject)?.run(subject) ?? null,
    why: (subject, level = 0) => {
      const chosen = branch(subject);
      return chosen === null ? notBoolean(test, subject, level) : whyOf(chosen, subject, level);
    },
  };
}

/** Values of different types compare to nothing: that is unknown. */
export function compare(operator: Comparison, left: Term, right: Term): Term {
  const test = TESTS[operator];
  return binary(
    left,
    right,
    (a, b) => typeof a === typeof b ? test(a, b) : null,
    (a, b) => `${shown(a)} is ${typeName(a)} and ${shown(b)} ${typeName(b)}: they do not compare`,
  );
}

type Scalar = FactValue;

const TESTS: Readonly<Record<Comparison, (a: Scalar, b: Scalar) => boolean>> = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

/** @param whole both are whole numbers: a quotient is truncated */
export function calculate(operator: Arithmetic, left: Term, right: Term, whole: boolean): Term {
  const result = (a: Scalar, b: Scalar): Scalar | null => {
    if (operator === "+" && typeof a === "string" && typeof b === "string") return a + b;
    if (typeof a !== "number" || typeof b !== "number") return null;
    const number = OPERATIONS[operator](a, b);
    if (!Number.isFinite(number)) return null;
    return whole && operator === "/" ? Math.trunc(number) : number;
  };
  return binary(
    left,
    right,
    result,
    (a, b) =>
      typeof a === "number" && typeof b === "number"
        ? `${a} ${operator} ${b} is no number`
        : `${shown(a)} ${operator} ${shown(b)} cannot be calculated`,
  );
}

const OPERATIONS: Readonly<Record<Arithmetic, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
};

export function text(name: TextFunction, left: Term, right: Term): Term {
  const test = TEXT_TESTS[name];
  return binary(
    left,
    right,
    (a, b) => typeof a === "string" && typeof b === "string" ? test(a, b) : null,
    (a, b) => {
      const wrong = typeof a === "string" ? b : a;
      return `${shown(wrong)} is ${typeName(wrong)}, not a text`;
    },
  );
}

const TEXT_TESTS: Readonly<Record<TextFunction, (a: string, b: string) => boolean>> = {
  startsWith: (a, b) => a.startsWith(b),
  endsWith: (a, b) => a.endsWith(b),
  contains: (a, b) => a.includes(b),
};

/** Of two scalars that are both known; @param mismatch why two known ones have no result */
function binary(
  left: Term,
  right: Term,
  result: (a: Scalar, b: Scalar) => Scalar | null,
  mismatch: (a: Scalar, b: Scalar) => string,
): Term {
  return {
    run: (subject) => {
      const a = left.run(subject);
      if (a === null || typeof a === "object") return null;
      const b = right.run(subject);
      return b === null || typeof b === "object" ? null : result(a, b);
    },
    why: (subject, level = 0) => {
      const [a, b] = [left.run(subject), right.run(subject)];
      if (a === null) return whyOf(left, subject, level);
      if (b === null) return whyOf(right, subject, level);
      return mismatch(a as Scalar, b as Scalar); // the check admits no lists here
    },
  };
}

/** A list of terms that are not all literals. */
export function list(terms: readonly Term[]): Term {
  return {
    run: (subject) => terms.map((term) => term.run(subject) as Scalar | null), // entries are no lists
    why: () => "",
  };
}

/** Whether the list has the value. An unknown entry may be it. */
export function contains(value: Term, entries: Term): Term {
  return {
    run: (subject) => {
      const [wanted, list] = [value.run(subject), entries.run(subject)];
      if (wanted === null || list === null || typeof wanted === "object" || typeof list !== "object") {
        return null;
      }
      if (list instanceof Set) return list.has(wanted as string);
      let known = true;
      for (const entry of list as readonly (Scalar | null)[]) {
        if (entry === wanted) return true;
        if (typeof entry !== typeof wanted) known = false;
      }
      return known ? false : null;
    },
    why: (subject, level = 0) => {
      if (value.run(subject) === null) return whyOf(value, subject, level);
      return entries.run(subject) === null
        ? whyOf(entries, subject, level)
        : `the list holds what is unknown or does not compare with ${shown(value.run(subject)!)}`;
    },
  };
}

/** Whether a list of literals of one type has the value. */
export function containsLiteral(value: Term, literals: ReadonlySet<FactValue>): Term {
  const [first] = literals;
  const type = typeof first;
  return {
    run: (subject) => {
      const wanted = value.run(subject);
      if (wanted === null || typeof wanted === "object") return null;
      return typeof wanted === type || first === undefined ? literals.has(wanted) : null;
    },
    why: (subject, level = 0) => {
      const wanted = value.run(subject);
      return wanted === null
        ? whyOf(value, subject, level)
        : `${shown(wanted)} is ${typeName(wanted)} and ${shown(first!)} ${
          typeName(first!)
        }: they do not compare`;
    },
  };
}

/** Characters of a text, entries of a list. */
export function size(term: Term): Term {
  return {
    run: (subject) => {
      const value = term.run(subject);
      if (typeof value === "string") return charsOf(value);
      if (value === null || typeof value !== "object") return null;
      return value instanceof Set ? value.size : (value as readonly unknown[]).length;
    },
    why: (subject, level = 0) => {
      const value = term.run(subject);
      return value === null
        ? whyOf(term, subject, level)
        : `${shown(value)} is ${typeName(value)}, not a text`;
    },
  };
}

function charsOf(text: string): number {
  let chars = text.length;
  for (let at = 0; at < text.length; at++) {
    if (text.codePointAt(at)! > 0xffff) [chars, at] = [chars - 1, at + 1];
  }
  return chars;
}

/** What a quantifier's condition calls the entry that it is asked about. */
export interface Slot {
  value: Scalar | null;
}

export function entry(slot: Slot): Term {
  return { run: () => slot.value, why: () => "an entry of the list is unknown" };
}

/** As `||` and `&&` over the entries. */
export function quantify(name: Quantifier, entries: Term, slot: Slot, body: Term): Term {
  const deciding = name === "exists";
  const valuesOf = (subject: ConditionSubject) => entries.run(subject) as Iterable<Scalar | null> | null; // the check admits lists alone
  return {
    run: (subject) => {
      const values = valuesOf(subject);
      if (values === null) return null;
      let known = true;
      for (slot.value of values) {
        const value = body.run(subject);
        if (value === deciding) return deciding;
        if (value !== !deciding) known = false;
      }
      return known ? !deciding : null;
    },
    why: (subject, level = 0) => {
      for (slot.value of valuesOf(subject) ?? []) {
        if (typeof body.run(subject) !== "boolean") return notBoolean(body, subject, level);
      }
      return whyOf(entries, subject, level);
    },
  };
}

function typeName(value: Value): string {
  return TYPE_NAMES[typeof value] ?? "a list";
}

function shown(value: Value): string {
  if (typeof value === "object") return "a list";
  return JSON.stringify(value);
}
