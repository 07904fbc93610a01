/** Schemas of "may I send?". */
import { z } from "@hono/zod-openapi";
import { LIMIT_NAMES, LIMIT_ROWS, type LimitName } from "../../model/guard/limits.ts";
import { SEND_RULES, type SendRule } from "../../model/guard/judge.ts";
import { CHANNELS, PURPOSES, SEND_DECISIONS, SEND_OUTCOMES } from "../../model/guard/send.ts";
import { MAX_EMAIL_LENGTH } from "../../signals/email/parse.ts";
import { LINE_TYPES } from "../../signals/phone/score.ts";
import { score, tail, text } from "../common_schema.ts";

const MAX_COST = 1_000;
const MAX_COUNTRIES = 300;

export const sendBody = z.object({
  channel: z.enum(CHANNELS).describe("How it is sent"),
  to: z.string().min(1).max(MAX_EMAIL_LENGTH).meta({ example: "+442079460123" }).describe(
    "The number in E.164, or the e-mail address",
  ),
  purpose: z.enum(PURPOSES).default("other").describe("What the message is for"),
  ip: z.string().max(100).nullish().meta({ example: "203.0.113.7" }).describe(
    "The address of who asks for it",
  ),
  device: z.string().max(200).nullish().describe("The device id of who asks for it"),
  user_id: z.string().max(200).nullish().meta({ example: "user-1042" }).describe(
    "Your own reference of the user",
  ),
  email: z.string().max(MAX_EMAIL_LENGTH).nullish().describe(
    "The e-mail address of who asks for it: counted like the user where `user_id` is absent",
  ),
  cost: z.number().min(0).max(MAX_COST).nullish().meta({ example: 0.05 }).describe(
    "How much it costs: a number in the unit of your budgets",
  ),
  request_id: z.string().max(60).nullish().describe("Of the score of the sign-up behind it"),
});

// The rules are the keys of a table that is not empty.
const ruleNames = Object.keys(SEND_RULES) as [SendRule, ...SendRule[]];

export const sendResult = z.object({
  decision: z.enum(SEND_DECISIONS).meta({ example: "allow" }).describe(
    "`delay`: send it later, or over another channel; `deny`: do not send it",
  ),
  retry_after: z.int().min(1).nullable().meta({ example: null }).describe(
    "Seconds after which it may be asked again; null: now, or never",
  ),
  score: score.meta({ example: 0 }),
  reasons: z.array(z.string()).meta({ example: [] }).describe(
    "Why, the heaviest first. For you, not for the user",
  ),
  rules: z.array(z.enum(ruleNames)).meta({ example: [] }).describe("The names of these reasons"),
  send_id: text.meta({ example: "snd_0mfz3k1a0a1b2c3d4e5f6g7h8" }).describe(
    "For `/v1/guard/outcome`; null: it could not be kept, and the answer holds all the same",
  ),
  to: z.object({
    country: text.meta({ example: "GB" }).describe("ISO 3166-1 alpha-2; null: unknown, or mail"),
    line_type: z.enum(LINE_TYPES).nullable().describe("Null: unknown, or mail"),
    carrier: text.meta({ example: null }).describe("Where the number began; of mail its domain"),
  }).describe("What is known of whom it goes to"),
  prefix: z.object({
    sent: z.int().meta({ example: 0 }).describe("Number of sends before this one"),
    verified: z.int().meta({ example: 0 }).describe("How many of them were verified"),
    conversion: z.number().min(0).max(1).nullable().meta({ example: null }).describe(
      "The share of them; null: none was sent",
    ),
  }).describe("Of the block of 10,000 numbers in 24 hours; of mail, of its domain"),
  suggest: z.enum(["email"]).nullable().meta({ example: null }).describe(
    "Another channel that may do; null: none is suggested",
  ),
  ...tail,
}).openapi("GuardSend", { description: "Whether a message may be sent" });

export const outcomeBody = z.object({
  send_id: z.string().max(60).meta({ example: "snd_0mfz3k1a0a1b2c3d4e5f6g7h8" }).describe(
    "As in the answer",
  ),
  status: z.enum(SEND_OUTCOMES).describe("What became of it. None within 15 minutes counts as failed"),
});

export const outcomeResult = z.object({
  send_id: z.string().describe("As it was sent"),
  status: z.enum(SEND_OUTCOMES).describe("As it was sent; what was verified stays so"),
  ...tail,
}).openapi("GuardOutcome", { description: "What became of a send" });

const limitSchemas = Object.fromEntries(
  LIMIT_NAMES.map((name) => {
    const { is, text } = LIMIT_ROWS[name];
    return [name, z.number().meta({ example: is }).describe(text)];
  }),
) as Record<LimitName, z.ZodNumber>;

const changedLimits = Object.fromEntries(
  LIMIT_NAMES.map((name) => {
    const { least, most, text } = LIMIT_ROWS[name];
    return [name, z.number().nullish().describe(`${text}, ${least} to ${most}; null: the default`)];
  }),
) as Record<LimitName, z.ZodOptional<z.ZodNullable<z.ZodNumber>>>;

const PERMITTED = "Countries that are sent to (ISO 3166-1 alpha-2); null: all";
const BUDGETS = "What may be spent by country in a day (UTC), in the unit of `cost`";

export const settingsBody = z.strictObject({
  permitted_countries: z.array(z.string()).max(MAX_COUNTRIES).nullish().describe(PERMITTED),
  budgets: z.record(z.string().max(10), z.number().nullable()).optional()
    .refine((budgets) => budgets === undefined || Object.keys(budgets).length <= MAX_COUNTRIES, {
      message: `must have at most ${MAX_COUNTRIES} countries`,
    }).meta({ example: { DE: 20 } }).describe(`${BUDGETS}; null: none`),
  limits: z.strictObject(changedLimits).optional().describe("What is not named stays as it is"),
});

export const settingsResult = z.object({
  permitted_countries: z.array(z.string()).nullable().meta({ example: null }).describe(PERMITTED),
  budgets: z.record(z.string(), z.number()).meta({ example: {} }).describe(BUDGETS),
  limits: z.object(limitSchemas).describe("All of them, as they are in force"),
  ...tail,
}).openapi("GuardSettings", { description: "What an account allows of its sends" });
