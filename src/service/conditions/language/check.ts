/** Checks the types of a condition and makes its terms. */
import { countName, type WantedCount } from "../../../model/conditions/count.ts";
import * as terms from "../../../model/conditions/term.ts";
import { variableOf, VARIABLES } from "../../../model/conditions/variables.ts";
import { isCustomFact } from "../../../model/facts/custom.ts";
import { isFactName } from "../../../model/facts/table.ts";
import { COMPONENT_FINDINGS, LINKAGE_FINDINGS } from "../../score/finding_names.ts";
import { checkCall } from "./check_call.ts";
import { isCountFunction, wantedCount } from "./counts.ts";
import { nearestName } from "../../../model/nearest_name.ts";
import type { Binary, Call, Choice, Expression, Junction, List, Literal, Name } from "./parse.ts";
import { Refusal } from "./refusal.ts";
import {
  BOOLEAN,
  type Checks,
  compares,
  eitherOf,
  isBoolean,
  isNumber,
  isText,
  type Typed,
  typeName,
  WHOLE,
} from "./types.ts";

/** Of one condition: about four microseconds. All of an account: `MAX_TOTAL_COST`. */
const MAX_COST = 400;
const MAX_COUNTS = 10;
/** Asking for a count, and noting the sign-up for it afterwards. */
const COUNT_COST: Readonly<Record<WantedCount["of"], number>> = {
  signups: 15,
  fraud: 15,
  first_seen_days: 15,
  distinct: 35,
};
/** A score has at most about so many findings. */
const FINDINGS = 20;
const SHOWN_CHARS = 60;

const FINDING_NAMES: readonly string[] = [...COMPONENT_FINDINGS, ...LINKAGE_FINDINGS];

export class Checker implements Checks {
  readonly variables = new Set<string>();
  /** By their names. */
  readonly counts = new Map<string, WantedCount>();
  readonly #when: string;
  /** Entries of lists by the names that quantifiers give them. */
  readonly #entries = new Map<string, Typed>();

  constructor(when: string) {
    this.#when = when;
  }

  /** @throws Refusal */
  condition(expression: Expression): Typed {
    const checked = this.boolean(expression, "a condition");
    if (checked.cost > MAX_COST) {
      throw new Refusal(
        expression.at,
        `the condition costs ${checked.cost} steps, at most ${MAX_COST}: write several shorter ones`,
      );
    }
    return checked;
  }

  check(expression: Expression): Typed {
    switch (expression.kind) {
      case "literal":
        return this.#literal(expression);
      case "name":
        return this.#name(expression);
      case "call":
        return isCountFunction(expression.name) && expression.target === null
          ? this.#count(expression)
          : checkCall(this, expression);
      case "list":
        return this.#list(expression);
      case "&&":
      case "||":
        return this.#junction(expression);
      case "!": {
        const { term, cost } = this.boolean(expression.term, "what ! negates");
        return this.typed(expression, terms.not(term), BOOLEAN, cost + 1);
      }
      case "negate": {
        const { term, type, cost } = this.number(expression.term);
        const negated = terms.calculate("-", terms.literal(0), term, true);
        return this.typed(expression, negated, type, cost + 1);
      }
      case "choice":
        return this.#choice(expression);
      case "binary":
        return this.#binary(expression);
    }
  }

