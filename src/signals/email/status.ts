/** status and sub_status: a closed table; the first row that applies wins. */
import { isFalse, isTrue } from "../../model/evidence.ts";
import type { EmailFacts } from "./facts.ts";

export const EMAIL_STATUSES = ["valid", "invalid", "risky", "do_not_mail"] as const;
type EmailStatus = typeof EMAIL_STATUSES[number];

interface Row {
  readonly status: EmailStatus;
  readonly sub: string;
  /** True: mail cannot arrive and deliverability_score is 0. */
  readonly undeliverable?: true;
  readonly when: (facts: EmailFacts) => boolean;
}

/** From this age on an unconfirmed address of a domain with a sender policy counts as valid. */
export const SETTLED_DOMAIN_DAYS = 365;

/**
 * In this order: mail cannot be sent there at all; it should not be sent there, before the mailbox is considered, since a
 * throw-away mailbox exists too; the mail server's own answer; doubts about who uses the address; what is not confirmed.
 */
const ROWS = [
  { status: "invalid", sub: "failed_syntax", undeliverable: true, when: (f) => !f.syntaxValid },
  { status: "do_not_mail", sub: "reserved_domain", undeliverable: true, when: (f) => f.isReserved },
  { status: "invalid", sub: "domain_not_found", undeliverable: true, when: (f) => isFalse(f.exists) },
  {
    status: "invalid",
    sub: "does_not_accept_mail",
    undeliverable: true,
    when: (f) => isFalse(f.acceptsMail),
  },
  { status: "do_not_mail", sub: "disposable", when: (f) => isTrue(f.disposable) },
  { status: "invalid", sub: "mailbox_not_found", undeliverable: true, when: isNotFound },
  { status: "invalid", sub: "mailbox_disabled", undeliverable: true, when: isDisabled },
  { status: "do_not_mail", sub: "typo_squat", when: (f) => f.typo?.squat ?? false },
  { status: "do_not_mail", sub: "homograph", when: (f) => isTrue(f.homograph) && f.homographShare > 0.5 },
  { status: "risky", sub: "mailbox_full", when: (f) => f.mailbox.reply === "full" },
  { status: "risky", sub: "catch_all", when: isCatchAll },
  { status: "risky", sub: "possible_typo", when: (f) => f.typo !== null },
  { status: "risky", sub: "role_account", when: (f) => isTrue(f.role) },
  { status: "risky", sub: "suspicious_handle", when: (f) => isTrue(f.machineGenerated) },
  { status: "risky", sub: "new_domain", when: (f) => isTrue(f.newDomain) },
  { status: "risky", sub: "temporary_failure", when: isTemporaryFailure },
  { status: "valid", sub: "mailbox_not_verified", when: (f) => !isVerified(f) && isTrusted(f) },
  { status: "risky", sub: "mailbox_not_verified", when: (f) => !isVerified(f) },
  { status: "valid", sub: "alias_address", when: (f) => isTrue(f.tagged) || f.relay },
  { status: "valid", sub: "verified", when: () => true },
] as const satisfies readonly Row[];

type EmailSubStatus = typeof ROWS[number]["sub"];

export interface StatusRow extends Row {
  readonly sub: EmailSubStatus;
}

export const STATUS_ROWS: readonly StatusRow[] = ROWS;

/** Every sub_status, each once. */
export const EMAIL_SUB_STATUSES: readonly EmailSubStatus[] = [...new Set(ROWS.map(({ sub }) => sub))];

export function emailStatusOf(facts: EmailFacts): StatusRow {
  return STATUS_ROWS.find((row) => row.when(facts))!;
}

/** Its mail server, or its provider by a token, confirmed the mailbox. */
export function isVerified(facts: EmailFacts): boolean {
  return facts.mailbox.status === "verified" && isTrue(facts.mailbox.exists);
}

/** The mail server answered that this mailbox does not exist or is disabled. */
export function isRejected(facts: EmailFacts): boolean {
  return isNotFound(facts) || isDisabled(facts);
}

/** The domain accepts mail for any address, and nothing else tells that there is a mailbox. */
export function isCatchAll({ mailbox, isProven }: EmailFacts): boolean {
  if (isProven) return false;
  return mailbox.status === "catch_all" || isTrue(mailbox.catchAll);
}

function isDisabled(facts: EmailFacts): boolean {
  return facts.mailbox.reply === "disabled";
}

function isNotFound(facts: EmailFacts): boolean {
  if (isDisabled(facts)) return false;
  return facts.mailbox.reply === "not_found" || isFalse(facts.mailbox.exists);
}

/** Unconfirmed addresses of this domain count as valid. */
function isTrusted(facts: EmailFacts): boolean {
  if (!facts.isDotAtom) return false;
  const settled = facts.ageDays.known && facts.ageDays.value >= SETTLED_DOMAIN_DAYS;
  return facts.knownProvider || (settled && (isTrue(facts.spf) || isTrue(facts.dmarc)));
}

/**
 * Deferred by its server, or a failing DNS lookup of its domain. Our own resolver's failure is not evidence about a known
 * provider or a confirmed mailbox. Nor is a resolver that is missing, does not respond or answers falsely (`no_source`),
 * or a lookup that exceeded the request's budget (`timeout`).
 */
function isTemporaryFailure(facts: EmailFacts): boolean {
  if (facts.mailbox.reply === "temporary") return true;
  const { exists } = facts;
  return !facts.knownProvider && !isVerified(facts) && !exists.known && exists.why === "unavailable";
}
