/** Canonical host names and e-mail addresses of rules, so that a rule and a value can be compared as text. */
import { domainToASCII } from "node:url";

const MAX_HOST = 253;
const PLAIN = /^[a-z0-9.-]+$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const LOCAL = /^[^\s"(),:;<>@[\\\]\p{Cc}\p{Cf}\ufffd]{1,64}$/u;
const QUOTED_LOCAL = /^"[^"\\\p{Cc}\p{Cf}\ufffd]{1,62}"$/u;

/**
 * Lower-case A-labels (UTS #46) without the trailing dot. Null when it is not a host name of at least two labels, the
 * last of which is not a number.
 */
export function canonicalHost(text: string): string | null {
  if (text.length > 2 * MAX_HOST) return null;
  const lower = text.toLowerCase();
  const ascii = PLAIN.test(lower) && !lower.includes("xn--") ? lower : toAscii(text);
  const host = ascii.endsWith(".") ? ascii.slice(0, -1) : ascii;
  if (host.length > MAX_HOST) return null;
  const labels = host.split(".");
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return null;
  return /^\d/.test(labels.at(-1)!) ? null : host;
}

/** The address in lower case (NFC) with an A-label domain. Null when it is not an address at a domain name. */
export function canonicalEmail(text: string): string | null {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(0, at));
  if (!text.isWellFormed() || !(LOCAL.test(local) || QUOTED_LOCAL.test(local))) return null;
  const host = canonicalHost(text.slice(at + 1));
  return host === null ? null : emailKey(local, host);
}

/** The form of an address that is compared with e-mail rules. */
export function emailKey(local: string, host: string): string {
  return `${local.normalize("NFC").toLowerCase()}@${host}`;
}

function toAscii(text: string): string {
  // domainToASCII would take the text before these characters for the host.
  if (/[\s/?#\\@:%[\]\ufffd]/.test(text)) return "";
  try {
    return domainToASCII(text);
  } catch {
    return "";
  }
}
