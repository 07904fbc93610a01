/** Who is probably acting, by a scored device. Always an inference: only a signature is proof, and nothing proves a person. */
import type { DeviceHint } from "../../scoring/explain.ts";
import { orNull } from "../../model/evidence.ts";
import type { Breakdown } from "../../model/component.ts";
import { evaluate } from "../../scoring/evaluate.ts";
import { type BotEvidence, judgeBot } from "./bot.ts";
import { claimedAgent } from "./browser.ts";
import type { BrowserFacts } from "./parse.ts";
import { type DeviceFields, WEIGHTS } from "./score.ts";

/** From this bot probability on a browser without a device id is part of the score. */
const SCORED_AUTOMATION = 0.8;
/** A browser below this bot probability, and not headless, counts as human. */
const LIKELY_HUMAN = 0.2;

/** The fields of a device result that the hint is derived from. */
interface BotFields extends Pick<DeviceFields, "bot_probability"> {
  readonly signals: Pick<DeviceFields["signals"], "is_automated" | "is_bot" | "is_headless">;
}

/** A browser that was sent without a device id and is not a component. */
export interface ActingBrowser {
  readonly hint: DeviceHint | null;
  /** What it adds to the score of the sign-up; null: nothing. */
  readonly breakdown: Breakdown | null;
}

/** As `deviceActorHint`, and what automation adds to the score. */
export function actingBrowser(evidence: BotEvidence): ActingBrowser {
  const bot = judgeBot(evidence);
  const hint = deviceActorHint({
    bot_probability: orNull(bot.probability),
    signals: {
      is_automated: orNull(bot.isAutomated),
      is_bot: orNull(bot.isBot),
      is_headless: orNull(bot.isHeadless),
    },
  }, evidence.input);
  const isCertain = bot.probability.known && bot.probability.value >= SCORED_AUTOMATION;
  const because = bot.because === null ? "" : ` (${bot.because})`;
  const fired = [{ name: "acting_browser" as const, text: `${WEIGHTS.acting_browser.text}${because}` }];
  return { hint, breakdown: isCertain ? evaluate({ component: "device", weights: WEIGHTS, fired }) : null };
}

/** Null when no characteristics were sent. */
export function deviceActorHint(
  fields: BotFields,
  { userAgent }: Pick<BrowserFacts, "userAgent">,
): DeviceHint | null {
  const { bot_probability: probability, signals } = fields;
  if (probability === null) return null;
  const chance = `bot probability ${probability}`;
  const claimed = userAgent.known ? claimedAgent(userAgent.value) : null;
  if (claimed !== null) {
    const detail = `The user agent claims to be ${claimed}, and no signature proves it (${chance}).`;
    return { type: "automation", detail };
  }
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
