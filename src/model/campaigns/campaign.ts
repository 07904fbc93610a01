/** Campaigns: groups of sign-ups that share facts far above the usual, in the form of the API. */
import type { FactValue } from "../facts/fact.ts";
import type { Outcome } from "../records.ts";
import type { Verdict } from "../verdict.ts";

export const CAMPAIGN_STATES = ["new", "watched", "handled", "ignored"] as const;
export type CampaignState = typeof CAMPAIGN_STATES[number];

/** Days that are looked at, back from now. */
export const CAMPAIGN_DAYS = [1, 7, 30] as const;
export type CampaignDays = typeof CAMPAIGN_DAYS[number];

const CAMPAIGN_ID = /^cmp_[0-9a-zA-Z_-]{8,64}$/;

export function isCampaignId(text: string): boolean {
  return CAMPAIGN_ID.test(text);
}

/** By name: values of which each member has one; null: it is unknown. As `facts` of a search. */
export type CampaignFacts = Readonly<Record<string, readonly (FactValue | null)[]>>;

export interface SampleSignup {
  readonly request_id: string;
  /** RFC 3339. */
  readonly at: string;
  readonly score: number;
  readonly verdict: Verdict;
  readonly label: Outcome | null;
  /** The customer's own reference. */
  readonly user_id: string | null;
}

/** A rule with a condition, as `POST /v1/rules` takes it. */
export interface SuggestedRule {
  readonly when: string;
  /** The same in words. */
  readonly text: string;
  readonly action: "review" | "block";
}

/** What somebody made of a campaign. */
export interface CampaignStep {
  /** RFC 3339. */
  readonly at: string;
  readonly state: CampaignState;
  readonly note: string | null;
}

export interface Campaign {
  readonly campaign_id: string;
  /** What they share: a sentence fragment. */
  readonly text: string;
  /** Empty where they share what is no fact: a device, an address, a ring. */
  readonly facts: CampaignFacts;
  /** The window in which they were found. */
  readonly days: CampaignDays;
  readonly signups: number;
  /** How many would be expected in the same window, with one decimal. */
  readonly usual: number;
  /** RFC 3339. */
  readonly first: string;
  readonly last: string;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly labels: Readonly<Record<Outcome, number>>;
  /** Of the allowed sign-ups of 30 days, unlabelled or legit: the share that fits, 0 to 1. */
  readonly share_of_good: number;
  /** Some of them, the newest first. */
  readonly sample: readonly SampleSignup[];
  /** Sign-ups in equal steps of the window, the oldest first. */
  readonly over_time: readonly number[];
  /** Paths of the API by name. */
  readonly links: Readonly<Record<string, string>>;
  readonly suggested_rule: SuggestedRule;
  readonly state: CampaignState;
  readonly note: string | null;
  /** Of `ignored`: when it is new again. */
  readonly until: string | null;
  /** What it was set to, the oldest first. */
  readonly history: readonly CampaignStep[];
  /** When it was found first. */
  readonly found_at: string;
  /** Sign-ups since its state was set. */
  readonly grown: number;
}
