/** Schemas of the audit log. */
import { z } from "@hono/zod-openapi";
import { AUDIT_ACTIONS } from "../../model/access/audit.ts";
import { AUDIT_ID } from "../../service/access/audit_log.ts";
import { described, moment, tail, text } from "../common_schema.ts";
import { momentFrom } from "../moment_query.ts";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
/** Longer ones are in no entry. */
const MAX_TEXT_CHARS = 200;

const optional = (description: string, example?: string) =>
  z.string().max(MAX_TEXT_CHARS).optional().transform((text) => text?.trim() || null).meta({
    type: "string",
    description,
    ...(example === undefined ? {} : { example }),
  });

/** A day, or RFC 3339. @param ofDay milliseconds to add to the beginning of a day */
function momentQuery(ofDay: number, description: string) {
  return z.string().optional().transform((given, context) => {
    if (given === undefined || given === "") return null;
    const at = momentFrom(given, ofDay);
    if (at !== null) return at;
    context.issues.push({
      code: "custom",
      message: "must be RFC 3339, or a day such as 2026-11-22",
      input: given,
    });
    return z.NEVER;
  }).meta({ type: "string", format: "date-time", description });
}

export const formatQuery = z.enum(["json", "csv", ""]).optional().transform((format) => format === "csv")
  .meta({
    type: "string",
    enum: ["json", "csv"],
    default: "json",
    description: "csv: as a file, also with `Accept: text/csv`",
  });

const DAY_MS = 86_400_000;

export const auditQuery = z.object({
  person: optional("Id of the person who acted"),
  key: optional("Id of the API key that acted"),
  action: z.enum([...AUDIT_ACTIONS, ""]).optional().transform((action) => action || null)
    .meta({ type: "string", enum: [...AUDIT_ACTIONS], description: "What was done" }),
  object: optional(
    "The id of what was changed (a request, rule, key, webhook, campaign and so on), the name of a setting, or a name as the entries show it",
  ),
  from: momentQuery(0, "RFC 3339 or a day (UTC): from this time on"),
  to: momentQuery(DAY_MS, "RFC 3339: before this time; or a day (UTC), which is included"),
  cursor: z.string().regex(AUDIT_ID, "is not a cursor of the audit log").or(z.literal("")).optional()
    .transform((cursor) => cursor || null).meta({
      type: "string",
      pattern: AUDIT_ID.source,
      description: "Of the page before",
    }),
  limit: z.string().optional().transform((text, context) => {
    const limit = !text ? DEFAULT_LIMIT : /^\d{1,3}$/.test(text) ? Number(text) : 0;
    if (limit >= 1 && limit <= MAX_LIMIT) return limit;
    context.issues.push({ code: "custom", message: `must be from 1 to ${MAX_LIMIT}`, input: text });
    return z.NEVER;
  }).meta({
    type: "integer",
    minimum: 1,
    maximum: MAX_LIMIT,
    default: DEFAULT_LIMIT,
    description: "Entries to return",
  }),
  format: formatQuery,
});

const auditEntry = z.object({
  audit_id: z.string().meta({ example: "019aaf6d2a00-4f2c1a-9b2d3c4e5f60", description: "Of the entry" }),
  at: moment.describe("RFC 3339: the first of its events"),
  until: moment.describe("RFC 3339: the last of them"),
  times: z.int().meta({ example: 1 }).describe("Equal events of one minute are one entry"),
  action: z.enum(AUDIT_ACTIONS).meta({ example: "rules_changed" }).describe(
    "What was done. A later version may add some",
  ),
  by: z.string().meta({ example: "Anna Berg" }).describe(
    "Who acted: the name of the person, `key` and the key's name, or the operator, this service or a visitor",
  ),
  by_id: text.meta({ example: "psn_019aaf6d2a004f2c1a9b2d3c" }).describe("Id of the person or key"),
  person: text.meta({ example: "psn_019aaf6d2a004f2c1a9b2d3c" }).describe("Id of the person who acted"),
  key: text.describe("Id of the API key that acted"),
  via: z.enum(["api", "console", "command", "service"]).meta({ example: "console" }).describe(
    "Through what",
  ),
  network: text.meta({ example: "203.0.113.•" }).describe("The network of the client, masked"),
  count: z.int().meta({ example: 1 }).describe("How many things were changed"),
  objects: z.array(z.string()).meta({ example: ["0f8f1b6e-7a51-4c1d-9a0e-2b6f6f1c7d11"] }).describe(
    "Ids of what was changed: at most 250 an entry; what changed more is in several entries",
  ),
  names: z.array(z.string()).meta({ example: ["block j•••@mailinator.com"] }).describe(
    "What they were called then, with values masked: it can be read when they are gone",
  ),
  changes: z.array(z.object(described(z.string(), {
    name: "Of the setting or field",
    from: "Before; `none` where there was nothing",
    to: "After",
  }, { name: "state", from: "shadow", to: "live" }))).describe("What was changed, from what to what"),
  details: z.record(z.string(), z.string()).meta({ example: { action: "block" } }).describe(
    "What else there is to say",
  ),
  events: z.array(z.object({
    at: moment.describe("RFC 3339"),
    count: z.int().meta({ example: 1, description: "How many things it changed" }),
    objects: z.int().meta({
      example: 1,
      description: "How many of `objects`, in their order, it is the first to name",
    }),
  })).describe("Each event of an entry that stands for several; empty for one that stands for one"),
}).openapi("AuditEntry", { description: "Who did what, when, and from which network" });

export const auditResult = z.object({
  entries: z.array(auditEntry).describe("The newest first"),
  cursor: text.describe(
    "For the next page, also where this one is empty: one call looks at 5,000 entries; null at the end",
  ),
  ...tail,
}).openapi("AuditLog", { description: "A page of the audit log" });
