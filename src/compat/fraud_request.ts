/** Reads the vendor's fraud request as inputs of components, with a warning for everything that was not used. */
import { InvalidValue } from "../model/invalid_value.ts";
import { isGlobalUnicast } from "../model/address/special_purpose.ts";
import type { DeviceBody } from "../signals/device/parse.ts";
import { MAX_EMAIL_LENGTH } from "../signals/email/parse.ts";
import { type Inputs, VALUE_SIGNALS } from "../signals/registry.ts";
import { CUSTOM_KEY, type CustomFields, customProblem, MAX_CUSTOM_FIELDS } from "../model/facts/custom.ts";
import { isObject, type JsonObject } from "../model/json.ts";
import { isUserId } from "../model/user_id.ts";
import { SectionReader, valueOf, type Warning } from "./section_reader.ts";
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

const DEVICE_KEYS = keys("ip_address user_agent accept_language session_age session_id tracking_token");
const EMAIL_KEYS = keys("address domain");
const PHONE_KEYS = keys("phone_number phone_country_code");
const ADDRESS_KEYS = keys("first_name last_name company address address_2 city region country postal");
const READ_SECTIONS = keys("device email billing");
/** Sections that no component uses. */
const IGNORED_SECTIONS = keys("shipping order credit_card shopping_cart payment custom_inputs account");
const MAX_LENGTH = 255;
const MAX_USER_AGENT_LENGTH = 512;
const NOTHING_TO_SCORE =
  "Nothing in the request can be scored: send device.ip_address, email.address, email.domain or billing.phone_number";
const MD5 = /^[0-9a-f]{32}$/i;

function keys(text: string): readonly string[] {
  return text.split(" ");
}

/** @param body parsed JSON of any shape */
export function readFraudRequest(body: unknown): FraudRequest | { readonly refusal: Refusal } {
  if (!isObject(body)) return refused("JSON_INVALID", "The body is not a JSON object");
  const reader = new SectionReader();
  reader.unknownKeys(body, "", [...READ_SECTIONS, ...IGNORED_SECTIONS, "event"]);
  const device = reader.section(body, "device", DEVICE_KEYS) ?? {};
  const email = reader.section(body, "email", EMAIL_KEYS) ?? {};
  const billing = reader.section(body, "billing", [...PHONE_KEYS, ...ADDRESS_KEYS]) ?? {};
  const checked = { ...readIp(device, reader), ...readEmail(email, reader), ...readPhone(billing, reader) };
  const userAgent = reader.text(device, "user_agent", "/device/user_agent", MAX_USER_AGENT_LENGTH);
  for (const section of IGNORED_SECTIONS) reader.ignored(body, section);
  const transaction = readEvent(body, reader);
  const userId = readUserId(body);
  const custom = readCustomInputs(body);
  if (Object.keys(checked).length === 0) {
    const [first] = reader.warnings;
    const example = first === undefined ? "" : ` (${first.input_pointer}: ${first.warning})`;
    return refused("REQUEST_INVALID", `${NOTHING_TO_SCORE}${example}`);
  }
  return {
    input: {
      ...checked,
      ...(userAgent === null ? {} : { browser: { signals: { user_agent: userAgent } } }),
      ...(transaction === null ? {} : { transaction }),
      ...(userId === null ? {} : { userId }),
      ...(custom === null ? {} : { custom }),
    },
    warnings: reader.warnings,
  };
}

function readIp(device: JsonObject, reader: SectionReader): Pick<Values, "ip"> {
  const pointer = "/device/ip_address";
  const text = reader.text(device, "ip_address", pointer, MAX_LENGTH);
  if (text === null) return {};
  const ip = VALUE_SIGNALS.ip.parse(text, {});
  if (ip instanceof InvalidValue) {
    reader.warn("IP_ADDRESS_INVALID", pointer, `The IP address ${ip.reason}; it was not used`);
    return {};
  }
  if (!isGlobalUnicast(ip)) {
    const why = "The IP address is in reserved or private space; nothing is known about it";
    reader.warn("IP_ADDRESS_RESERVED", pointer, why);
  }
  return { ip };
}

