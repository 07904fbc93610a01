/** Schemas of facts in searches: the table of facts as filters, and names of facts. */
import { z } from "@hono/zod-openapi";
import { isCustomFact } from "../../model/facts/custom.ts";
import type { AnyFact, FactValue } from "../../model/facts/fact.ts";
import { FACT_NAMES, type FactRow, FACTS, isFactName } from "../../model/facts/table.ts";
import { nearestName } from "../../model/nearest_name.ts";
import { issueSentence } from "../../model/schema_issue.ts";
import type { FactFilters } from "../../service/cases/search_request.ts";

/** Facts that one search asks for. */
const MAX_FACTS = 20;
/** Values of one of them. */
const MAX_VALUES = 100;
const MAX_FACT_CHARS = 200;
/** Edits to the name that was probably meant: all names are near to few others. */
const NEAR = 6;

const TYPES = {
  text: z.string().max(MAX_FACT_CHARS),
  number: z.number(),
  boolean: z.boolean(),
};
const anyValue = z.union([TYPES.text, TYPES.number, TYPES.boolean], {
  error: `must be a string of at most ${MAX_FACT_CHARS} characters, a number, or true or false`,
});

/** A list of values of which a score has one. */
const valuesOf = (type: z.ZodType) => z.array(type.nullable()).min(1).max(MAX_VALUES);
const customValues = valuesOf(anyValue);

/** What is wrong with the name; null: nothing. */
export function factNameProblem(name: string, others: readonly string[] = []): string | null {
  if (isFactName(name) || isCustomFact(name) || others.includes(name)) return null;
  if (name.startsWith("custom.")) return "is not a field of your own: custom. and a key such as plan";
  const nearest = nearestName(name, [...FACT_NAMES, ...others], NEAR);
  return nearest === null ? "is not a fact" : `is not a fact; did you mean ${nearest}?`;
}

const shape = Object.fromEntries(
  FACT_NAMES.map((name) => {
    const { type, meaning, example, values }: FactRow = FACTS[name];
    const described = valuesOf(TYPES[type]).meta({ example: [example] });
    const words = values === undefined ? meaning : `${meaning}: ${values.join(", ")}`;
    return [name, described.optional().describe(words)];
  }),
);

/** The names of all facts are fields; others are checked by hand, so that what is wrong is their name. */
export const factFilters = z.object(shape).catchall(z.unknown()).superRefine((facts, context) => {
  const names = Object.keys(facts);
  if (names.length > MAX_FACTS) {
    context.addIssue({ code: "custom", message: `may have at most ${MAX_FACTS} facts` });
    return;
  }
  for (const name of names) {
    if (isFactName(name)) continue;
    const problem = factNameProblem(name);
    if (problem !== null) {
      context.addIssue({ code: "custom", path: [name], message: problem });
      continue;
    }
    for (const issue of customValues.safeParse(facts[name], { reportInput: true }).error?.issues ?? []) {
      context.addIssue({ code: "custom", path: [name, ...issue.path], message: issueSentence(issue) });
    }
  }
}).transform((facts) => facts as FactFilters);

/** Names of facts. @param others that may be among them */
export function factNames<Other extends string = never>(most: number, others: readonly Other[] = []) {
  const name = z.string().superRefine((name, context) => {
    const problem = factNameProblem(name, others);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  });
  return z.array(name).max(most).transform((names) => [...new Set(names)] as (AnyFact | Other)[]);
}

export const factValue: z.ZodType<FactValue> = anyValue;
