/** `POST /v1/outcome`: labels on past scores. A fraud label counts on every value in the score until it is replaced or removed. */
import { KeyedQueue } from "../../concurrency/keyed_queue.ts";
import { originOf } from "../../model/access/audit.ts";
import { actorOf } from "../../model/access/who.ts";
import { AppError } from "../../model/error.ts";
import type { Caller, Outcome, OutcomeLabel, ScoreRecord } from "../../model/records.ts";
import { isReviewed, labelVersion } from "../../model/review.ts";
import type { Labelling } from "../../records/labels/labels.ts";
import { requireWork, takeWork, WORK } from "../access/work.ts";
import { type Change, NO_CHANGE, together } from "../../records/change.ts";
import { requireLive } from "../access/seen_mode.ts";
import { THREAD_FULL } from "../cases/note.ts";
import type { Services } from "../context.ts";
import { newestScores, type Person } from "./people.ts";
import { endTrust } from "../rules/trust.ts";
import { labelEvents } from "../webhooks/label_events.ts";
import { ringRecheck } from "../webhooks/recheck_jobs.ts";

export const MAX_OUTCOMES = 500;
/** Labels written concurrently. */
const CONCURRENT_LABELS = 50;

interface OutcomeEntry extends Labelling {
  readonly requestId: string;
  /** `labelVersion` of the label that it is to replace; absent: any. */
  readonly seen?: string;
  /** Added to the notes of the score. */
  readonly note?: string;
  /** Id of what undoes it alone. */
  readonly undo?: string;
  /** In the same commit; where the score has the label already, in one of its own. */
  readonly also?: Change;
}

interface Labelled {
  /** Labels written concurrently. */
  readonly concurrent?: number;
  /** They are what a file says of the past: no event tells of them, and nobody in particular gave them. */
  readonly ofFile?: true;
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
  const { results, stale: _, ...counts } = await labelOutcomes(services, caller, named);
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

/** As `labelOutcomes`, for a caller who may label and whose work is taken. */
export async function applyLabels(
  services: Services,
  caller: Caller,
  entries: readonly OutcomeEntry[],
  { concurrent = CONCURRENT_LABELS, ofFile }: Labelled = {},
) {
  const results: LabelResult[] = [];
  /** Ids of scores whose label is another than the entry was made for; they keep it. */
  const stale: string[] = [];
  // Two labels of one score in one call are written in their order.
  const queue = new KeyedQueue();
  for (let from = 0; from < entries.length; from += concurrent) {
    const page = entries.slice(from, from + concurrent);
    const ids = page.map((entry) => entry.requestId);
    const records = await services.store.scores.getMany(caller.account.id, ids, services.now());
    // Before the labels: who is told that they are written knows that no trust outlives them.
    const fraud = page.filter(({ requestId, outcome }) => outcome === "fraud" && records.has(requestId));
    await endTrust(
      services,
      caller,
      fraud.map((entry) => ({
        record: records.get(entry.requestId)!, // the others are left out
        isLabelled: () => changesLabel(services, caller, entry),
      })),
    );
    const labelled = await Promise.all(page.map((entry) => {
      const record = records.get(entry.requestId) ?? null;
      return queue.run(entry.requestId, () => labelOne(services, caller, entry, record, ofFile));
    }));
    for (const [at, result] of labelled.entries()) {
      if (result === null) stale.push(page[at]!.requestId);
      else results.push(result);
    }
  }
  const recorded = results.filter((result) => result.status === "recorded").length;
  return { recorded, not_found: results.length - recorded, results, stale };
}

/** Whether the score will have another label than it has. */
async function changesLabel(
  { store: { labels, notes }, now }: Services,
  caller: Caller,
  { requestId, seen, note, ...labelling }: OutcomeEntry,
): Promise<boolean> {
  const account = caller.account.id;
  if (!await labels.isNew(account, requestId, labelling)) return false;
  if (seen !== undefined && labelVersion(await labels.newest(account, requestId)) !== seen) return false;
  return note === undefined ||
    await notes.fits(account, requestId, { by: actorOf(caller), at: now(), text: note });
}

interface LabelResult {
  readonly request_id: string;
  readonly status: "recorded" | "not_found";
  readonly our_score: number | null;
  readonly our_verdict: ScoreRecord["verdict"] | null;
  readonly disagreement: boolean | null;
}

/** Null when the score has another label than was seen. */
async function labelOne(
  services: Services,
  caller: Caller,
  { requestId, seen, note, undo, also, ...labelling }: OutcomeEntry,
  record: ScoreRecord | null,
  ofFile: Labelled["ofFile"],
): Promise<LabelResult | null> {
  const request_id = requestId;
  if (record === null) {
    return { request_id, status: "not_found", our_score: null, our_verdict: null, disagreement: null };
  }
  const { labels, audit } = services.store;
  const { outcome } = labelling;
  if (seen !== undefined && labelVersion(await labels.newest(record.account, requestId)) !== seen) {
    return null;
  }
  const before = labelWords(await labels.get(record.account, requestId));
  const entry = {
    action: "scores_labelled",
    subjects: [requestId],
    details: { outcome: outcome ?? "none" },
    changes: { label: [before, labelWords(outcome === null ? null : { ...labelling, outcome })] },
    ofEach: true,
  } as const;
  const always = together(
    audit.entry({ ...entry, account: record.account }, originOf(caller)),
    ringRecheck(services, record),
  );
  const decided = ofFile
    ? () => NO_CHANGE
    : await decision(services, caller, record, labelling, { note, undo });
  try {
    const isNew = await labels.relabel(record, labelling, services.now(), (replaced) => {
      if (seen !== undefined && labelVersion(replaced) !== seen) throw new SeenAnother();
      return together(always, decided(replaced), also);
    });
    if (!isNew && also !== undefined) await services.store.commit(also);
  } catch (error) {
    if (error instanceof SeenAnother) return null;
    throw error;
  }
  return {
    request_id,
    status: "recorded",
    our_score: record.score,
    our_verdict: record.verdict,
    disagreement: disagreementOf(record, outcome),
  };
}

class SeenAnother extends Error {}

/**
 * What is written with a label that somebody gives now: by whom, the events, a note, and the end of the score's review.
 * @throws AppError invalid_value for a note that does not fit
 */
async function decision(
  services: Services,
  caller: Caller,
  record: ScoreRecord,
  { outcome, type }: Labelling,
  { note, undo }: { readonly note: string | undefined; readonly undo: string | undefined },
): Promise<(replaced: OutcomeLabel | null) => Change> {
  const { labelAuthors, reviewCases, notes } = services.store;
  const at = services.now();
  const by = actorOf(caller);
  const ends = outcome !== null && isReviewed(record);
  const noted = note === undefined ? NO_CHANGE : await notes.adding(
    record.account,
    record,
    { by, at, text: note },
    () => new AppError("invalid_value", `the note ${THREAD_FULL}`),
  );
  const always = together(
    labelAuthors.noting(record.account, record, {
      by,
      at,
      outcome: outcome ?? "none",
      ...(undo === undefined ? {} : { undo }),
    }),
    ends ? reviewCases.closing(record.account, record.id) : NO_CHANGE,
    noted,
  );
  const events = await labelEvents(services, record, { by, at, outcome, type: type ?? null, note });
  return (replaced) => together(always, events(replaced));
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
