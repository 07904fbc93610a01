/**
 * Schemas of the scoring results. Null means unknown: `satisfies` requires every field that the signal returns, and lets
 * the schema allow null where the signal always knows. The fields left out there have a wider type in the document.
 */
import { z } from "@hono/zod-openapi";
import { ACTOR_BASES, ACTOR_TYPES } from "../../model/actor.ts";
import { AGENT_ACTIONS } from "../../model/agent_policy.ts";
import { RING_LINKS } from "../../model/linkage/ring.ts";
import { MAILBOX_STATUSES } from "../../model/outside_facts.ts";
import type { DeviceFields } from "../../signals/device/score.ts";
import type { DomainFields } from "../../signals/domain/score.ts";
import type { EmailFields } from "../../signals/email/fields.ts";
import { EMAIL_STATUSES, EMAIL_SUB_STATUSES } from "../../signals/email/status.ts";
import type { IpFields } from "../../signals/ip/score.ts";
import { PHONE_PARSE_STATUSES } from "../../signals/phone/parse.ts";
import { LINE_TYPES, type PhoneFields } from "../../signals/phone/score.ts";
import { agentBlock } from "./agent_block.ts";
import {
  abuseReports,
  componentKind,
  count,
  described,
  envelope,
  flag,
  moment,
  score,
  tail,
  text,
  timestamp,
  topSignals,
  verdict,
} from "./common.ts";

/** A type whose values may all be null, and whose literals are of their base type. */
type Nullable<T> = T extends boolean ? boolean | null
  : T extends number ? number | null
  : T extends string ? string | null
  : T extends object ? { readonly [K in keyof T]: Nullable<T[K]> }
  : T;

export const firstSeen = timestamp.describe(
  "RFC 3339. As times_seen: by all accounts the operator made or admitted, for other accounts by themselves; null for test keys",
);
export const timesSeen = count.describe("How often it was scored, this time included; null for test keys");

const SIGNALS = "Facts about the value. Null means unknown, never false";

export const ipResult = z.object({
  ip: z.string().describe("The address in canonical form"),
  abuse_reports: abuseReports,
  signals: z.object(described(flag, {
    is_vpn: "Exit of a commercial VPN, or of one built into a consumer platform",
    is_proxy: "Open proxy",
    is_datacenter: "Belongs to a hosting or cloud network",
    is_tor: "Tor exit node",
    recent_abuse: "Reported or labelled as fraud in the last 30 days",
    is_hijacked_netblock: "In a netblock that is listed as hijacked",
  })).describe(SIGNALS),
  geo: z.object(described(text, {
    country: "ISO 3166-1 alpha-2",
    city: "Name in English",
    asn: "Number of the autonomous system, as `AS64500`",
    isp: "Name of the network's owner",
  })).describe("Where the address is, and whose network it belongs to"),
  vpn_provider: text.describe("Name of the VPN service"),
  hijacked_source: text.describe("Where the claim of a hijacked netblock comes from"),
  ...envelope,
}).openapi("IpResult", { description: "The score of an IP address" }) satisfies z.ZodType<Nullable<IpFields>>;

const emailSubStatus = z.enum(EMAIL_SUB_STATUSES).openapi("EmailSubStatus", {
  description: "The reason for `status`. A later version may add reasons",
});

