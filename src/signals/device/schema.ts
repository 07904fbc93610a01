/** The characteristics of a browser in a request. `null` means not given; unknown fields are dropped. */
import { z } from "zod";

/** Longest user agent, language list and renderer; `fp.js` cuts the user agent at the same length. */
const MAX_LENGTH = 512;

const text = (longest: number) => z.string().max(longest).nullish();
const flag = z.boolean().nullish();

/** Used for scoring, never stored. */
export const deviceSignalsSchema = z.object({
  user_agent: text(MAX_LENGTH),
  /** IANA name. */
  timezone: text(64),
  /** Minutes, with the sign of JavaScript's `getTimezoneOffset()` or the opposite one. */
  timezone_offset: z.int().min(-1440).max(1440).nullish(),
  /** `WxHxDepth`. */
  screen: text(32),
  hardware_concurrency: z.int().min(0).max(65_536).nullish(),
  languages: text(MAX_LENGTH),
  webgl_renderer: text(MAX_LENGTH),
});

export const deviceAutomationSchema = z.object({
  webdriver: flag,
  automation_globals: flag,
  headless_ua: flag,
  zero_screen: flag,
  no_plugins: flag,
  no_languages: flag,
});

export type DeviceSignals = z.infer<typeof deviceSignalsSchema>;
export type DeviceAutomation = z.infer<typeof deviceAutomationSchema>;
