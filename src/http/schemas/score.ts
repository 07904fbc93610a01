/**
 * Schemas of the scoring results. Null means unknown: `satisfies` requires every field that the signal returns, and lets
 * the schema allow null where the signal always knows. The fields left out there have a wider type in the document.
 */
import { z } from "@hono/zod-openapi";
import { RING_LINKS } from "../../model/linkage/ring.ts";
import type { DeviceFields } from "../../signals/device/score.ts";
import type { DomainFields } from "../../signals/domain/score.ts";
import type { EmailFields } from "../../signals/email/fields.ts";
import type { IpFields } from "../../signals/ip/score.ts";
import type { PhoneFields } from "../../signals/phone/score.ts";
import { agentBlock, helpUrl } from "./agent_block.ts";
import {
  componentKind,
  count,
  envelope,
  fields,
  flag,
  score,
  tail,
  text,
  timestamp,
  verdict,
} from "./common.ts";

/** A type whose values may all be null, and whose literals are of their base type. */
type Nullable<T> = T extends boolean ? boolean | null
  : T extends number ? number | null
  : T extends string ? string | null
  : T extends object ? { readonly [K in keyof T]: Nullable<T[K]> }
  : T;

const firstSeen = timestamp.openapi({
  description:
    "As times_seen: by all accounts the operator made or admitted, for other accounts by themselves; null for test keys",
});

export const ipResult = z.object({
  ip: z.string(),
  abuse_reports: z.int(),
  signals: z.object({
    ...fields(flag, "is_vpn", "is_proxy", "is_datacenter", "is_tor"),
    ...fields(flag, "recent_abuse", "is_hijacked_netblock"),
  }),
  geo: z.object(fields(text, "country", "city", "asn", "isp")),
  vpn_provider: text,
  hijacked_source: text,
  ...envelope,
}).openapi("IpResult") satisfies z.ZodType<Nullable<IpFields>>;

export const emailResult = z.object({
  email: z.string(),
  normalized_email: z.string(),
  status: z.enum(["valid", "invalid", "risky", "do_not_mail"]),
  sub_status: z.string(),
  deliverability_score: z.int(),
  did_you_mean: text,
  domain: z.string(),
  domain_age_days: count,
  mx_provider: text,
  mx_records: z.array(z.string()),
  abuse_reports: z.int(),
  first_seen: firstSeen,
  signals: z.object({
    ...fields(flag, "syntax_valid", "mx_found", "is_disposable", "is_homograph", "is_role_account"),
    ...fields(flag, "is_free_provider", "is_suspicious_handle", "is_tagged", "is_risky_tld"),
    ...fields(flag, "is_new_domain", "has_spf", "has_dmarc", "has_website"),
    ...fields(flag, "mailbox_exists", "is_catch_all", "has_digital_footprint"),
    mailbox_status: z.enum(["verified", "catch_all", "pending", "unsupported", "unavailable", "unknown"]),
  }),
  digital_footprint: z.object({
    has_avatar: flag,
    avatar_profile_url: text,
    breach_count: count,
    seen_in_breach: flag,
  }),
  ...envelope,
}).openapi("EmailResult") satisfies z.ZodType<Nullable<Omit<EmailFields, "first_seen">>>;

export const phoneResult = z.object({
  parse_status: z.string(),
  phone: text,
  abuse_reports: z.int(),
  signals: z.object({
    ...fields(flag, "syntax_valid", "is_possible", "is_voip", "is_premium_rate", "is_toll_free"),
    ...fields(flag, "assigned_area_code", "is_fictional"),
  }),
  number: z.object(fields(text, "e164", "national", "international", "country", "line_type")),
  ...envelope,
}).openapi("PhoneResult") satisfies z.ZodType<Nullable<Omit<PhoneFields, "parse_status" | "number">>>;

export const domainResult = z.object({
  domain: z.string(),
  abuse_reports: z.int(),
  signals: z.object({
    ...fields(flag, "resolves", "mx_found", "has_spf", "has_dmarc", "is_disposable"),
    ...fields(flag, "is_homograph", "is_free_provider", "is_risky_tld", "newly_registered"),
  }),
  registration: z.object({ created_at: timestamp, age_days: count, registrar: text }),
  ...envelope,
}).openapi("DomainResult") satisfies z.ZodType<Nullable<DomainFields>>;

export const deviceResult = z.object({
  device_id: z.string(),
  bot_probability: z.number().nullable().openapi({ description: "Not part of risk_score" }),
  signals: z.object(
    fields(flag, "is_bot", "is_automated", "is_headless", "timezone_mismatch", "repeat_device"),
  ),
  first_seen: firstSeen,
  times_seen: count,
  abuse_reports: z.int(),
  ...envelope,
}).openapi("DeviceResult") satisfies z.ZodType<Nullable<Omit<DeviceFields, "first_seen">>>;

export const ring = z.object({
  ring_id: z.string().openapi({ description: "The id stays when rings merge: that of the older ring" }),
  size: z.int().openapi({ description: "Sign-ups, this one included" }),
  labelled_fraud: z.int().openapi({ description: "How many of them you labelled as fraud" }),
  since: z.string().openapi({ description: "RFC 3339: when its oldest member signed up" }),
  via: z.array(z.enum(RING_LINKS)).openapi({ description: "What joins its members" }),
}).openapi("Ring");

export const linkage = z.object({
  ...fields(count, "device_email_count", "email_device_count", "email_ip_count"),
  ...fields(count, "subnet_rate_1h", "domain_rate_1h"),
  ring: ring.nullable().openapi({
    description: "Sign-ups of the last 30 days that hang together; null for one that shares nothing",
  }),
});

export const actor = z.object({
  type: z.enum(["verified_agent", "impersonated_agent", "automation", "likely_human", "unknown"]),
  proven: z.boolean().openapi({
    description: "True only for a verified signature: operator is then proven",
  }),
  basis: z.enum(["signature", "device_signals", "none"]),
  operator: text.openapi({
    description: "The host that the agent's signature proves, never a claimed name",
  }),
  trigger: text.openapi({ description: "As the agent's card says" }),
  detail: z.string(),
});

export const decidedAgent = agentBlock.extend({
  decision: z.enum(["allow", "review", "deny"]),
  matched: z.string(),
  reason: z.string(),
  help_url: helpUrl,
});

export const componentsInvalid = z.array(z.object({
  field: z.string().openapi({ description: "As the request names it", example: "ip" }),
  detail: z.string(),
}));

export const signupResult = z.object({
  risk_score: score,
  verdict,
  summary: z.string(),
  components: z.object({
    ip: ipResult.optional(),
    email: emailResult.optional(),
    phone: phoneResult.optional(),
    domain: domainResult.optional(),
    device: deviceResult.optional(),
  }),
  components_checked: z.array(componentKind),
  components_invalid: componentsInvalid.optional().openapi({
    description:
      "With on_invalid=review: what could not be read, and why; the verdict is then at least review, unless one of your allow rules decided. Absent otherwise",
  }),
  top_signals: z.array(z.string()),
  linkage,
  actor,
  agent: decidedAgent.optional(),
  rule_applied: envelope.rule_applied,
  warnings: z.array(z.object({ field: z.string(), detail: z.string() })).optional().openapi({
    description: "Fields of the request that are none and were not used; absent when there are none",
  }),
  ...tail,
}).openapi("SignupResult");
