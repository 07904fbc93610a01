/** Who is acting, as far as the one user agent of a fraud request tells. */
import { type Known, known, unknown } from "../domain/evidence.ts";
import { type Actor, describeActor } from "../scoring/explain.ts";
import { deviceActorHint } from "../signals/device/actor.ts";
import { judgeBot } from "../signals/device/bot.ts";
import type { DeviceInput } from "../signals/device/parse.ts";

const NOT_SENT = unknown("not_given", "the vendor's request has no such field");

/**
 * @param scored the actor of the signup, kept when it says anything
 * @param isDatacenter of the IP component; null when unknown
 */
export function actorOf(scored: Actor, userAgent: string | null, isDatacenter: boolean | null): Actor {
  if (userAgent === null || scored.basis !== "none") return scored;
  const inDatacenter: Known<boolean> = isDatacenter === null ? unknown("not_given") : known(isDatacenter);
  const bot = judgeBot({ input: browserNaming(userAgent), inDatacenter, now: 0 });
  const value = <T>(fact: Known<T>): T | null => fact.known ? fact.value : null;
  return describeActor(
    null,
    deviceActorHint({
      device_id: "",
      bot_probability: value(bot.probability),
      signals: {
        is_bot: value(bot.isBot),
        is_automated: value(bot.isAutomated),
        is_headless: value(bot.isHeadless),
        timezone_mismatch: null,
        repeat_device: null,
      },
      first_seen: "",
      times_seen: 0,
      abuse_reports: 0,
    }),
  );
}

function browserNaming(userAgent: string): DeviceInput {
  return {
    id: "",
    userAgent: known(userAgent),
    timezone: NOT_SENT,
    timezoneOffset: NOT_SENT,
    screen: NOT_SENT,
    renderer: NOT_SENT,
    webdriver: NOT_SENT,
    automationGlobals: NOT_SENT,
    headlessUserAgent: NOT_SENT,
    zeroScreen: NOT_SENT,
    noPlugins: NOT_SENT,
    noLanguages: NOT_SENT,
  };
}
