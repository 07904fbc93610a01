/** What the first page of the console says of an account: what changed, and the campaigns that nobody has looked at. */
import type { Campaign } from "../../model/campaigns/campaign.ts";
import { DAY_MS } from "../../model/duration.ts";
import type { Caller } from "../../model/records.ts";
import { VERDICTS } from "../../model/verdict.ts";
import { usualOf } from "../../model/usual.ts";
import type { ReviewCounts, ToReview } from "../cases/to_review.ts";
import type { Services } from "../context.ts";
import { type CampaignPage, listShownCampaigns } from "./campaigns.ts";
import { visit } from "./last_visit.ts";
import type { RecentCounts, SignupCounts } from "./recent_days.ts";
import { type UnusualRule, unusualRules } from "./unusual_rules.ts";

export interface Morning {
  /** When the last visit ended, in milliseconds since the epoch; null: this is the first. */
  readonly visit: number | null;
  /** Sign-ups since then; null: not counted. */
  readonly sinceVisit: SignupCounts | null;
  /** Milliseconds since the epoch. */
  readonly dayAgo: number;
  /** Sign-ups of the last 24 hours. */
  readonly today: SignupCounts;
  /** Of the 24 hours before; null: there were no sign-ups yet. */
  readonly before: SignupCounts | null;
  /** The middle of the 24 hours of two weeks before; null: there were no sign-ups yet. */
  readonly usual: number | null;
  readonly toReview: ToReview;
  readonly rules: readonly UnusualRule[];
  /** `bad`: stale, or never loaded. */
  readonly feeds: { readonly all: number; readonly bad: number };
  readonly campaigns: CampaignPage;
  /** Campaigns that are watched, and have grown since. */
  readonly grown: readonly Campaign[];
}

/** Cards of the page. */
const MAX_CARDS = 10;
const MAX_WATCHED = 20;
const MAX_RULES = 5;

/** Notes the visit. @throws AppError rate_limited */
export async function morningOf(
  services: Services,
  caller: Caller,
  { recent, reviews }: { readonly recent: RecentCounts; readonly reviews: ReviewCounts },
): Promise<Morning> {
  const last = await visit(services, caller);
  const [counts, toReview, campaigns, watched] = await Promise.all([
    recent.of(caller, last),
    reviews.of(caller),
    listShownCampaigns(services, caller, { states: ["new"], limit: MAX_CARDS }),
    services.campaigns.list(caller, { states: ["watched"], limit: MAX_WATCHED }),
  ]);
  const [today, ...earlier] = counts.days;
  const statuses = services.feeds.statuses();
  return {
    visit: last,
    sinceVisit: counts.sinceVisit,
    dayAgo: services.now() - DAY_MS,
    today: today!, // the last 24 hours are always there
    before: earlier[0] ?? null,
    usual: usualOf(earlier.map(sum)),
    toReview,
    rules: (await unusualRules(services, caller, counts)).slice(0, MAX_RULES),
    feeds: {
      all: statuses.length,
      bad: statuses.filter(({ state }) => state === "stale" || state === "not_loaded").length,
    },
    campaigns,
    grown: watched.filter(({ grown }) => grown > 0),
  };
}

function sum(counts: SignupCounts): number {
  return VERDICTS.reduce((all, verdict) => all + counts[verdict], 0);
}
