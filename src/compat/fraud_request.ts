/** Reads the vendor's fraud request as inputs of components, with a warning for everything that was not used. */
import { InvalidValue } from "../model/invalid_value.ts";
import { isGlobalUnicast } from "../model/address/special_purpose.ts";
import type { DeviceBody } from "../signals/device/parse.ts";
import { type Inputs, isChecked, VALUE_SIGNALS } from "../signals/registry.ts";
import { CUSTOM_KEY, type CustomFields, customProblem, MAX_CUSTOM_FIELDS } from "../model/facts/custom.ts";
import { isObject, type JsonObject } from "../model/json.ts";
import { isUserId } from "../model/user_id.ts";
import { CART_ITEM, FRAUD_FIELDS } from "./fraud_fields.ts";
import { SectionReader, textOf, valueOf, type Warning } from "./section_reader.ts";
import { type Refusal, refused } from "./refusal.ts";

type Values = Partial<Pick<Inputs, "ip" | "email" | "phone" | "domain">>;

/** Assignable to the `Signup` of the scoring service. */
interface FraudInput extends Values {
  readonly browser?: Pick<DeviceBody, "signals">;
  readonly transaction?: string;
  readonly userId?: string;
  readonly custom?: CustomFields;
}

export interface FraudRequest {
  readonly input: FraudInput;
  readonly warnings: readonly Warning[];
}

const SECTIONS = [...Object.keys(FRAUD_FIELDS), "shopping_cart"];
const PHONE_KEYS = ["phone_number", "phone_country_code"];
const IP_POINTER = "/device/ip_address";
/** Of an address that could be scored. */
export const UNKNOWN_ADDRESS: Warning = {
  code: "IP_ADDRESS_NOT_FOUND",
  warning: "Nothing is known about the IP address",
  input_pointer: IP_POINTER,
};
const NOTHING_TO_SCORE =
  "Nothing in the request can be scored: send device.ip_address, email.address, email.domain or billing.phone_number";
const MD5 = /^[0-9a-f]{32}$/i;

/** @param body parsed JSON of any shape @param now milliseconds since the epoch */
export function readFraudRequest(
  body: unknown,
  now: number,
): FraudRequest | { readonly refusal: Refusal } {
  if (!isObject(body)) return refused("JSON_INVALID", "The body is not a JSON object");
  const reader = new SectionReader(now);
  for (const key of Object.keys(body)) if (!SECTIONS.includes(key)) reader.unknown("", key);
  const device = reader.section(body, "device", FRAUD_FIELDS.device);
  const email = reader.section(body, "email", FRAUD_FIELDS.email);
  const billing = reader.section(body, "billing", FRAUD_FIELDS.billing);
  const values: Values = {
    ...readIp(device, reader),
    ...readEmail(email, numberText(billing), reader),
    ...readPhone(billing, reader),
  };
  warnAboutAddress(body, billing, reader);
  for (const key of ["shipping", "order", "credit_card"] as const) {
    reader.unused(body, key, FRAUD_FIELDS[key]);
  }
  reader.unusedList(body, "shopping_cart", CART_ITEM);
  reader.unused(body, "payment", FRAUD_FIELDS.payment);
  const custom = readCustomInputs(reader.unused(body, "custom_inputs", FRAUD_FIELDS.custom_inputs));
  const userId = readUserId(reader.unused(body, "account", FRAUD_FIELDS.account));
  const transaction = readEvent(body, reader);
  if (!isScorable(values)) {
    const [first] = reader.warnings;
    const example = first === undefined ? "" : ` (${first.input_pointer}: ${first.warning})`;
    return refused("REQUEST_INVALID", `${NOTHING_TO_SCORE}${example}`);
  }
  const userAgent = textOf(device, "user_agent");
  return {
    input: {
      ...values,
      ...(userAgent === null ? {} : { browser: { signals: { user_agent: userAgent } } }),
      ...(transaction === null ? {} : { transaction }),
      ...(userId === null ? {} : { userId }),
      ...(custom === null ? {} : { custom }),
    },
    warnings: reader.warnings,
  };
}

/** A phone number that lacks its country is shown as such, but it alone is nothing to score. */
function isScorable({ ip, email, domain, phone }: Values): boolean {
  return ip !== undefined || email !== undefined || domain !== undefined ||
    (phone !== undefined && isChecked("phone", phone));
}

function readIp(device: JsonObject, reader: SectionReader): Pick<Values, "ip"> {
  const text = textOf(device, "ip_address");
  if (text === null) return {};
  const ip = VALUE_SIGNALS.ip.parse(text, {});
  if (ip instanceof InvalidValue) {
    reader.warn("IP_ADDRESS_INVALID", IP_POINTER, `The IP address ${ip.reason}; it was not used`);
    return {};
  }
  if (!isGlobalUnicast(ip)) {
    const why = "The IP address is in reserved or private space; nothing is known about it";
    reader.warn("IP_ADDRESS_RESERVED", IP_POINTER, why);
  }
  return { ip };
}

