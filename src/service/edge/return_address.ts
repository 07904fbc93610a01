/** Where a visitor goes back to after a challenge: a path of the site itself, or a URL of a host that the account names. */

/** Characters; longer ones lead to the start page. */
const MAX_CHARS = 4_096;

/**
 * What was asked for if it cannot lead to a foreign site, else `/`. Browsers read `//host` and `/\host` as another host, and
 * drop tabs and line ends before they do.
 * @param hosts of the account's sites, lower case
 */
export function returnAddress(wanted: string | null, hosts: readonly string[] = []): string {
  if (wanted === null || wanted.length > MAX_CHARS || UNSAFE.test(wanted)) return "/";
  if (wanted.startsWith("/")) return /^\/[/\\]/.test(wanted) ? "/" : wanted;
  const url = URL.parse(wanted);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    return "/";
  }
  return hosts.includes(url.hostname) || hosts.includes(url.host) ? url.href : "/";
}

/** Control characters, blanks, and what is no part of a URL. */
const UNSAFE = /[\0-\x20\x7f<>"`]/;