  typed(
    { at, end }: Expression,
    term: terms.Term,
    type: Typed["type"],
    cost: number,
    more: Partial<Typed> = {},
  ): Typed {
    const text = this.#when.slice(at, end);
    const shown = text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS - 1)}…` : text;
    return { term, type, cost, text: shown, at, ...more };
  }

  boolean(expression: Expression, what: string): Typed {
    const checked = this.check(expression);
    if (isBoolean(checked.type)) return checked;
    throw new Refusal(
      checked.at,
      `${what} has to be true or false, and ${checked.text} is ${typeName(checked.type)}`,
    );
  }

  number(expression: Expression): Typed {
    const checked = this.check(expression);
    if (isNumber(checked.type)) return checked;
    throw new Refusal(checked.at, `${checked.text} is ${typeName(checked.type)}, not a number`);
  }

  text(expression: Expression): Typed {
    const checked = this.check(expression);
    if (isText(checked.type)) return checked;
    throw new Refusal(checked.at, `${checked.text} is ${typeName(checked.type)}, not a text`);
  }

  list(expression: Expression): Typed {
    const checked = this.check(expression);
    if (checked.type.isList) return checked;
    throw new Refusal(checked.at, `${checked.text} is ${typeName(checked.type)}, not a list`);
  }

  withEntry(name: Name, list: Typed, slot: terms.Slot, body: () => Typed): Typed {
    if (name.path.includes(".") || this.#entries.has(name.path)) {
      throw new Refusal(name.at, `${name.path} cannot name the entries of a list`);
    }
    const type = { of: list.type.of, isList: false };
    const { values } = list;
    const entry = this.typed(name, terms.entry(slot), type, 1, values === undefined ? {} : { values });
    this.#entries.set(name.path, entry);
    const checked = body();
    this.#entries.delete(name.path);
    return checked;
  }

  #literal(expression: Literal): Typed {
    const { value, whole, at } = expression;
    const of = typeof value === "string"
      ? "text"
      : typeof value === "boolean"
      ? "boolean"
      : whole
      ? "whole"
      : "number";
    return this.typed(expression, terms.literal(value), { of, isList: false }, 0, {
      literals: [{ value, at }],
    });
  }

  #name(expression: Name): Typed {
    const { path, at } = expression;
    const entry = this.#entries.get(path);
    if (entry !== undefined) return { ...entry, at };
    const row = variableOf(path);
    if (row === null) throw this.#unknownName(path, at);
    this.variables.add(path);
    if (row.type === "names") {
      const type = { of: "text", isList: true } as const;
      return this.typed(expression, terms.variable(path), type, 1, {
        values: FINDING_NAMES,
        entries: FINDINGS,
      });
    }
    const term = isFactName(path) || isCustomFact(path) ? terms.fact(path) : terms.variable(path);
    const values = row.values === undefined ? {} : { values: row.values };
    return this.typed(expression, term, { of: row.type, isList: false }, 1, values);
  }

  #unknownName(path: string, at: number): Refusal {
    if (path.startsWith("custom.")) {
      return new Refusal(
        at,
        `${path}: a field of your own has a name of small letters, digits and _, as custom.plan`,
      );
    }
    const names = [...this.#entries.keys(), ...Object.keys(VARIABLES)];
    const first = names.find((name) => name.startsWith(`${path}.`)) ?? null;
    const message = first === null ? `there is no ${path}` : `${path} has no value of its own`;
    return new Refusal(at, message, nearestName(path, names) ?? first);
  }

  #count(call: Call): Typed {
    const wanted = wantedCount(call.name as "signups", call); // `isCountFunction` was asked
    const name = countName(wanted);
    if (!this.counts.has(name) && this.counts.size >= MAX_COUNTS) {
      throw new Refusal(call.at, `a condition asks for at most ${MAX_COUNTS} different counts`);
    }
    this.counts.set(name, this.counts.get(name) ?? wanted);
    const text = this.#when.slice(call.at, call.end);
    return this.typed(call, terms.count(this.counts.get(name)!, text), WHOLE, COUNT_COST[wanted.of]);
  }

  #list(expression: List): Typed {
    const items = expression.items.map((item) => this.check(item));
    let of = items[0]?.type.of ?? "any";
    for (const item of items) {
      if (item.type.isList) throw new Refusal(item.at, "a list cannot hold lists");
      if (!compares(of, item.type.of)) {
        throw new Refusal(item.at, `${item.text} is ${typeName(item.type)}, and ${items[0]!.text} is not`);
      }
      of = eitherOf(of, item.type.of);
    }
    const type = { of, isList: true };
    const entries = items.length;
    if (items.every(({ literals }) => literals !== undefined)) {
      const literals = items.flatMap(({ literals }) => literals!);
      const values = literals.map(({ value }) => value);
      return this.typed(expression, terms.literal(values), type, 0, { literals, entries });
    }
    const cost = items.reduce((sum, item) => sum + item.cost + 1, 4);
    return this.typed(expression, terms.list(items.map(({ term }) => term)), type, cost, { entries });
  }

  #junction(expression: Junction): Typed {
    const { kind } = expression;
    const checked = expression.terms.map((term) => this.boolean(term, `each side of ${kind}`));
    const cost = checked.reduce((sum, term) => sum + term.cost + 1, 0);
    const parts = checked.map(({ term }) => term);
    return this.typed(expression, kind === "&&" ? terms.and(parts) : terms.or(parts), BOOLEAN, cost);
  }

  #choice(expression: Choice): Typed {
    const test = this.boolean(expression.test, "what is before ?");
    const [yes, no] = [this.check(expression.yes), this.check(expression.no)];
    if (yes.type.isList || no.type.isList || !compares(yes.type.of, no.type.of)) {
      throw new Refusal(no.at, `both values after ? have to be of one type: ${yes.text} and ${no.text}`);
    }
    const type = { of: eitherOf(yes.type.of, no.type.of), isList: false };
    const cost = test.cost + Math.max(yes.cost, no.cost) + 1;
    return this.typed(expression, terms.choice(test.term, yes.term, no.term), type, cost);
  }

  #binary(expression: Binary): Typed {
    const { operator } = expression;
    switch (operator) {
      case "in":
        return this.#in(expression);
      case "+":
      case "-":
      case "*":
      case "/":
      case "%":
        return this.#arithmetic(expression, operator);
      default:
        return this.#comparison(expression, operator);
    }
  }

  #comparison(expression: Binary, operator: terms.Comparison): Typed {
    const [left, right] = [this.check(expression.left), this.check(expression.right)];
    for (const side of [left, right]) {
      if (side.type.isList) throw new Refusal(side.at, `${side.text} is a list: use in, exists or all`);
    }
    requireSameType(left, right);
    if (operator === "==" || operator === "!=") requirePossible(left, right);
    else if (left.type.of === "boolean" || right.type.of === "boolean") {
      throw new Refusal(left.at, `true and false have no order: ${left.text} ${operator} ${right.text}`);
    }
    return this.typed(
      expression,
      terms.compare(operator, left.term, right.term),
      BOOLEAN,
      left.cost + right.cost + 1,
    );
  }

  #in(expression: Binary): Typed {
    const [left, list] = [this.check(expression.left), this.list(expression.right)];
    if (left.type.isList) {
      throw new Refusal(left.at, `${left.text} is a list: ask for its entries with exists or all`);
    }
    if (!compares(left.type.of, list.type.of)) {
      throw new Refusal(
        list.literals === undefined || list.literals.length === 0 ? left.at : list.literals[0]!.at,
        `${left.text} is ${typeName(left.type)}, and the list has none`,
      );
    }
    requirePossible(left, list);
    const term = list.literals === undefined
      ? terms.contains(left.term, list.term)
      : terms.containsLiteral(left.term, new Set(list.literals.map(({ value }) => value)));
    const cost = left.cost + list.cost + (list.literals === undefined ? 3 : 2);
    return this.typed(expression, term, BOOLEAN, cost);
  }

  #arithmetic(expression: Binary, operator: terms.Arithmetic): Typed {
    const left = operator === "+" ? this.check(expression.left) : this.number(expression.left);
    const right = operator === "+" ? this.check(expression.right) : this.number(expression.right);
    const isSum = isNumber(left.type) && isNumber(right.type);
    if (!isSum && !(isText(left.type) && isText(right.type))) {
      throw new Refusal(
        right.at,
        `${operator} takes two numbers or two texts: ${left.text} and ${right.text}`,
      );
    }
    for (const side of [left, right]) {
      if (operator !== "%" || side.type.of !== "number") continue;
      throw new Refusal(side.at, `% takes whole numbers, and ${side.text} is none`);
    }
    const areWhole = left.type.of === "whole" && right.type.of === "whole";
    const of = areWhole
      ? "whole"
      : left.type.of === "any" && right.type.of === "any"
      ? "any"
      : isSum
      ? "number"
      : "text";
    const term = terms.calculate(operator, left.term, right.term, areWhole);
    return this.typed(expression, term, { of, isList: false }, left.cost + right.cost + 1);
  }
}

function requireSameType(left: Typed, right: Typed): void {
  if (compares(left.type.of, right.type.of)) return;
  const place = right.literals !== undefined || left.literals === undefined ? right : left;
  throw new Refusal(
    place.at,
    `${left.text} is ${typeName(left.type)} and ${right.text} is ${
      typeName(right.type)
    }: they do not compare`,
  );
}

/** Refuses a comparison with a value that the other side never has. */
function requirePossible(left: Typed, right: Typed): void {
  for (const [side, other] of [[left, right], [right, left]] as const) {
    if (side.values === undefined) continue;
    for (const { value, at } of other.literals ?? []) {
      if (typeof value !== "string" || side.values.includes(value)) continue;
      throw new Refusal(at, `${side.text} never is or has "${value}"`, nearestName(value, side.values));
    }
  }
}