export const emailResult = z.object({
  email: z.string().describe("The address as scored"),
  normalized_email: z.string().describe(
    "Without tags, and without the dots that the provider ignores: equal for addresses of one mailbox",
  ),
  status: z.enum(EMAIL_STATUSES).describe("Whether mail should be sent there"),
  sub_status: emailSubStatus,
  deliverability_score: z.int().min(0).max(100).describe(
    "0 to 100; higher means mail is likelier to arrive. Not part of risk_score",
  ),
  did_you_mean: text.describe("The address that was probably meant; null when none is near"),
  domain: z.string().describe("The domain in lower case and A-labels"),
  domain_age_days: count.describe("Days since the domain was registered"),
  mx_provider: text.describe("Name of the provider of the domain's mail servers"),
  mx_records: z.array(z.string()).describe("Names of the domain's mail servers, most preferred first"),
  abuse_reports: abuseReports,
  first_seen: firstSeen,
  signals: z.object({
    ...described(flag, {
      syntax_valid: "A valid address by its form",
      mx_found: "The domain accepts mail",
      is_disposable: "The domain gives out throw-away addresses",
      is_homograph: "The domain imitates another by look-alike characters",
      is_role_account: "For a role such as info or billing, not a person",
      is_free_provider: "At a free mail provider",
      is_suspicious_handle: "The part before the @ looks machine-generated",
      is_tagged: "Has a tag, as in `jane+shop@example.org`",
      is_risky_tld: "Under a top-level domain often used for abuse",
      is_new_domain: "The domain was registered less than 30 days ago",
      has_spf: "The domain publishes SPF",
      has_dmarc: "The domain publishes DMARC",
      has_website: "The domain has a website",
      mailbox_exists: "The mail server's answer about this mailbox",
      is_catch_all: "The domain accepts mail for any address",
      has_digital_footprint: "The address has a public avatar or is in a known breach",
    }),
    mailbox_status: z.enum(MAILBOX_STATUSES).describe(
      "How far the mailbox was verified. `pending`: a later request has the answer; `unknown`: the request's time was up",
    ),
  }).describe(SIGNALS),
  digital_footprint: z.object({
    has_avatar: flag.describe("A public avatar belongs to the address"),
    avatar_profile_url: text.describe("URL of its profile"),
    breach_count: count.describe("Known breaches that contain the address"),
    seen_in_breach: flag.describe("It is in at least one"),
  }).describe("Traces of the address elsewhere. Null where no source is configured"),
  ...envelope,
}).openapi("EmailResult", { description: "The score of an e-mail address" }) satisfies z.ZodType<
  Nullable<Omit<EmailFields, "first_seen">>
>;

const parseStatus = z.enum(PHONE_PARSE_STATUSES).openapi("PhoneParseStatus", {
  description:
    "How the number was read. `country_required`: in national format without a country; `invalid`: not in an assigned range",
});

export const phoneResult = z.object({
  parse_status: parseStatus,
  phone: text.describe("E.164; null when it could not be read as a number"),
  abuse_reports: abuseReports,
  signals: z.object(described(flag, {
    syntax_valid: "Matches its numbering plan",
    is_possible: "Its length fits its numbering plan",
    is_voip: "In a range for VoIP; null where the plan does not show it, for example +1",
    is_premium_rate: "Calls to it cost extra",
    is_toll_free: "Calls to it are free",
    assigned_area_code: "Its area code is in use",
    is_fictional: "Reserved for films, books and examples",
  })).describe(SIGNALS),
  number: z.object({
    ...described(text, {
      e164: "As `+442079460123`",
      national: "In the national format of its country",
      international: "In international format",
      country: "ISO 3166-1 alpha-2; null when the number belongs to no single country",
    }),
    line_type: z.enum(LINE_TYPES).nullable().describe("The kind of line, by its numbering plan"),
  }).describe("The number in its formats"),
  ...envelope,
}).openapi("PhoneResult", { description: "The score of a phone number" }) satisfies z.ZodType<
  Nullable<Omit<PhoneFields, "parse_status" | "number">>
>;

export const domainResult = z.object({
  domain: z.string().describe("In lower case and A-labels"),
  abuse_reports: abuseReports,
  signals: z.object(described(flag, {
    resolves: "The domain exists in DNS",
    mx_found: "It accepts mail",
    has_spf: "It publishes SPF",
    has_dmarc: "It publishes DMARC",
    is_disposable: "It gives out throw-away mail addresses",
    is_homograph: "It imitates another by look-alike characters",
    is_free_provider: "It is a free mail provider",
    is_risky_tld: "Under a top-level domain often used for abuse",
    newly_registered: "Registered less than 30 days ago",
  })).describe(SIGNALS),
  registration: z.object({
    created_at: timestamp.describe("RFC 3339: when it was registered"),
    age_days: count.describe("Days since then"),
    registrar: text.describe("Name of the registrar"),
  }).describe("From the registry, by RDAP"),
  ...envelope,
}).openapi("DomainResult", { description: "The score of a domain" }) satisfies z.ZodType<
  Nullable<DomainFields>
