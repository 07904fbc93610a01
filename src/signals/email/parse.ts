/** An email address as the service compares it. Pure; never throws: what is not an address is an input with `mailbox` null. */
import { type DomainName, parseDomain } from "../domain/parse.ts";
import { normalizeMailbox } from "./normalize.ts";
import { type Mailbox, parseMailbox } from "./syntax.ts";

/** Longest text an endpoint passes on: 64 + "@" + 255 octets (RFC 3696 errata). Longer, or none, is the caller's mistake. */
export const MAX_EMAIL_LENGTH = 320;

export interface EmailInput {
  /** As given, without blanks around it. */
  readonly email: string;
  /** Null when the text is not an address. */
  readonly mailbox: Mailbox | null;
  /** Why not, null when it is one. */
  readonly reason: string | null;
  /** Wire field `domain`: lower-case A-label host or address literal; the best that can be read off an unparsable text. */
  readonly host: string;
  /** Null for an address literal and for a host that cannot be a name in the DNS. */
  readonly domain: DomainName | null;
  /** Wire field `normalized_email`. */
  readonly normalized: string;
  /** The local part in lower case without its tag: what its owner chose. */
  readonly handle: string;
  /** A tag was removed. */
  readonly tagged: boolean;
  /** Canonical text hashed for reputation. */
  readonly identity: string;
}

export function parseEmail(text: string): EmailInput {
  const email = withoutBlanks(text);
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
    domain: parsed === null || "reason" in parsed ? null : parsed,
    normalized: `${written(folded.local, local.quoted)}@${folded.domain}`,
    handle: folded.handle,
    tagged: folded.tagged,
    identity: `${written(folded.reputationLocal, local.quoted)}@${folded.domain}`,
  };
}

/** The text under which reputation, sightings and records of this person are kept. */
export function emailIdentity(input: EmailInput): string {
  return input.identity;
}

/** `j•••@example.com`: enough for the person who wrote it to recognise it. */
export function maskEmail(input: EmailInput): string {
  const first = String.fromCodePoint(input.email.codePointAt(0) ?? 0x2022);
  return input.mailbox === null ? `${first}•••` : `${first}•••@${input.host}`;
}

/** Blanks around an address come from pasting; anything else, a line break above all, is left for the parser to refuse. */
function withoutBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text[from])) from++;
  while (to > from && isBlank(text[to - 1])) to--;
  return text.slice(from, to);
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

function unparsable(email: string, reason: string): EmailInput {
  const normalized = email.toWellFormed().normalize("NFC").toLowerCase().normalize("NFC");
  const at = normalized.lastIndexOf("@");
  return {
    email,
    mailbox: null,
    reason,
    host: at < 0 ? "" : normalized.slice(at + 1),
    domain: null,
    normalized,
    handle: at < 0 ? normalized : normalized.slice(0, at),
    tagged: false,
    identity: normalized,
  };
}

function written(local: string, quoted: boolean): string {
  return quoted ? `"${local.replace(/["\\]/g, "\\$&")}"` : local;
}
