/** Makes scored requests durable before they are answered: records, billed lookups and sightings in one write. */
import { AppError } from "../../model/error.ts";
import { type Change, NO_CHANGE } from "../../records/change.ts";
import type { Caller } from "../../model/records.ts";
import { decisionText } from "../../records/scores/score_codec.ts";
import type { DecidedScore } from "../../records/scores/scores.ts";
import type { Charge } from "../../records/usage.ts";
import type { ScoringContext, Services } from "../context.ts";
import { scoreFacts } from "../facts/score_facts.ts";
import { type Decision, decisionOf } from "./decision.ts";
import type { ScoredRequest } from "./scored_request.ts";
import { componentText } from "./record_text.ts";
import { recount } from "./score_component.ts";
import { mailboxRechecks } from "../webhooks/recheck_jobs.ts";
import { signupEvents } from "../webhooks/signup_events.ts";

export type { ScoredRequest };

/**
 * Stores the scores and settles the charge: `lookups` are billed, or none when that fails. Returns the decisions of each
 * request with their sightings as the commit counted them.
 * @param also what is stored with them (linkage, an agent's decision, a kept answer)
 */
export async function record(
  services: Services,
  context: ScoringContext,
  charge: Charge,
  lookups: number,
  requests: readonly ScoredRequest[],
  also: Change = NO_CHANGE,
): Promise<(readonly Decision[])[]> {
  const { store, storageLimit, tally, campaigns } = services;
  const { caller, via, strictness, thresholds } = context;
  if (context.keep === false) {
    charge.settle(0);
    // Of what is not kept, only the event is.
    const events = context.withoutQuota === true ? signupEvents(services, context, requests) : NO_CHANGE;
    if (events !== NO_CHANGE) await store.commit(events);
    return requests.map(({ decisions }) => decisions);
  }
  if (store.accounts.account(caller.account.id) === null) {
    charge.settle(0);
    throw new AppError("key_revoked", "the account was removed while the request was under way");
  }
  try {
    storageLimit.takeScores(caller, requests.length);
  } catch (error) {
    charge.settle(0);
    throw error;
  }
  const at = services.now();
  const counted = await store.scores.commit({
    caller,
    via,
    strictness,
    ...(thresholds === undefined ? {} : { thresholds }),
    at,
    dataVersion: services.dataVersion(),
    scores: requests.map((request) => decidedScore(request, at)),
    charge,
    lookups,
    changes: [
      signupEvents(services, context, requests),
      mailboxRechecks(services, context, requests),
      also,
    ],
  });
  tally.recorded(caller, requests);
  if (requests.some(({ subject }) => subject === "user")) {
    campaigns.noted(caller.account.id, caller.key.mode);
  }
  await noteRefused(services, caller, requests);
  const sightings = counted.values();
  const recounted = (decision: Decision) =>
    decision.prepared.hash === null ? decision : recount(decision, sightings.next().value);
  return requests.map(({ decisions }) => decisions.map(recounted));
}

/** Sign-ups that were refused count against their address. Their scores are durable: a failure changes nothing for the caller. */
async function noteRefused(
  { decisions }: Services,
  { account, key }: Caller,
  requests: readonly ScoredRequest[],
): Promise<void> {
  if (key.mode === "test") return;
  for (const { subject, verdict, decisions: decided } of requests) {
    const address = subject === "user" && verdict === "block" ? decisionOf(decided, "ip") : undefined;
    if (address === undefined) continue;
    await decisions.refused(account, address.prepared.input.text, "signup").catch(() => {});
  }
}

function decidedScore(request: ScoredRequest, at: number): DecidedScore {
  const { pending, subject, verdict, rule, decisions, transaction, signup, conditions } = request;
  const values: DecidedScore["values"][number][] = [];
  for (const { prepared: { kind, hash, history } } of decisions) {
    if (hash !== null) values.push({ kind, hash, at: history.firstSeenMs });
  }
  return {
    pending,
    subject,
    verdict,
    rule,
    decision: request.decisionText ?? decisionText(request),
    components: decisions.map(componentText),
    values,
    transaction,
    signup,
    facts: request.facts ?? scoreFacts(decisions, at),
    conditions,
  };
}
