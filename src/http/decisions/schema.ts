/** Schemas of decisions. */
import { z } from "@hono/zod-openapi";
import {
  DECISION_ORIGINS,
  DECISION_SCOPES,
  DECISION_TYPES,
  type DecisionOrigin,
} from "../../model/decisions/decision.ts";
import { MAX_LISTED_DECISIONS } from "../../service/decisions/list_decisions.ts";
import { moment, tail, text } from "../common_schema.ts";

const DEFAULT_LISTED = 100;

/** Absent, or one of the names; in any case of letters. */
function oneOf<const Names extends readonly string[]>(names: Names, description: string) {
  return z.string().optional().transform((given, context): Names[number] | null => {
    if (given === undefined || given === "") return null;
    const name = names.find((each) => each.toLowerCase() === given.toLowerCase());
    if (name !== undefined) return name;
    context.issues.push({ code: "custom", message: `must be one of ${names.join(", ")}`, input: given });
    return z.NEVER;
  }).meta({ type: "string", enum: [...names], description });
}

const filter = (description: string, maxLength: number) =>
  z.string().max(maxLength).optional().transform((given) => given || null).meta({
    type: "string",
    maxLength,
    description,
  });

export const decisionsQuery = z.object({
  origin: oneOf(DECISION_ORIGINS, "Only those that this made; absent: all"),
  type: oneOf(DECISION_TYPES, "Only these; absent: all"),
  scope: oneOf(DECISION_SCOPES, "Only those that name this; absent: all"),
  value: filter("Only those of exactly this address, network, AS number or country", 64),
  ip: filter("Only those that apply to this address, by its network, system and country too", 64),
  cursor: filter("`next` of the page before", 16),
  limit: z.string().optional().transform((given, context) => {
    const limit = given === undefined || given === ""
      ? DEFAULT_LISTED
      : /^\d{1,4}$/.test(given)
      ? Number(given)
      : 0;
    if (limit >= 1 && limit <= MAX_LISTED_DECISIONS) return limit;
    context.issues.push({
      code: "custom",
      message: `must be from 1 to ${MAX_LISTED_DECISIONS}`,
      input: given,
    });
    return z.NEVER;
  }).meta({
    type: "integer",
    minimum: 1,
    maximum: MAX_LISTED_DECISIONS,
    default: DEFAULT_LISTED,
    description: "Decisions to return",
  }),
});

const decision = z.object({
  id: z.int().meta({ example: 4711 }).describe(
    "Grows within your account; for `DELETE /v1/decisions/{decision_id}`",
  ),
  uuid: z.uuid().meta({ example: "61626364-6566-8768-8696-00000000126f" }).describe(
    "The same, for bouncers",
  ),
  origin: z.enum(DECISION_ORIGINS).meta({ example: "winnow-velocity" }).describe("What made it"),
  type: z.enum(DECISION_TYPES).meta({ example: "captcha" }).describe(
    "`ban`: refuse; `captcha`: ask for proof of a person",
  ),
  scope: z.enum(DECISION_SCOPES).meta({ example: "Ip" }).describe("What the value is"),
  value: z.string().meta({ example: "185.220.101.7" }).describe(
    "An address, a network, the digits of an AS number, or an ISO 3166-1 code",
  ),
  scenario: z.string().meta({ example: "winnow/velocity" }).describe("As bouncers show it"),
  from: moment.describe("RFC 3339: when it was made, or renewed"),
  until: moment.describe("RFC 3339: when it ends. What has no end of its own is renewed before"),
  why: z.string().meta({ example: "10 refused sign-ups or log-ins within ten minutes" }).describe(
    "In words",
  ),
}).openapi("Decision", { description: "What bouncers and proxies are told of an address" });

const count = (text: string, example = 0) =>
  z.int().meta({ example }).describe(`How many are active: ${text}`);
const COUNTS = {
  "winnow-rules": count("by your block rules"),
  "winnow-labels": count("by your fraud labels"),
  "winnow-velocity": count("by bursts of refusals", 1),
  "winnow-drop": count("hijacked ranges"),
  "winnow-tor": count("exit nodes of Tor"),
} as const satisfies Readonly<Record<DecisionOrigin, z.ZodType>>;

export const decisionsResult = z.object({
  decisions: z.array(decision).describe("Active ones, the newest first"),
  total: z.int().meta({ example: 1 }).describe("How many fit"),
  counts: z.object(COUNTS).describe("All active ones, by origin"),
  next: text.meta({ example: null }).describe("`cursor` of the next page; null at the end"),
  ...tail,
}).openapi("DecisionList", { description: "Decisions of your account" });

export const decisionParams = z.object({
  decision_id: z.string().meta({ example: "4711" }).describe("As in the list"),
});

export const decisionResult = decision.extend(tail).openapi("LiftedDecision", {
  description: "The decision that was taken back",
});
