/** The facts of a score on the wire, made of their table. */
import { z } from "@hono/zod-openapi";
import { FACT_NAMES, type FactName, type FactOf, type FactRow, FACTS } from "../../model/facts/table.ts";

function fieldOf(name: FactName) {
  const { type, values, meaning, example }: FactRow = FACTS[name];
  const field = type === "number" ? z.number() : type === "boolean" ? z.boolean() : z.string();
  const known = values === undefined ? field : z.enum(values);
  return known.nullable().meta({ description: meaning, example });
}

// Made from the table, whose types the compiler does not carry over.
const shape = Object.fromEntries(FACT_NAMES.map((name) => [name, fieldOf(name)])) as unknown as {
  readonly [Name in FactName]: z.ZodNullable<z.ZodType<FactOf<Name>>>;
};

export const facts = z.object(shape).catchall(z.union([z.string(), z.number(), z.boolean()]).nullable())
  .openapi("Facts", {
    description:
      "What is known of its values that identifies nobody, and the fields of your own as `custom.<key>`. Null means unknown",
  });

/** Of a sign-up with an address and an e-mail address. */
export const EXAMPLE_FACTS = Object.fromEntries(FACT_NAMES.map((name) => {
  const { of, example }: FactRow = FACTS[name];
  return [name, of === "phone" || of === "domain" || of === "device" ? null : example];
})) as z.infer<typeof facts>; // as the table has them

export const factsUnknown = z.record(z.string(), z.string()).meta({
  description: "Name of a fact that is null to the reason; `not given`: the request had no such value",
  example: { "phone.country": "not given", "signup.referral": "not given" },
});

export const factsWhy = z.record(z.string(), z.string()).optional().meta({
  description:
    'Name of a fact that was learned from your sign-ups to what shows it, as "a fingerprint that at least 41 people share" of `device.is_common`; absent where there is none',
});
