/** Schema of the score of an IP address. */
import { z } from "@hono/zod-openapi";
import type { IpFields } from "../../../signals/ip/score.ts";
import { abuseReports, described, envelope, flag, text } from "../../common_schema.ts";
import { SHARED_KINDS } from "../../../signals/ip/shared_address.ts";
import { ABOUT_SIGNALS, type Nullable } from "./fields.ts";

export const ipResult = z.object({
  ip: z.string().meta({ description: "The address in canonical form", example: "185.220.101.1" }),
  abuse_reports: abuseReports,
  signals: z.object(described(flag, {
    is_vpn: "Exit of a commercial VPN, or of one built into a consumer platform",
    is_proxy: "Open proxy",
    is_datacenter: "Belongs to a hosting or cloud network",
    is_tor: "Tor exit node",
    recent_abuse: "Reported or labelled as fraud in the last 30 days",
    is_hijacked_netblock: "In a netblock that is listed as hijacked",
  }, { is_datacenter: true })).describe(ABOUT_SIGNALS),
  geo: z.object(described(text, {
    country: "ISO 3166-1 alpha-2",
    city: "Name in English",
    asn: "Number of the autonomous system, as `AS64500`",
    isp: "Name of the network's owner",
  }, { country: "DE", city: "Berlin", asn: "AS60729", isp: "Stiftung Erneuerbare Freiheit" })).describe(
    "Where the address is, and whose network it belongs to",
  ),
  vpn_provider: text.describe("Name of the VPN service"),
  proxy_likelihood: z.number().min(0).max(1).nullable().describe(
    "How likely the address is a residential or mobile proxy, by where proxies were seen lately, at even odds of a proxy and " +
      "an ordinary line; null while the daily samples are not loaded",
  ),
  shared_address: z.object({
    shared: flag.describe("Many people have the address at once or in turn; null for an ordinary line"),
    kind: z.enum(SHARED_KINDS).nullable().describe(
      "What they share; `observed`: your own sign-ups of days before show that many people come from it. Null when it is not shared, or not known",
    ),
  }).describe("Whether reports about the bare address concern whoever comes next"),
  hijacked_source: text.describe("Where the claim of a hijacked netblock comes from"),
  ...envelope,
}).openapi("IpResult", { description: "The score of an IP address" }) satisfies z.ZodType<Nullable<IpFields>>;
