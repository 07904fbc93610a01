/** Which values of a rule file are read as something else than they say, so that their owner is told. */
import { parseAddress } from "../../../model/address/address.ts";
import type { ClassifiedValue } from "../../../model/rules/rule.ts";

/**
 * True when the rule names something else than was written: `*.evil.com` becomes `evil.com`, `10.1.2.3/8` all of
 * `10.0.0.0/8`. Only another spelling of the same is no difference.
 */
export function isReadOtherwise(written: string, { kind, value }: ClassifiedValue): boolean {
  const text = written.toLowerCase();
  const read = value.toLowerCase();
  if (text === read) return false;
  switch (kind) {
    case "ip":
    case "cidr":
      return !isSameNetwork(text, read);
    case "phone":
      return text.replace(/^tel:/, "").replace(/[^0-9]/g, "") !== read.slice(1);
    case "asn":
      return text.replace(/[^0-9]/g, "").replace(/^0+/, "") !== read.slice(2);
    case "email":
      return text.replace(/^mailto:/, "") !== read;
    case "device":
      return text.replace(/\s/, "") !== read;
    case "domain":
      return text.replace(/\.$/, "") !== read;
  }
}

/** The same first address and the same length; an address of IPv4 in IPv6 is another one. */
function isSameNetwork(text: string, read: string): boolean {
  const [from, bits] = text.replace(/^\[|\]$/g, "").split("/");
  const [first, length] = read.split("/");
  const address = parseAddress(from!);
  return bits === length && address?.text === first && (from!.includes(":") === first!.includes(":"));
}