/** A hashed address cannot be checked, but the domain that clients send with it can. */
function readEmail(
  section: JsonObject,
  phone: string | null,
  reader: SectionReader,
): Pick<Values, "email" | "domain"> {
  const pointer = "/email/address";
  const text = textOf(section, "address");
  const domain = readDomain(section, reader);
  const hashed = text !== null && MD5.test(text.trim());
  const email = text === null || hashed ? null : VALUE_SIGNALS.email.parse(text, { phone });
  if (email !== null && !(email instanceof InvalidValue)) {
    if (email.email.mailbox === null) {
      reader.invalid(pointer, "is not an email address", "was scored as an invalid one");
    }
    return { email };
  }
  if (hashed) {
    const advice = domain === null ? "send email.domain with it" : "its domain was";
    reader.warn("EMAIL_ADDRESS_UNUSABLE", pointer, `A hash of an address cannot be checked; ${advice}`);
  }
  return domain === null ? {} : { domain };
}

function readDomain(section: JsonObject, reader: SectionReader): Inputs["domain"] | null {
  const pointer = "/email/domain";
  const text = textOf(section, "domain");
  if (text === null) return null;
  const domain = VALUE_SIGNALS.domain.parse(text, {});
  if (!(domain instanceof InvalidValue)) return domain;
  reader.invalid(pointer, domain.reason);
  return null;
}

/** The vendor splits a number into calling code and the rest; clients also send the code with both, or with 00. */
function numberText(billing: JsonObject): string | null {
  const number = textOf(billing, "phone_number")?.trim() ?? null;
  const code = callingCode(billing);
  if (number === null || isComplete(number) || code === null) return number;
  const [joined, whole] = [`+${code} ${number}`, `+${number}`];
  const isWhole = number.startsWith(code) && !readNumber(joined)?.possible && readNumber(whole)?.valid;
  return isWhole === true ? whole : joined;
}

/** Null for a text that is no number. */
function readNumber(text: string): Inputs["phone"]["number"] {
  const phone = VALUE_SIGNALS.phone.parse(text, {});
  return phone instanceof InvalidValue ? null : phone.number;
}

/** Without the calling code, the billing country is used. */
function readPhone(billing: JsonObject, reader: SectionReader): Pick<Values, "phone"> {
  const pointer = "/billing/phone_number";
  const text = numberText(billing);
  if (text === null) return {};
  const phone = VALUE_SIGNALS.phone.parse(text, { country: countryOfNumber(billing) });
  if (phone instanceof InvalidValue) {
    reader.invalid(pointer, "is longer than any phone number");
    return {};
  }
  if (!isChecked("phone", phone)) {
    reader.invalid(pointer, "cannot be read without its calling code: send phone_country_code");
  } else if (phone.number?.possible !== true) {
    reader.invalid(pointer, "is not a phone number", "was scored as an impossible one");
  }
  return { phone };
}

/** It has its calling code. */
function isComplete(number: string): boolean {
  return /^[+\uff0b]/.test(number.trim());
}

/** Its digits without leading zeros; null where there is none. */
function callingCode(billing: JsonObject): string | null {
  const digits = textOf(billing, "phone_country_code")?.replace(/\D/g, "").replace(/^0+/, "") ?? "";
  return digits === "" ? null : digits;
}

/** The billing country, where the phone number needs one. */
function countryOfNumber(billing: JsonObject): string | null {
  const number = textOf(billing, "phone_number");
  const needed = number !== null && !isComplete(number) && callingCode(billing) === null;
  return needed ? textOf(billing, "country") : null;
}

function warnAboutAddress(body: JsonObject, billing: JsonObject, reader: SectionReader): void {
  const given = valueOf(body, "billing");
  const used = countryOfNumber(billing) === null ? PHONE_KEYS : [...PHONE_KEYS, "country"];
  const unused = isObject(given) &&
    Object.keys(given).some((key) =>
      FRAUD_FIELDS.billing(key) !== null && !used.includes(key) && given[key] !== null
    );
  if (unused) reader.warnIgnored("/billing", "uses the phone number of billing only");
}

/** Only the transaction id of an event is kept, for later reports. */
function readEvent(body: JsonObject, reader: SectionReader): string | null {
  const event = reader.section(body, "event", FRAUD_FIELDS.event);
  const given = valueOf(body, "event");
  const unused = isObject(given) &&
    Object.keys(given).some((key) => key !== "transaction_id" && given[key] !== null);
  if (unused) reader.warnIgnored("/event", "keeps the transaction_id of event only");
  return textOf(event, "transaction_id");
}

/** Those that fit are kept with the score as facts; like a user id they are not scored, so the section keeps its warning. */
function readCustomInputs(inputs: JsonObject): CustomFields | null {
  const fitting = Object.entries(inputs).filter(([key, value]) =>
    CUSTOM_KEY.test(key) && customProblem(value) === null
  ).slice(0, MAX_CUSTOM_FIELDS);
  return fitting.length === 0 ? null : Object.fromEntries(fitting) as CustomFields; // as `customProblem` found them
}

/** Kept to find the score again; like the rest of its section it is not scored, so the section keeps its warning. */
function readUserId(account: JsonObject): string | null {
  const id = textOf(account, "user_id");
  return id !== null && isUserId(id) ? id : null;
}
