/** Settings of the caller's account. */
import { changeOwnSettings, settingsOf } from "../../service/access/settings.ts";
import { BODY_LIMIT } from "../body.ts";
import { type Endpoint, endpoint, withRequestId } from "../endpoint.ts";
import { z } from "@hono/zod-openapi";
import {
  APPSEC_REVIEWS,
  MAPPED_FIELDS,
  type MappedField,
  MAX_EDGE_HOSTS,
  MAX_EDGE_PATHS,
  MAX_EDGE_TEXT,
  SWITCH,
} from "../../model/access/edge_settings.ts";
import { COMPAT_BALANCES, COMPAT_UNKNOWNS, LINKAGE_SCORING } from "../../model/records.ts";
import { booleanQuery, described, tail } from "../common_schema.ts";
import { dryRunSettings } from "../../service/dry_run/settings_dry_run.ts";
import { dryRunList, dryRunQuery, dryRunRequest, ruleTrial } from "../rules/dry_run_schema.ts";

const linkageScoring = z.enum(LINKAGE_SCORING).describe(
  "`score`: links between sign-ups are part of the score. `report`: they are only reported",
);

const balance = z.enum(COMPAT_BALANCES).describe(
  "`funds_remaining` and `queries_remaining`, which are not kept: `null`, or `zero` for clients that accept numbers only",
);
const unknown = z.enum(COMPAT_UNKNOWNS).describe(
  "Every other vendor field that is not known: `null`, or `omit` to leave it out, as the vendor does",
);
const COMPAT = "How the minFraud and GeoIP2 endpoints write what is not known";

/** Without limits, which the service checks: its errors name the field and why. */
const thresholds = z.object(described(z.int(), {
  review: "The lowest score that is a review, 1 to 100 and not above `block`",
  block: "The lowest score that is a block, 1 to 100",
}, { review: 40, block: 75 }));
const THRESHOLDS = "Where verdicts begin in scores whose request names no strictness";

/** Without limits too. */
const reviewTarget = z.int().meta({ example: 24 }).describe(
  "Number of hours within which a review is to be decided, 1 to 720",
);

const appeals = z.boolean().meta({ example: false }).describe(
  "true: answers of sign-ups that are not `allow` have the address of a page where the person can appeal (`appeal.url`)",
);

const keySignIn = z.boolean().describe(
  "Whether the console opens with a key; false needs an owner who can sign in as a person",
);

const fields = z.strictObject(
  Object.fromEntries(
    MAPPED_FIELDS.map((
      name,
    ) => [name, z.string().min(1).max(MAX_EDGE_TEXT).optional().describe(`What the site calls \`${name}\``)]),
  ) as Record<
    MappedField,
    z.ZodOptional<z.ZodString>
  >,
).meta({ example: { email: "user[email]" } }).describe(
  "Where a field of a sign-up is in the site's form, or with dots in its JSON",
);

const edge = {
  challenges: z.enum(SWITCH).describe(
    "on: sign-ups that are a review have the address of a challenge (`challenge`)",
  ),
  decisions_tor: z.enum(SWITCH).describe("on: exit nodes of Tor are a decision: captcha"),
  decisions_drop: z.enum(SWITCH).describe("on: hijacked ranges (Spamhaus DROP) are a decision: ban"),
  appsec_review: z.enum(APPSEC_REVIEWS).describe(
    "What AppSec answers on a review: `captcha`, the bouncer's own, or `challenge`, a page of this service",
  ),
  edge_hosts: z.array(z.string()).max(MAX_EDGE_HOSTS).meta({ example: ["shop.example.com"] }).describe(
    "Hosts that a visitor may be sent back to after a challenge",
  ),
  edge_paths: z.array(z.object({
    path: z.string().meta({ example: "/sign-up" }).describe("Without its query"),
    fields,
  })).max(MAX_EDGE_PATHS).describe("Paths whose requests AppSec scores as sign-ups"),
};

