/** status and sub_status: a closed table, the first row that holds wins. */
import { isFalse, isTrue } from "../../model/evidence.ts";
import type { EmailFacts } from "./facts.ts";

export type EmailStatus = "valid" | "invalid" | "risky" | "do_not_mail";

export interface StatusRow {
  readonly status: EmailStatus;
  readonly sub: string;
  /** True: nothing sent there arrives, deliverability_score is 0. */
  readonly undeliverable?: true;
  readonly when: (facts: EmailFacts) => boolean;
}

/** From this age on a domain with a sender policy is trusted to be its owner's. */
export const SETTLED_DAYS = 365;

/** research/signals.md 1.2 gives the reasons of the order. */
export const STATUS_ROWS = [
  { status: "invalid", sub: "failed_syntax", undeliverable: true, when: (f) => !f.syntaxValid },
  { status: "do_not_mail", sub: "reserved_domain", undeliverable: true, when: (f) => f.reserved },
  { status: "invalid", sub: "domain_not_found", undeliverable: true, when: (f) => isFalse(f.exists) },
  {
    status: "invalid",
    sub: "does_not_accept_mail",
    undeliverable: true,
    when: (f) => isFalse(f.acceptsMail),
  },
  { status: "do_not_mail", sub: "disposable", when: (f) => isTrue(f.disposable) },
  { status: "invalid", sub: "mailbox_not_found", undeliverable: true, when: (f) => isNotFound(f) },
  {
    status: "invalid",
    sub: "mailbox_disabled",
    undeliverable: true,
    when: (f) => f.mailbox.reply === "disabled",
  },
  { status: "do_not_mail", sub: "typo_squat", when: (f) => f.typo?.squat ?? false },
  { status: "do_not_mail", sub: "homograph", when: (f) => isTrue(f.homograph) && f.homographShare > 0.5 },
  { status: "risky", sub: "mailbox_full", when: (f) => f.mailbox.reply === "full" },
  {
    status: "risky",
    sub: "catch_all",
    when: (f) => f.mailbox.status === "catch_all" || isTrue(f.mailbox.catchAll),
  },
  { status: "risky", sub: "possible_typo", when: (f) => f.typo !== null },
  { status: "risky", sub: "role_account", when: (f) => isTrue(f.role) },
  { status: "risky", sub: "suspicious_handle", when: (f) => isTrue(f.machineMade) },
  { status: "risky", sub: "new_domain", when: (f) => isTrue(f.newDomain) },
  { status: "risky", sub: "temporary_failure", when: (f) => isTemporaryFailure(f) },
  { status: "valid", sub: "mailbox_not_verified", when: (f) => !isVerified(f) && isTrusted(f) },
  { status: "risky", sub: "mailbox_not_verified", when: (f) => !isVerified(f) },
  { status: "valid", sub: "alias_address", when: (f) => isTrue(f.tagged) || f.relay },
  { status: "valid", sub: "verified", when: () => true },
] as const satisfies readonly StatusRow[];

export type SubStatus = (typeof STATUS_ROWS)[number]["sub"];

export function statusOf(facts: EmailFacts): StatusRow {
  return (STATUS_ROWS as readonly StatusRow[]).find((row) => row.when(facts))!;
}

/** The server gave a real answer and it was yes. */
export function isVerified(facts: EmailFacts): boolean {
  return facts.mailbox.status === "verified" && isTrue(facts.mailbox.exists);
}

/** The mailbox does not exist or is shut: the server said so of this address. */
export function isRejected(facts: EmailFacts): boolean {
  return isNotFound(facts) || facts.mailbox.reply === "disabled";
}

function isNotFound(facts: EmailFacts): boolean {
  if (facts.mailbox.reply === "disabled") return false;
  return facts.mailbox.reply === "not_found" || isFalse(facts.mailbox.exists);
}

/** A domain whose unconfirmed addresses are taken at their word. */
function isTrusted(facts: EmailFacts): boolean {
  if (!facts.ordinary) return false;
  const settled = facts.ageDays.known && facts.ageDays.value >= SETTLED_DAYS;
  return facts.knownProvider || (settled && (isTrue(facts.spf) || isTrue(facts.dmarc)));
}

/**
 * Deferred by its server, or its DNS did not answer. A provider we know by name is not doubted for our resolver's sake,
 * nor a mailbox that its server confirmed, and no domain for a resolver that is not there, silent to everyone or lies
 * about every name (`no_source`), or for the time that the request had.
 */
function isTemporaryFailure(facts: EmailFacts): boolean {
  if (facts.mailbox.reply === "temporary") return true;
  const { exists } = facts;
  return !facts.knownProvider && !isVerified(facts) && !exists.known && exists.why === "unavailable";
}
