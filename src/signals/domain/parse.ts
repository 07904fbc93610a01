/**
 * Text to a domain name. Internationalised names go through UTS #46 (non-transitional) and come back as A-labels;
 * what is left must be letters, digits and hyphens (RFC 1123). A URL, an e-mail address or an IP address is refused
 * with its reason instead of being guessed at.
 */
import { domainToASCII, domainToUnicode } from "node:url";
import { parse } from "tldts";
import { InvalidValue } from "../../model/invalid_value.ts";

export interface DomainName {
  /** Lower-case A-labels without the trailing dot. */
  readonly host: string;
  /** The name with U-labels; equal to `host` when it is plain ASCII. */
  readonly unicode: string;
  /** The registered name under a registry's public suffix: `a.b.co.uk` -> `b.co.uk`. Null for a suffix itself. */
  readonly registrable: string | null;
  /**
   * The name that one owner controls, under private suffixes as well: `a.me.github.io` -> `me.github.io`.
   * Null for a suffix itself (`github.io`).
   */
  readonly owner: string | null;
  /** The registry's suffix: `co.uk`. A top-level name that is not in the Public Suffix List counts as one. */
  readonly publicSuffix: string;
  /** The host is itself a registry's suffix. */
  readonly isPublicSuffix: boolean;
  /** Reserved by an RFC, or a single label: not in use on the public internet. */
  readonly isReserved: boolean;
}

/** Longest text that is parsed, in UTF-16 units; a name of 253 octets is never longer than this in Unicode. */
const MAX_INPUT = 512;
const MAX_HOST = 253;
const MAX_LABEL = 63;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/;

/** Never throws. */
export function parseDomain(text: string): DomainName | InvalidValue {
  const trimmed = text.length > MAX_INPUT ? text : text.trim();
  const refusal = refuseShape(trimmed);
  if (refusal !== null) return new InvalidValue(refusal);
  const ascii = toAscii(trimmed);
  if (ascii === "") return new InvalidValue("is not a valid internationalised name (UTS #46)");
  const host = ascii.endsWith(".") ? ascii.slice(0, -1) : ascii;
  const labels = host.split(".");
  const problem = refuseLabels(host, labels);
  if (problem !== null) return new InvalidValue(problem);
  const unicode = host.includes("xn--") ? domainToUnicode(host) : host;
  if (unicode !== host && domainToASCII(unicode) !== host) {
    return new InvalidValue("contains an invalid punycode label");
  }
  return nameOf(host, unicode);
}

/**
 * The key of reputation, sightings and velocity: the name one owner controls, so that `mail.evil.com` and `evil.com`
 * share a record while `evil.github.io` does not affect `github.io`. The host itself when it has no owner.
 */
export function domainIdentity(name: DomainName): string {
  return name.owner ?? name.host;
}

/** `p•••l.com`, for display. */
export function maskDomain(name: DomainName): string {
  const identity = domainIdentity(name);
  const dot = identity.indexOf(".");
  const label = dot < 0 ? identity : identity.slice(0, dot);
  const rest = dot < 0 ? "" : identity.slice(dot);
  return label.length < 4 ? `${label[0]}•••${rest}` : `${label[0]}•••${label.at(-1)}${rest}`;
}

function refuseShape(text: string): string | null {
  if (text === "") return "is empty";
  if (text.length > MAX_INPUT) return `is longer than ${MAX_HOST} characters`;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return "is a URL; send only its host name";
  if (text.includes("@")) return "is an e-mail address; send only the part after the @";
  if (text.includes("[") || text.includes("]") || /^[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*$/i.test(text)) {
    return "is an IP address, not a domain name";
  }
  if (/[/?#\\]/.test(text)) return "contains a path; send only the host name";
  if (text.includes(":")) return "contains a port; send only the host name";
  if (text.includes("%")) return "contains percent-encoding";
  if (text.includes("_")) return "contains an underscore, which is not allowed in host names";
  // deno-lint-ignore no-control-regex -- control characters are what is refused here
  if (/[\u0000-\u0020\u007f]/.test(text)) return "contains a space or a control character";
  return null;
}

function toAscii(text: string): string {
  try {
    return domainToASCII(text);
  } catch {
    return "";
  }
}

function refuseLabels(host: string, labels: readonly string[]): string | null {
  if (host.length > MAX_HOST) return `is longer than ${MAX_HOST} characters`;
  for (const label of labels) {
    if (label === "") return "contains an empty label";
    if (label.length > MAX_LABEL) return `contains a label longer than ${MAX_LABEL} characters`;
    if (!LABEL.test(label)) {
      return "contains a character or a hyphen that is not allowed there in a host name";
    }
  }
  if (labels.every((label) => NUMBER.test(label))) return "is an IP address, not a domain name";
  return null;
}

function nameOf(host: string, unicode: string): DomainName | InvalidValue {
  const registry = parse(host, { allowPrivateDomains: false, ...PARSE });
  const registrable = registry.domain;
  const label = registry.domainWithoutSuffix;
  if (label !== null && label.slice(2, 4) === "--" && !label.startsWith("xn--")) {
    return new InvalidValue('has "--" as its third and fourth characters, which is reserved for encodings');
  }
  const publicSuffix = registry.publicSuffix ?? host;
  return {
    host,
    unicode,
    registrable,
    owner: parse(host, { allowPrivateDomains: true, ...PARSE }).domain,
    publicSuffix,
    isPublicSuffix: registrable === null,
    isReserved: isReservedHost(host),
  };
}

/** The host has been validated already. */
const PARSE = { extractHostname: false, detectIp: false, validateHostname: false } as const;

/**
 * Reserved top-level names: RFC 2606 and RFC 6761 (test, example, invalid, localhost), RFC 6762 (local, and the
 * private-network names of its appendix G), RFC 7686 (onion), RFC 9476 (alt), ICANN's `internal` of 2024, and RFC 3172
 * (arpa, infrastructure only).
 */
const TOP_LEVEL: ReadonlySet<string> = new Set(
  "test example invalid localhost local intranet internal private corp home lan onion alt arpa".split(" "),
);

/** Reserved below a real top-level name: RFC 2606 section 3. */
const DOMAINS: readonly string[] = ["example.com", "example.net", "example.org"];

/** A single label counts as reserved: no top-level domain itself has websites or mailboxes (RFC 7085). */
function isReservedHost(host: string): boolean {
  const dot = host.lastIndexOf(".");
  if (dot < 0) return true;
  const top = host.slice(dot + 1);
  if (TOP_LEVEL.has(top) || /^\d+$/.test(top)) return true;
  return DOMAINS.some((domain) => host === domain || host.endsWith(`.${domain}`));
}
