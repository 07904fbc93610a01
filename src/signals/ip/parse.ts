/** The text of an IP parameter as a canonical address, or the reason why it is none. */
import { type Address, networkOf, parseAddress } from "../../model/address.ts";

type ParsedIp =
  | { readonly address: Address; readonly reason?: never }
  | { readonly address: null; readonly reason: string };

const MAX_TEXT = 64;

/** Surrounding blanks are accepted. `reason` is a sentence fragment for the caller. */
export function parseIp(given: string): ParsedIp {
  if (given.length > MAX_TEXT) return refused("is longer than any IP address");
  const text = given.trim();
  if (text === "") return refused("is empty");
  const address = parseAddress(text);
  if (address !== null) return { address };
  if (/[^0-9A-Za-z.:%/\[\] ]/.test(text)) return refused("is not an IP address");
  if (/^[\d.]+%/.test(text)) {
    return refused("has a % after an IPv4 address; only IPv6 addresses have zones");
  }
  if (text.includes("%")) return refused("has a zone id, which is only meaningful on its own host");
  if (text.includes("/")) return refused("is a range; send one address");
  if (text.startsWith("[") || /^\d+\.\d+\.\d+\.\d+:\d+$/.test(text)) {
    return refused("has brackets or a port; send the bare address");
  }
  if (/^\d+(\.\d+){3}$/.test(text)) {
    return refused(
      "is not strict dotted decimal: four parts from 0 to 255 without leading zeros",
    );
  }
  return refused("is not an IPv4 or IPv6 address");
}

/** The canonical text, the same for every spelling of an address. */
export function ipIdentity(address: Address): string {
  return address.text;
}

/** `203.0.113.•`, `2001:db8:1::•`: the /24 or the /48, for display. */
export function maskIp(address: Address): string {
  if (address.family === 4) return `${address.text.slice(0, address.text.lastIndexOf("."))}.•`;
  return `${networkOf(address, 48).text.replace(/:*$/, "")}::•`;
}

function refused(reason: string): ParsedIp {
  return { address: null, reason };
}
