/** Hosts in policy rules: one host by its name, or with `*.` in front every host below the name, at any depth, without itself. */
import { parseAddress } from "../../model/address/address.ts";

const WILDCARD = "*.";
/** Host names after the URL parser: lower case, in A-labels. */
const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62})*$/;
/** What the URL parser would take for something else than a name, decode or drop. */
const NOT_IN_A_NAME = /[\s\p{Cc}\p{Cf}/\\?#@:%*[\]]/u;

/** In lower case, in A-labels and without a trailing dot; null when it is not a pattern. */
export function readHostPattern(text: string): string | null {
  const wildcard = text.startsWith(WILDCARD);
  const name = wildcard ? text.slice(WILDCARD.length) : text;
  if (NOT_IN_A_NAME.test(name)) return null;
  const host = URL.parse(`https://${name}`)?.hostname.replace(/\.$/, "") ?? "";
  if (!NAME.test(host) || parseAddress(host) !== null) return null;
  return wildcard ? WILDCARD + host : host;
}

/** @param host of a verified agent, as the URL parser normalises it; null and a URL match nothing */
export function matchesHost(pattern: string, host: string | null): boolean {
  if (host === null || host.includes(":")) return false;
  if (!pattern.startsWith(WILDCARD)) return host === pattern;
  return host.length >= pattern.length && host.endsWith(pattern.slice(1));
}
