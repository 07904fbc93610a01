/** Names that cannot be registered on the public internet. */

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
export function isReservedHost(host: string): boolean {
  const dot = host.lastIndexOf(".");
  if (dot < 0) return true;
  const top = host.slice(dot + 1);
  if (TOP_LEVEL.has(top) || /^\d+$/.test(top)) return true;
  return DOMAINS.some((domain) => host === domain || host.endsWith(`.${domain}`));
}
