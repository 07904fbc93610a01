/**
 * RFC 5321 Mailbox with RFC 6531 (UTF-8 local parts, IDN domains), one pass over the text. Comments, folding white
 * space and the obsolete forms of RFC 5322 belong to message headers and are refused.
 */

/** The parts of a mailbox as typed. */
export interface Mailbox {
  readonly local: LocalPart;
  /** Lower-case A-label host without trailing dot, or the address literal with its brackets. */
  readonly host: string;
  readonly literal: boolean;
}

interface LocalPart {
  /** Without quotes and backslashes: the text the mail system compares. */
  readonly text: string;
  /** True when the text cannot be written without quotes. */
  readonly quoted: boolean;
}

interface Refused {
  readonly reason: string;
}

const MAX_OCTETS = 254;
const MAX_LOCAL_OCTETS = 64;
const MAX_DOMAIN = 253;
const MAX_LABEL = 63;
const ATEXT = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]$/;
/** An ASCII local part without quotes, which most are; `badCharacter` says what is wrong with others. */
const DOT_ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LDH_LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
/** Letters, marks, numbers, punctuation and symbols; no controls, format characters, separators or unassigned code points. */
const ORDINARY = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u;
const UTF8 = new TextEncoder();

/** The parts of an address, or why the text is not one. Never throws. */
export function parseMailbox(text: string): Mailbox | Refused {
  if (!text.isWellFormed()) return { reason: "half of a surrogate pair" };
  if (octetsOf(text) > MAX_OCTETS) return { reason: "longer than 254 octets" };
  const at = text.startsWith('"') ? endOfQuoted(text) : text.indexOf("@");
  if (at < 0) return { reason: text.startsWith('"') ? "quoted text is not closed" : "no @" };
  if (text[at] !== "@") return { reason: "text after the quoted local part" };
  const local = parseLocal(text.slice(0, at));
  if ("reason" in local) return local;
  const domain = text.slice(at + 1);
  const host = domain.startsWith("[") ? parseLiteral(domain) : parseHost(domain);
  if (typeof host !== "string") return host;
  if (octetsOf(text.slice(0, at + 1)) + host.length > MAX_OCTETS) {
    return { reason: "longer than 254 octets in its A-label form" };
  }
  return { local, host, literal: host.startsWith("[") };
}

/** In UTF-8. */
function octetsOf(text: string): number {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 0x7f) return UTF8.encode(text).length;
  }
  return text.length;
}

/** Index after the closing quote, -1 when there is none. */
function endOfQuoted(text: string): number {
  for (let i = 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === '"') return i + 1;
  }
  return -1;
}

function parseLocal(raw: string): LocalPart | Refused {
  if (raw === "") return { reason: "nothing before the @" };
  if (octetsOf(raw) > MAX_LOCAL_OCTETS) return { reason: "local part longer than 64 octets" };
  if (DOT_ATOM.test(raw)) return { text: raw, quoted: false };
  if (raw.startsWith('"')) return parseQuoted(raw.slice(1, -1));
  if (raw.startsWith(".") || raw.endsWith(".")) return { reason: "local part starts or ends with a dot" };
  if (raw.includes("..")) return { reason: "two dots in a row" };
  const bad = badCharacter(raw.replaceAll(".", ""));
  return bad === null ? { text: raw, quoted: false } : bad;
}

function badCharacter(text: string): Refused | null {
  let first = true;
  for (const character of text) {
    if (character < "\x80") {
      if (!ATEXT.test(character)) return { reason: `character not allowed: ${printable(character)}` };
    } else if (!ORDINARY.test(character) || (first && /^\p{M}$/u.test(character)) || hidesSyntax(character)) {
      return { reason: `character not allowed: ${printable(character)}` };
    }
    first = false;
  }
  return null;
}

/** A compatibility form of a character that is not atext, for example the full-width @. */
function hidesSyntax(character: string): boolean {
  for (const plain of character.normalize("NFKC")) {
    if (plain < "\x80" && !ATEXT.test(plain)) return true;
  }
  return false;
}

function parseQuoted(inside: string): LocalPart | Refused {
  let text = "";
  for (let i = 0; i < inside.length; i++) {
    let character = String.fromCodePoint(inside.codePointAt(i)!);
    if (character === "\\") {
      character = inside[++i] ?? "";
      if (character < " " || character > "~") {
        return { reason: "only printable ASCII may follow a backslash" };
      }
    } else if (character < " " || character === "\x7f" || (character > "~" && !ORDINARY.test(character))) {
      return { reason: `character not allowed in quotes: ${printable(character)}` };
    }
    i += character.length - 1;
    text += character;
  }
  const atoms = text.split(".");
  const plain = atoms.every((atom) => atom !== "" && badCharacter(atom) === null);
  return { text, quoted: !plain };
}

/** IPv4 or IPv6 in brackets (RFC 5321 4.1.3). Returned in lower case. */
function parseLiteral(domain: string): string | Refused {
  const inside = domain.slice(1, -1);
  if (!domain.endsWith("]") || inside.includes("]")) return { reason: "address literal is not closed" };
  const isAddress = /^ipv6:/i.test(inside) ? isIpv6(inside.slice(5)) : isIpv4(inside);
  return isAddress ? domain.toLowerCase() : { reason: "not an address literal" };
}

function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}

/** In RFC 5321 "::" replaces at least two groups. */
function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  let groups = 0;
  for (const [at, half] of halves.entries()) {
    if (half === "" && halves.length === 2) continue;
    const parts = half.split(":");
    const isLastHalf = at === halves.length - 1;
    for (const [index, part] of parts.entries()) {
      if (/^[0-9a-f]{1,4}$/i.test(part)) groups += 1;
      else if (isLastHalf && index === parts.length - 1 && isIpv4(part)) groups += 2;
      else return false;
    }
  }
  return halves.length === 2 ? groups <= 6 : groups === 8;
}

function parseHost(domain: string): string | Refused {
  if (domain === "") return { reason: "nothing after the @" };
  const ascii = toAscii(domain);
  if (ascii === null) return { reason: "not a domain name" };
  if (ascii.length > MAX_DOMAIN) return { reason: "domain longer than 253 characters" };
  for (const label of ascii.split(".")) {
    if (label === "") return { reason: "domain has an empty label" };
    if (label.length > MAX_LABEL) return { reason: "domain label longer than 63 characters" };
    if (!LDH_LABEL.test(label)) {
      return { reason: "domain label with a character or hyphen that is not allowed" };
    }
    if (label.startsWith("--", 2) && !isALabel(label)) return { reason: "not a valid A-label" };
  }
  return ascii;
}

/** Lower-case A-labels by UTS #46; null when there is no such form. */
function toAscii(domain: string): string | null {
  if (!/[^!-~]/.test(domain)) return domain.toLowerCase();
  // The URL parser would treat any other ASCII character as URL syntax.
  if (/[^a-z0-9.\u0080-\u{10ffff}-]/iu.test(domain)) return null;
  if (domain.split(/[.\u3002\uff0e\uff61]/).some((label) => label.length > MAX_LABEL)) return null;
  const ascii = hostOfUrl(domain);
  // The URL parser may turn digits of other scripts into an IPv4 address.
  return ascii !== null && /[a-z]/.test(ascii) ? ascii : null;
}

function isALabel(label: string): boolean {
  return label.startsWith("xn--") && hostOfUrl(`${label}.example`) === `${label}.example`;
}

function hostOfUrl(host: string): string | null {
  return URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`).hostname : null;
}

function printable(character: string): string {
  return /^[\x21-\x7e]$/.test(character)
    ? character
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
