/** Text to a phone number. The country is never guessed: without a leading + and without a country the status is `country_required`. */
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  ParseError,
  parsePhoneNumberWithError,
  type PhoneNumber,
  type PhoneNumberType,
  validatePhoneNumberLength,
} from "libphonenumber-js/max";
import { lazy } from "../../concurrency/lazy.ts";
import { rowsOf } from "../../model/table_text.ts";
import { renumbered } from "./earlier_plan.ts";
import { NORTH_AMERICA } from "./numbering_plan.ts";
import TABLE from "../../../data/fictional_numbers.csv" with { type: "text" };

/** Endpoints refuse longer input. */
export const MAX_PHONE_LENGTH = 64;

export const PHONE_PARSE_STATUSES = [
  "ok",
  "country_required", // national format, and no country was given
  "invalid_country", // the calling code, or the country needed to read the number, does not exist
  "too_short",
  "too_long",
  "not_a_number",
  "invalid", // of a possible length, or between two possible ones, but not in an assigned range
] as const;
export type PhoneParseStatus = typeof PHONE_PARSE_STATUSES[number];

export interface ReadNumber {
  /** Without its extension. */
  readonly parsed: PhoneNumber;
  /** In national format, and in international format. */
  readonly national: string;
  readonly international: string;
  /** ISO 3166-1 alpha-2; null for non-geographic numbers and where a shared plan does not determine it. */
  readonly country: string | null;
  /** Null when the number is not in an assigned range. */
  readonly type: PhoneNumberType | null;
  /** It matches a pattern of its numbering plan. */
  readonly valid: boolean;
  /** Its length fits its numbering plan. */
  readonly possible: boolean;
  /** Reserved for films, books and examples. */
  readonly fictional: boolean;
}

export interface PhoneInput {
  readonly parseStatus: PhoneParseStatus;
  /** Null when the text could not be parsed as a number. */
  readonly number: ReadNumber | null;
  /** Without the extension; null when `number` is. */
  readonly e164: string | null;
  /** The same as it was written, where the line has another number since; null otherwise. */
  readonly earlierE164: string | null;
  readonly extension: string | null;
  /** The input, cleaned. */
  readonly text: string;
  /** False when only a country, or a known one, is missing, so nothing is known about the number. */
  readonly decided: boolean;
  /** The number's calling code belongs to another country than the given one. The number takes precedence. */
  readonly contradictsCountry: boolean;
}

const INVISIBLE = /\p{Cf}/gu;

/**
 * @param text E.164, international, `tel:` URI (RFC 3966) or, with a country, national format
 * @param country ISO 3166-1 alpha-2 in either case, or UK; null or "" when not given. Used only when the number needs it.
 */
export function parsePhone(text: string, country: string | null): PhoneInput {
  const cleaned = withoutUri(clean(text));
  const given = country === null || country.trim() === "" ? null : isoCountry(country.trim().toUpperCase());
  if (text.length > MAX_PHONE_LENGTH) return unread("too_long", cleaned.slice(0, MAX_PHONE_LENGTH));
  const international = cleaned.startsWith("+");
  const region = given !== null && isSupportedCountry(given) ? given : undefined;
  const outcome = read(cleaned, international ? undefined : region);
  const settled = readDoubleZero(outcome, cleaned, region) ?? outcome;
  if (typeof settled !== "string") {
    const now = readRenumbered(settled);
    if (now === null) return finish(settled, cleaned, region);
    return { ...finish(now, cleaned, region), earlierE164: settled.number };
  }
  const lacksCountry = settled === "invalid_country" || settled === "too_short";
  if (!lacksCountry || international || region !== undefined) return unread(settled, cleaned);
  const status = given === null ? "country_required" : "invalid_country";
  return { ...unread(status, cleaned), decided: false };
}

/** The key of a guard's recipient: E.164, or the cleaned text when there is no number. */
export function phoneIdentity(input: PhoneInput): string {
  return input.e164 ?? input.text;
}

/** E.164 without an extension, for rules and reports; null when the text, which needs its +, is not a number. */
export function canonicalPhone(text: string): string | null {
  return parsePhone(text, null).e164;
}

