/** What a scored device says about who is acting. Always inference: only a signature proves anything, and nothing proves a person. */
import type { DeviceHint } from "../../scoring/explain.ts";
import { orNull } from "../../model/evidence.ts";
import { type BotEvidence, judgeBot } from "./bot.ts";
import type { DeviceFields } from "./score.ts";

/** Below this probability of a bot nothing looks automated, unless the browser shows no window. */
const NOTHING_REMARKABLE = 0.2;

/** What of a device's result the hint is made of. */
interface BotFields extends Pick<DeviceFields, "bot_probability"> {
  readonly signals: Pick<DeviceFields["signals"], "is_automated" | "is_bot" | "is_headless">;
}

/** As `deviceActorHint`, of a browser that came without a device id and is no component. */
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
  if (signals.is_automated) {
    return {
      type: "automation",
      detail: `The browser shows that a program drives it (${chance}). This is inferred, not proven.`,
    };
  }
  if (signals.is_bot) {
    return {
      type: "automation",
      detail: signals.is_headless
        ? `The browser runs without a window, as programs use it (${chance}). This is inferred, not proven.`
        : `The browser's characteristics are those of an automated browser (${chance}). This is inferred, not proven.`,
    };
  }
  if (probability < NOTHING_REMARKABLE && !signals.is_headless) {
    return {
      type: "likely_human",
      detail: `Nothing about the browser looks automated (${chance}). That does not prove a person.`,
    };
  }
  return {
    type: "unknown",
    detail: `Something about the browser is unusual, not enough to call it automated (${chance}).`,
  };
}
