/** Schema of the score of a phone number. */
import { z } from "@hono/zod-openapi";
import { PHONE_PARSE_STATUSES } from "../../../signals/phone/parse.ts";
import { LINE_TYPES, type PhoneFields } from "../../../signals/phone/score.ts";
import { abuseReports, described, envelope, flag, text } from "../../common_schema.ts";
import { ABOUT_SIGNALS, type Nullable } from "./fields.ts";

const parseStatus = z.enum(PHONE_PARSE_STATUSES).openapi("PhoneParseStatus", {
  description:
    "How the number was read. `country_required`: in national format without a country; `invalid`: not in an assigned range",
  example: "ok",
});

export const phoneResult = z.object({
  parse_status: parseStatus,
  phone: text.meta({ example: "+442079460123" }).describe(
    "E.164; null when it could not be read as a number",
  ),
  abuse_reports: abuseReports,
  signals: z.object(described(flag, {
    syntax_valid: "Matches its numbering plan",
    is_possible: "Its length fits its numbering plan",
    is_voip: "In a range for VoIP; null where the plan does not show it, for example +1",
    is_premium_rate: "Calls to it cost extra",
    is_toll_free: "Calls to it are free",
    assigned_area_code: "Its area code is in use",
    is_fictional: "Reserved for films, books and examples",
  }, { syntax_valid: true, is_possible: true, assigned_area_code: true, is_fictional: true })).describe(
    ABOUT_SIGNALS,
  ),
  number: z.object({
    ...described(text, {
      e164: "As `+442079460123`",
      national: "In the national format of its country",
      international: "In international format",
      country: "ISO 3166-1 alpha-2; null when the number belongs to no single country",
    }, {
      e164: "+442079460123",
      national: "020 7946 0123",
      international: "+44 20 7946 0123",
      country: "GB",
    }),
    line_type: z.enum(LINE_TYPES).nullable().meta({ example: "fixed_line" }).describe(
      "The kind of line, by its numbering plan",
    ),
  }).describe("The number in its formats"),
  ...envelope,
}).openapi("PhoneResult", { description: "The score of a phone number" }) satisfies z.ZodType<
  Nullable<Omit<PhoneFields, "parse_status" | "number">>
>;