/** The same for a rule; null also for a number that is too short or too long to exist, which a rule would never match. */
export function rulePhone(text: string): string | null {
  const { number, e164 } = parsePhone(text, null);
  return number?.possible === true ? e164 : null;
}

const OF_SERVICES: ReadonlySet<ReadNumber["type"]> = new Set([
  "TOLL_FREE",
  "PREMIUM_RATE",
  "SHARED_COST",
  "UAN",
]);

/** Whether it is the number of a service and not of a person. */
export function isServiceNumber(e164: string): boolean {
  return OF_SERVICES.has(parsePhone(e164, null).number?.type ?? null);
}

/** As `isServiceNumber`, of a type of line as answers and facts have it. */
export function isServiceLine(lineType: string): boolean {
  return (OF_SERVICES as ReadonlySet<string | null>).has(lineType.toUpperCase());
}

/** The calling code and the last two digits for display, `+44 •••• ••60`. */
export function maskPhone(input: PhoneInput): string {
  if (input.number === null) return "••••";
  const { countryCallingCode, nationalNumber } = input.number.parsed;
  const end = nationalNumber.length > 5 ? nationalNumber.slice(-2) : "••";
  return `+${countryCallingCode} •••• ••${end}`;
}

/** A request that only results in `country_required` or `invalid_country` is not billed. */
export function isBillablePhone(input: PhoneInput): boolean {
  return input.decided;
}

/** UK is widely used for the United Kingdom, whose code is GB; ISO 3166-1 reserves it for that. */
function isoCountry(code: string): string {
  return code === "UK" ? "GB" : code;
}

/** Removes artefacts of copying from a contact list: surrounding spaces, bidi marks, zero-width characters. */
function clean(text: string): string {
  return text.slice(0, 2 * MAX_PHONE_LENGTH).replace(INVISIBLE, "").replaceAll("＋", "+").trim();
}

/** Merges the parameters of a `tel:` URI into the number; returns any other text unchanged. */
function withoutUri(text: string): string {
  const scheme = /^tel:/i.test(text);
  const [number = "", ...parameters] = (scheme ? text.slice(4) : text).split(";");
  let prefix = "";
  let extension = "";
  for (const parameter of parameters) {
    const [name = "", value = ""] = parameter.split("=", 2);
    const key = name.trim().toLowerCase();
    if (key === "ext") extension = `;ext=${value.trim()}`;
    else if (key === "phone-context") prefix = value.trim().startsWith("+") ? value.trim() : "";
    else if (key !== "isub" && !scheme) return text;
  }
  const trimmed = number.trim();
  return (trimmed.startsWith("+") ? "" : prefix) + trimmed + extension;
}

type Failure = Exclude<PhoneParseStatus, "ok" | "country_required" | "invalid">;

function read(text: string, region: CountryCode | undefined): PhoneNumber | Failure {
  try {
    const options = { extract: false } as const;
    return parsePhoneNumberWithError(
      text,
      region === undefined ? options : { ...options, defaultCountry: region },
    );
  } catch (error) {
    const reason = error instanceof ParseError ? error.message : "";
    return FAILURES[reason] ?? "not_a_number";
  }
}

const FAILURES: Readonly<Record<string, Failure>> = {
  INVALID_COUNTRY: "invalid_country",
  TOO_SHORT: "too_short",
  TOO_LONG: "too_long",
  NOT_A_NUMBER: "not_a_number",
};

/**
 * 00 is widely used as the international prefix (ITU-T E.123), also in countries with another one, such as 011. It is
 * tried when the number is not valid by the country's own rules.
 */
function readDoubleZero(
  outcome: PhoneNumber | Failure,
  text: string,
  region: CountryCode | undefined,
): PhoneNumber | null {
  if (region === undefined || !text.startsWith("00")) return null;
  if (typeof outcome !== "string" && outcome.isValid()) return null;
  const other = read(`+${text.slice(2)}`, undefined);
  return typeof other !== "string" && other.isPossible() ? other : null;
}

/** Null when it is valid as it is, or would not be as the plan is now either. */
function readRenumbered(parsed: PhoneNumber): PhoneNumber | null {
  if (parsed.isValid()) return null;
  const now = renumbered(parsed.countryCallingCode, parsed.nationalNumber);
  const other = now === null ? null : read(now, undefined);
  if (other === null || typeof other === "string" || !other.isValid()) return null;
  if (parsed.ext !== undefined) other.setExt(parsed.ext);
  return other;
}

