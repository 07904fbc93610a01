/** An e-mail address as the service compares it. Pure; never throws: a text that is not an address is an input with `mailbox` null. */
import { lazy } from "../../concurrency/lazy.ts";
import { InvalidValue } from "../../model/invalid_value.ts";
import { trimPasted } from "../../model/trim.ts";
import { type DomainName, parseDomain } from "../domain/parse.ts";
import { lowerCase, normalizeMailbox } from "./normalize.ts";
import { type Mailbox, parseMailbox } from "./syntax.ts";
import { NO_TEXT_FACTS, type TextFacts, textFactsOf } from "./text_facts.ts";

/** Longest text that endpoints accept: 64 + "@" + 255 octets (RFC 3696 errata). */
export const MAX_EMAIL_LENGTH = 320;

export interface EmailInput {
  /** As given, without surrounding blanks. */
  readonly email: string;
  /** Null when the text is not an address. */
  readonly mailbox: Mailbox | null;
  /** Why not, null when it is one. */
  readonly reason: string | null;
  /** Wire field `domain`: lower-case A-label host or address literal; of an unparsable text whatever follows its last @. */
  readonly host: string;
  /** Null for an address literal and for a host that is not a valid DNS name. */
  readonly domain: DomainName | null;
  /** Wire field `normalized_email`. */
  readonly normalized: string;
  /** The local part in lower case without its tag, as its owner chose it. */
  readonly untaggedLocal: string;
  /** A tag was removed. */
  readonly tagged: boolean;
  /** Canonical text hashed for reputation. */
  readonly identity: string;
  /** Worked out at the first scoring, since a parsed address is scored many times and reports need only its identity. */
  readonly textFacts: () => TextFacts;
}

/** @param phone number given with the address, which may be its local part */
export function parseEmail(text: string, phone: string | null = null): EmailInput {
  // The parser refuses anything else, such as a line break.
  const email = trimPasted(text);
  const mailbox = parseMailbox(email);
  if ("reason" in mailbox) return unparsable(email, mailbox.reason);
  const { local, host, literal } = mailbox;
  const folded = normalizeMailbox(local.text, local.quoted, host);
  const parsed = literal ? null : parseDomain(host);
  return {
    email,
    mailbox,
    reason: null,
    host,
    domain: parsed instanceof InvalidValue ? null : parsed,
    normalized: `${unparsed(folded.local, local.quoted)}@${folded.domain}`,
    untaggedLocal: folded.untagged,
    tagged: folded.tagged,
    identity: `${unparsed(folded.reputationLocal, local.quoted)}@${folded.domain}`,
    textFacts: lazy(() => textFactsOf(mailbox, folded.untagged, phone)),
  };
}

/** The key of the reputation, sightings and records of this person. */
export function emailIdentity(input: EmailInput): string {
  return input.identity;
}

/** `j•••@example.com`, for display: enough for its owner to recognise it. */
export function maskEmail(input: EmailInput): string {
  const first = String.fromCodePoint(input.email.codePointAt(0) ?? 0x2022);
  return input.mailbox === null ? `${first}•••` : `${first}•••@${input.host}`;
}

function unparsable(email: string, reason: string): EmailInput {
  const normalized = lowerCase(email.toWellFormed());
  const at = normalized.lastIndexOf("@");
  return {
    email,
    mailbox: null,
    reason,
    host: at < 0 ? "" : normalized.slice(at + 1),
    domain: null,
    normalized,
    untaggedLocal: at < 0 ? normalized : normalized.slice(0, at),
    tagged: false,
    identity: normalized,
    textFacts: () => NO_TEXT_FACTS,
  };
}

/** A local part as it is written in an address. */
function unparsed(local: string, quoted: boolean): string {
  return quoted ? `"${local.replace(/["\\]/g, "\\$&")}"` : local;
}
