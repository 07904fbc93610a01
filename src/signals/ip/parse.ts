/** The text of an IP parameter as a canonical address, or the reason why it is none. */
import { type Address, networkOf, parseAddress } from "../../model/address/address.ts";
import { InvalidValue } from "../../model/invalid_value.ts";

const MAX_TEXT = 64;

/** Surrounding blanks are accepted. */
export function parseIp(given: string): Address | InvalidValue {
  if (given.length > MAX_TEXT) return new InvalidValue("is longer than any IP address");
  const text = given.trim();
  if (text === "") return new InvalidValue("is empty");
  const address = parseAddress(text);
  if (address !== null) return address;
  if (/[^0-9A-Za-z.:%/\[\] ]/.test(text)) return new InvalidValue("is not an IP address");
  if (/^[\d.]+%/.test(text)) {
    return new InvalidValue("has a % after an IPv4 address; only IPv6 addresses have zones");
  }
  if (text.includes("%")) return new InvalidValue("has a zone id, which is only meaningful on its own host");
  if (text.includes("/")) return new InvalidValue("is a range; send one address");
  if (text.startsWith("[") || /^\d+\.\d+\.\d+\.\d+:\d+$/.test(text)) {
    return new InvalidValue("has brackets or a port; send the bare address");
  }
  if (/^\d+(\.\d+){3}$/.test(text)) {
    return new InvalidValue("is not strict dotted decimal: four parts from 0 to 255 without leading zeros");
  }
  return new InvalidValue("is not an IPv4 or IPv6 address");
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
