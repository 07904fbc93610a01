/** Facts that follow from the rest of a score, unless it says otherwise: they are not stored. */
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
  const time = new Date(at);
  const family = facts["device.browser"];
  const agent = signup?.actor.operator ?? undefined;
  const referral = facts[`custom.${REFERRAL_KEY}`];
  return {
    "signup.hour": time.getUTCHours(),
    // Sunday is 0 of a Date, and the last day of the week.
    "signup.weekday": time.getUTCDay() || 7,
    ...(family === undefined ? {} : { "signup.user_agent_family": family }),
    ...(agent === undefined ? {} : { "signup.agent": agent }),
    ...(referral === undefined ? {} : { "signup.referral": String(referral) }),
  };
}
