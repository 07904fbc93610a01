/**
 * Texts of what a rule can name besides a value itself: networks, AS numbers and domains. Hashed into score records, so
 * that rules can be matched against stored scores.
 */
import { type Address, clientSubnet, lineOf, operatorSubnet } from "./address/address.ts";

/** Labels of the longest domain that is stored of a host. */
export const MAX_RELATED_LABELS = 7;

/** @param cidr of a length that `addressTexts` stores */
export function networkText(cidr: string): string {
  return `network:${cidr}`;
}

export function asnText(asn: number): string {
  return `asn:${asn}`;
}

export function domainText(host: string): string {
  return `domain:${host}`;
}

/**
 * The /64 of an IPv6 address is the last.
 * @param asn of the system that announces the address; null when unknown
 */
export function addressTexts(address: Address, asn: number | null): string[] {
  const texts = [networkText(clientSubnet(address)), networkText(operatorSubnet(address))];
  if (asn !== null) texts.push(asnText(asn));
  if (address.family === 6) texts.push(networkText(lineOf(address)));
  return texts;
}

/** The host and its parents of two labels and more, the longest first; without those of more than MAX_RELATED_LABELS. */
export function hostTexts(host: string): string[] {
  const labels = host.split(".");
  const texts: string[] = [];
  for (
    let count = Math.min(labels.length, MAX_RELATED_LABELS);
    count >= Math.min(labels.length, 2);
    count--
  ) {
    texts.push(domainText(labels.slice(-count).join(".")));
  }
  return texts;
}
