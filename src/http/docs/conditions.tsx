/** What the guide of conditions shows of the tables of their language. */
import type { Child } from "hono/jsx";
import { MAX_CONDITION_CHARS } from "../../model/conditions/condition.ts";
import { MAX_COUNTED_SIGNUPS } from "../../model/conditions/counts/signup_counts.ts";
import { DIMENSIONS, DISTINCT_OF } from "../../model/conditions/dimension.ts";
import { FUNCTIONS } from "../../model/conditions/functions.ts";
import { CUSTOM, type VariableRow, VARIABLES } from "../../model/conditions/variables.ts";
import { answeredMistakes, EXAMPLE_CONDITIONS } from "../../service/conditions/examples.ts";
import { type DecidedExample, decidedExamples } from "../../service/conditions/order_examples.ts";
import { each } from "../site/each.ts";
import { Table } from "../site/parts/table.tsx";

type Typed = Pick<VariableRow, "type" | "unit" | "values">;
const TYPES: Readonly<Record<VariableRow["type"], string>> = {
  text: "text",
  whole: "whole number",
  number: "number",
  boolean: "true or false",
  any: "as sent",
  names: "set of texts",
};

export const CONDITION_PLACEHOLDERS: Readonly<Record<string, () => Child>> = {
  condition_chars: () => MAX_CONDITION_CHARS.toLocaleString("en"),
  condition_signups: () => MAX_COUNTED_SIGNUPS.toLocaleString("en"),
  condition_dimensions: () => codes(DIMENSIONS),
  condition_distinct: () => codes(DISTINCT_OF.filter((name) => !DIMENSIONS.some((other) => other === name))),
  condition_examples: () => (
    <Table
      caption="Examples"
      columns={[
        { name: "Condition", cell: ({ when }) => <code>{when}</code> },
        { name: "Meaning", cell: ({ meaning }) => meaning },
      ]}
      rows={EXAMPLE_CONDITIONS}
    />
  ),
  condition_variables: VariableTable,
  condition_functions: FunctionTable,
  condition_mistakes: () => (
    <Table
      caption="Mistakes"
      columns={[
        { name: "Condition", cell: ({ when }) => <code>{when}</code> },
        { name: "Answer", cell: ({ answer }) => answer },
      ]}
      rows={answeredMistakes()}
    />
  ),
  condition_order: () => (
    <Table
      caption="Order"
      columns={[
        { name: "Before", cell: beforeOf },
        { name: "True conditions", cell: ({ hits }) => hits.map(hitText).join(", ") },
        { name: "After", cell: ({ after }) => `${after.verdict} (${after.score})` },
      ]}
      rows={decidedExamples()}
    />
  ),
};

function beforeOf({ before, score, anyBlock }: DecidedExample): string {
  return `${before} (${score})${anyBlock ? ", a component blocks" : ""}`;
}

function hitText({ action, overrides }: DecidedExample["hits"][number]): string {
  return overrides === undefined ? action : `${action} that overrides ${overrides}`;
}

export function VariableTable() {
  return (
    <Table
      caption="Variables"
      dense="unlabelled"
      columns={[
        { name: "Name", cell: ([name]) => <code>{name}</code> },
        { name: "Type", cell: ([, row]) => typeOf(row) },
        { name: "Meaning", cell: ([, { meaning }]) => meaning },
      ]}
      rows={[...Object.entries(VARIABLES), ["custom.<name>", CUSTOM] as const]}
    />
  );
}

export function FunctionTable() {
  return (
    <Table
      caption="Functions"
      dense="unlabelled"
      columns={[
        { name: "Function", cell: ({ call }) => <code>{call}</code> },
        { name: "Result", cell: ({ returns }) => TYPES[returns] },
        { name: "Meaning", cell: ({ meaning }) => meaning.replaceAll("`", "") },
      ]}
      rows={Object.values(FUNCTIONS)}
    />
  );
}

function typeOf({ type, unit, values }: Typed): Child {
  if (values !== undefined) return codes(values);
  return unit === undefined ? TYPES[type] : `${TYPES[type]} (${unit})`;
}

function codes(names: readonly string[]): Child {
  return (
    <>
      {each(names, (name, index) => (
        <>
          {index === 0 ? "" : ", "}
          <code>{name}</code>
        </>
      ))}
    </>
  );
}
