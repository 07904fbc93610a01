/** What the sources of evidence answer, as types: shared by `net/`, `feeds/` and the signals. */
import type { Known } from "./evidence.ts";

/** Where an address is. */
export interface GeoLocation {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string | null;
  readonly city: string | null;
  /** Region or state, as the table names it; absent where it does not. */
  readonly region?: string;
}

/** The autonomous system that announces an address. */
export interface Network {
  readonly asn: number;
  /** "" when no source names the operator. */
  readonly name: string;
}

/**
 * What a network's operator does with its addresses. `vpn`: mostly a VPN's exits. `vpn_hosting`: a hosting provider that many VPNs
 * rent from; a VPN only where a list names the address. `access`: an access provider that lists of datacenters contain by
 * mistake. `gateway`: the egress of companies' staff. `relay`: a privacy relay for consumers. `carrier`: announces the
 * space of tenants of every kind, so the system alone decides nothing. `mobile`: a mobile carrier, whose subscribers share addresses.
 */
export type OperatorKind =
  | "hosting"
  | "vpn"
  | "vpn_hosting"
  | "access"
  | "gateway"
  | "relay"
  | "carrier"
  | "mobile";

/**
 * Where addresses were seen acting as proxies around one address. Sightings fade with their age and are scaled to samples of
 * one size, so that the same number means the same whatever the feed's files hold. Prefixes are IPv4's; IPv6's are 24 bits longer.
 */
export interface ProxyTraces {
  /** The address itself is in the latest daily sample. */
  readonly seen: boolean;
  /** From 0 to 1: the confidence of a listed range around the address; null: no listed range contains it. */
  readonly rangeConfidence: number | null;
  /** Sightings in the networks of the lengths in SIGHTING_PREFIXES. */
  readonly sightings: readonly number[];
  /** How many /24s with sightings are in the networks of the lengths in ACTIVE_PREFIXES. */
  readonly active: readonly number[];
  /** The system that announces the address; null: no system does. */
  readonly operator: OperatorTraces | null;
}

export interface OperatorTraces {
  readonly sightings: number;
  /** How many of its /24s have sightings. */
  readonly active: number;
  /** Its size in /24s. */
  readonly size: number;
}

export const SIGHTING_PREFIXES = [24, 23, 22, 21, 20, 18, 16, 14] as const;
export const ACTIVE_PREFIXES = [22, 20, 16, 14] as const;

export interface MxRecord {
  readonly preference: number;
  /** Lower-case host name without the trailing dot; "" is the root, the null MX of RFC 7505. */
  readonly exchange: string;
}

/** DNS facts about a domain that may receive mail. Each may be unknown independently of the others. */
export interface MailDomainFacts {
  /** False: the resolver is known to work and every query was answered NXDOMAIN. */
  readonly exists: Known<boolean>;
  /** A or AAAA. */
  readonly resolves: Known<boolean>;
  /** Sorted by preference; empty when the domain has none. */
  readonly mx: Known<readonly MxRecord[]>;
  /** One MX whose target is the root (RFC 7505): the domain declares that it accepts no mail. */
  readonly nullMx: Known<boolean>;
  /** MX or the implicit MX of an address record, no null MX, and at least one target with a public address. Wire field `mx_found`. */
  readonly acceptsMail: Known<boolean>;
  /** Exactly one TXT record `v=spf1`. */
  readonly spf: Known<boolean>;
  /** A DMARC record at the domain or at its organisational domain. */
  readonly dmarc: Known<boolean>;
}

/** From RDAP (RFC 9083). */
export interface Registration {
  /** RFC 3339; null when the answer carried no registration event. */
  readonly createdAt: string | null;
  readonly registrar: string | null;
}

export const MAILBOX_STATUSES = [
  "verified",
  "catch_all",
  "pending",
  "unsupported",
  "unavailable",
  "unknown",
] as const;
export type MailboxStatus = typeof MAILBOX_STATUSES[number];

/** The mail server's reply about the address itself. */
export type MailboxReply = "accepted" | "not_found" | "disabled" | "full" | "temporary";

/** The result of mailbox verification. */
export interface MailboxAnswer {
  readonly status: MailboxStatus;
  readonly exists: Known<boolean>;
  readonly catchAll: Known<boolean>;
  readonly reply: MailboxReply | null;
}

/** Public traces of an address: an avatar, known breaches. */
export interface Footprint {
  readonly hasAvatar: Known<boolean>;
  readonly avatarUrl: string | null;
  readonly breachCount: Known<number>;
}
