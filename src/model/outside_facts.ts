/** What the sources of evidence answer, as types: shared by `net/`, `feeds/` and the signals. */
import type { Known } from "./evidence.ts";

/** Where an address is. */
export interface Place {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string | null;
  readonly city: string | null;
  /** First-level subdivision in English; only an operator's own file has it. */
  readonly subdivision?: string;
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
