/**
 * The text of a condition as a tree of what the language has. CEL is read by the parser of `@marcbachmann/cel-js`; its
 * evaluator is not used, as it throws on what is unknown.
 */
import { type ASTNode, parse, ParseError } from "@marcbachmann/cel-js";
import type { FactValue } from "../../../model/facts/fact.ts";
import { Refusal } from "./refusal.ts";

/** Deeper ones are refused. */
const MAX_DEPTH = 40;

type BinaryOperator =
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "in"
  | "+"
  | "-"
  | "*"
  | "/"
  | "%";

interface At {
  /** Offset of its first character, and of what follows it. */
  readonly at: number;
  readonly end: number;
}

export interface Literal extends At {
  readonly kind: "literal";
  readonly value: FactValue;
  /** A number written without a fraction. */
  readonly whole: boolean;
}

export interface Name extends At {
  readonly kind: "name";
  /** With dots. */
  readonly path: string;
}

export interface Call extends At {
  readonly kind: "call";
  readonly name: string;
  readonly nameAt: number;
  /** What it is a method of. */
  readonly target: Expression | null;
  readonly args: readonly Expression[];
}

export interface List extends At {
  readonly kind: "list";
  readonly items: readonly Expression[];
}

export interface Junction extends At {
  readonly kind: "&&" | "||";
  readonly terms: readonly Expression[];
}

interface Unary extends At {
  readonly kind: "!" | "negate";
  readonly term: Expression;
}

export interface Binary extends At {
  readonly kind: "binary";
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export interface Choice extends At {
  readonly kind: "choice";
  readonly test: Expression;
  readonly yes: Expression;
  readonly no: Expression;
}

export type Expression = Literal | Name | Call | List | Junction | Unary | Binary | Choice;

/** @throws Refusal */
export function parseCondition(when: string): Expression {
  return convert(syntaxOf(when), when, 0);
}

function syntaxOf(when: string): ASTNode {
  try {
    return parse(when).ast;
  } catch (error) {
    if (error instanceof ParseError) throw refusalOf(error, when);
    throw error;
  }
}

/** Words of other languages, and what CEL has instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  "=": "==",
  "&": "&&",
  "|": "||",
  "and": "&&",
  "or": "||",
  "not": "!",
  "is": "==",
  "<>": "!=",
};

function refusalOf({ code, range, summary }: ParseError, when: string): Refusal {
  const at = range?.start ?? 0;
  if (code === "limit_exceeded" || /^Exceeded /.test(summary)) return tooDeep(at);
  if (code === "unterminated_string" || code === "unterminated_triple_quoted_string") {
    return new Refusal(at, "the text that begins here has no end");
  }
  if (!/^(unexpected_|expected_)/.test(code)) return new Refusal(at, lowerFirst(summary));
  if (when.slice(at).trim() === "") {
    return new Refusal(at, when.trim() === "" ? "the condition is empty" : "the condition ends too soon");
  }
  const [word = ""] = /^([A-Za-z_]\w*|<>|[^\s\w])/.exec(when.slice(at)) ?? [when.slice(at, at + 1)];
  const nearest = Object.hasOwn(INSTEAD, word.toLowerCase()) ? INSTEAD[word.toLowerCase()]! : null;
  return new Refusal(at, `${word} is not expected here`, nearest);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function tooDeep(at: number): Refusal {
  return new Refusal(at, `the condition is nested deeper than ${MAX_DEPTH} levels`);
}

function convert(node: ASTNode, when: string, depth: number): Expression {
  const { start: at, end } = node;
  if (depth > MAX_DEPTH) throw tooDeep(at);
  const inner = (child: ASTNode) => convert(child, when, depth + 1);
  switch (node.op) {
    case "value":
      return literal(node.args, at, end);
    case "id":
      return { kind: "name", path: node.args, at, end };
    case ".": {
      const [of, field] = node.args;
      const path = inner(of);
      if (path.kind === "name") return { kind: "name", path: `${path.path}.${field}`, at, end };
      throw new Refusal(path.end, `a field can only be asked of a name: .${field}`);
    }
    case "call": {
      const [name, args] = node.args;
      return { kind: "call", name, nameAt: at, target: null, args: args.map(inner), at, end };
    }
    case "rcall": {
      const [name, receiver, args] = node.args;
      const target = inner(receiver);
      const nameAt = Math.max(at, when.indexOf(name, receiver.end));
      return { kind: "call", name, nameAt, target, args: args.map(inner), at, end };
    }
    case "list":
      return { kind: "list", items: node.args.map(inner), at, end };
    case "&&":
    case "||":
      return { kind: node.op, terms: chain(node, node.op).map(inner), at, end };
    case "!_":
      return { kind: "!", term: inner(node.args), at, end };
    case "-_":
      return negated(inner(node.args), at, end);
    case "?:": {
      const [test, yes, no] = node.args;
      return { kind: "choice", test: inner(test), yes: inner(yes), no: inner(no), at, end };
    }
    case "[]":
    case "[?]":
      throw new Refusal(
        node.args[0].end,
        "entries cannot be taken out by [ ]: write custom.plan for a field",
      );
    case ".?":
      throw new Refusal(at, "optional fields are not part of the language: ask known(x)");
    case "map":
      throw new Refusal(at, "maps are not part of the language");
    default: {
      const [left, right] = node.args;
      return { kind: "binary", operator: node.op, left: inner(left), right: inner(right), at, end };
    }
  }
}

/** The terms of `a && b && c`, which the parser nests to the left. */
function chain(node: ASTNode, operator: "&&" | "||"): ASTNode[] {
  const terms: ASTNode[] = [];
  let first = node;
  while (first.op === operator) {
    const [left, right] = first.args as [ASTNode, ASTNode]; // of both operators
    terms.push(right);
    first = left;
  }
  return [...terms, first].reverse();
}

function literal(value: unknown, at: number, end: number): Literal {
  if (typeof value === "bigint") {
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new Refusal(at, `${value} is too large a number`);
    return { kind: "literal", value: number, whole: true, at, end };
  }
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return { kind: "literal", value, whole: false, at, end };
  }
  if (value === null) {
    throw new Refusal(at, "null is not part of the language: ask known(x), or !known(x)");
  }
  throw new Refusal(at, "only texts, numbers, true, false and lists can be written");
}

function negated(term: Expression, at: number, end: number): Expression {
  return term.kind === "literal" && typeof term.value === "number"
    ? { ...term, value: -term.value, at, end }
    : { kind: "negate", term, at, end };
}
