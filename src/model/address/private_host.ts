/** Which hosts of untrusted URLs are never asked, by their names: the part of the guard that needs no DNS. */
import { parseAddress } from "./address.ts";

/** Names of private networks. */
const PRIVATE_NAMES = ["localhost", "local", "internal", "home.arpa", "onion"];

/**
 * Why the host is refused, as the end of a sentence; null when it is a name of the public DNS.
 * @param host as the WHATWG URL parser has it, which has converted every notation of an IPv4 address to dotted decimal
 */
export function privateHostProblem(host: string): string | null {
  if (host.startsWith("[") || parseAddress(host) !== null) return "is an address, not a name";
  if (PRIVATE_NAMES.some((name) => host === name || host.endsWith(`.${name}`))) {
    return "is a name of a private network";
  }
  return host.includes(".") ? null : "has no dot";
}
