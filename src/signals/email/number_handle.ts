/** Local parts that are the telephone number of a person. */
import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";

/** E.164: at most 15 digits. Shorter ones are seldom a whole number, and often a random one. */
const NUMBER = /^\d{9,15}$/;
/** What two spellings of one number share at least. */
const SUBSCRIBER_LENGTH = 7;
/** Top-level domains that are no ISO 3166-1 code. */
const COUNTRIES: ReadonlyMap<string, string> = new Map([["uk", "GB"]]);

/**
 * A valid mobile number: with its calling code, or as it is dialled in the country of the provider's top-level domain. Plans
 * in which a mobile number looks like any other (North America) are not told from random digits.
 * @param host domain of the address
 */
export function isMobileNumber(local: string, host: string): boolean {
  if (!NUMBER.test(local)) return false;
  if (parsePhoneNumberFromString(`+${local}`)?.getType() === "MOBILE") return true;
  const top = host.slice(host.lastIndexOf(".") + 1);
  const country = COUNTRIES.get(top) ?? top.toUpperCase();
  return isSupportedCountry(country) && parsePhoneNumberFromString(local, country)?.getType() === "MOBILE";
}

/** Whether a local part is that telephone number, each in any format. */
export function isSameNumber(local: string, phone: string): boolean {
  if (!NUMBER.test(local)) return false;
  const [one, other] = [significant(local), significant(phone)];
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= SUBSCRIBER_LENGTH && long.endsWith(short);
}

function significant(number: string): string {
  return number.replace(/\D/g, "").replace(/^0+/, "");
}
