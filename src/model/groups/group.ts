/**
 * Groups that labels teach: what the sign-ups of a campaign have in common although no value is the same. A sign-up is in at
 * most a few; what people who have nothing to do with each other share is none.
 */
import type { Facts } from "../facts/fact.ts";

/** In the order in which they explain a sign-up. */
export const GROUP_KINDS = [
  /** Registrable, of a private owner. */
  "domain",
  /** Addresses at names below the private domains of one campaign, which a catch-all makes up without number. */
  "subdomain",
  "phone_block",
  /** The /24 of IPv4, the /48 of IPv6. */
  "network",
  /** The AS number of a hosting network. */
  "hosting",
  "referral",
  /** The family of a user agent that sends no device. */
  "client",
  /** Of e-mail addresses, with the class of their domain. */
  "shape",
] as const;
export type GroupKind = typeof GROUP_KINDS[number];

/** The kind, a space and the value: equal for sign-ups of one group. */
export type GroupKey = `${GroupKind} ${string}`;

/** What the groups of a sign-up are known by. */
interface GroupSubject {
  readonly facts: Facts;
  /** A hash of the /24 or /48; null: there is none. */
  readonly subnet: string | null;
  readonly hasDevice: boolean;
  /** Its address is that of very many people. */
  readonly isSharedPlace?: boolean;
}

/** A domain registered this long ago is that of a company which others can be at too: five years. */
const KNOWN_LONG_DAYS = 1825;
/** Networks in which neighbours have nothing to do with each other. */
const SHARED_NETWORKS: ReadonlySet<unknown> = new Set(["shared", "mobile", "relay"]);
/** People's addresses end in a year or two digits at most times, so that a shape without more digits is everybody's. */
const UNUSUAL_SHAPE = /9{3}|^mixed$/;

export function groupsOf(
  { facts, subnet, hasDevice, isSharedPlace = false }: GroupSubject,
): readonly GroupKey[] {
  const keys: GroupKey[] = [];
  const network = isSharedPlace ? "shared" : facts["ip.network"];
  const domainClass = facts["email.domain_class"];
  const domain = facts["email.domain"];
  if (domain !== undefined && domainClass === "private" && !isKnownLong(facts)) {
    keys.push(`domain ${domain}`);
    if (facts["email.is_subdomain"] === true) keys.push("subdomain private");
  }
  if (subnet !== null && !SHARED_NETWORKS.has(network)) keys.push(`network ${subnet}`);
  if (network === "datacenter" && facts["ip.asn"] !== undefined) keys.push(`hosting ${facts["ip.asn"]}`);
  if (facts["phone.block"] !== undefined) keys.push(`phone_block ${facts["phone.block"]}`);
  if (facts["signup.referral"] !== undefined) keys.push(`referral ${facts["signup.referral"]}`);
  const family = facts["signup.user_agent_family"];
  if (!hasDevice && family !== undefined) keys.push(`client ${family}`);
  const shape = facts["email.shape"];
  if (domainClass !== undefined && UNUSUAL_SHAPE.test(String(shape))) {
    keys.push(`shape ${domainClass} ${shape}`, `shape ${domainClass} ${shape} ${network ?? "unknown"}`);
  }
  return keys;
}

export function kindOf(key: GroupKey): GroupKind {
  return key.slice(0, key.indexOf(" ")) as GroupKind; // as `GroupKey` begins
}

function isKnownLong(facts: Facts): boolean {
  const days = facts["email.domain_age_days"];
  return typeof days === "number" && days >= KNOWN_LONG_DAYS;
}
