/** Space that no decision may name: a visitor who has such an address is inside the site's own network, or is nobody. */
import { type Address, type Cidr, contains, parseCidr } from "../address/address.ts";

const NEVER: readonly Cidr[] = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/64",
  "fc00::/7",
  "fe80::/10",
  "ff00::/8",
].map((text) => parseCidr(text)!);

export function isNever(address: Address): boolean {
  return NEVER.some((cidr) => contains(cidr, address));
}

/** True for a network that is inside such space. */
export function isNeverNetwork({ address, prefix }: Cidr): boolean {
  return NEVER.some((cidr) => cidr.prefix <= prefix && contains(cidr, address));
}
