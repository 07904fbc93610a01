/** What a sign-up is counted by: its identities and some of its facts. */
import type { Facts, FactValue } from "../facts/fact.ts";
import type { FactName } from "../facts/table.ts";
import type { CountedValue, DimensionValues } from "./dimension.ts";
import { IDENTITIES, type Identities, type Identity } from "./identities.ts";

/** The facts that the others are made of: the first, and of a `user_agent` the next two as well, or else the last. */
const FACTS_OF: { readonly [Name in Exclude<CountedValue, Identity>]: readonly FactName[] } = {
  asn: ["ip.asn"],
  country: ["ip.country"],
  email_domain: ["email.domain"],
  email_shape: ["email.shape"],
  phone_block: ["phone.block"],
  phone_country: ["phone.country"],
  user_agent: ["device.browser", "device.browser_major", "device.os", "signup.user_agent_family"],
  referral: ["signup.referral"],
};
const FACT_VALUES = Object.keys(FACTS_OF) as readonly (keyof typeof FACTS_OF)[];

export function isIdentity(name: CountedValue): name is Identity {
  return (IDENTITIES as readonly string[]).includes(name);
}

/** The facts that a value is made of. */
export function factsOf(name: Exclude<CountedValue, Identity>): readonly FactName[] {
  return FACTS_OF[name];
}

/** A value from its facts; undefined: unknown. */
export function valueOf(
  name: Exclude<CountedValue, Identity>,
  [first, major, os, family]: readonly (FactValue | undefined)[],
): string | undefined {
  if (name !== "user_agent" || first === undefined) return (first ?? family)?.toString();
  return `${first} ${major ?? ""} ${os ?? ""}`;
}

export function signupValues(identities: Identities, facts: Facts): DimensionValues {
  const values: { -readonly [Name in CountedValue]?: string } = { ...identities };
  for (const name of FACT_VALUES) {
    const value = valueOf(name, FACTS_OF[name].map((fact) => facts[fact]));
    if (value !== undefined) values[name] = value;
  }
  return values;
}
