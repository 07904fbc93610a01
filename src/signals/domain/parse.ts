/**
 * Text to a domain name. Internationalised names go through UTS #46 (non-transitional) and come back as A-labels;
 * what is left must be letters, digits and hyphens (RFC 1123). A URL, an e-mail address or an IP address is refused
 * with its reason instead of being guessed at.
 */
import { domainToASCII, domainToUnicode } from "node:url";
import { parse } from "tldts";
import { isReservedHost } from "./reserved.ts";

export interface DomainName {
  /** Lower-case A-labels without the trailing dot. */
  readonly host: string;
  /** The same name as people see it; equal to `host` when it is plain ASCII. */
  readonly unicode: string;
  /** The name that was registered, under the public suffixes of registries: `a.b.co.uk` -> `b.co.uk`. Null for a suffix itself. */
  readonly registrable: string | null;
  /**
   * The name one owner controls, under private suffixes as well: `a.me.github.io` -> `me.github.io`.
   * Null for a suffix itself (`github.io`).
   */
  readonly owner: string | null;
  /** The registry's suffix: `co.uk`. A top-level name nobody listed counts as one. */
  readonly publicSuffix: string;
  /** The host is itself a registry's suffix. */
  readonly isPublicSuffix: boolean;
  /** Set aside by an RFC, or a single label: nobody on the public internet has it. */
  readonly isReserved: boolean;
}

export interface DomainRefusal {
  /** A sentence fragment for the person who sent it. */
  readonly reason: string;
}

/** Longest text looked at, in UTF-16 units; a name of 253 octets is never longer than this in Unicode. */
const MAX_INPUT = 512;
const MAX_HOST = 253;
const MAX_LABEL = 63;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/;

/** Never throws. */
export function parseDomain(text: string): DomainName | DomainRefusal {
  const trimmed = text.length > MAX_INPUT ? text : text.trim();
  const refusal = refuseShape(trimmed);
  if (refusal !== null) return { reason: refusal };
  const ascii = toAscii(trimmed);
  if (ascii === "") return { reason: "is not a valid internationalised name (UTS #46)" };
  const host = ascii.endsWith(".") ? ascii.slice(0, -1) : ascii;
  const labels = host.split(".");
  const problem = refuseLabels(host, labels);
  if (problem !== null) return { reason: problem };
  const unicode = host.includes("xn--") ? domainToUnicode(host) : host;
  if (unicode !== host && domainToASCII(unicode) !== host) {
    return { reason: "holds a punycode label that does not decode to itself" };
  }
  return nameOf(host, unicode);
}

/** True when `parseDomain` gave a name. */
export function isDomainName(parsed: DomainName | DomainRefusal): parsed is DomainName {
  return "host" in parsed;
}

/**
 * What reputation, sightings and velocity are counted under: the name one owner controls, so that `mail.evil.com`
 * and `evil.com` share a record while `evil.github.io` does not stain `github.io`. The host itself when it has no owner.
 */
export function domainIdentity(name: DomainName): string {
  return name.owner ?? name.host;
}

/** `p•••l.com` for a list a person may see. */
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
  if (/[/?#\\]/.test(text)) return "holds a path; send only the host name";
  if (text.includes(":")) return "holds a port; send only the host name";
  if (text.includes("%")) return "holds percent-encoding";
  if (text.includes("_")) return "holds an underscore, which host names may not";
  // deno-lint-ignore no-control-regex -- control characters are what is refused here
  if (/[\u0000-\u0020\u007f]/.test(text)) return "holds a space or a control character";
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
    if (label === "") return "holds an empty label";
    if (label.length > MAX_LABEL) return `holds a label longer than ${MAX_LABEL} characters`;
    if (!LABEL.test(label)) return "holds a character or a hyphen where host names may not have one";
  }
  if (labels.every((label) => NUMBER.test(label))) return "is an IP address, not a domain name";
  return null;
}

function nameOf(host: string, unicode: string): DomainName | DomainRefusal {
  const registry = parse(host, { allowPrivateDomains: false, ...PARSE });
  const registrable = registry.domain;
  const label = registry.domainWithoutSuffix;
  if (label !== null && label.slice(2, 4) === "--" && !label.startsWith("xn--")) {
    return { reason: 'holds "--" as its third and fourth character, which registries keep for encodings' };
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

/** The host is clean already. */
const PARSE = { extractHostname: false, detectIp: false, validateHostname: false } as const;
