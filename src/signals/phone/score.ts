/** Phone evidence to a component: the weights, the condition of each row, and the wire fields. */
import type { PhoneNumberType } from "libphonenumber-js/max";
import { type Component, type DeepReadonly, type History, NullReasons } from "../../model/component.ts";
import { type Known, known, unknown, type UnknownFact } from "../../model/evidence.ts";
import { evaluate, type Fired, type WeightRow } from "../../scoring/evaluate.ts";
import { OWN_CLAIMS, OWN_REPORTS, ownClaimsFired, reportsFired } from "../../scoring/reports.ts";
import { isAssignedAreaCode, NORTH_AMERICA, showsVoip } from "./numbering_plan.ts";
import type { PhoneInput, ReadNumber } from "./parse.ts";

export interface PhoneEvidence {
  readonly input: PhoneInput;
  readonly history: History;
}

/** All facts about the number share a group: an impossible number does not count as unassigned too. */
export const WEIGHTS = {
  fictional: { points: 85, group: "number", text: "number reserved for films and examples" },
  impossible: { points: 85, group: "number", text: "not a possible phone number" },
  unassigned_area_code: { points: 70, group: "number", text: "area code is not assigned" },
  unassigned_number: { points: 65, group: "number", text: "number range is not assigned" },
  premium_rate: { points: 55, group: "number", text: "premium-rate number" },
  toll_free: { points: 50, group: "number", text: "toll-free number" },
  voip: { points: 35, group: "number", text: "VoIP number" },
  pager: { points: 30, group: "number", text: "pager number" },
  uan: { points: 30, group: "number", text: "company-wide access number" },
  voicemail: { points: 30, group: "number", text: "voicemail access number" },
  shared_cost: { points: 30, group: "number", text: "shared-cost service number" },
  personal_number: { points: 30, group: "number", text: "forwarding personal number" },
  fixed_line: { points: 5, group: "number", text: "fixed line" },
  mobile: { points: 2, group: "number", text: "mobile number" },
  fixed_line_or_mobile: { points: 2, group: "number", text: "fixed line or mobile" },
  reported: { points: 100, group: "reports", text: "reported as fraud" },
  own_reports: OWN_REPORTS,
  own_claims: OWN_CLAIMS,
  recent_abuse: { points: 10, group: "recency", text: "reported in the last 30 days" },
} as const satisfies Record<string, WeightRow>;

/** The wire fields of `GET /v1/lookup/phone`, without what every result carries. */
export type PhoneFields = DeepReadonly<ReturnType<typeof readFields | typeof unreadFields>>;

export type LineType = Lowercase<PhoneNumberType>;

export const LINE_TYPES = [
  "fixed_line",
  "mobile",
  "fixed_line_or_mobile",
  "voip",
  "premium_rate",
  "toll_free",
  "shared_cost",
  "personal_number",
  "pager",
  "uan",
  "voicemail",
] as const satisfies readonly LineType[];

const NEEDS_COUNTRY = unknown("not_given", "a leading + (%2B in a query) or a country");
const UNKNOWN_COUNTRY = unknown("not_given", "a country of ISO 3166-1");
const NO_NUMBER = unknown("not_asked", "not a phone number");
const NO_TYPE = unknown("no_data", "the number range is not assigned");
const HIDDEN_VOIP = unknown("not_supported", "VoIP is not recognisable in this numbering plan");
const NO_COUNTRY = unknown("no_data", "the number belongs to no single country");

export function scorePhone(evidence: PhoneEvidence): Component<PhoneFields> {
  const { input, history } = evidence;
  const nulls = new NullReasons();
  const fields = input.number === null
    ? unreadFields(input, history, nulls)
    : readFields(input, input.number, history, nulls);
  const fired = input.decided
    ? [
      ...numberFindings(input),
      ...reportsFired(history, "reported", { words: "reported as fraud" }),
      ...ownClaimsFired(history),
    ]
    : [];
  const breakdown = evaluate({ component: "phone", weights: WEIGHTS, fired });
  return { kind: "phone", breakdown, fields, unknown: nulls.reasons };
}

type PhoneFinding = Fired<keyof typeof WEIGHTS>;

