/** Schemas that endpoints share. */
import { z } from "@hono/zod-openapi";
import { COMPONENT_KINDS } from "../model/component.ts";
import { CUSTOMER_REASON_CODES } from "../model/customer_reason.ts";
import { CONDITION_ACTIONS } from "../model/conditions/stored.ts";
import { ERROR_CODE_NAMES } from "../model/error.ts";
import { KEY_MODES } from "../model/records.ts";
import { RULE_ACTIONS, RULE_KINDS } from "../model/rules/rule.ts";
import { parseStrictness, type Strictness, STRICTNESS_NAMES, VERDICTS } from "../model/verdict.ts";
import { COMPONENT_FINDINGS, LINKAGE_FINDINGS, TRUST_NAMES } from "../service/score/finding_names.ts";

const STRICTNESS = "lenient, balanced, strict, strictest, or 0 to 3";

/** In a query: the names, or 0 to 3; null when not given. */
export const strictnessQuery = z.string().optional().transform((text, context): Strictness | null => {
  if (text === undefined || text === "") return null;
  const strictness = parseStrictness(text);
  if (strictness !== null) return strictness;
  context.issues.push({ code: "custom", message: `must be ${STRICTNESS}`, input: text });
  return z.NEVER;
}).meta({
  type: "string",
  enum: [...STRICTNESS_NAMES, "0", "1", "2", "3"],
  default: "balanced",
  description:
    "Shifts the verdict thresholds; the findings stay the same. Without it the account's own thresholds apply, where it has set some",
});

/** In a body: the names, or 0 to 3; null when not given. */
export const strictnessBody = z.unknown().optional()
  .transform((value, context): Strictness | null => {
    if (value === undefined || value === null || value === "") return null;
    const strictness = typeof value === "number" || typeof value === "string" ? parseStrictness(value) : null;
    if (strictness !== null) return strictness;
    context.issues.push({ code: "custom", message: `must be ${STRICTNESS}`, input: value });
    return z.NEVER;
  }).meta({
    anyOf: [
      { type: ["integer", "null"], minimum: 0, maximum: 3 },
      { type: "string", enum: [...STRICTNESS_NAMES] },
    ],
    description: "0 lenient, 1 balanced, 2 strict, 3 strictest; as number or name",
  });

/** `true`, `1`, `false`, `0`, or nothing. */
export const booleanQuery = z.string().optional().transform((text, context): boolean => {
  if (text === undefined || text === "" || text === "false" || text === "0") return false;
  if (text === "true" || text === "1") return true;
  context.issues.push({ code: "custom", message: "must be true or false", input: text });
  return z.NEVER;
}).meta({ type: "boolean", default: false });

/** Of lists and searches: scores of live or of test keys; null when not given. */
export const modeQuery = z.union([z.enum(KEY_MODES), z.literal("")]).optional().transform((mode) =>
  mode || null
)
  .meta({
    type: "string",
    enum: [...KEY_MODES],
    description:
      "Scores of live or of test keys. Live keys see live data by default; test keys see test data only",
  });

/** Several fields of one type, each with its description, and examples of some. */
export function described<T extends z.ZodType, Name extends string>(
  type: T,
  texts: Readonly<Record<Name, string>>,
  examples: { readonly [Field in Name]?: z.input<T> } = {},
): Record<Name, T> {
  const entries = Object.entries<string>(texts).map(([name, description]) => {
    const example = examples[name as Name];
    return [name, (example === undefined ? type : type.meta({ example })).describe(description)];
  });
  return Object.fromEntries(entries) as Record<Name, T>;
}

/** Several fields of one type. */
export function fields<T extends z.ZodType, Name extends string>(type: T, ...names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, type])) as Record<Name, T>;
}

export const verdict = z.enum(VERDICTS).describe("The recommended action; branch on it, not on the score");
export const score = z.int().min(0).max(100).meta({ example: 34 }).describe("0 to 100; higher is riskier");
export const flag = z.boolean().nullable();
export const text = z.string().nullable();
export const count = z.int().nullable();
/** Never null. */
export const moment = z.iso.datetime();
export const timestamp = moment.nullable();
export const requestId = z.string().regex(/^req_[0-9a-f-]{36}$/).meta({
  description: "Use it to label the score at /v1/outcome, or to get the decision at /v1/score/{request_id}",
  example: "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
});
export const seconds = z.number().min(0).meta({ example: 0.000412 }).describe(
  "Time the request took, in seconds",
);
export const abuseReports = z.int().describe(
  "Reports and fraud labels of this value: yours, and those of accounts that the operator made or admitted",
);
export const topSignals = z.array(z.string()).meta({
  description: "The findings with the largest effect, strongest first, each as `<component>: <text>`",
  example: ["email: disposable e-mail domain"],
});
export const customerReasonCode = z.enum(CUSTOMER_REASON_CODES).meta({
  description: "A sentence that the person may hear; those of all codes are at `/v1/customer-reasons`",
  example: "email_temporary",
});
export const customerReason = customerReasonCode.nullable().describe(
  "What the person may hear, by the finding that decided: the code of a sentence of `/v1/customer-reasons`. Null on allow",
);
export const dataVersion = z.string().meta({
  description: "The versions of the data in force",
  example:
    "places 2.3.2026060513, networks 2.3.2026061719, domains 1.26.0/6.0.21/2.26.0/ca3ba267, compiler 2; none",
});
export const keyMode = z.enum(KEY_MODES).describe("Test keys are never billed");
export const strictnessLevel = z.int().min(0).max(3).meta({ example: 1 }).describe(
  "0 lenient, 1 balanced, 2 strict, 3 strictest",
);

