/** Schemas of `POST /v1/scores/search`. */
import { z } from "@hono/zod-openapi";
import { MAX_USER_ID_CHARS } from "../../model/user_id.ts";
import { MAX_RESULTS } from "../../service/cases/search.ts";
import { MAX_CURSOR_CHARS } from "../../service/cases/search_cursor.ts";
import { MAX_SEARCHED_CHARS, SEARCH_KINDS } from "../../service/cases/searched_value.ts";
import { REF_KINDS } from "../../service/cases/value_ref.ts";
import { KEY_MODES, OUTCOMES } from "../../model/records.ts";
import {
  findingName,
  modeQuery,
  moment as instant,
  requestId,
  score,
  tail,
  text,
  topSignals,
  verdict,
} from "../common_schema.ts";

export const searchQuery = z.object({ mode: modeQuery });

const MAX_FINDING_CHARS = 64;
const MAX_RING_CHARS = 64;

const optional = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? null);

/** `null` and `""` mean not given. */
const optionalText = (max: number) => z.string().max(max).nullish().transform((value) => value || null);

const moment = z.iso.datetime({ offset: true }).nullish().transform((value) =>
  value == null ? null : Date.parse(value)
);

const LABELS = [...OUTCOMES, "none"] as const;
const FINDINGS = [...new Set([...findingName.component.options, ...findingName.linkage.options])].sort();

export const searchBody = z.object({
  value: optionalText(MAX_SEARCHED_CHARS).openapi({ example: "jane@mailinator.com" }).describe(
    "An address, network, e-mail address, phone number, domain, device, request id, user id or ref. A domain is found with its subdomains and the mail addresses there; a network by its /16 or /24, IPv6 /32 or /48",
  ),
  kind: optional(z.enum(SEARCH_KINDS)).describe("Of the value; told by the value itself when absent"),
  user_id: optionalText(MAX_USER_ID_CHARS * 2).describe("Your own reference of the user"),
  ring_id: optionalText(MAX_RING_CHARS).describe("Members of this ring"),
  verdict: optional(verdict).describe("Scores with this verdict"),
  label: optional(z.enum(LABELS)).describe("Scores that you labelled so; `none`: without a label"),
  finding: optionalText(MAX_FINDING_CHARS).openapi({
    enum: [...FINDINGS, null],
    description: "The name of a finding of any component, for example disposable",
  }),
  from: moment.describe("RFC 3339: from this time on"),
  to: moment.describe("RFC 3339: before this time"),
  mode: optional(z.enum(KEY_MODES)).describe("As `mode` in the query"),
  limit: z.int().min(1).max(MAX_RESULTS).nullish().transform((limit) => limit ?? 50).openapi({
    default: 50,
    description: "Scores per page",
  }),
  cursor: optionalText(MAX_CURSOR_CHARS).describe("Of the page before, with the same filters"),
});

export const valueRef = z.string().openapi({ example: "val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX" }).describe(
  "Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it",
);

const label = z.enum(OUTCOMES).nullable().openapi({ example: "fraud" }).describe(
  "Your label; null without one",
);

export const maskedValue = z.object({
  kind: z.enum(REF_KINDS).openapi({ description: "What the value is", example: "email" }),
  masked: z.string().openapi({ example: "j•••@mailinator.com" }).describe(
    "The value in a form that a person may see",
  ),
  ref: valueRef.nullable(),
});

export const foundScore = z.object({
  request_id: requestId,
  scored_at: instant.describe("RFC 3339"),
  risk_score: score,
  verdict,
  label,
  user_id: text.openapi({ description: "Your own reference of the user", example: "user-81225" }),
  ring_id: text.openapi({ example: "ring_019a9f3c11d270008a513f2d9c0e4b17" }).describe(
    "The ring that the sign-up now belongs to",
  ),
  top_signals: topSignals,
  values: z.array(maskedValue).describe("The values that were scored"),
}).openapi("FoundScore", { description: "A stored score in a list" });

export const searchResult = z.object({
  results: z.array(foundScore).describe("The newest first"),
  cursor: text.describe("For the next page; null at the end"),
  ...tail,
}).openapi("SearchResult", { description: "A page of stored scores" });
