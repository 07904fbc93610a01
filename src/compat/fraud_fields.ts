/** Every field of the vendor's fraud request, with what its value must be: one row each. */
import { MAX_EMAIL_LENGTH } from "../signals/email/parse.ts";
import { countryOf } from "./countries.ts";
import type { Check, Fields } from "./section_reader.ts";

const MAX_LENGTH = 255;
const YEAR_MS = 366 * 86_400_000;
const BREAKS = ["\0", "\n", "\r"];
const RFC_3339 = /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:z|[+-]\d{2}:\d{2})$/i;

const TEXT = text();
const AMOUNT = number(Number.isFinite, "is not a number");
const FLAG: Check = (value) => typeof value === "boolean" ? null : "is not true or false";
const CHARACTER = formed(/^[^]$/u, "is not one character");
const CALLING_CODE = formed(/^(?:[+\s().-]*\d){1,4}[\s().-]*$/, "is not a country calling code");
const CUSTOM: Check = (value) => typeof value === "boolean" ? null : TEXT(value, 0);
const COUNTRY: Check = (value) =>
  TEXT(value, 0) ?? (isCountry(String(value)) ? null : "is not a country code of ISO 3166-1");
const RECENT: Check = (value, now) => {
  const at = typeof value === "string" && RFC_3339.test(value) ? Date.parse(value.toUpperCase()) : NaN;
  if (Number.isNaN(at)) return "is not a date and time of RFC 3339";
  return at < now - YEAR_MS ? "is more than a year ago" : null;
};

const ADDRESS = {
  ...all(TEXT, "first_name last_name company address address_2 city postal"),
  region: text(4),
  country: COUNTRY,
  phone_country_code: CALLING_CODE,
};

/** The list `shopping_cart` has these in each item. */
export const CART_ITEM = named({
  category: TEXT,
  item_id: TEXT,
  quantity: number(Number.isInteger, "is not a whole number"),
  price: AMOUNT,
});

export const FRAUD_FIELDS = {
  device: named({
    ip_address: parsed(Infinity),
    user_agent: text(512),
    accept_language: TEXT,
    session_age: number((age) => age >= 0 && age <= 1e13 - 1, "is not a number from 0 to 1e13-1"),
    session_id: TEXT,
    tracking_token: TEXT,
  }),
  email: named({ address: parsed(MAX_EMAIL_LENGTH), domain: parsed(MAX_LENGTH) }),
  billing: named({ ...ADDRESS, phone_number: parsed(MAX_LENGTH) }),
  shipping: named({
    ...ADDRESS,
    phone_number: TEXT,
    delivery_speed: oneOf("same_day overnight expedited standard"),
  }),
  order: named({
    amount: AMOUNT,
    currency: formed(/^[a-z]{3}$/i, "is not a currency code of three letters"),
    ...all(TEXT, "discount_code affiliate_id subaffiliate_id"),
    referrer_uri: text(1024),
    ...all(FLAG, "is_gift has_gift_message"),
  }),
  credit_card: named({
    issuer_id_number: formed(/^(?:\d{6}|\d{8})$/, "does not have 6 or 8 digits"),
    last_digits: formed(/^(?:\d{2}|\d{4})$/, "does not have 2 or 4 digits"),
    ...all(TEXT, "token bank_name bank_phone_number"),
    bank_phone_country_code: CALLING_CODE,
    country: COUNTRY,
    ...all(CHARACTER, "avs_result cvv_result"),
    was_3d_secure_successful: FLAG,
  }),
  payment: named({
    method: oneOf(
      "bank_debit bank_redirect bank_transfer buy_now_pay_later card crypto digital_wallet gift_card " +
        "real_time_payment rewards",
    ),
    // The vendor adds names with every release of its clients.
    processor: formed(/^[a-z0-9_]+$/, "is not the name of a payment processor"),
    was_authorized: FLAG,
    decline_code: TEXT,
  }),
  /** The account chooses the keys. */
  custom_inputs: () => CUSTOM,
  account: named({ user_id: TEXT, username_md5: formed(/^[0-9a-f]{32}$/i, "is not an MD5 in hex") }),
  event: named({
    ...all(TEXT, "transaction_id shop_id"),
    time: RECENT,
    type: oneOf(
      "account_creation account_login credit_application email_change fund_transfer password_reset " +
        "payout_change purchase recurring_purchase referral sim_swap survey",
    ),
    party: oneOf("agent customer"),
  }),
} as const satisfies Readonly<Record<string, Fields>>;

function named(checks: Readonly<Record<string, Check>>): Fields {
  return (key) => Object.hasOwn(checks, key) ? checks[key]! : null;
}

/** The same check under several keys. */
function all(check: Check, keys: string): Record<string, Check> {
  return Object.fromEntries(keys.split(" ").map((key) => [key, check]));
}

/** A text whose own parser tells what else is wrong with it. */
function parsed(max: number): Check {
  return (value) => {
    if (typeof value !== "string" && typeof value !== "number") return "is not a string";
    return String(value).length > max ? `is longer than ${max} characters` : null;
  };
}

function text(max = MAX_LENGTH): Check {
  const fits = parsed(max);
  return (value, now) =>
    fits(value, now) ??
      (BREAKS.some((sign) => String(value).includes(sign)) ? "has a NUL or a line break" : null);
}

/** @param problem when it does not match */
function formed(pattern: RegExp, problem: string): Check {
  return (value, now) => TEXT(value, now) ?? (pattern.test(String(value)) ? null : problem);
}

function oneOf(names: string): Check {
  return formed(new RegExp(`^(?:${names.replaceAll(" ", "|")})$`), "is not one that this field can have");
}

function number(fits: (given: number) => boolean, problem: string): Check {
  return (value) => {
    const given = typeof value === "string" ? Number(value) : value;
    return typeof given === "number" && Number.isFinite(given) && fits(given) ? null : problem;
  };
}

/** In either case; UK is widely used for GB and reserved for it. */
function isCountry(text: string): boolean {
  const code = text.toUpperCase();
  return code === "UK" || countryOf(code) !== null;
}
