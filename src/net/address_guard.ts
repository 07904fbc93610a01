/**
 * Which addresses, ports and names an outgoing connection may be made to. The check is made on the resolved address that
 * is then connected to, so a name that points inward is caught whatever it is called.
 */
import { type Address, type Cidr, contains, parseAddress, parseCidr } from "../model/address.ts";
import { isGlobalUnicast } from "../model/special_purpose.ts";

/** True when the operator's WINNOW_EGRESS_ALLOW names the address. */
export function isEgressAllowed(address: Address, egressAllow: readonly Cidr[]): boolean {
  return egressAllow.some((cidr) => contains(cidr, address));
}

/** True for ordinary public addresses and for those the operator allows. */
export function mayConnect(address: Address, egressAllow: readonly Cidr[]): boolean {
  return isPublic(address) || isEgressAllowed(address, egressAllow);
}

/**
 * The same for a name that a stranger chose (the website of a domain, the mail exchangers of an address): whatever the
 * operator allows for a mirror, such a name never leads to the machine's own link or to a cloud's metadata service.
 */
export function mayConnectToUntrusted(address: Address, egressAllow: readonly Cidr[]): boolean {
  return mayConnect(address, egressAllow) && !ON_LINK.some((cidr) => contains(cidr, address));
}

function isPublic(address: Address): boolean {
  return isGlobalUnicast(address) && !ON_LINK.some((cidr) => contains(cidr, address));
}

/** Link-local space, and what clouds answer at from inside only: AWS over IPv6, Alibaba, Oracle, Azure. */
const ON_LINK: readonly Cidr[] = [
  "169.254.0.0/16",
  "fe80::/10",
  "fd00:ec2::/32",
  "100.100.100.200/32",
  "192.0.0.192/32",
  "168.63.129.16/32",
].map((text) => parseCidr(text)!);

/** A port a redirect may name inside the operator's network. */
export function isWebPort(port: number): boolean {
  return port === 80 || port === 443;
}

/** Public targets are reached on 80, 443 or a port above the well-known range, so no mail or name server is ever spoken to in HTTP. */
export function mayUsePort(port: number): boolean {
  return isWebPort(port) || port >= 1024;
}

/** The address of a URL's host when it is a literal (WHATWG URL has normalised its spelling), otherwise null. */
export function literalAddress(hostname: string): Address | null {
  return parseAddress(hostname.startsWith("[") ? hostname.slice(1, -1) : hostname);
}
