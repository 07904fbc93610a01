/** Schemas of the events about what people decide: reviews, labels, rules and appeals. */
import { z } from "@hono/zod-openapi";
import { LABEL_TYPES, OUTCOMES } from "../../model/records.ts";
import { DECISIONS } from "../../model/review.ts";
import { MAX_RULE_IDS, RULE_CHANGES } from "../../service/webhooks/rule_events.ts";
import { moment, requestId, text } from "../common_schema.ts";
import { event, EXAMPLE_REQUEST_ID, userId } from "../openapi/event.ts";

const by = {
  by: z.string().meta({ example: "Anna Kern" }).describe(
    "The name of the person, or `key` and the name of the key",
  ),
  by_id: z.string().meta({ example: "psn_019a9f3c2b7e70008a513f2d9c0e4b17" }).describe(
    "The id of the person or key",
  ),
  at: moment.describe("RFC 3339"),
};

const reviewDecided = z.object({
  request_id: requestId,
  user_id: userId,
  decision: z.enum([DECISIONS.legit, DECISIONS.fraud]).describe(
    "`approve`: it was labelled legitimate; `reject`: fraud",
  ),
  outcome: z.enum(OUTCOMES).describe("The label"),
  note: text.describe(
    "The note that was given with the decision, or else the newest on the score; null: none",
  ),
  ...by,
});

const labelOrNone = z.enum([...OUTCOMES, "none"]);
const labelChanged = z.object({
  request_id: requestId,
  user_id: userId,
  old_outcome: labelOrNone.describe("The label before; `none`: it had none"),
  outcome: labelOrNone.describe("The label now; `none`: it was removed"),
  type: z.enum(LABEL_TYPES).nullable().describe("What kind of fraud it was; null: it was not said"),
  ...by,
});

const ruleChanged = z.object({
  change: z.enum(RULE_CHANGES).describe("What became of the rules"),
  rule_ids: z.array(z.string()).max(MAX_RULE_IDS).describe(
    `Ids of the rules, for /v1/rules/{rule_id}; of more than ${MAX_RULE_IDS} the first`,
  ),
  count: z.int().min(1).describe("Number of rules"),
  changes: z.array(z.object({
    field: z.string().describe("The field"),
    from: z.string().describe("Before; `none`: it had none"),
    to: z.string().describe("Now"),
  })).describe("Of a rule that was changed; the text of its note is left out"),
  ...by,
});

const appeal = {
  appeal_id: z.string().describe("The appeal, for /v1/appeals/{appeal_id}"),
  request_id: requestId.describe("The score that it is about"),
  user_id: userId,
};

const appealOpened = z.object({ ...appeal, at: by.at });

const appealDecided = z.object({
  ...appeal,
  decision: z.enum(["accepted", "refused"]).describe("What was decided"),
  note: text.describe("What the person was told besides; null: nothing"),
  ...by,
});

const ANNA = {
  by: "Anna Kern",
  by_id: "psn_019a9f3c2b7e70008a513f2d9c0e4b17",
  at: "2026-11-22T10:15:30.000Z",
} as const;
const ABOUT = { request_id: EXAMPLE_REQUEST_ID, user_id: "user-1042" } as const;
const APPEAL = { appeal_id: "apl_019a9f3c2b7e7f00a1b2c3d4e5f6", ...ABOUT } as const;

export const DECISION_EVENTS = {
  "review.decided": event(
    "review.decided",
    "ReviewDecidedEvent",
    "A case of the review queue was decided, by a person or by a label of your own",
    reviewDecided,
    { ...ABOUT, decision: "approve", outcome: "legit", note: "called, is a regular", ...ANNA },
  ),
  "label.changed": event(
    "label.changed",
    "LabelChangedEvent",
    "A live score was labelled, or its label was changed or removed; not by an imported file",
    labelChanged,
    { ...ABOUT, old_outcome: "none", outcome: "legit", type: null, ...ANNA },
  ),
  "rule.changed": event(
    "rule.changed",
    "RuleChangedEvent",
    "Rules of yours were added, changed or deleted: one event of all that changed together",
    ruleChanged,
    {
      change: "changed",
      rule_ids: ["9e74f7a4-09e6-43b6-a342-060218959fe0"],
      count: 1,
      changes: [{ field: "state", from: "shadow", to: "live" }],
      ...ANNA,
    },
  ),
  "appeal.opened": event(
    "appeal.opened",
    "AppealOpenedEvent",
    "A customer appealed against a decision",
    appealOpened,
    { ...APPEAL, at: ANNA.at },
  ),
  "appeal.decided": event(
    "appeal.decided",
    "AppealDecidedEvent",
    "An appeal was accepted or refused",
    appealDecided,
    { ...APPEAL, decision: "accepted", note: null, ...ANNA },
  ),
} as const;
