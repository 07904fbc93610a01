/** Schemas of the compatibility endpoints, for the OpenAPI document only: requests are read by `src/compat`, as leniently as the vendor does. */
import { z } from "@hono/zod-openapi";
import { RISK_REASONS } from "../../compat/fraud_body.ts";
import { REFUSAL_CODES } from "../../compat/refusal.ts";
import { REPORT_TAGS } from "../../compat/report_request.ts";
import { WARNING_CODES } from "../../compat/section_reader.ts";
import { SERVICE } from "../../model/service.ts";
import {
  componentKind,
  count,
  decidingRule,
  described,
  fields,
  flag,
  tail,
  text,
  topSignals,
  verdict,
} from "../common_schema.ts";
import { actor, linkage } from "../score/schema.ts";
import { phoneResult } from "../score/signals/phone.ts";

/** Of the vendor's input, but not used here. */
const anything = z.record(z.string(), z.unknown());
const unusedObject = anything.nullish();
const CUSTOM = "Not scored; those that fit are kept with the score as facts `custom.<key>`";
const UNUSED = "Accepted and not used; the response warns of it";
const risk = z.number().min(0.01).max(99).describe("0.01 to 99: the score, which is never 0 or 100 here");
const NEVER = "Null, or left out as the account chooses: this service does not know it";
const OWN_FILE =
  "From the operator's own city file; null, or left out as the account chooses, when not known";
const optionalText = z.string().nullish();
const names = z.record(z.string(), z.string()).optional().describe(
  "The name by language: English, and what an operator's own file has; empty when not known",
);
const geonameId = z.int().optional().describe("Id at GeoNames; absent when not known");

/** A field that this service has no data for. @param type what the vendor has there @param unit of a number */
function never<T extends z.ZodType>(type: T, unit?: string) {
  return unknowable(type, NEVER, unit);
}

/** A field that only an operator's own file has. */
function ofFile<T extends z.ZodType>(type: T, unit?: string) {
  return unknowable(type, OWN_FILE, unit);
}

function unknowable<T extends z.ZodType>(type: T, why: string, unit: string | undefined) {
  return type.nullish().meta({ description: unit === undefined ? why : `${unit}. ${why}`, example: null });
}

/** @param type what the vendor has there */
function nevers<T extends z.ZodType, Name extends string>(type: T, ...names: readonly Name[]) {
  return fields(never(type), ...names);
}

const extra = {
  [SERVICE.name]: z.object({
    verdict,
    summary: text.describe("One sentence for people"),
    components_checked: z.array(componentKind).describe("The components that are part of the score"),
    top_signals: topSignals,
    phone: phoneResult.nullable().describe("As /v1/lookup/phone returns it; null without a phone"),
    linkage: linkage.nullable().describe("As /v1/score/user returns it; null for a single address"),
    actor: actor.nullable().describe("As /v1/score/user returns it; null for a single address"),
    residential_proxy_likelihood: z.number().min(0).max(1).nullable().describe(
      "proxy_likelihood of /v1/score/ip; null without an address, or where nothing can be said",
    ),
    rule_applied: decidingRule.nullable().describe("Your rule that decided; null when none did"),
    ...tail,
  }).describe(`What ${SERVICE.title} has in addition to the vendor's fields`),
};

export const fraudRequest = z.object({
  device: z.object(described(optionalText, {
    ip_address: "IPv4 or IPv6",
    user_agent: "As the browser sends it",
  })).loose().nullish().describe("Where the request comes from"),
  email: z.object(described(optionalText, {
    address: "The address, or its MD5 in hex",
    domain: "Its domain",
  })).nullish().describe("The e-mail address"),
  billing: z.object(described(optionalText, {
    phone_number: "Phone number, with its calling code or without",
    phone_country_code: "Country calling code, as `44`",
  })).loose().nullish().describe("Only the phone number is used"),
  event: z.object(described(optionalText, {
    transaction_id: "Your own id of the event, for a report of its outcome",
  })).loose().nullish().describe("Only the transaction_id is used"),
  ...described(unusedObject, { shipping: UNUSED, order: UNUSED, credit_card: UNUSED }),
  shopping_cart: z.array(anything.nullable()).nullish().describe(UNUSED),
  ...described(unusedObject, { payment: UNUSED, custom_inputs: CUSTOM, account: "Only user_id is used" }),
}).openapi("CompatFraudRequest", { description: "A minFraud request. Any part of it may be absent" });