function unread(parseStatus: PhoneParseStatus, text: string): PhoneInput {
  return {
    parseStatus,
    number: null,
    e164: null,
    earlierE164: null,
    extension: null,
    text,
    decided: true,
    contradictsCountry: false,
  };
}

function finish(parsed: PhoneNumber, text: string, region: CountryCode | undefined): PhoneInput {
  const { countryCallingCode, nationalNumber, number } = parsed;
  const extension = parsed.ext ?? null;
  if (extension !== null) parsed.setExt("");
  const fiction = fictional(countryCallingCode, nationalNumber);
  const type = parsed.getType() ?? null;
  const valid = type !== null;
  const possible = valid || parsed.isPossible();
  return {
    parseStatus: valid ? "ok" : possible ? "invalid" : lengthStatus(number),
    number: {
      parsed,
      // Formatting takes as long as parsing, and not everybody asks for it.
      get national() {
        return parsed.formatNational();
      },
      get international() {
        return parsed.formatInternational();
      },
      country: parsed.country ?? fiction?.country ?? null,
      type,
      valid,
      possible,
      fictional: fiction !== null,
    },
    e164: number,
    earlierE164: null,
    extension,
    text,
    decided: true,
    contradictsCountry: region !== undefined && contradicts(parsed, region),
  };
}

function lengthStatus(e164: string): PhoneParseStatus {
  const problem = validatePhoneNumberLength(e164);
  if (problem === "TOO_SHORT") return "too_short";
  return problem === "TOO_LONG" ? "too_long" : "invalid";
}

function contradicts(parsed: PhoneNumber, region: CountryCode): boolean {
  return parsed.countryCallingCode !== getCountryCallingCode(region) && !parsed.isNonGeographic();
}

/** First and last national (significant) number. */
type Block = readonly [first: string, last: string];

interface Plan {
  readonly country: string;
  readonly blocks: readonly Block[];
}

/** By country calling code. +1 is a rule, not a list: see `isNorthAmericanFiction`. */
const plans = lazy((): ReadonlyMap<string, Plan> =>
  new Map(
    rowsOf(TABLE).map((row) => {
      const [code = "", country = "", blocks = ""] = row.split(";");
      return [code, { country, blocks: blocks.split(" ").map(blockOf) }];
    }),
  )
);

/** A single number, `first-last`, or a number whose last digits are any: `7700900xxx`. */
function blockOf(text: string): Block {
  const [first = "", last = first] = text.split("-");
  return [first.replaceAll("x", "0"), last.replaceAll("x", "9")];
}

/** NANPA: 555-0100 to 555-0199. */
const NORTH_AMERICAN_FICTION = /^\d{3}55501\d\d$/;
const NORTH_AMERICAN_TOLL_FREE = /^8(?:00|33|44|55|66|77|88)/;
/** The only reserved toll-free number; the rest of toll-free 555-01xx is in ordinary use. */
const NORTH_AMERICAN_TOLL_FREE_FICTION = "8005550199";

interface FictionalHit {
  /** ISO 3166-1 alpha-2 of the regulator that reserved it; null in the North American plan, which 25 countries share. */
  readonly country: string | null;
}

/**
 * @param callingCode without "+", for example "44"
 * @param national national (significant) number, digits only
 * @returns null when the number is not reserved for fiction
 */
export function fictional(callingCode: string, national: string): FictionalHit | null {
  if (callingCode === NORTH_AMERICA) return isNorthAmericanFiction(national) ? { country: null } : null;
  const plan = plans().get(callingCode);
  return plan?.blocks.some((block) => within(block, national)) ? { country: plan.country } : null;
}

function isNorthAmericanFiction(national: string): boolean {
  if (!NORTH_AMERICAN_FICTION.test(national)) return false;
  return !NORTH_AMERICAN_TOLL_FREE.test(national) || national === NORTH_AMERICAN_TOLL_FREE_FICTION;
}

function within([first, last]: Block, national: string): boolean {
  return national.length === first.length && national >= first && national <= last;
}