/** Names of findings. A later version may add some. */
const componentFinding = z.enum(COMPONENT_FINDINGS).openapi("FindingName", {
  description: "The name of a finding about a value. A later version may add names",
});
const linkageFinding = z.enum(LINKAGE_FINDINGS).openapi("LinkageFindingName", {
  description: "The name of a finding about links to other sign-ups. A later version may add names",
});
const trustName = z.enum(TRUST_NAMES).openapi("TrustName", {
  description: "The name of a fact that lowers a score. A later version may add names",
});
export const findingName = { component: componentFinding, linkage: linkageFinding, trust: trustName };

export const ruleAction = z.enum(RULE_ACTIONS).describe("What the rule does with what it matches");
export const ruleKind = z.enum(RULE_KINDS).describe("What the value of the rule is");
export const hashedRule = z.literal(true).optional().describe(
  "The rule was made of a `ref`: it holds a hash, and `value` is masked",
);
const trustedWhy = {
  note: z.string().optional().describe("Of a rule that trusts: why, in your own words"),
  author: z.string().optional().describe(
    "Of a rule that trusts: the id of the key or the person that made it",
  ),
};
export const ruleApplied = z.object({
  id: z.string().describe("The id of the rule"),
  action: ruleAction,
  kind: ruleKind,
  value: z.string().describe("What the rule matches, in canonical form"),
  hashed: hashedRule,
  ...trustedWhy,
}).openapi("RuleApplied", { description: "Present when one of your rules decided the result" });

export const decidingRule = z.object({
  id: z.string().describe("The id of the rule"),
  action: z.enum([...new Set([...RULE_ACTIONS, ...CONDITION_ACTIONS])]).describe("What it did"),
  kind: z.enum([...RULE_KINDS, "condition"]).describe("What the rule is"),
  value: z.string().optional().describe("What a rule that names a value matches, in canonical form"),
  hashed: hashedRule,
  ...trustedWhy,
  when: z.string().optional().describe("The condition, as it was"),
}).openapi("DecidingRule", {
  description: "Your rule that decided the whole: of a list, or with a condition",
});

/** What rules did to a whole sign-up. */
export const conditionFields = {
  rule: decidingRule.extend({
    rule_id: z.string().describe("The id again, for /v1/rules/{rule_id}"),
  }).nullable().describe("Your rule that decided the whole; null: none did"),
  tags: z.array(z.string()).describe("Words of your rules that tag"),
  would_have: z.array(z.object({
    rule_id: z.string().describe("The id of the rule"),
    action: z.enum(CONDITION_ACTIONS).describe("What it would have done"),
  })).describe("Rules in shadow whose condition is true; they decide nothing"),
  not_judged: z.array(z.object({
    rule_id: z.string().describe("The id of the rule"),
    reason: z.string().describe("What its condition rests on that is unknown"),
  })).describe("Rules whose condition is neither true nor false; they did not act"),
};

/** The fields that end every result. */
export const tail = { request_id: requestId, processing_time_sec: seconds };

export const valueKind = z.enum(["ip", "email", "domain", "phone"]).describe("What the values are");
export const componentKind = z.enum(COMPONENT_KINDS).describe("What was scored");
export const skippedValue = z.object({
  value: z.string().describe("As sent"),
  reason: z.string().describe("Why it was skipped; a sentence"),
});

export const envelope = {
  risk_score: score,
  verdict,
  rule_applied: ruleApplied.optional(),
  ...tail,
};

const errorCode = z.enum(ERROR_CODE_NAMES).openapi("ErrorCode", {
  description: "Why a request failed. Branch on it: titles and details may change",
});

export const problemBody = z.object({
  type: z.string().describe("URL of the page that explains the code"),
  title: z.string().describe("What the code means; a sentence"),
  status: z.int().describe("The HTTP status"),
  detail: z.string().describe("What went wrong with this request; a sentence"),
  code: errorCode,
  request_id: requestId.describe("The id of this request, for the operator's log"),
  errors: z.array(z.object({
    pointer: z.string().optional().describe("JSON Pointer into the body"),
    parameter: z.string().optional().describe("Name of the query or path parameter"),
    detail: z.string().describe("What is wrong there"),
    line: z.int().min(1).optional().describe("Of a condition: the line, from 1"),
    column: z.int().min(1).optional().describe("Of a condition: the character of the line, from 1"),
    nearest: z.string().nullable().optional().describe(
      "Of a condition: the name that was probably meant; null: none is near",
    ),
  })).optional().describe("The places that are wrong"),
}).openapi("Problem", { description: "RFC 9457 problem details" });
