/** Names and addresses of this machine itself. */
import { contains, parseAddress, parseCidr } from "./address.ts";

const NETWORKS = ["127.0.0.0/8", "::1/128"].map((text) => parseCidr(text)!);

/** @param hostname as in a WHATWG URL: IPv6 addresses in brackets */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  const address = parseAddress(name.startsWith("[") ? name.slice(1, -1) : name);
  return address !== null && NETWORKS.some((network) => contains(network, address));
}
