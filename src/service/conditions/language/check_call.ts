/** Calls of functions and methods in a condition that are no counts. */
import {
  FUNCTIONS,
  type Quantifier,
  QUANTIFIERS,
  TEXT_FUNCTIONS,
  type TextFunction,
} from "../../../model/conditions/functions.ts";
import * as terms from "../../../model/conditions/term.ts";
import { nearestName } from "../../../model/nearest_name.ts";
import type { Call, Expression } from "./parse.ts";
import { Refusal } from "./refusal.ts";
import { BOOLEAN, type Checks, isText, type Typed, typeName, WHOLE } from "./types.ts";

/** Functions of CEL that the language does not have, and why. */
const REFUSED: Readonly<Record<string, string>> = {
  matches:
    "matches is not part of the language, as patterns can take too long: use startsWith, endsWith or contains",
  has: "has is not part of the language: ask known(x)",
};

const TEXT_COST = 4;

/** @throws Refusal */
export function checkCall(checker: Checks, call: Call): Typed {
  const { name, target, args } = call;
  if (name === "known" && target === null) {
    const { term, cost } = checker.check(only(call, args));
    return checker.typed(call, terms.known(term), BOOLEAN, cost + 1);
  }
  if (name === "size") return size(checker, call);
  if (target !== null && isTextFunction(name)) {
    const [left, right] = [checker.text(target), checker.text(only(call, args))];
    const term = terms.text(name, left.term, right.term);
    return checker.typed(call, term, BOOLEAN, left.cost + right.cost + TEXT_COST);
  }
  if (target !== null && isQuantifier(name)) return quantifier(checker, call, name, target);
  throw unknownFunction(call);
}

/** Of a text or a list; a function or a method, as in CEL. */
function size(checker: Checks, call: Call): Typed {
  const of = call.target === null ? only(call, call.args) : call.target;
  if (call.target !== null && call.args.length > 0) throw usage(call);
  const { term, type, cost, text, at } = checker.check(of);
  if (!type.isList && !isText(type)) {
    throw new Refusal(at, `${text} is ${typeName(type)}, not a text or a list`);
  }
  return checker.typed(call, terms.size(term), WHOLE, cost + TEXT_COST);
}

function quantifier(checker: Checks, call: Call, name: Quantifier, target: Expression): Typed {
  const [entry, condition, ...others] = call.args;
  if (entry?.kind !== "name" || condition === undefined || others.length > 0) throw usage(call);
  const list = checker.list(target);
  const slot: terms.Slot = { value: null };
  const body = checker.withEntry(
    entry,
    list,
    slot,
    () => checker.boolean(condition, "what is asked of each entry"),
  );
  const cost = list.cost + 1 + (list.entries ?? 0) * (body.cost + 1);
  return checker.typed(call, terms.quantify(name, list.term, slot, body.term), BOOLEAN, cost);
}

function only(call: Call, args: readonly Expression[]): Expression {
  if (args.length !== 1) throw usage(call);
  return args[0]!;
}

function usage({ name, nameAt }: Call): Refusal {
  return new Refusal(nameAt, `${name} is written ${FUNCTIONS[name]!.call}`);
}

function unknownFunction({ name, nameAt, target }: Call): Refusal {
  if (Object.hasOwn(REFUSED, name)) return new Refusal(nameAt, REFUSED[name]!);
  if (Object.hasOwn(FUNCTIONS, name)) return usage({ name, nameAt } as Call);
  const noun = target === null ? "function" : "method";
  return new Refusal(nameAt, `there is no ${noun} ${name}`, nearestName(name, Object.keys(FUNCTIONS)));
}

function isTextFunction(name: string): name is TextFunction {
  return (TEXT_FUNCTIONS as readonly string[]).includes(name);
}

function isQuantifier(name: string): name is Quantifier {
  return (QUANTIFIERS as readonly string[]).includes(name);
}