>;

export const deviceResult = z.object({
  device_id: z.string().describe("As sent"),
  bot_probability: z.number().min(0).max(1).nullable().describe(
    "0 to 1: how likely a program drives the browser. Not part of risk_score",
  ),
  signals: z.object(described(flag, {
    is_bot: "Probably driven by a program",
    is_automated: "The browser shows marks of automation",
    is_headless: "The browser has no window",
    timezone_mismatch: "The time zone does not match the place of the IP address",
    repeat_device: "Seen before. Not scored",
  })).describe(SIGNALS),
  first_seen: firstSeen,
  times_seen: timesSeen,
  abuse_reports: abuseReports,
  ...envelope,
}).openapi("DeviceResult", { description: "The score of a device" }) satisfies z.ZodType<
  Nullable<Omit<DeviceFields, "first_seen">>
>;

export const ring = z.object({
  ring_id: z.string().describe("The id stays when rings merge: that of the older ring"),
  size: z.int().describe("Sign-ups, this one included"),
  labelled_fraud: z.int().describe("How many of them you labelled as fraud"),
  since: moment.describe("RFC 3339: when its oldest member signed up"),
  via: z.array(z.enum(RING_LINKS)).describe("What joins its members"),
}).openapi("Ring", { description: "Sign-ups of the last 30 days that hang together" });

export const linkage = z.object({
  ...described(count, {
    device_email_count: "E-mail addresses seen with this device",
    email_device_count: "Devices seen with this e-mail address",
    email_ip_count: "IP addresses seen with this e-mail address",
    subnet_rate_1h: "Sign-ups of the last hour from the /24 (IPv6: /48) of this address",
    domain_rate_1h: "Sign-ups of the last hour with this domain",
  }),
  ring: ring.nullable().openapi({
    description: "Sign-ups of the last 30 days that hang together; null for one that shares nothing",
  }),
});

export const actor = z.object({
  type: z.enum(ACTOR_TYPES).describe("Who seems to be acting; there is no type `human`"),
  proven: z.boolean().describe("True only for a verified signature: operator is then proven"),
  basis: z.enum(ACTOR_BASES).describe("What the type follows from"),
  operator: text.describe("The host that the agent's signature proves, never a claimed name"),
  trigger: text.describe("As the agent's card says"),
  detail: z.string().describe("Why; a sentence"),
});

export const decidedAgent = z.object({
  ...agentBlock.shape,
  decision: z.enum(AGENT_ACTIONS).describe("What your policy decides"),
  matched: z.string().describe("What decided: `rule:<index>` or `default:<bucket>`"),
  reason: z.string().describe("Why; a sentence, or the reason of your rule"),
}).openapi("DecidedAgent", { description: "The agent of a sign-up and what your policy decides about it" });

export const signupResult = z.object({
  risk_score: score,
  verdict,
  summary: z.string().describe("One sentence for people"),
  components: z.object({
    ip: ipResult.optional(),
    email: emailResult.optional(),
    phone: phoneResult.optional(),
    domain: domainResult.optional(),
    device: deviceResult.optional(),
  }).describe("Each value that was sent, as its own endpoint returns it"),
  components_checked: z.array(componentKind).describe("The components that are part of the score"),
  top_signals: topSignals,
  linkage: linkage.describe("How it relates to your earlier sign-ups. Null means unknown"),
  actor: actor.describe("Who seems to be acting"),
  agent: decidedAgent.optional().openapi({ description: "Present when the request carried an agent" }),
  rule_applied: envelope.rule_applied,
  warnings: z.array(z.object({
    field: z.string().describe("As sent"),
    detail: z.string().describe("What may have been meant"),
  })).optional().describe(
    "Fields of the request that are none and were not used; absent when there are none",
  ),
  ...tail,
}).openapi("SignupResult", { description: "The score of a sign-up" });
