/** Alerts: where the people of an account are told that something needs a look. Times are milliseconds since the epoch. */
import { HOUR_MS } from "../duration.ts";

/** How an alert reaches people: Slack's incoming webhook, plain JSON to a URL, or e-mail. */
export const CHANNELS = ["slack", "url", "email"] as const;
export type Channel = typeof CHANNELS[number];

/** What alerts tell of; `kind` of their messages. */
export const ALERT_KINDS = [
  /** A campaign was found among the sign-ups. */
  "campaign",
  /** Far more or fewer sign-ups than usual, or of one verdict. */
  "unusual",
  /** A rule is true of more sign-ups an hour than the alert allows. */
  "rule_hits",
  /** Sign-ups wait for a review for longer than the target. */
  "reviews_late",
  /** A data feed is older than its limit. */
  "feed_stale",
  /** Most of the month's quota is used. */
  "quota",
  /** The service switched a webhook off. */
  "webhook_disabled",
] as const;
export type AlertKind = typeof ALERT_KINDS[number];

export interface Alert {
  readonly id: string;
  readonly account: string;
  readonly channel: Channel;
  /** Its URL or e-mail address, encrypted: the URL of a Slack channel is a secret. */
  readonly sealed: string;
  /** Null: it tells of no rule. */
  readonly ruleHitsPerHour: number | null;
  readonly enabled: boolean;
  /** Where links of its messages lead, unless a setting says that. */
  readonly origin: string;
  readonly createdAt: number;
}

/** Alerts of one account; of one that signed up by itself. */
export const MAX_ALERTS = 10;
export const MAX_GUEST_ALERTS = 3;
/** Tries in an hour that an account can ask for. */
export const MAX_TESTS_PER_HOUR = 10;
/** Messages that wait for one alert. */
export const MAX_WAITING_ALERTS = 50;
/** Per cent of the month's quota. */
export const QUOTA_PERCENT = 80;
/** A kind of an alert is quiet for this long after it spoke. */
export const QUIET_MS = HOUR_MS;
export const MAX_RULE_HITS = 1_000_000;

/** One thing that is so now. */
export interface Finding {
  /** The same as long as it is the same thing. */
  readonly key: string;
  /** False: it is not enough to speak about, and too much to say that it is over. */
  readonly begins: boolean;
  /** A sentence without anybody's identifier. */
  readonly text: string;
}

/** What is so of each kind that was looked at. */
export type Findings = Readonly<Record<AlertKind, readonly Finding[]>>;
