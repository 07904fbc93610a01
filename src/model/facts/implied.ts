/** Facts that follow from the rest of a score, unless it says otherwise: they are not stored. */
import { DAY_MS, HOUR_MS } from "../duration.ts";
import type { ScoreRecord } from "../records.ts";
import { REFERRAL_KEY } from "./custom.ts";
import type { Facts } from "./fact.ts";

/** @param facts those that are known by themselves, with the fields of the customer's own */
export function impliedFacts(
  { at, signup }: {
    readonly at: number;
    readonly signup?: Pick<NonNullable<ScoreRecord["signup"]>, "actor">;
  },
  facts: Facts,
): Facts {
  const implied: { -readonly [Name in keyof Facts]: Facts[Name] } = {};
  const family = facts["device.browser"];
  const agent = signup?.actor.operator ?? undefined;
  const referral = facts[`custom.${REFERRAL_KEY}`];
  implied["signup.hour"] = Math.floor(at / HOUR_MS) % 24;
  // The first day was a Thursday.
  implied["signup.weekday"] = (Math.floor(at / DAY_MS) + 3) % 7 + 1;
  if (family !== undefined) implied["signup.user_agent_family"] = family;
  if (agent !== undefined) implied["signup.agent"] = agent;
  if (referral !== undefined) implied["signup.referral"] = String(referral);
  return implied;
}
