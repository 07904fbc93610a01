/** `POST /v1/outcome`: fraud or legitimate labels for past scores. */
import { invalidField } from "../../model/error.ts";
import { labelNamed, MAX_OUTCOMES, type NamedOutcome } from "../../service/feedback/outcome.ts";
import { PERSON_FIELDS, readPerson } from "../../service/feedback/people.ts";
import { isLoginOutcome, type LoginOutcome } from "../../model/login/login.ts";
import { recordLoginOutcomes } from "../../service/login/outcomes.ts";
import type { Services } from "../../service/context.ts";
import type { z } from "@hono/zod-openapi";
import { BODY_LIMIT } from "../body.ts";
import { endpoint, withRequestId } from "../endpoint.ts";
import { OUTCOME_LISTS, outcomeBody, outcomeResult } from "./outcome_schema.ts";

export const outcome = endpoint({
  method: "post",
  path: "/v1/outcome",
  family: "general",
  action: "labels.write",
  tag: "Feedback",
  summary: "Label past scores as fraud or legitimate",
  description:
    "A fraud label counts on every value of the score until it is replaced or removed. It weighs in full on the address and device of who signed up, on what the sign-up had `verified` and on the `values` that the label names. One label, or up to 500. A label names its score by `request_id`, or in its place a person by `user_id`, `email` or `phone`: then their newest live score of the last 180 days is labelled, and the result names it. What became of a log-in is told the same way, for 30 days. Free.",
  // The same label again changes nothing, so a request that ended between its labels and its answer is repeated.
  idempotent: true,
  body: {
    schema: outcomeBody,
    limit: BODY_LIMIT,
    lists: OUTCOME_LISTS,
    maxItems: { "": MAX_OUTCOMES, "/outcomes": MAX_OUTCOMES },
    example: { request_id: "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17", outcome: "fraud" },
  },
  free: true,
  errors: ["too_many_items", "test_key_refused", "account_paused"],
  response: outcomeResult,
  handler: async (request) => {
    const { services, caller, body } = request;
    const labels = body.outcomes.filter(isLabel).map((entry) => namedOutcome(services, entry));
    const logins = body.outcomes.flatMap(({ request_id, outcome }) =>
      isLoginOutcome(outcome) ? [{ requestId: request_id!, outcome }] : [] // the schema asks for it
    );
    const labelled = labels.length === 0 ? null : await labelNamed(services, caller, labels);
    const told = logins.length === 0 ? [] : await recordLoginOutcomes(services, caller, logins);
    const [ofLabels, ofLogins] = [(labelled?.results ?? []).values(), told.values()];
    const results = body.outcomes.map((entry) => (isLabel(entry) ? ofLabels : ofLogins).next().value!);
    const notFound = results.filter(({ status }) => status === "not_found").length;
    const counts = { recorded: results.length - notFound, not_found: notFound };
    return withRequestId(request, { ...counts, results });
  },
});

type AnyEntry = z.infer<typeof outcomeBody>["outcomes"][number];
/** A label on a score. */
type Entry = AnyEntry & { readonly outcome: Exclude<AnyEntry["outcome"], LoginOutcome> };

function isLabel(entry: AnyEntry): entry is Entry {
  return !isLoginOutcome(entry.outcome);
}

/** @throws AppError invalid_value */
function namedOutcome({ hasher, now }: Services, { pointer, request_id, ...entry }: Entry): NamedOutcome {
  const { outcome, values = [], type, at } = entry;
  if (at !== undefined && at > now()) throw invalidField(`${pointer}/at`, "is in the future");
  const field = PERSON_FIELDS.find((name) => entry[name] !== undefined);
  const of = field === undefined
    ? { requestId: request_id! } // the schema asks for one of them
    : readPerson(hasher, field, entry[field]!, (why) => invalidField(`${pointer}/${field}`, why));
  return {
    of,
    outcome,
    values,
    ...(type === undefined ? {} : { type }),
    ...(at === undefined ? {} : { happenedAt: at }),
  };
}
