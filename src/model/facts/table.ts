/**
 * The facts of a stored score: what is known of its values that identifies nobody. This table makes the documentation, the
 * filters of searches, the export, the schemas and the variables of conditions.
 */
import { CHALLENGE_KINDS } from "../challenge/challenge.ts";
import type { ComponentKind } from "../component.ts";

type FactType = "text" | "number" | "boolean";

export interface FactRow {
  readonly type: FactType;
  /** The component it is a fact of; `signup`: of the request as a whole. */
  readonly of: ComponentKind | "signup";
  /** Of a number. */
  readonly unit?: "days" | "hour" | "weekday" | "seconds";
  /** All values of a text that has few. Stored scores have their numbers: values are only added, at the end. */
  readonly values?: readonly string[];
  /** Of what few sites send: the page of a score lists it only where it is known. */
  readonly isOptional?: true;
  /** A sentence fragment for people. */
  readonly meaning: string;
  readonly example: string | number | boolean;
  /** The wire path in the component whose reason for a null is that of this fact (`Component.unknown`). */
  readonly path?: string;
}

export const NETWORKS = [
  "residential",
  "mobile",
  "datacenter",
  "vpn",
  "proxy",
  "tor",
  "relay",
  "shared",
] as const;
export const DOMAIN_CLASSES = ["free", "disposable", "relay", "school", "government", "private"] as const;
export const ATTESTATIONS = ["play_integrity", "app_attest"] as const;
export const DEVICE_CLASSES = ["desktop", "mobile", "tablet", "program"] as const;

const row = <Row extends FactRow>(row: Row): Row => row;

