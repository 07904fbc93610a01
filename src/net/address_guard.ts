/**
 * Which addresses, ports and names an outgoing connection may be made to. The check is made on the resolved address that
 * is then connected to, so a name that points inward is caught whatever it is called.
 */
import { type Address, type Cidr, contains, parseAddress } from "../domain/address.ts";
import { isGlobalUnicast } from "../domain/special_purpose.ts";

/** True when the operator's WINNOW_EGRESS_ALLOW names the address. */
export function isEgressAllowed(address: Address, egressAllow: readonly Cidr[]): boolean {
  return egressAllow.some((cidr) => contains(cidr, address));
}

/** True for ordinary public addresses and for those the operator allows. */
export function mayConnect(address: Address, egressAllow: readonly Cidr[]): boolean {
  return isGlobalUnicast(address) || isEgressAllowed(address, egressAllow);
}

/** Public targets are reached on 80, 443 or a port above the well-known range, so no mail or name server is ever spoken to in HTTP. */
export function mayUsePort(port: number): boolean {
  return port === 80 || port === 443 || port >= 1024;
}

/** The address of a URL's host when it is a literal (WHATWG URL has normalised its spelling), otherwise null. */
export function literalAddress(hostname: string): Address | null {
  return parseAddress(hostname.startsWith("[") ? hostname.slice(1, -1) : hostname);
}
