/** `POST /v1/outcome`: labels on past scores. A fraud label counts on every value in the score until it is replaced or removed. */
import { KeyedQueue } from "../../concurrency/keyed_queue.ts";
import { type AuditOrigin, originOf } from "../../model/access/audit.ts";
import { AppError } from "../../model/error.ts";
import type { Caller, Outcome, OutcomeLabel, ScoreRecord } from "../../model/records.ts";
import type { Labelling } from "../../records/labels/labels.ts";
import { requireWork, takeWork, WORK } from "../access/work.ts";
import { together } from "../../records/change.ts";
import { requireLive } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";
import { newestScores, type Person } from "./people.ts";
import { endTrust } from "../rules/trust.ts";
import { ringRecheck } from "../webhooks/recheck_jobs.ts";

export const MAX_OUTCOMES = 500;
/** Labels written concurrently. */
const CONCURRENT_LABELS = 50;

interface OutcomeEntry extends Labelling {
  readonly requestId: string;
}

/** Scores of a person that are counted, the newest. */
export const MAX_MATCHES = 100;

/** A label on the score of a request, or on the newest score of a person. */
export interface NamedOutcome extends Labelling {
  readonly of: { readonly requestId: string } | Person;
}

/** @throws AppError as `labelOutcomes` */
export async function labelNamed(services: Services, caller: Caller, entries: readonly NamedOutcome[]) {
  requireLabels(caller);
  requireWork(services, caller);
  const people = entries.flatMap(({ of }) => "requestId" in of ? [] : [of]);
  const found = people.length === 0 ? [] : await newestScores(services, caller, people, MAX_MATCHES);
  const scoresOf = new Map(people.map((person, at) => [person, found[at] ?? null]));
  const named = entries.map(({ of, ...labelling }) => {
    if ("requestId" in of) return { ...labelling, ...of };
    return { ...labelling, requestId: scoresOf.get(of)?.newest ?? NO_SCORE };
  });
  const { results, ...counts } = await labelOutcomes(services, caller, named);
  return {
    ...counts,
    results: results.map((result, at) => {
      const { of } = entries[at]!;
      if ("requestId" in of) return result;
      const scores = scoresOf.get(of) ?? null;
      return { ...result, request_id: scores?.newest ?? null, matches: scores?.matches ?? 0 };
    }),
  };
}

/** The id of no request. */
const NO_SCORE = "";

/** @throws AppError test_key_refused, account_paused */
export function requireLabels(caller: Caller): void {
  requireLive(caller, "label scores");
  if (caller.account.paused) throw new AppError("account_paused");
}

/** @throws AppError test_key_refused, account_paused, rate_limited; then nothing is labelled */
export async function labelOutcomes(
  services: Services,
  caller: Caller,
  entries: readonly OutcomeEntry[],
) {
  requireLabels(caller);
  takeWork(services, caller, WORK.label * entries.length);
  return await applyLabels(services, caller, entries);
}

/** As `labelOutcomes`, for a caller who may label and whose work is taken. @param concurrent labels written concurrently */
export async function applyLabels(
  services: Services,
  caller: Caller,
  entries: readonly OutcomeEntry[],
  concurrent: number = CONCURRENT_LABELS,
) {
  const results: Awaited<ReturnType<typeof labelOne>>[] = [];
  const origin = originOf(caller);
  // Two labels of one score in one call are written in their order.
  const queue = new KeyedQueue();
  for (let from = 0; from < entries.length; from += concurrent) {
    const page = entries.slice(from, from + concurrent);
    const ids = page.map((entry) => entry.requestId);
    const records = await services.store.scores.getMany(caller.account.id, ids, services.now());
    // Before the labels: who is told that they are written knows that no trust outlives them.
    const fraud = page.filter(({ outcome }) => outcome === "fraud");
    await endTrust(services, caller, fraud.flatMap(({ requestId }) => records.get(requestId) ?? []));
    results.push(
      ...await Promise.all(page.map((entry) => {
        const record = records.get(entry.requestId) ?? null;
        return queue.run(entry.requestId, () => labelOne(services, entry, record, origin));
      })),
    );
  }
  const recorded = results.filter((result) => result.status === "recorded").length;
  return { recorded, not_found: results.length - recorded, results };
}

async function labelOne(
  services: Services,
  { requestId, ...labelling }: OutcomeEntry,
  record: ScoreRecord | null,
  origin: AuditOrigin,
) {
  const request_id = requestId;
  if (record === null) {
    const status = "not_found" as const;
    return { request_id, status, our_score: null, our_verdict: null, disagreement: null };
  }
  const { labels, audit } = services.store;
  const { outcome } = labelling;
  const before = labelWords(await labels.get(record.account, requestId));
  const entry = {
    action: "scores_labelled",
    subjects: [requestId],
    details: { outcome: outcome ?? "none" },
    changes: { label: [before, labelWords(outcome === null ? null : { ...labelling, outcome })] },
    ofEach: true,
  } as const;
  await labels.relabel(
    record,
    labelling,
    services.now(),
    together(
      audit.entry({ ...entry, account: record.account }, origin),
      ringRecheck(services, record),
    ),
  );
  return {
    request_id,
    status: "recorded" as const,
    our_score: record.score,
    our_verdict: record.verdict,
    disagreement: disagreementOf(record, outcome),
  };
}

/** "fraud (bonus_abuse)", for the audit log. */
function labelWords(label: Pick<OutcomeLabel, "outcome" | "type"> | null): string {
  if (label === null) return "none";
  return label.type === undefined ? label.outcome : `${label.outcome} (${label.type})`;
}

/** Null without a label. */
function disagreementOf({ verdict }: ScoreRecord, outcome: Outcome | null): boolean | null {
  if (outcome === null) return null;
  return outcome === "fraud" ? verdict === "allow" : verdict === "block";
}
