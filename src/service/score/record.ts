/** Makes scored requests durable before they are answered: records, billed lookups and sightings in one write. */
import { linkNames, scoreNames } from "../../model/day_counts.ts";
import { AppError } from "../../model/error.ts";
import { retentionOf, sightingsOf } from "../../model/records.ts";
import { type Change, NO_CHANGE, together } from "../../records/change.ts";
import { decisionText } from "../../records/scores/score_codec.ts";
import { type NewSighting, sightingHash } from "../../records/sightings/sighting.ts";
import type { Charge } from "../../records/usage.ts";
import type { ScoringContext, Services } from "../context.ts";
import type { Decision } from "./decision.ts";
import type { ScoredRequest } from "./scored_request.ts";
import { componentText } from "./record_text.ts";
import { recount } from "./score_component.ts";
import { mailboxRechecks } from "../webhooks/recheck_jobs.ts";
import { signupEvents } from "../webhooks/signup_events.ts";

export type { ScoredRequest };

/**
 * Writes the records and settles the charge: `lookups` are billed, or none when the write fails. Returns the decisions of
 * each request with their sightings as the commit counted them.
 * @param also in the same commit (linkage, an agent's decision)
 */
export async function record(
  services: Services,
  context: ScoringContext,
  charge: Charge,
  lookups: number,
  requests: readonly ScoredRequest[],
  also: Change = NO_CHANGE,
): Promise<(readonly Decision[])[]> {
  if (context.keep === false) {
    charge.settle(0);
    // Of what is not kept, only the event is.
    if (context.withoutQuota === true) await services.store.commit(signupEvents(services, context, requests));
    return requests.map(({ decisions }) => decisions);
  }
  if (services.store.accounts.account(context.caller.account.id) === null) {
    charge.settle(0);
    throw new AppError("key_revoked", "the account was removed while the request was under way");
  }
  try {
    services.storageLimit.takeScores(context.caller, requests.length);
  } catch (error) {
    charge.settle(0);
    throw error;
  }
  const now = services.now();
  const dataVersion = services.dataVersion();
  const seen = sightings(context, requests);
  const events = together(
    signupEvents(services, context, requests),
    mailboxRechecks(services, context, requests),
  );
  const records = requests.map((request) => packed(services, request, context, dataVersion, now));
  try {
    await services.store.commit(together(
      services.store.scores.storing(records, seen),
      events,
      charge.billed(lookups),
      ...transactions(services, context, requests, now),
      also,
    ));
    charge.settle(lookups);
    services.store.postings.countWritten(context.caller.account.id, requests.length, now);
    services.tally.recorded(context.caller, requests);
  } catch (error) {
    charge.settle(0);
    throw error;
  }
  const counts = seen.values();
  const counted = (decision: Decision) =>
    decision.prepared.hash === null ? decision : recount(decision, counts.next().value?.counted);
  return requests.map(({ decisions }) => decisions.map(counted));
}

/** As its segment keeps it, and what it counts as by day. @param dataVersion names the lists in force */
function packed(
  services: Services,
  request: ScoredRequest,
  { caller, via, strictness }: ScoringContext,
  dataVersion: string,
  now: number,
) {
  const { account, key } = caller;
  const { slot, subject, transaction, signup } = request;
  const components = request.decisions.map(componentText);
  const packed = services.store.scores.pack({
    id: slot.requestId,
    account: account.id,
    key: key.id,
    mode: key.mode,
    subject,
    via,
    at: now,
    expiresAt: now + retentionOf(key.mode),
    strictness,
    verdict: request.verdict,
    decision: request.decisionText ?? decisionText(request),
    components,
    dataVersion,
    ...(transaction === undefined ? {} : { transaction }),
    ...(signup === undefined ? {} : { signup }),
  });
  const own = scoreNames(request.verdict, request.rule !== null);
  const names = [own, ...components.map(({ names }) => names)];
  if (signup !== undefined) names.push(linkNames(signup.links.findings));
  const counted = { account: account.id, at: now, names, mode: key.mode };
  return { slot, owner: account.id, packed, counted };
}

/** Test keys change nothing of what the service remembers about values, and guests only what it remembers for them. */
function sightings(context: ScoringContext, requests: readonly ScoredRequest[]): NewSighting[] {
  const of = sightingsOf(context.caller);
  if (of === null) return [];
  const seen: NewSighting[] = [];
  for (const { decisions } of requests) {
    for (const { prepared: { kind, hash, history } } of decisions) {
      if (hash !== null) seen.push({ kind, hash: sightingHash(hash, of), at: history.firstSeenMs });
    }
  }
  return seen;
}

/** A later report may name only the customer's own id. A test score must not replace a live one there. */
function transactions(
  services: Services,
  context: ScoringContext,
  requests: readonly ScoredRequest[],
  now: number,
): Change[] {
  const { account, key } = context.caller;
  if (key.mode === "test") return [];
  return requests.flatMap(({ transaction, slot }) =>
    transaction === undefined
      ? []
      : [services.store.transactions.scored(account.id, transaction, slot.requestId, now)]
  );
}
