/** Schemas that endpoints share. */
import { z } from "@hono/zod-openapi";
import { COMPONENT_KINDS } from "../../model/component.ts";
import { RULE_KINDS } from "../../model/rules/rule.ts";
import { DEFAULT_STRICTNESS, parseStrictness, type Strictness } from "../../model/verdict.ts";

const STRICTNESS = "lenient, balanced, strict, strictest, or 0 to 3";

/** In a query: the names, or 0 to 3. */
export const strictnessQuery = z.string().optional().transform((text, context): Strictness => {
  if (text === undefined || text === "") return DEFAULT_STRICTNESS;
  const strictness = parseStrictness(text);
  if (strictness !== null) return strictness;
  context.issues.push({ code: "custom", message: `must be ${STRICTNESS}`, input: text });
  return z.NEVER;
}).openapi({
  type: "string",
  enum: ["lenient", "balanced", "strict", "strictest", "0", "1", "2", "3"],
  default: "balanced",
  description: "Shifts the verdict thresholds; the findings stay the same",
});

/** In a body: the names, or 0 to 3; null when not given. */
export const strictnessBody = z.unknown().optional()
  .transform((value, context): Strictness | null => {
    if (value === undefined || value === null || value === "") return null;
    const strictness = typeof value === "number" || typeof value === "string" ? parseStrictness(value) : null;
    if (strictness !== null) return strictness;
    context.issues.push({ code: "custom", message: `must be ${STRICTNESS}`, input: value });
    return z.NEVER;
  }).openapi({
    anyOf: [
      { type: "integer", minimum: 0, maximum: 3 },
      { type: "string", enum: ["lenient", "balanced", "strict", "strictest"] },
    ],
    description: "0 lenient, 1 balanced, 2 strict, 3 strictest; as number or name",
  });

/** `true`, `1`, `false`, `0`, or nothing. */
export const booleanQuery = z.string().optional().transform((text, context): boolean => {
  if (text === undefined || text === "" || text === "false" || text === "0") return false;
  if (text === "true" || text === "1") return true;
  context.issues.push({ code: "custom", message: "must be true or false", input: text });
  return z.NEVER;
}).openapi({ type: "boolean", default: false });

/** Several fields of one type. */
export function fields<T extends z.ZodType, Name extends string>(type: T, ...names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, type])) as Record<Name, T>;
}

export const verdict = z.enum(["allow", "review", "block"]);
export const score = z.int().min(0).max(100);
export const flag = z.boolean().nullable();
export const text = z.string().nullable();
export const count = z.int().nullable();
export const timestamp = z.iso.datetime().nullable();
export const requestId = z.string().regex(/^req_[0-9a-f-]{36}$/).openapi({
  description: "Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}",
  example: "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
});
export const seconds = z.number().min(0).openapi({ description: "Seconds", example: 0.000412 });

export const ruleAction = z.enum(["allow", "block"]);
export const ruleApplied = z.object({
  id: z.string(),
  action: ruleAction,
  kind: z.enum(RULE_KINDS),
  value: z.string(),
  hashed: z.literal(true).optional().openapi({
    description: "The rule was made of a `ref`: it holds a hash, and `value` is masked",
  }),
}).openapi("RuleApplied", { description: "Present when one of your rules decided the result" });

/** The fields that end every result. */
export const tail = { request_id: requestId, processing_time_sec: seconds };

export const valueKind = z.enum(["ip", "email", "domain", "phone"]);
export const componentKind = z.enum(COMPONENT_KINDS);
export const skippedValue = z.object({ value: z.string(), reason: z.string() });

export const envelope = {
  risk_score: score,
  verdict,
  rule_applied: ruleApplied.optional(),
  ...tail,
};

export const problemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  request_id: requestId,
  errors: z.array(z.object({
    pointer: z.string().optional().openapi({ description: "JSON Pointer into the body" }),
    parameter: z.string().optional().openapi({ description: "Name of the query or path parameter" }),
    detail: z.string(),
  })).optional(),
}).openapi("Problem", { description: "RFC 9457 problem details" });