/** A hashed address cannot be checked, but the domain that clients send with it can. */
function readEmail(section: JsonObject, reader: SectionReader): Pick<Values, "email" | "domain"> {
  const pointer = "/email/address";
  const text = reader.text(section, "address", pointer, MAX_EMAIL_LENGTH);
  const hashed = text !== null && MD5.test(text.trim());
  const email = text === null || hashed ? null : VALUE_SIGNALS.email.parse(text, {});
  if (email !== null && !(email instanceof InvalidValue)) {
    if (email.email.mailbox === null) {
      const why = "The value is not an email address; it was scored as an invalid one";
      reader.warn("INPUT_INVALID", pointer, why);
    }
    return { email };
  }
  const domain = readDomain(section, reader);
  if (hashed) {
    const advice = domain === null ? "send email.domain with it" : "its domain was";
    reader.warn("EMAIL_ADDRESS_UNUSABLE", pointer, `A hash of an address cannot be checked; ${advice}`);
  }
  return domain === null ? {} : { domain };
}

function readDomain(section: JsonObject, reader: SectionReader): Inputs["domain"] | null {
  const pointer = "/email/domain";
  const text = reader.text(section, "domain", pointer, MAX_LENGTH);
  if (text === null) return null;
  const domain = VALUE_SIGNALS.domain.parse(text, {});
  if (!(domain instanceof InvalidValue)) return domain;
  reader.invalid(pointer, domain.reason);
  return null;
}

/** The vendor splits a number into calling code and the rest; without the code, the billing country is used. */
function readPhone(billing: JsonObject, reader: SectionReader): Pick<Values, "phone"> {
  const number = reader.text(billing, "phone_number", "/billing/phone_number", MAX_LENGTH);
  const code = number === null ? null : readCallingCode(billing, reader);
  const complete = number !== null && /^[+\uff0b]/.test(number.trim());
  const international = number === null || complete || code !== null;
  const country = international ? null : readCountry(billing);
  warnAboutAddress(billing, country !== null, reader);
  if (number === null) return {};
  const text = code === null || complete ? number : `+${code} ${number.trim()}`;
  const phone = VALUE_SIGNALS.phone.parse(text, { country });
  if (!(phone instanceof InvalidValue)) return { phone };
  reader.invalid("/billing/phone_number", "is longer than any phone number");
  return {};
}

function readCallingCode(billing: JsonObject, reader: SectionReader): string | null {
  const pointer = "/billing/phone_country_code";
  const text = reader.text(billing, "phone_country_code", pointer, MAX_LENGTH);
  if (text === null) return null;
  const digits = text.replace(/\D/g, "");
  if (/^\d{1,4}$/.test(digits)) return digits;
  reader.invalid(pointer, "is not a country calling code");
  return null;
}

function readCountry(billing: JsonObject): string | null {
  const country = valueOf(billing, "country");
  return typeof country === "string" && /^[A-Za-z]{2}$/.test(country) ? country : null;
}

function warnAboutAddress(billing: JsonObject, countryUsed: boolean, reader: SectionReader): void {
  const unused = ADDRESS_KEYS.some((key) =>
    valueOf(billing, key) !== null && !(key === "country" && countryUsed)
  );
  if (!unused) return;
  reader.warnIgnored("/billing", "uses the phone number of billing only");
}

/** Only the transaction id of an event is kept, for later reports. */
function readEvent(body: JsonObject, reader: SectionReader): string | null {
  const event = valueOf(body, "event");
  if (!isObject(event)) {
    reader.ignored(body, "event");
    return null;
  }
  const transaction = reader.text(event, "transaction_id", "/event/transaction_id", MAX_LENGTH);
  const unused = Object.keys(event).some((key) => key !== "transaction_id" && event[key] !== null);
  if (unused) {
    reader.warnIgnored("/event", "keeps the transaction_id of event only");
  }
  return transaction;
}

/** Those that fit are kept with the score as facts; like a user id they are not scored, so the section keeps its warning. */
function readCustomInputs(body: JsonObject): CustomFields | null {
  const inputs = valueOf(body, "custom_inputs");
  const fitting = Object.entries(isObject(inputs) ? inputs : {}).filter(([key, value]) =>
    CUSTOM_KEY.test(key) && customProblem(value) === null
  ).slice(0, MAX_CUSTOM_FIELDS);
  return fitting.length === 0 ? null : Object.fromEntries(fitting) as CustomFields; // as `customProblem` found them
}

/** Kept to find the score again; like the rest of its section it is not scored, so the section keeps its warning. */
function readUserId(body: JsonObject): string | null {
  const account = valueOf(body, "account");
  const value = isObject(account) ? valueOf(account, "user_id") : null;
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.trim() !== "" && isUserId(text) ? text : null;
}
