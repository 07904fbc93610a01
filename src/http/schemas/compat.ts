/** Schemas of the compatibility endpoints, for the OpenAPI document only: requests are read by `src/compat`, as leniently as the vendor does. */
import { z } from "@hono/zod-openapi";
import { SERVICE } from "../../model/service.ts";
import { componentKind, count, fields, flag, ruleApplied, tail, text, verdict } from "./common.ts";
import { phoneResult, signupResult } from "./score.ts";

const unknownObject = z.record(z.string(), z.unknown());
/** 0.01 to 99. */
const risk = z.number().min(0.01).max(99);
const never = z.null();
const optionalText = z.string().optional();
const names = z.object({ en: z.string().optional() });

const extra = {
  [SERVICE.name]: z.object({
    verdict,
    summary: text,
    components_checked: z.array(componentKind),
    top_signals: z.array(z.string()),
    phone: phoneResult.nullable(),
    linkage: signupResult.shape.linkage.nullable(),
    actor: signupResult.shape.actor.nullable(),
    rule_applied: ruleApplied.nullable(),
    ...tail,
  }),
};

export const fraudRequest = z.object({
  device: z.object(fields(optionalText, "ip_address", "user_agent")).loose().optional(),
  email: z.object({
    address: z.string().optional().openapi({ description: "The address, or its MD5 in hex" }),
    domain: z.string().optional(),
  }).optional(),
  billing: z.object(fields(optionalText, "phone_number", "phone_country_code")).loose().optional(),
  event: z.object({ transaction_id: optionalText }).loose().optional(),
  ...fields(unknownObject.optional(), "shipping", "order", "credit_card"),
  shopping_cart: z.array(unknownObject).optional(),
  ...fields(unknownObject.optional(), "payment", "custom_inputs", "account"),
}).openapi("CompatFraudRequest");

const warnings = z.array(z.object({ code: z.string(), warning: z.string(), input_pointer: z.string() }));

const fraudCommon = {
  id: z.uuid().openapi({ description: "The request_id without `req_`" }),
  risk_score: risk,
  funds_remaining: z.number().nullable(),
  queries_remaining: count,
  disposition: z.object({
    action: z.enum(["accept", "manual_review", "reject"]),
    reason: z.enum(["default", "custom_rule"]),
    rule_label: z.string().optional(),
  }),
  warnings,
};

const country = {
  continent: z.object({ code: text, geoname_id: z.int().optional(), names }),
  country: z.object({
    iso_code: text,
    geoname_id: z.int().optional(),
    is_in_european_union: z.boolean().optional(),
    names,
  }),
};

const cityLocation = fields(never, "latitude", "longitude", "accuracy_radius", "time_zone", "metro_code");

const place = { city: z.object({ names }), subdivisions: z.array(z.object({ names })).optional() };

const countryTraits = { ip_address: z.string(), network: never };

const cityTraits = {
  ...countryTraits,
  autonomous_system_number: count,
  autonomous_system_organization: text,
  ...fields(text, "isp", "organization"),
  ...fields(never, "connection_type", "domain", "mobile_country_code", "mobile_network_code"),
};

const anonymity = {
  ...fields(flag, "is_anonymous", "is_anonymous_vpn", "is_hosting_provider", "is_public_proxy"),
  is_residential_proxy: never,
  is_tor_exit_node: flag,
};

const ipInsights = {
  ...country,
  ...place,
  location: z.object({
    ...cityLocation,
    ...fields(never, "population_density", "average_income", "local_time"),
  }),
  anonymizer: z.object({ ...anonymity, confidence: never, network_last_seen: never, provider_name: text }),
  traits: z.object({
    ...cityTraits,
    ...anonymity,
    ...fields(never, "is_anonymous_proxy", "is_legitimate_proxy", "is_satellite_provider"),
    ip_risk_snapshot: risk,
    ...fields(never, "static_ip_score", "user_count", "user_type"),
  }),
};

const maxmind = z.object({ queries_remaining: count });

export const fraudScore = z.object({
  ...fraudCommon,
  ip_address: z.object({ risk }).optional(),
  ...extra,
}).openapi("CompatFraudScore");

export const fraudInsights = z.object({
  ...fraudCommon,
  ip_address: z.object({
    risk,
    risk_reasons: z.array(z.object({ code: z.string(), reason: z.string() })),
    ...ipInsights,
  }).optional(),
  email: z.object({
    domain: z.object({ first_seen: never, risk: risk.optional() }),
    first_seen: z.iso.date().nullable(),
    is_disposable: flag,
    is_free: flag,
    is_high_risk: z.boolean(),
  }).optional(),
  ...fields(never, "credit_card", "billing_address", "shipping_address"),
  ...fields(never, "billing_phone", "shipping_phone", "subscores"),
  ...extra,
}).openapi("CompatFraudInsights");

export const geoCountry = z.object({ ...country, traits: z.object(countryTraits), maxmind, ...extra })
  .openapi("CompatGeoCountry");

export const geoCity = z.object({
  ...country,
  ...place,
  location: z.object(cityLocation),
  traits: z.object(cityTraits),
  maxmind,
  ...extra,
}).openapi("CompatGeoCity");

export const geoInsights = z.object({ ...ipInsights, maxmind, ...extra }).openapi("CompatGeoInsights");

export const transactionReport = z.object({
  tag: z.enum(["chargeback", "spam_or_abuse", "suspected_fraud", "not_fraud", "clear"]),
  minfraud_id: z.uuid().optional(),
  transaction_id: z.string().max(255).optional(),
  ip_address: z.string().optional(),
  maxmind_id: z.string().optional(),
  chargeback_code: z.string().optional(),
  notes: z.string().max(1000).optional(),
}).openapi("CompatTransactionReport");

export const flatError = z.object({ code: z.string().min(1), error: z.string().min(1) }).openapi(
  "CompatError",
);
