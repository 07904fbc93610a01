/**
 * What is to be reviewed: scores of live keys with the verdict review and without a label, of the 180 days that scores are
 * kept. The review queue lists them, and every page that names their number has it from here.
 */
import { TtlCache } from "../../concurrency/ttl_cache.ts";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import type { Services } from "../context.ts";
import { MAX_RESULTS, readSearch, type SearchRequest, searchScores } from "./search.ts";

export const TO_REVIEW: SearchRequest = {
  mode: "live",
  value: null,
  kind: null,
  userId: null,
  ringId: null,
  verdict: "review",
  label: "none",
  finding: null,
  from: null,
  to: null,
};

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
  const refuse = (_field: string, why: string) => new AppError("internal", why);
  const search = await readSearch(services, caller, TO_REVIEW, refuse);
  let count = 0;
  let cursor: string | null = null;
  // A page that examined many other scores ends early; so many pages end, however few of their scores are to be reviewed.
  for (let pages = 0; pages < MAX_COUNTED / MAX_RESULTS; pages++) {
    const page = await searchScores(services, caller, search, { limit: MAX_RESULTS, cursor }, refuse);
    count += page.found.length;
    cursor = page.cursor;
    if (cursor === null) return { count, capped: false };
  }
  return { count, capped: true };
}
