/** Schemas of `POST /v1/scores/search`. */
import { z } from "@hono/zod-openapi";
import { MAX_USER_ID_CHARS } from "../../model/user_id.ts";
import { MAX_FACET_VALUES, MAX_FACETS, OTHER_FACET_NAMES } from "../../service/cases/facets.ts";
import { MAX_RESULTS, MORE_THAN_COUNTED } from "../../service/cases/search.ts";
import type { SearchRequest } from "../../service/cases/search_request.ts";
import { MAX_CURSOR_CHARS } from "../../service/cases/search_cursor.ts";
import { MAX_SEARCHED_CHARS, SEARCH_KINDS } from "../../service/cases/searched_value.ts";
import { REF_KINDS } from "../../service/cases/value_ref.ts";
import { COMPONENT_KINDS } from "../../model/component.ts";
import { VERDICTS } from "../../model/verdict.ts";
import { KEY_MODES, type KeyMode, LABEL_TYPES, OUTCOMES } from "../../model/records.ts";
import {
  described,
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
import { factFilters, factNames, factValue } from "./fact_schema.ts";

export const searchQuery = z.object({ mode: modeQuery });

const MAX_FINDING_CHARS = 64;
const MAX_RING_CHARS = 64;
const MAX_RULE_CHARS = 64;
const MAX_TAG_CHARS = 64;
/** Facts that a list shows. */
const MAX_COLUMNS = 40;

const optional = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? null);

/** `null` and `""` mean not given. */
const optionalText = (max: number) => z.string().max(max).nullish().transform((value) => value || null);

const moment = z.iso.datetime({ offset: true }).nullish().transform((value) =>
  value == null ? null : Date.parse(value)
);

const LABELS = [...OUTCOMES, "none", "any"] as const;
const FINDINGS = [...new Set([...findingName.component.options, ...findingName.linkage.options])].sort();

const riskScore = z.int().min(0).max(100).nullish().transform((score) => score ?? null);

/** What scores are searched by. */
const filters = {
  value: optionalText(MAX_SEARCHED_CHARS).meta({ example: "jane@mailinator.com" }).describe(
    "An address, network, e-mail address, phone number, domain, device, request id, user id or ref. A domain is found with its subdomains and the mail addresses there; a network by its /16 or /24, IPv6 /32 or /48",
  ),
  kind: optional(z.enum(SEARCH_KINDS)).describe("Of the value; told by the value itself when absent"),
  user_id: optionalText(MAX_USER_ID_CHARS * 2).describe("Your own reference of the user"),
  ring_id: optionalText(MAX_RING_CHARS).describe("Members of this ring"),
  verdict: optional(z.enum([...VERDICTS, "stopped"])).describe(
    "Scores with this verdict; `stopped`: review or block",
  ),
  label: optional(z.enum(LABELS)).describe(
    "Scores that you labelled so; `none`: without a label, `any`: with one",
  ),
  label_type: optional(z.enum([...LABEL_TYPES, "none"])).describe(
    "Scores that you labelled as this kind of fraud; `none`: as fraud of no kind in particular",
  ),
  finding: optionalText(MAX_FINDING_CHARS).meta({
    enum: [...FINDINGS, null],
    description: "The name of a finding of any component, for example disposable",
  }),
  component: optional(z.enum(COMPONENT_KINDS)).describe("Scores that have this component"),
  facts: factFilters.nullish().transform((facts) => facts ?? {}).meta({
    example: { "ip.asn": [16276], "phone.country": ["TJ", null], "custom.plan": ["pro"] },
    description:
      "By name: values of which the score has one; null: it is unknown. All facts must fit. `custom.<key>` are fields of your own",
  }),
  min_score: riskScore.describe("Scores of at least this `risk_score`"),
  max_score: riskScore.describe("Scores of at most this `risk_score`"),
  rule: optionalText(MAX_RULE_CHARS).describe(
    "The id of a rule or condition that decided, or that was true, also in shadow",
  ),
  decided_by: optionalText(MAX_RULE_CHARS).describe("The id of a rule or condition that decided"),
  tag: optionalText(MAX_TAG_CHARS).describe("Scores with this tag"),
  from: moment.describe("RFC 3339: from this time on"),
  to: moment.describe("RFC 3339: before this time"),
  mode: optional(z.enum(KEY_MODES)).describe("As `mode` in the query"),
};

