/** What the public suffix list (tldts) says of a host. Hosts are lower-case A-labels without a trailing dot. */
import { parse } from "tldts";

/** The host is clean already. */
const CLEAN = { extractHostname: false, detectIp: false, validateHostname: false } as const;

/** RFC 2606: no files or people are called so, and whoever tries a list out uses them. */
const DOCUMENTATION: ReadonlySet<string> = new Set(["example", "test", "invalid"]);

/** A suffix of the list itself, a registry's or a private one. */
export function isPublicSuffix(host: string): boolean {
  const { domain, isIcann, isPrivate } = parse(host, { ...CLEAN, allowPrivateDomains: true });
  return domain === null && (isIcann === true || isPrivate === true);
}

/** The host ends as names on the internet do, or as RFC 2606 sets aside for examples. `report.pdf` and `corp.local` do not. */
export function hasKnownEnding(host: string): boolean {
  return parse(host, { ...CLEAN, allowPrivateDomains: false }).isIcann === true ||
    DOCUMENTATION.has(host.slice(host.lastIndexOf(".") + 1));
}
