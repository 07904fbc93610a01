/** Schemas of `POST /v1/scores/search`. */
import { z } from "@hono/zod-openapi";
import { MAX_USER_ID_CHARS } from "../../model/signup/user_id.ts";
import { MAX_RESULTS } from "../../service/cases/search.ts";
import { MAX_CURSOR_CHARS } from "../../service/cases/search_cursor.ts";
import { MAX_SEARCHED_CHARS, SEARCH_KINDS } from "../../service/cases/searched_value.ts";
import { REF_KINDS } from "../../service/cases/value_ref.ts";
import { requestId, score, tail, text, verdict } from "./common.ts";

const MAX_FINDING_CHARS = 64;
const MAX_RING_CHARS = 64;

const optional = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? null);

/** `null` and `""` mean not given. */
const optionalText = (max: number) => z.string().max(max).nullish().transform((value) => value || null);

const moment = z.iso.datetime({ offset: true }).nullish().transform((value) =>
  value == null ? null : Date.parse(value)
);

export const searchBody = z.object({
  value: optionalText(MAX_SEARCHED_CHARS).openapi({
    type: "string",
    example: "jane@mailinator.com",
    description:
      "An address, network, e-mail address, phone number, domain, device, request id, user id or ref. A domain is found with its subdomains and the mail addresses there; a network by its /16 or /24, IPv6 /32 or /48",
  }),
  kind: optional(z.enum(SEARCH_KINDS)).openapi({
    type: "string",
    enum: [...SEARCH_KINDS],
    description: "Of the value; told by the value itself when absent",
  }),
  user_id: optionalText(MAX_USER_ID_CHARS * 2).openapi({ type: "string" }),
  ring_id: optionalText(MAX_RING_CHARS).openapi({ type: "string" }),
  verdict: optional(verdict).openapi({ type: "string", enum: [...verdict.options] }),
  label: optional(z.enum(["fraud", "legit", "none"])).openapi({
    type: "string",
    enum: ["fraud", "legit", "none"],
  }),
  finding: optionalText(MAX_FINDING_CHARS).openapi({
    type: "string",
    description: "The name of a finding of any component, for example disposable",
  }),
  from: moment.openapi({ type: "string", format: "date-time" }),
  to: moment.openapi({ type: "string", format: "date-time", description: "Before this time" }),
  limit: z.int().min(1).max(MAX_RESULTS).nullish().transform((limit) => limit ?? 50).openapi({
    type: "integer",
    minimum: 1,
    maximum: MAX_RESULTS,
    default: 50,
  }),
  cursor: optionalText(MAX_CURSOR_CHARS).openapi({
    type: "string",
    description: "Of the page before, with the same filters",
  }),
});

export const valueRef = z.string().openapi({
  example: "val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX",
  description: "Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it",
});

export const label = z.enum(["fraud", "legit"]).nullable();

export const maskedValue = z.object({
  kind: z.enum(REF_KINDS),
  masked: z.string(),
  ref: valueRef.nullable(),
});

export const foundScore = z.object({
  request_id: requestId,
  scored_at: z.iso.datetime(),
  risk_score: score,
  verdict,
  label,
  user_id: text,
  ring_id: text.openapi({ description: "The ring that the sign-up now belongs to" }),
  top_signals: z.array(z.string()),
  values: z.array(maskedValue),
}).openapi("FoundScore");

export const searchResult = z.object({
  results: z.array(foundScore),
  cursor: text.openapi({ description: "For the next page; null at the end" }),
  ...tail,
}).openapi("SearchResult");
