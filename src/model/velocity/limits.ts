/** The one table of velocity: what is looked at, and from when on it is too many. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../duration.ts";

/** What sign-ups are counted by, besides the fields of the account's own (`custom.*`). */
export const VELOCITY_DIMENSIONS = [
  "asn",
  /** The /24 of IPv4, the /48 of IPv6. */
  "subnet",
  /** Registrable. */
  "email_domain",
  /** Together with the class of the domain. */
  "email_shape",
  "phone_block",
  "referral",
  "user_agent",
  /** Of the address. */
  "country",
  "phone_country",
] as const;
export type VelocityDimension = typeof VELOCITY_DIMENSIONS[number];
/** All of the account; what it counts by; a field of its own. */
export type BurstDimension = "total" | VelocityDimension | "custom";

/**
 * Minimum of sign-ups that are a burst; of those of the whole account where they are doubtful, and of those that are a surge
 * whatever they are. A day is the current hour of the clock and the 23 before it.
 */
export const SPANS = {
  "10m": { ms: 10 * MINUTE_MS, burst: 5, total: 10, surge: 20, words: "within ten minutes" },
  "1h": { ms: HOUR_MS, burst: 6, total: 15, surge: 30, words: "within the hour" },
  "1d": { ms: DAY_MS, burst: 12, total: 40, surge: 80, words: "within a day" },
} as const;
export type Span = keyof typeof SPANS;
export const SPAN_NAMES = Object.keys(SPANS) as readonly Span[];

export const LIMITS = {
  /** How many times the usual a burst or surge is. */
  burstTimes: 4,
  surgeTimes: 5,
  /** How improbable so many are where the usual is as it was; many values are looked at. */
  chance: 1e-6,
  /** Days that the usual is made of, and of these how many of the largest and of the smallest are left out. */
  days: 14,
  leftOut: 2,
  /** A doubt adds points where it explains this share of what is more than usual, in at least so many sign-ups. */
  doubtShare: 0.5,
  doubtful: 4,
  /** From this share on of the sign-ups of a burst that share something, they have it in common. */
  common: 0.8,
  /** What an organisation's own people come to. */
  organisation: 0.6,
  /** Of an account's sign-ups that send a device, from which one without is doubtful; of at least so many sign-ups. */
  deviceShare: 0.95,
  deviceSignups: 50,
  /** A shape that is more usual than this at the account is no sign of anything. */
  usualShape: 0.25,
  /** Telephone numbers this close are consecutive. */
  consecutive: 20,
  /** A domain that is younger may have been registered for a campaign. */
  youngDays: 90,
  /** The newest sign-ups of a burst that are looked at. */
  looked: 40,
} as const;