export const searchBody = z.object({
  ...filters,
  limit: z.int().min(1).max(MAX_RESULTS).nullish().transform((limit) => limit ?? 50).meta({
    default: 50,
    description: "Scores per page",
  }),
  cursor: optionalText(MAX_CURSOR_CHARS).describe("Of the page before, with the same filters"),
  columns: factNames(MAX_COLUMNS).nullish().transform((names) => names ?? []).meta({
    example: ["ip.asn", "custom.plan"],
    description:
      "Facts that each result has as `facts`; in CSV fields of your own, of which the 100 most frequent ones of the first page are columns in any case",
  }),
});

const filterFields = z.object(filters);

/** The request of the filters of a body. */
export function searchRequest(
  { user_id, ring_id, min_score, max_score, label_type, decided_by, ...rest }: z.infer<typeof filterFields>,
  mode: KeyMode | null,
): SearchRequest {
  const { value, kind, verdict, label, finding, component, facts, rule, tag, from, to } = rest;
  return {
    ...{ value, kind, verdict, label, finding, component, facts, rule, tag, from, to },
    mode: rest.mode ?? mode,
    userId: user_id,
    ringId: ring_id,
    labelType: label_type,
    decidedBy: decided_by,
    minScore: min_score,
    maxScore: max_score,
  };
}

export const facetsBody = z.object({
  ...filters,
  facets: factNames(MAX_FACETS, OTHER_FACET_NAMES).refine((names) => names.length > 0, "must not be empty")
    .meta({
      example: ["ip.asn"],
      description: `Facts that are counted, also ${OTHER_FACET_NAMES.join(", ")}`,
    }),
});

const total = z.union([z.int().min(0), z.literal(MORE_THAN_COUNTED)]).meta({
  example: 1234,
  description: "How many scores fit: exact up to 10,000. On further pages as on the first one",
});

const facetValue = z.object({
  value: factValue.meta({ example: 16276 }).describe("Of the fact"),
  count: z.int().meta({ description: "Scores that have the value", example: 40 }),
  verdicts: z.object(described(z.int(), {
    allow: "Of them, scores with this verdict",
    review: "Of them, scores with this verdict",
    block: "Of them, scores with this verdict",
  }, { allow: 2, review: 8, block: 30 })).describe("The scores by verdict"),
  labels: z.object(described(z.int(), {
    fraud: "Of them, scores that you labelled as fraud",
    legit: "Of them, scores that you labelled as legitimate",
  }, { fraud: 12, legit: 1 })).describe("The scores by label"),
}).openapi("FacetValue", { description: "A value of a fact, and how many scores have it" });

export const facetsResult = z.object({
  facets: z.record(z.string(), z.array(facetValue)).meta({
    description:
      `By name: the ${MAX_FACET_VALUES} most frequent values. Scores whose value is unknown are in none`,
  }),
  total,
  ...tail,
}).openapi("Facets", { description: "The most frequent values among the scores that fit" });

export const valueRef = z.string().meta({ example: "val_eK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX" }).describe(
  "Names a value of your scores, for /v1/values/{ref}; null where nothing is remembered of it",
);

const label = z.enum(OUTCOMES).nullable().meta({ example: "fraud" }).describe(
  "Your label; null without one",
);

export const maskedValue = z.object({
  kind: z.enum(REF_KINDS).meta({ description: "What the value is", example: "email" }),
  masked: z.string().meta({ example: "j•••@mailinator.com" }).describe(
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
  label_type: z.enum(LABEL_TYPES).optional().describe(
    "What kind of fraud the label says it was, where it does",
  ),
  label_at: instant.optional().describe("RFC 3339: when the label says it happened, where it does"),
  user_id: text.meta({ description: "Your own reference of the user", example: "user-81225" }),
  ring_id: text.meta({ example: "ring_019a9f3c11d270008a513f2d9c0e4b17" }).describe(
    "The ring that the sign-up now belongs to",
  ),
  top_signals: topSignals,
  values: z.array(maskedValue).describe("The values that were scored"),
  facts: z.record(z.string(), factValue).optional().meta({
    description: "The facts that `columns` asked for, as far as they are known; absent without `columns`",
  }),
}).openapi("FoundScore", { description: "A stored score in a list" });

export const searchResult = z.object({
  results: z.array(foundScore).describe("The newest first"),
  cursor: text.describe("For the next page; null at the end"),
  total,
  ...tail,
}).openapi("SearchResult", { description: "A page of stored scores" });
