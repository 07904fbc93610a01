/** The public suffix list (tldts). Hosts are lower-case A-labels without a trailing dot. */
import { parse } from "tldts";

/** The host is normalised already. */
const CLEAN = { extractHostname: false, detectIp: false, validateHostname: false } as const;

/** RFC 2606 reserves these; they appear when somebody tries a list out, and are neither file endings nor names. */
const DOCUMENTATION: ReadonlySet<string> = new Set(["example", "test", "invalid"]);

/** True for a suffix of the list itself, a registry's or a private one. */
export function isPublicSuffix(host: string): boolean {
  const { domain, isIcann, isPrivate } = parse(host, { ...CLEAN, allowPrivateDomains: true });
  return domain === null && (isIcann === true || isPrivate === true);
}

/** What one owner holds: the name registered below a suffix of the list, a registry's or a private one; else the host itself. */
export function ownedDomain(host: string): string {
  return parse(host, { ...CLEAN, allowPrivateDomains: true }).domain ?? host;
}

/** True for a registry's ending or one that RFC 2606 reserves for examples; false for `report.pdf` and `corp.local`. */
export function hasKnownEnding(host: string): boolean {
  return parse(host, { ...CLEAN, allowPrivateDomains: false }).isIcann === true ||
    DOCUMENTATION.has(host.slice(host.lastIndexOf(".") + 1));
}
