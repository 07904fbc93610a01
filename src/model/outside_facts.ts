/** What the outside sources answer, as types: the contract between `net/` and the collectors of e-mail and domain. */
import type { Known } from "./evidence.ts";

export interface MxRecord {
  readonly preference: number;
  /** Lower-case host name without the trailing dot; "" is the root, the null MX of RFC 7505. */
  readonly exchange: string;
}

/** DNS facts about a domain that may receive mail. Each is established, or unknown, on its own. */
export interface MailDomainFacts {
  /** False: the resolver is known to work and every question was answered NXDOMAIN. */
  readonly exists: Known<boolean>;
  /** A or AAAA. */
  readonly resolves: Known<boolean>;
  /** Sorted by preference; empty when the domain has none. */
  readonly mx: Known<readonly MxRecord[]>;
  /** One MX whose target is the root (RFC 7505): the domain says it takes no mail. */
  readonly nullMx: Known<boolean>;
  /** MX, or the implicit MX of an address record, not null MX, at least one target with a public address. The wire's mx_found. */
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

export type MailboxStatus = "verified" | "catch_all" | "pending" | "unsupported" | "unavailable" | "unknown";

/** What the server said about the real address, beyond yes and no. */
export type MailboxReply = "accepted" | "not_found" | "disabled" | "full" | "temporary";

export interface MailboxAnswer {
  readonly status: MailboxStatus;
  readonly exists: Known<boolean>;
  readonly catchAll: Known<boolean>;
  readonly reply: MailboxReply | null;
}

export interface Footprint {
  readonly hasAvatar: Known<boolean>;
  readonly avatarUrl: string | null;
  readonly breachCount: Known<number>;
}
