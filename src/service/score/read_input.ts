/**
 * Text of a request to a signal's input. Each takes how its field's error is made, so that every endpoint names its own
 * field. Reading is pure, and the same values come again and again: what was read lately is handed out as it is.
 */
import { TwoGenerationCache } from "../../concurrency/two_generation_cache.ts";
import type { Address } from "../../model/address.ts";
import type { AppError } from "../../model/error.ts";
import { type DeviceBody, type DeviceInput, parseDevice } from "../../signals/device/parse.ts";
import { type DomainName, parseDomain } from "../../signals/domain/parse.ts";
import { type EmailInput, MAX_EMAIL_LENGTH, parseEmail } from "../../signals/email/parse.ts";
import { parseIp } from "../../signals/ip/parse.ts";
import { MAX_PHONE_LENGTH, parsePhone, type PhoneInput } from "../../signals/phone/parse.ts";

type Refuse = (why: string) => AppError;

/** About 1 kB each at most. */
const READ_LATELY = 4_000;
const emails = new TwoGenerationCache<EmailInput>(READ_LATELY);
const phones = new TwoGenerationCache<PhoneInput>(READ_LATELY);
const domains = new TwoGenerationCache<DomainName>(READ_LATELY);

export function readIp(text: string, refuse: Refuse): Address {
  const parsed = parseIp(text);
  if (parsed.address === null) throw refuse(parsed.reason);
  return parsed.address;
}

/** An address that cannot be parsed is an input too: it is scored as invalid. */
export function readEmail(text: string, refuse: Refuse): EmailInput {
  if (text.trim() === "") throw refuse("must not be empty");
  if (text.length > MAX_EMAIL_LENGTH) throw refuse(`may have at most ${MAX_EMAIL_LENGTH} characters`);
  return emails.get(text) ?? emails.set(text, parseEmail(text));
}

export function readPhone(
  text: string,
  country: string | null,
  refuse: { phone: Refuse; country: Refuse },
): PhoneInput {
  if (text.trim() === "") throw refuse.phone("must not be empty");
  if (text.length > MAX_PHONE_LENGTH) throw refuse.phone(`may have at most ${MAX_PHONE_LENGTH} characters`);
  const region = readCountry(country, refuse.country);
  const name = `${region ?? ""} ${text}`;
  return phones.get(name) ?? phones.set(name, parsePhone(text, region));
}

/** Null when none was given. */
export function readCountry(text: string | null | undefined, refuse: Refuse): string | null {
  const country = text?.trim() ?? "";
  if (country === "") return null;
  if (!/^[A-Za-z]{2}$/.test(country)) {
    throw refuse("must be a two-letter country code (ISO 3166-1 alpha-2)");
  }
  return country;
}

export function readDomain(text: string, refuse: Refuse): DomainName {
  if (text.trim() === "") throw refuse("must not be empty");
  const lately = domains.get(text);
  if (lately !== undefined) return lately;
  const parsed = parseDomain(text);
  if ("reason" in parsed) throw refuse(parsed.reason);
  return domains.set(text, parsed);
}

export function readDevice(body: DeviceBody, refuse: Refuse): DeviceInput {
  return parseDevice(body, refuse);
}