function numberFindings({ number }: PhoneInput): PhoneFinding[] {
  if (number === null) return ["impossible"];
  const type: PhoneFinding[] = number.type === null ? [] : [lineType(number.type)];
  if (number.fictional) return ["fictional", ...type];
  if (!number.possible) return ["impossible"];
  if (number.valid) return type;
  return [
    assignedAreaCode(number) === false && isNorthAmerican(number)
      ? "unassigned_area_code"
      : "unassigned_number",
  ];
}

function readFields(
  input: PhoneInput,
  number: ReadNumber,
  history: History,
  nulls: NullReasons,
) {
  const { type } = number;
  const typed: Known<PhoneNumberType> = type === null ? NO_TYPE : known(type);
  const area = assignedAreaCode(number);
  return {
    parse_status: input.parseStatus,
    /** E.164. */
    phone: input.e164,
    abuse_reports: history.abuseReports,
    signals: {
      syntax_valid: number.valid,
      is_possible: number.possible,
      is_voip: nulls.value("signals.is_voip", isVoip(number)),
      is_premium_rate: nulls.value("signals.is_premium_rate", is(typed, "PREMIUM_RATE")),
      is_toll_free: nulls.value("signals.is_toll_free", is(typed, "TOLL_FREE")),
      assigned_area_code: nulls.value("signals.assigned_area_code", area === null ? NO_COUNTRY : known(area)),
      is_fictional: number.fictional,
    },
    number: {
      e164: input.e164,
      national: number.national,
      international: number.international,
      /** ISO 3166-1 alpha-2. */
      country: nulls.value("number.country", number.country === null ? NO_COUNTRY : known(number.country)),
      line_type: nulls.value("number.line_type", type === null ? NO_TYPE : known(lineType(type))),
    },
  };
}

function unreadFields(input: PhoneInput, history: History, nulls: NullReasons) {
  const why = whyUnread(input);
  const judged = input.decided ? known(false) : why;
  const none = (path: string) => nulls.value<never>(path, why);
  return {
    parse_status: input.parseStatus,
    phone: none("phone"),
    abuse_reports: input.decided ? history.abuseReports : 0,
    signals: {
      syntax_valid: nulls.value("signals.syntax_valid", judged),
      is_possible: nulls.value("signals.is_possible", judged),
      is_voip: none("signals.is_voip"),
      is_premium_rate: none("signals.is_premium_rate"),
      is_toll_free: none("signals.is_toll_free"),
      assigned_area_code: none("signals.assigned_area_code"),
      is_fictional: none("signals.is_fictional"),
    },
    number: {
      e164: none("number.e164"),
      national: none("number.national"),
      international: none("number.international"),
      country: none("number.country"),
      line_type: none("number.line_type"),
    },
  };
}

function whyUnread(input: PhoneInput): UnknownFact {
  if (input.decided) return NO_NUMBER;
  return input.parseStatus === "country_required" ? NEEDS_COUNTRY : UNKNOWN_COUNTRY;
}

function is(type: Known<PhoneNumberType>, wanted: PhoneNumberType): Known<boolean> {
  return type.known ? known(type.value === wanted) : type;
}

function isVoip({ parsed, type, country }: ReadNumber): Known<boolean> {
  if (type === null) return NO_TYPE;
  if (type === "VOIP") return known(true);
  return showsVoip(country ?? parsed.countryCallingCode) ? known(false) : HIDDEN_VOIP;
}

/**
 * In +1 the area code alone decides. Elsewhere the plan's patterns do: true for a valid number, false for an invalid one
 * of a known country, null where a shared plan does not determine the country.
 */
function assignedAreaCode(number: ReadNumber): boolean | null {
  if (number.valid) return true;
  if (isNorthAmerican(number)) {
    const { nationalNumber } = number.parsed;
    return nationalNumber.length < 3 ? null : isAssignedAreaCode(nationalNumber.slice(0, 3));
  }
  return number.country === null ? null : false;
}

function isNorthAmerican(number: ReadNumber): boolean {
  return number.parsed.countryCallingCode === NORTH_AMERICA;
}

function lineType(type: PhoneNumberType): LineType {
  return type.toLowerCase() as LineType;
}
