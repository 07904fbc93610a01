/** What conditions count sign-ups by. */
import { MINUTE_MS } from "../duration.ts";

/** What `signups`, `distinct`, `fraud` and `first_seen_days` take. */
export const DIMENSIONS = [
  "ip",
  /** The /24 of IPv4, the /48 of IPv6. */
  "subnet",
  "asn",
  /** Registrable. */
  "email_domain",
  "email_shape",
  "phone_block",
  "phone_country",
  "device",
  /** Browser, its major version and system; of other programs the family. */
  "user_agent",
  "referral",
  /** Of the address. */
  "country",
] as const;
export type Dimension = typeof DIMENSIONS[number];

/** What `distinct` counts: any dimension, and those that are no dimensions. */
export const DISTINCT_OF = [...DIMENSIONS, "email", "phone", "user"] as const;
export type DistinctOf = typeof DISTINCT_OF[number];

/** What sign-ups are told apart by; `domain`: that of the domain component, or of the e-mail address. */
export type CountedValue = DistinctOf | "domain";

/**
 * The value of each for a sign-up, as a text that is equal for equal values (a hash where the value is an identifier);
 * absent: the sign-up has none, or it is unknown.
 */
export type DimensionValues = { readonly [Name in CountedValue]?: string };

export const SHORTEST_WINDOW_MS = 10 * MINUTE_MS;
export const LONGEST_WINDOW_MS = 30 * 24 * 60 * MINUTE_MS;
