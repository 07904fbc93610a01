/** Who is probably acting, by a scored device. Always an inference: only a signature is proof, and nothing proves a person. */
import type { DeviceHint } from "../../scoring/explain.ts";
import { orNull } from "../../model/evidence.ts";
import { type BotEvidence, judgeBot } from "./bot.ts";
import type { DeviceFields } from "./score.ts";

/** A browser below this bot probability, and not headless, counts as human. */
const LIKELY_HUMAN = 0.2;

/** The fields of a device result that the hint is derived from. */
interface BotFields extends Pick<DeviceFields, "bot_probability"> {
  readonly signals: Pick<DeviceFields["signals"], "is_automated" | "is_bot" | "is_headless">;
}

/** As `deviceActorHint`, for a browser that was sent without a device id and is not a component. */
export function browserActorHint(evidence: BotEvidence): DeviceHint | null {
  const bot = judgeBot(evidence);
  return deviceActorHint({
    bot_probability: orNull(bot.probability),
    signals: {
      is_automated: orNull(bot.isAutomated),
      is_bot: orNull(bot.isBot),
      is_headless: orNull(bot.isHeadless),
    },
  });
}

/** Null when no characteristics were sent. */
export function deviceActorHint(fields: BotFields): DeviceHint | null {
  const { bot_probability: probability, signals } = fields;
  if (probability === null) return null;
  const chance = `bot probability ${probability}`;
  if (signals.is_automated || signals.is_bot) {
    const what = signals.is_automated
      ? "The browser shows signs of automation"
      : signals.is_headless
      ? "The browser appears to be headless"
      : "The browser's characteristics match an automated browser";
    return { type: "automation", detail: `${what} (${chance}). This is inferred, not proven.` };
  }
  if (probability < LIKELY_HUMAN && !signals.is_headless) {
    const detail = `Nothing about the browser looks automated (${chance}). That does not prove a person.`;
    return { type: "likely_human", detail };
  }
  const detail = `The browser is unusual in some way, but not enough to call it automated (${chance}).`;
  return { type: "unknown", detail };
}