const warnings = z.array(z.object({
  code: z.enum(WARNING_CODES).describe("Why input was not used"),
  warning: z.string().describe("A sentence for people"),
  input_pointer: z.string().describe("JSON Pointer into the request"),
})).describe("Input that was not used");

const fraudCommon = {
  id: z.uuid().describe("The request_id without `req_`"),
  risk_score: risk,
  funds_remaining: z.number().nullable().describe(
    "No balance is kept: null, or 0 as the account or the operator chooses",
  ),
  queries_remaining: count.describe("No balance is kept: null, or 0 as the account or the operator chooses"),
  disposition: z.object({
    action: z.enum(["accept", "manual_review", "reject"]).describe("The verdict: allow, review or block"),
    reason: z.enum(["default", "custom_rule"]).describe("Whether one of your rules decided"),
    rule_label: z.string().optional().describe("The value of that rule"),
  }).describe("What to do"),
  warnings,
};

const named = { names, geoname_id: geonameId };
const confidence = z.number().min(0).max(100).optional().describe(
  "0 to 100 per cent; only with insights and an operator's own file",
);
const isoCode = text.optional();

const namedCountry = {
  iso_code: isoCode.describe("ISO 3166-1 alpha-2"),
  ...named,
  is_in_european_union: z.boolean().optional().describe("Absent when the country is not known"),
  confidence,
};

const country = {
  continent: z.object({ code: isoCode.describe("Two letters"), ...named }).optional().describe(
    "The continent",
  ),
  country: z.object(namedCountry).optional().describe("The country"),
  registered_country: z.object(namedCountry).optional().describe(
    "Where the network is registered; only with an operator's own file",
  ),
  represented_country: z.object({
    ...namedCountry,
    type: z.string().optional().describe("For example `military`"),
  }).optional().describe("Whose users the network serves abroad; only with an operator's own file"),
};

const cityLocation = {
  latitude: ofFile(z.number().min(-90).max(90), "Degrees to the north"),
  longitude: ofFile(z.number().min(-180).max(180), "Degrees to the east"),
  accuracy_radius: ofFile(z.int().min(0), "Kilometres"),
  metro_code: ofFile(z.int().min(0), "Number of an area of the United States"),
  time_zone: ofFile(z.string()),
};

const place = {
  city: z.object({ ...named, confidence }).optional().describe("The city"),
  subdivisions: z.array(z.object({
    iso_code: z.string().optional().describe("ISO 3166-2 without the country"),
    ...named,
    confidence,
  })).optional().describe("The regions, largest first; only with an operator's own file"),
  postal: z.object({ code: z.string().optional().describe("The postal code"), confidence }).optional()
    .describe("Only with an operator's own file"),
};

const countryTraits = {
  ip_address: z.string().describe("The address"),
  ...nevers(z.string(), "network"),
  is_anycast: z.boolean().optional().describe("Only with an operator's own file"),
};

const cityTraits = {
  ...countryTraits,
  autonomous_system_number: count.optional().describe("Number of the autonomous system"),
  ...described(text.optional(), {
    autonomous_system_organization: "Name of the network's owner",
    isp: "Name of the network's owner",
    organization: "Name of the network's owner",
  }),
  ...fields(ofFile(z.string()), "connection_type", "domain", "mobile_country_code", "mobile_network_code"),
};

const anonymity = {
  ...described(flag.optional(), {
    is_anonymous: "VPN, proxy or Tor",
    is_anonymous_vpn: "Exit of a commercial VPN",
    is_hosting_provider: "Belongs to a hosting or cloud network",
    is_public_proxy: "Open proxy",
  }, { is_anonymous: null, is_anonymous_vpn: false, is_hosting_provider: false, is_public_proxy: null }),
  ...nevers(z.boolean(), "is_residential_proxy"),
  is_tor_exit_node: flag.optional().meta({ description: "Tor exit node", example: null }),
};

const ABOUT = {
  location: "The position, from an operator's own file",
  traits: "Facts about the address and its network. Null means unknown",
} as const;

