/** A sign-up as velocity counts it: numbers in the place of its values, and what is doubtful of it. */
import { valueKey } from "../conditions/counts/key.ts";
import { valueOf } from "../conditions/signup_values.ts";
import type { Identities } from "../conditions/identities.ts";
import { type CustomFact, isCustomFact, MAX_CUSTOM_FIELDS, REFERRAL_KEY } from "../facts/custom.ts";
import type { AnyFact, Facts, FactValue } from "../facts/fact.ts";
import { LIMITS, VELOCITY_DIMENSIONS, type VelocityDimension } from "./limits.ts";

/** Columns of a sign-up that are counted: the account, whether it has a device, the dimensions, fields of the account's own. */
export const TOTAL = 0;
export const DEVICE = 1;
const FIRST_DIMENSION = 2;
const FIRST_CUSTOM = FIRST_DIMENSION + VELOCITY_DIMENSIONS.length;
export const COLUMNS = FIRST_CUSTOM + MAX_CUSTOM_FIELDS;

export interface VelocitySignup {
  /** The same for what is noted and forgotten. */
  readonly id: string;
  readonly at: number;
  /** Of each column (`COLUMNS`); 0: it has none, or it is unknown. */
  readonly keys: readonly number[];
  /** Of `MARKS`, summed. */
  readonly marks: number;
  /** The last four digits of the telephone number, and 1; 0: unknown. Only of what this process scored, and nowhere stored. */
  readonly number: number;
}

export const MARKS = {
  hosting: 1,
  noDevice: 2,
  disposable: 4,
  young: 8,
  /** At a school or government. */
  institution: 16,
  /** At a domain of few that has been there for years. */
  established: 32,
  /** There are several digits in a row in its address, as programs write them; years and lucky numbers come alone. */
  digits: 64,
  /** A browser that a program moves, or one in the time zone of servers. */
  automation: 128,
} as const;
export type Mark = keyof typeof MARKS;

/** The facts of each dimension: the first, or of a user agent all. */
const FACTS_OF: { readonly [Name in Exclude<VelocityDimension, "subnet">]: readonly AnyFact[] } = {
  asn: ["ip.asn"],
  email_domain: ["email.domain"],
  email_shape: ["email.shape", "email.domain_class"],
  phone_block: ["phone.block"],
  referral: ["signup.referral"],
  user_agent: ["device.browser", "device.browser_major", "device.os", "signup.user_agent_family"],
  country: ["ip.country"],
  phone_country: ["phone.country"],
};
const MARKED_BY = ["ip.network", "email.domain_age_days", "device.automation", "device.timezone"] as const;
export const VELOCITY_FACTS: readonly AnyFact[] = [
  ...new Set([...Object.values(FACTS_OF).flat(), ...MARKED_BY]),
];

const HOSTING: ReadonlySet<FactValue> = new Set(["datacenter", "vpn", "proxy", "tor"]);
/** Nobody lives in it; browsers on servers have it. */
const SERVERS_ZONES: ReadonlySet<FactValue> = new Set(["UTC", "Etc/UTC"]);
const SEVERAL_DIGITS = "999";
const ESTABLISHED_DAYS = 365;

/** What of a sign-up is asked for: facts by name, the short hash of its network, whether it has a device. */
export interface VelocityInput {
  readonly facts: Facts;
  readonly identities: Pick<Identities, "subnet" | "device">;
}

/** @param seed makes collisions of values unpredictable to others */
export function velocityKeys({ facts, identities }: VelocityInput, seed: number): number[] {
  const keys = new Array<number>(COLUMNS).fill(0);
  keys[TOTAL] = valueKey("total", seed);
  if (identities.device !== undefined) keys[DEVICE] = valueKey("device", seed);
  for (const [at, name] of VELOCITY_DIMENSIONS.entries()) {
    const value = textOf(name, { facts, identities });
    if (value !== undefined) keys[FIRST_DIMENSION + at] = valueKey(`${name} ${value}`, seed);
  }
  let column = FIRST_CUSTOM;
  for (const name in facts) {
    if (column === COLUMNS || !isCounted(name)) continue;
    keys[column++] = valueKey(`${name} ${facts[name]}`, seed);
  }
  return keys;
}

/** The referral is a dimension already. */
export function isCounted(name: string): name is CustomFact {
  return isCustomFact(name) && name !== `custom.${REFERRAL_KEY}`;
}

function textOf(name: VelocityDimension, { facts, identities }: VelocityInput): string | undefined {
  if (name === "subnet") return identities.subnet;
  const [first, ...rest] = FACTS_OF[name].map((fact) => facts[fact]);
  if (name === "user_agent") return valueOf(name, [first, ...rest]);
  if (first === undefined) return undefined;
  return name === "email_shape" ? `${first} ${rest[0] ?? ""}` : String(first);
}

export function velocityMarks({ facts, identities }: VelocityInput): number {
  const domainClass = facts["email.domain_class"];
  const age = facts["email.domain_age_days"];
  const network = facts["ip.network"];
  const shape = facts["email.shape"];
  const zone = facts["device.timezone"];
  let marks = 0;
  const mark = (name: Mark, is: boolean) => {
    if (is) marks += MARKS[name];
  };
  mark("hosting", network !== undefined && HOSTING.has(network));
  mark("noDevice", identities.device === undefined);
  mark("disposable", domainClass === "disposable");
  mark("young", typeof age === "number" && age < LIMITS.youngDays);
  mark("institution", domainClass === "school" || domainClass === "government");
  mark("established", domainClass === "private" && typeof age === "number" && age >= ESTABLISHED_DAYS);
  mark("digits", typeof shape === "string" && shape.includes(SEVERAL_DIGITS));
  mark("automation", facts["device.automation"] === true || zone !== undefined && SERVERS_ZONES.has(zone));
  return marks;
}

/** The dimension of a column that is counted. */
export function dimensionOf(column: number): VelocityDimension | "total" | "custom" {
  if (column === TOTAL) return "total";
  return VELOCITY_DIMENSIONS[column - FIRST_DIMENSION] ?? "custom";
}

export function columnOf(dimension: VelocityDimension): number {
  return FIRST_DIMENSION + VELOCITY_DIMENSIONS.indexOf(dimension);
}
