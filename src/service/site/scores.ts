/** Stored scores for the console: the newest of an account, filtered and in pages, and a single one. */
import type { ComponentKind } from "../../model/component.ts";
import { AppError } from "../../model/error.ts";
import { type Caller, type OutcomeLabel, RETENTION_MS, type ScoreRecord } from "../../model/records.ts";
import type { Verdict } from "../../model/verdict.ts";
import { locate, requestTime } from "../../store/commit/segment.ts";
import type { Services } from "../context.ts";

const SCORES_PER_PAGE = 25;
/** Records read for one page; a search for a rare filter continues from there. */
const MAX_RECORDS_SEARCHED = 3000;

export interface ScoreFilter {
  readonly verdict: Verdict | null;
  readonly component: ComponentKind | null;
}

export interface ScorePage {
  readonly records: readonly ScoreRecord[];
  /** The request id to continue after; null at the end. */
  readonly next: string | null;
  /** True: the page is short because the search reached its limit, not because there are no more. */
  readonly stopped: boolean;
}

/** @param after the last request id of the previous page */
export async function listScores(
  services: Services,
  caller: Caller,
  filter: ScoreFilter,
  after: string | null,
): Promise<ScorePage> {
  const now = services.now();
  const cursor = after !== null && locate(after) !== null ? after : null;
  const until = cursor === null ? now : Math.min(now, requestTime(cursor));
  const records: ScoreRecord[] = [];
  let [skipping, searched, last] = [cursor !== null, 0, ""];
  const span = { since: now - RETENTION_MS, until };
  for await (const record of services.store.scores.list(caller.account.id, span)) {
    if (skipping) {
      skipping = record.id !== cursor && requestTime(record.id) >= until;
      if (skipping || record.id === cursor) continue;
    }
    if (records.length === SCORES_PER_PAGE) return { records, next: last, stopped: false };
    if (searched === MAX_RECORDS_SEARCHED) return { records, next: last, stopped: true };
    searched++;
    last = record.id;
    if (record.expiresAt > now && matches(record, filter)) records.push(record);
  }
  return { records, next: null, stopped: false };
}

/** @throws AppError not_found when the account has no such score, or it has expired after 180 days */
export async function openScore(
  services: Services,
  caller: Caller,
  requestId: string,
): Promise<{ record: ScoreRecord; label: OutcomeLabel | null }> {
  const record = await services.store.scores.get(caller.account.id, requestId, services.now());
  if (record === null) {
    throw new AppError(
      "not_found",
      "Your account has no score with this request id. Scores are kept for 180 days.",
    );
  }
  return { record, label: await services.store.labels.get(caller.account.id, requestId) };
}

function matches(record: ScoreRecord, { verdict, component }: ScoreFilter): boolean {
  return (verdict === null || record.verdict === verdict) &&
    (component === null || record.components.some(({ kind }) => kind === component));
}