const ipInsights = {
  ...country,
  ...place,
  location: z.object({
    ...cityLocation,
    population_density: ofFile(z.int().min(0), "People in a square kilometre"),
    average_income: ofFile(z.int().min(0), "US dollars in a year"),
    ...nevers(z.iso.datetime({ offset: true }), "local_time"),
  }).optional().describe(ABOUT.location),
  anonymizer: z.object({
    ...anonymity,
    confidence: never(z.int().min(0).max(99), "0 to 99"),
    ...nevers(z.iso.date(), "network_last_seen"),
    provider_name: text.optional().meta({ description: "Name of the VPN service", example: null }),
  }).optional().describe("Whether the address hides its user"),
  traits: z.object({
    ...cityTraits,
    ...anonymity,
    ...fields(ofFile(z.boolean()), "is_anonymous_proxy", "is_legitimate_proxy", "is_satellite_provider"),
    ip_risk_snapshot: risk,
    static_ip_score: ofFile(z.number().min(0).max(100), "0 to 100"),
    user_count: ofFile(z.int().min(0), "How many people use the address"),
    user_type: ofFile(z.string()),
  }).describe(ABOUT.traits),
};

const maxmind = z.object({
  queries_remaining: count.describe("No balance is kept: null, or 0 as the account or the operator chooses"),
}).describe("The vendor's balance");

export const fraudScore = z.object({
  ...fraudCommon,
  ip_address: z.object({ risk }).optional().describe("Present when the request has an address"),
  ...extra,
}).openapi("CompatFraudScore", { description: "A minFraud score response" });

export const fraudInsights = z.object({
  ...fraudCommon,
  ip_address: z.object({
    risk,
    risk_reasons: z.array(z.object({
      code: z.enum(RISK_REASONS).describe("Of the vendor's list"),
      reason: z.string().describe("A sentence for people"),
    })).describe("What raised the risk"),
    ...ipInsights,
  }).optional().describe("Present when the request has an address"),
  email: z.object({
    domain: z.object({ ...nevers(z.iso.date(), "first_seen"), risk: risk.optional() }).optional().describe(
      "The domain of the address",
    ),
    first_seen: z.iso.date().nullish().meta({ example: "2026-11-20" }).describe(
      "Date (UTC) on which the address was first scored",
    ),
    is_disposable: flag.optional().meta({ example: false }).describe(
      "The domain gives out throw-away addresses",
    ),
    is_free: flag.optional().meta({ description: "At a free mail provider", example: false }),
    is_high_risk: z.boolean().describe("Its verdict is not allow"),
  }).optional().describe("Present when the request has an e-mail address or a domain"),
  ...nevers(anything, "credit_card", "billing_address", "shipping_address"),
  ...nevers(anything, "billing_phone", "shipping_phone", "subscores"),
  ...extra,
}).openapi("CompatFraudInsights", { description: "A minFraud insights response" });

export const geoCountry = z.object({
  ...country,
  traits: z.object(countryTraits).describe(ABOUT.traits),
  maxmind,
  ...extra,
}).openapi("CompatGeoCountry", { description: "A GeoIP2 country response" });

export const geoCity = z.object({
  ...country,
  ...place,
  location: z.object(cityLocation).optional().describe(ABOUT.location),
  traits: z.object(cityTraits).describe(ABOUT.traits),
  maxmind,
  ...extra,
}).openapi("CompatGeoCity", { description: "A GeoIP2 city response" });

export const geoInsights = z.object({ ...ipInsights, maxmind, ...extra }).openapi("CompatGeoInsights", {
  description: "A GeoIP2 insights response",
});

export const transactionReport = z.object({
  tag: z.enum(REPORT_TAGS).describe(
    "What it was; `not_fraud` labels it legitimate, `clear` removes the label",
  ),
  minfraud_id: z.uuid().nullish().describe("The id of a response"),
  transaction_id: z.string().max(255).nullish().describe("Your own id, as sent in event.transaction_id"),
  ip_address: optionalText.describe("IPv4 or IPv6"),
  maxmind_id: optionalText.describe("Accepted and not used"),
  chargeback_code: optionalText.describe("Accepted and not used"),
  notes: z.string().max(1000).nullish().describe("Accepted and not used"),
}).openapi("CompatTransactionReport", {
  description: "A minFraud transaction report. One of minfraud_id, transaction_id and ip_address is needed",
});

export const flatError = z.object({
  code: z.enum(REFUSAL_CODES).describe("Why the request was refused"),
  error: z.string().min(1).describe("A sentence for people"),
}).openapi("CompatError", { description: "The vendor's error body" });
