/** Reads the facts that a list of scores is filtered by, and adds what a person types. */
import { isCustomFact } from "../../../model/facts/custom.ts";
import type { AnyFact, FactValue } from "../../../model/facts/fact.ts";
import { type FactRow, FACTS } from "../../../model/facts/table.ts";
import { issueSentence } from "../../../model/schema_issue.ts";
import type { FactFilters } from "../../../service/cases/search_request.ts";
import { factFilters, factNameProblem } from "../fact_schema.ts";

/** @param refuse makes the error of the filter @throws what `refuse` makes */
export function readFacts(text: string, refuse: (why: string) => Error): FactFilters {
  if (text === "") return {};
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw refuse('must be JSON such as {"ip.asn":[16276]}');
  }
  const read = factFilters.safeParse(given, { reportInput: true });
  if (read.success) return read.data;
  const issue = read.error.issues[0]!;
  throw refuse(`${issue.path.slice(0, 1).join("")} ${issueSentence(issue)}`.trim());
}

/**
 * With one more value.
 * @param text as a person types it; "": unknown
 * @throws what `refuse` makes
 */
export function addFact(
  facts: FactFilters,
  name: string,
  text: string,
  refuse: (why: string) => Error,
): FactFilters {
  const problem = factNameProblem(name);
  if (problem !== null) throw refuse(`${name} ${problem}`);
  const fact = name as AnyFact; // nothing is wrong with it
  const values = text === "" ? [null] : valuesOf(fact, text, refuse);
  return { ...facts, [fact]: [...new Set([...facts[fact] ?? [], ...values])] };
}

/** What the text can be: a field of the account's own may be any of them. */
function valuesOf(name: AnyFact, text: string, refuse: (why: string) => Error): readonly FactValue[] {
  const number = /^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? [Number(text)] : [];
  const flag = BOOLEANS.get(text.toLowerCase());
  if (isCustomFact(name)) return [text, ...number, ...flag === undefined ? [] : [flag]];
  const { type }: FactRow = FACTS[name];
  if (type === "text") return [name.endsWith(".country") ? text.toUpperCase() : text];
  if (type === "boolean") {
    if (flag === undefined) throw refuse(`${name} is yes or no`);
    return [flag];
  }
  if (number.length === 0) throw refuse(`${name} is a number`);
  return number;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["true", true],
  ["no", false],
  ["false", false],
]);
