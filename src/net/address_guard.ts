/**
 * Which addresses and ports outgoing connections may use. The address that was resolved is checked, and the connection is
 * made to that address, so no host name leads to the internal network.
 */
import { type Address, type Cidr, contains, parseAddress, parseCidr } from "../model/address/address.ts";
import { isGlobalUnicast } from "../model/address/special_purpose.ts";

/** True when the operator's WINNOW_EGRESS_ALLOW contains the address. */
export function isEgressAllowed(address: Address, egressAllow: readonly Cidr[]): boolean {
  return egressAllow.some((cidr) => contains(cidr, address));
}

/** True for public addresses and for those that the operator allows. */
export function mayConnect(address: Address, egressAllow: readonly Cidr[]): boolean {
  return isPublic(address) || isEgressAllowed(address, egressAllow);
}

/**
 * The same for an untrusted host: a name that comes from a request (the website of a domain, the mail exchangers of an
 * address). Whatever the operator allows for a mirror, link-local addresses and cloud metadata services are excluded.
 */
export function mayConnectToUntrusted(address: Address, egressAllow: readonly Cidr[]): boolean {
  return mayConnect(address, egressAllow) && !LINK_LOCAL.some((cidr) => contains(cidr, address));
}

function isPublic(address: Address): boolean {
  return isGlobalUnicast(address) && !LINK_LOCAL.some((cidr) => contains(cidr, address));
}

/** Link-local space, and the addresses of cloud metadata services: AWS over IPv6, Alibaba, Oracle, Azure. */
const LINK_LOCAL: readonly Cidr[] = [
  "169.254.0.0/16",
  "fe80::/10",
  "fd00:ec2::/32",
  "100.100.100.200/32",
  "192.0.0.192/32",
  "168.63.129.16/32",
].map((text) => parseCidr(text)!);

/** A port that a redirect may use inside the operator's network. */
export function isWebPort(port: number): boolean {
  return port === 80 || port === 443;
}

/** Public targets are reached on 80, 443 or a port above the well-known range, so no HTTP is sent to a mail or name server. */
export function mayUsePort(port: number): boolean {
  return isWebPort(port) || port >= 1024;
}

/** The address of a URL's host when it is an address literal (normalised by WHATWG URL), otherwise null. */
export function literalAddress(hostname: string): Address | null {
  return parseAddress(hostname.startsWith("[") ? hostname.slice(1, -1) : hostname);
}