export const FACTS = {
  "ip.country": row({
    type: "text",
    of: "ip",
    meaning: "Country of the address, ISO 3166-1 alpha-2",
    example: "DE",
    path: "geo.country",
  }),
  "ip.region": row({
    type: "text",
    of: "ip",
    meaning: "Region or state of the address",
    example: "Bavaria",
    path: "geo.city",
  }),
  "ip.city": row({
    type: "text",
    of: "ip",
    meaning: "City of the address",
    example: "Munich",
    path: "geo.city",
  }),
  "ip.asn": row({
    type: "number",
    of: "ip",
    meaning: "Number of the system (AS) that announces the address",
    example: 16276,
    path: "geo.asn",
  }),
  "ip.org": row({
    type: "text",
    of: "ip",
    meaning: "Name of the network operator",
    example: "OVH SAS",
    path: "geo.isp",
  }),
  "ip.network": row({
    type: "text",
    of: "ip",
    values: NETWORKS,
    meaning: "Kind of network of the address",
    example: "datacenter",
    path: "signals.is_datacenter",
  }),
  "email.domain": row({
    type: "text",
    of: "email",
    meaning: "Registrable domain of the address",
    example: "example.com",
    path: "signals.is_role_account",
  }),
  "email.domain_class": row({
    type: "text",
    of: "email",
    values: DOMAIN_CLASSES,
    meaning: "Who has addresses at the domain",
    example: "private",
    path: "signals.is_free_provider",
  }),
  "email.domain_age_days": row({
    type: "number",
    of: "email",
    unit: "days",
    meaning: "Days since the domain was registered",
    example: 4120,
    path: "domain_age_days",
  }),
  "email.shape": row({
    type: "text",
    of: "email",
    meaning: "How the part before the @ is made: classes of names and words, a 9 for each digit",
    example: "initial+surname+9999",
    path: "signals.is_role_account",
  }),
  "email.is_subdomain": row({
    type: "boolean",
    of: "email",
    meaning: "Whether the address is at a name below the registrable domain",
    example: false,
    path: "signals.is_role_account",
  }),
  "phone.country": row({
    type: "text",
    of: "phone",
    meaning: "Country of the number, ISO 3166-1 alpha-2",
    example: "TJ",
    path: "number.country",
  }),
  "phone.line_type": row({
    type: "text",
    of: "phone",
    meaning: "Type of the line",
    example: "mobile",
    path: "number.line_type",
  }),
  "phone.carrier": row({
    type: "text",
    of: "phone",
    meaning: "Operator to which the range of the number was assigned",
    example: "Tcell",
    path: "phone",
  }),
  "phone.block": row({
    type: "text",
    of: "phone",
    meaning: "Keyed hash of the number without its last four digits",
    example: "blk_Zr1c0d3EoQ",
    path: "phone",
  }),
  "phone.block_shown": row({
    type: "text",
    of: "phone",
    meaning: "The number without its last four digits",
    example: "+992 50 183 ••••",
    path: "phone",
  }),
  "device.browser": row({
    type: "text",
    of: "device",
    meaning: "Browser by its user agent",
    example: "Chrome",
    path: "bot_probability",
  }),
  "device.browser_major": row({
    type: "number",
    of: "device",
    meaning: "Major version number of the browser",
    example: 141,
    path: "bot_probability",
  }),
  "device.os": row({
    type: "text",
    of: "device",
    meaning: "Operating system by the user agent",
    example: "Windows",
    path: "bot_probability",
  }),
  "device.device_class": row({
    type: "text",
    of: "device",
    values: DEVICE_CLASSES,
    meaning: "Class of the device",
    example: "desktop",
    path: "bot_probability",
  }),
  "device.timezone": row({
    type: "text",
    of: "device",
    meaning: "Time zone of the browser",
    example: "Europe/Berlin",
    path: "signals.timezone_mismatch",
  }),
  "device.language": row({
    type: "text",
    of: "device",
    meaning: "First language of the browser",
    example: "de-DE",
    path: "bot_probability",
  }),
  "device.automation": row({
    type: "boolean",
    of: "device",
    meaning: "Whether the browser shows marks of automation",
    example: false,
    path: "signals.is_automated",
  }),
  "device.is_common": row({
    type: "boolean",
    of: "device",
    meaning: "Whether many devices have this device id",
    example: false,
    path: "bot_probability",
  }),
  "domain.age_days": row({
    type: "number",
    of: "domain",
    unit: "days",
    meaning: "Days since the domain was registered",
    example: 12,
    path: "registration.age_days",
  }),
  "domain.registrar": row({
    type: "text",
    of: "domain",
    meaning: "Registrar of the domain",
    example: "Namecheap, Inc.",
    path: "registration.registrar",
  }),
  "signup.hour": row({
    type: "number",
    of: "signup",
    unit: "hour",
    meaning: "Hour of the request, 0 to 23 (UTC)",
    example: 14,
  }),
  "signup.weekday": row({
    type: "number",
    of: "signup",
    unit: "weekday",
    meaning: "Weekday of the request, 1 (Monday) to 7 (UTC)",
    example: 1,
  }),
  "signup.user_agent_family": row({
    type: "text",
    of: "signup",
    meaning: "Browser or program by the user agent, without its version",
    example: "Chrome",
  }),
  "signup.agent": row({
    type: "text",
    of: "signup",
    meaning: "The AI agent: the operator that its signature proves, or the name that it claims",
    example: "chatgpt.com",
  }),
  "signup.referral": row({
    type: "text",
    of: "signup",
    meaning: "The referral or invitation code that you sent",
    example: "X1",
  }),
  "challenge.outcome": row({
    type: "text",
    of: "signup",
    isOptional: true,
    values: ["passed", "failed", "abandoned"],
    meaning: "What became of the challenge whose token came with the sign-up",
    example: "passed",
  }),
  "challenge.kind": row({
    type: "text",
    of: "signup",
    isOptional: true,
    values: CHALLENGE_KINDS,
    meaning: "How the challenge was passed",
    example: "altcha",
  }),
  "challenge.seconds": row({
    type: "number",
    of: "signup",
    isOptional: true,
    unit: "seconds",
    meaning: "Seconds from the first sight of the challenge until it was passed",
    example: 7,
  }),
  "attestation.kind": row({
    type: "text",
    of: "signup",
    isOptional: true,
    values: ATTESTATIONS,
    meaning: "The proof of the app and its device that your backend checked",
    example: "play_integrity",
  }),
  "attestation.device": row({
    type: "text",
    of: "signup",
    isOptional: true,
    meaning: "What that proof says of the device",
    example: "meets_device_integrity",
  }),
  "attestation.app": row({
    type: "text",
    of: "signup",
    isOptional: true,
    meaning: "What that proof says of the app",
    example: "recognized",
  }),
} as const satisfies Readonly<Record<string, FactRow>>;

export type FactName = keyof typeof FACTS;
/** What a fact is where it is known. */
export type FactOf<Name extends FactName> = typeof FACTS[Name]["type"] extends "number" ? number
  : typeof FACTS[Name]["type"] extends "boolean" ? boolean
  : string;
export const FACT_NAMES = Object.keys(FACTS) as readonly FactName[];

export function isFactName(name: string): name is FactName {
  return Object.hasOwn(FACTS, name);
}
