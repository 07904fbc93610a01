/**
 * What is to be reviewed: scores of live keys with the verdict review and without a label, of the 180 days that scores are
 * kept. The review queue lists them, and every page and report that names their number has it from here.
 */
import { TtlCache } from "../../concurrency/ttl_cache.ts";
import type { Caller, KeyMode } from "../../model/records.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { Services } from "../context.ts";
import { ANY_SCORE, readSearch, type SearchRequest } from "./search_request.ts";
import { findMatches } from "./search_matches.ts";

export const TO_REVIEW: SearchRequest = { ...ANY_SCORE, mode: "live", verdict: "review", label: "none" };

/** Whether a score is to be reviewed, as the search has it. */
export function isToReview(score: {
  readonly mode: KeyMode;
  readonly verdict: Verdict;
  readonly isLabelled: boolean;
}): boolean {
  return score.mode === TO_REVIEW.mode && score.verdict === TO_REVIEW.verdict && !score.isLabelled;
}

/** Scores that are counted; where there are more, the number ends with a plus. */
const MAX_COUNTED = 2000;
const CACHE_MS = 1000;
const MAX_CACHED = 500;

export interface ToReview {
  readonly count: number;
  /** There are more than were counted. */
  readonly capped: boolean;
}

export class ReviewCounts {
  readonly #services: Services;
  readonly #counts: TtlCache<ToReview>;

  constructor(services: Services) {
    this.#services = services;
    this.#counts = new TtlCache({ max: MAX_CACHED, now: services.now });
  }

  /** Includes every label that this process wrote; new scores after a second. */
  of(caller: Caller): Promise<ToReview> {
    const { id } = caller.account;
    return this.#counts.get(`${id} ${this.#services.store.labels.revision(id)}`, async () => ({
      value: await countToReview(this.#services, caller),
      ttlMs: CACHE_MS,
    }));
  }
}

async function countToReview(services: Services, caller: Caller): Promise<ToReview> {
  const refuse = (_field: string, why: string) => new Error(why);
  const search = await readSearch(services, caller, TO_REVIEW, refuse);
  const { count } = await findMatches(services, caller, search, {
    before: null,
    limit: 0,
    most: MAX_COUNTED,
  });
  return count > MAX_COUNTED ? { count: MAX_COUNTED, capped: true } : { count, capped: false };
}
