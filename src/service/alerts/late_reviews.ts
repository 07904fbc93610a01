/** Reviews of accounts that are older than their target, looked for now and then: all that is to review is looked through. */
import { lruOf } from "../../concurrency/lru.ts";
import type { Finding } from "../../model/alerts/alert.ts";
import { HOUR_MS, MINUTE_MS } from "../../model/duration.ts";
import type { Account, Caller } from "../../model/records.ts";
import { RateLimiter } from "../access/rate_limit.ts";
import { settingsOf } from "../access/settings.ts";
import { findMatches } from "../cases/search_matches.ts";
import { readSearch } from "../cases/search_request.ts";
import { TO_REVIEW } from "../cases/to_review.ts";
import type { Services } from "../context.ts";

const EVERY_MS = 10 * MINUTE_MS;
const MAX_ACCOUNTS = 2_000;
const MAX_COUNTED = 1_000;

export class LateReviews {
  readonly #services: Services;
  readonly #found = lruOf<{ readonly at: number; readonly findings: readonly Finding[] }>(MAX_ACCOUNTS);

  constructor(services: Services) {
    // The account did not ask for it.
    this.#services = { ...services, workLimiter: new RateLimiter(MINUTE_MS) };
  }

  /** @param isFresh false: as they were at the last look */
  async of(account: Account, isFresh: boolean): Promise<readonly Finding[]> {
    const now = this.#services.now();
    const known = this.#found.get(account.id);
    if (!isFresh && known !== undefined && Math.abs(now - known.at) < EVERY_MS) return known.findings;
    const findings = await this.#look(account, now);
    this.#found.set(account.id, { at: now, findings });
    return findings;
  }

  async #look(account: Account, now: number): Promise<readonly Finding[]> {
    const services = this.#services;
    const hours = settingsOf(account, services).review_target;
    const caller = { account, key: { mode: "live", ratePerMinute: 1 } } as Caller; // nothing else of the key is used
    const late = { ...TO_REVIEW, to: now - hours * HOUR_MS };
    const search = await readSearch(services, caller, late, (_field, why) => new Error(why));
    const wanted = { before: null, limit: 0, most: MAX_COUNTED };
    const { count } = await findMatches(services, caller, search, wanted);
    if (count === 0) return [];
    const shown = count > MAX_COUNTED ? `More than ${MAX_COUNTED}` : String(count);
    const text = `${shown} ${
      count === 1 ? "sign-up waits" : "sign-ups wait"
    } for a review for more than ${hours} hours.`;
    return [{ key: "reviews", begins: true, text }];
  }
}
