/** What the guide of conditions shows of the tables of their language. */
import type { Child } from "hono/jsx";
import { MAX_CONDITION_CHARS, problemText } from "../../model/conditions/condition.ts";
import { DIMENSIONS, DISTINCT_OF, WINDOW_BUCKETS } from "../../model/conditions/dimension.ts";
import { FUNCTIONS } from "../../model/conditions/functions.ts";
import { CUSTOM, type VariableRow, VARIABLES } from "../../model/conditions/variables.ts";
import { compileCondition, isProblem } from "../../service/conditions/language/compile.ts";
import { each } from "../site/each.ts";
import { Table } from "../site/parts/table.tsx";

const EXAMPLES: readonly (readonly [when: string, meaning: string])[] = [
  [`phone.country == "TJ" && ip.country != "TJ"`, "A number of one country, used from another"],
  [`signups("asn", "1h") > 20 && ip.network == "datacenter"`, "A script on rented servers"],
  [
    `email.domain_class == "private" && signups("email_domain", "7d") > 5`,
    "A domain that somebody bought to sign up with",
  ],
  [`email.shape == "initial+surname+9999"`, "Addresses that a generator made"],
  [`custom.plan in ["pro", "team"] && first_seen_days("device") == 0`, "A paid plan on a new device"],
];

const MISTAKES: readonly string[] = [
  `phone.contry == "TJ"`,
  `ip.asn == "16276"`,
  `ip.network == "datacentre"`,
  `signups("asnn", "1h") > 20`,
  `signups("asn", "2w") > 20`,
  `ip.country = "TJ"`,
  `email.shape.matches("9+$")`,
];

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
  condition_buckets: () => String(WINDOW_BUCKETS),
  condition_dimensions: () => codes(DIMENSIONS),
  condition_distinct: () => codes(DISTINCT_OF.filter((name) => !DIMENSIONS.some((other) => other === name))),
  condition_examples: () => (
    <Table
      caption="Examples"
      columns={[
        { name: "Condition", cell: ([when]) => <code>{when}</code> },
        { name: "Meaning", cell: ([, meaning]) => meaning },
      ]}
      rows={EXAMPLES}
    />
  ),
  condition_variables: () => (
    <Table
      caption="Variables"
      columns={[
        { name: "Name", cell: ([name]) => <span class="mono small">{name}</span> },
        { name: "Type", cell: ([, row]) => typeOf(row) },
        { name: "Meaning", cell: ([, { meaning }]) => meaning },
      ]}
      rows={[...Object.entries(VARIABLES), ["custom.<name>", CUSTOM] as const]}
    />
  ),
  condition_functions: () => (
    <Table
      caption="Functions"
      columns={[
        { name: "Function", cell: ({ call }) => <code>{call}</code> },
        { name: "Result", cell: ({ returns }) => TYPES[returns] },
        { name: "Meaning", cell: ({ meaning }) => meaning.replaceAll("`", "") },
      ]}
      rows={Object.values(FUNCTIONS)}
    />
  ),
  condition_mistakes: () => (
    <Table
      caption="Mistakes"
      columns={[
        { name: "Condition", cell: (when) => <code>{when}</code> },
        { name: "Answer", cell: answerTo },
      ]}
      rows={MISTAKES}
    />
  ),
};

/** The very answer that the condition gets. */
function answerTo(when: string): string {
  const compiled = compileCondition(when);
  return isProblem(compiled) ? problemText(compiled) : "";
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