const settingsBody = z.object({
  linkage_scoring: linkageScoring.optional(),
  compat: z.object({ balance: balance.optional(), unknown: unknown.optional() }).optional().describe(
    `${COMPAT}; what is not named stays as it is`,
  ),
  appeals: appeals.optional(),
  thresholds: thresholds.nullish().describe(`${THRESHOLDS}; null goes back to those of balanced`),
  review_target: reviewTarget.nullish().describe(
    "Number of hours within which a review is to be decided, 1 to 720; null goes back to 24",
  ),
  key_sign_in: keySignIn.optional(),
  ...z.object(edge).partial().shape,
}).refine((sent) => Object.values(sent).some((value) => value !== undefined), {
  path: ["linkage_scoring"],
  message: "send at least one setting, as linkage_scoring",
});

const settingsResult = z.object({
  linkage_scoring: linkageScoring,
  compat: z.object({ balance, unknown }).describe(COMPAT),
  thresholds: thresholds.nullable().describe(`${THRESHOLDS}; null: those of balanced`),
  review_target: reviewTarget,
  appeals,
  key_sign_in: keySignIn,
  ...edge,
  dry_run: z.boolean().optional().describe("Present in a dry run: nothing was changed"),
  trial: ruleTrial.optional().describe("In a dry run: the stored scores whose verdict would change"),
  list: dryRunList.optional().describe("The list that was asked for; in a dry run"),
  ...tail,
}).openapi("Settings", { description: "The settings of the account" });

const SETTINGS = { family: "account", path: "/v1/settings", tag: "Account", free: true } as const;

const readSettings = endpoint({
  method: "get",
  ...SETTINGS,
  action: "settings.read",
  summary: "Get the settings of your account",
  description:
    "Whether links between sign-ups are part of your scores, where your verdicts begin, and what the minFraud and " +
    "GeoIP2 endpoints write for what is not known. Free.",
  response: settingsResult,
  handler: (request) =>
    Promise.resolve(withRequestId(request, settingsOf(request.caller.account, request.services))),
});

const changeSettings = endpoint({
  method: "put",
  ...SETTINGS,
  // Thresholds; the rest needs settings.write, which the service checks.
  action: "thresholds.write",
  summary: "Change the settings of your account",
  description:
    "With `linkage_scoring` `score`, links between sign-ups are part of the score: a second sign-up on a device or " +
    "with a phone number within the hour, membership in a ring, links to sign-ups that you labelled as fraud, bursts. " +
    "With `report`, the default, they are only reported. `compat` is for vendors' clients that cannot read null: " +
    "`balance` `zero` answers 0 for the balances that are not kept, `unknown` `omit` leaves out what is not known. " +
    "`thresholds` say from which score on a verdict is review and block, where the request names no strictness; " +
    "null goes back to those of balanced. `review_target` is when a review is late. With `appeals`, people whose sign-up was not allowed can appeal on a page " +
    "of this service. `challenges` offers one to reviews; `decisions_tor`, `decisions_drop`, `appsec_review`, `edge_hosts` " +
    "and `edge_paths` are for bouncers and proxies. What is not sent stays as it is.",
  query: z.object({
    dry_run: booleanQuery.describe(
      "true: tells which stored scores would have another verdict, and changes nothing",
    ),
    ...dryRunQuery,
  }),
  body: { schema: settingsBody, limit: BODY_LIMIT, example: { linkage_scoring: "score" } },
  errors: ["test_key_refused", "conflict", "unavailable"],
  response: settingsResult,
  handler: async (request) => {
    const { services, caller, body, query } = request;
    if (query.dry_run) {
      return withRequestId(request, await dryRunSettings(services, caller, body, dryRunRequest(query)));
    }
    return withRequestId(request, await changeOwnSettings(services, caller, body));
  },
});

export const settingsEndpoints: readonly Endpoint[] = [readSettings, changeSettings];
