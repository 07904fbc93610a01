/** Types of the terms of a condition, and what a checked term is. */
import type { Slot, Term } from "../../../model/conditions/term.ts";
import type { ScalarType } from "../../../model/conditions/variables.ts";
import type { FactValue } from "../../../model/facts/fact.ts";
import type { Expression, Name } from "./parse.ts";

interface Type {
  readonly of: ScalarType;
  /** A list, or the set of the names of findings. */
  readonly isList: boolean;
}

export interface Typed {
  readonly term: Term;
  readonly type: Type;
  /** What evaluating it costs at most. */
  readonly cost: number;
  /** For people: as it was written. */
  readonly text: string;
  readonly at: number;
  /** Of a text that has few values: all of them. Of a list: of its entries. */
  readonly values?: readonly string[];
  /** Of a literal its value, of a list of literals theirs. */
  readonly literals?: readonly { readonly value: FactValue; readonly at: number }[];
  /** Entries of a list at most. */
  readonly entries?: number;
}

/** Checks what is in an expression. All throw a Refusal. */
export interface Checks {
  check(expression: Expression): Typed;
  /** @param what it is, for the message */
  boolean(expression: Expression, what: string): Typed;
  number(expression: Expression): Typed;
  text(expression: Expression): Typed;
  list(expression: Expression): Typed;
  /** Checks a body in which a name is an entry of the list. */
  withEntry(name: Name, list: Typed, slot: Slot, body: () => Typed): Typed;
  typed(expression: Expression, term: Term, type: Type, cost: number, more?: Partial<Typed>): Typed;
}

export const BOOLEAN: Type = { of: "boolean", isList: false };
export const WHOLE: Type = { of: "whole", isList: false };

const NAMES: Readonly<Record<ScalarType, string>> = {
  text: "a text",
  whole: "a number",
  number: "a number",
  boolean: "true or false",
  any: "a value",
};

export function typeName({ of, isList }: Type): string {
  return isList ? "a list" : NAMES[of];
}

export function isNumber({ of, isList }: Type): boolean {
  return !isList && (of === "whole" || of === "number" || of === "any");
}

export function isText({ of, isList }: Type): boolean {
  return !isList && (of === "text" || of === "any");
}

export function isBoolean({ of, isList }: Type): boolean {
  return !isList && (of === "boolean" || of === "any");
}

/** Whether values of both scalar types can be equal. */
export function compares(a: ScalarType, b: ScalarType): boolean {
  return a === "any" || b === "any" || kindOf(a) === kindOf(b);
}

function kindOf(type: ScalarType): ScalarType {
  return type === "whole" ? "number" : type;
}

/** The type of a value that is of one or the other. */
export function eitherOf(a: ScalarType, b: ScalarType): ScalarType {
  if (a === b) return a;
  return kindOf(a) === kindOf(b) ? "number" : "any";
}
