/** The characteristics of a browser in a request. `null` means not given; unknown fields are dropped. */
import { z } from "zod";

/** Longest user agent, language list and renderer; `fp.js` cuts the user agent at the same length. */
const MAX_LENGTH = 512;

const text = (longest: number) => z.string().max(longest).nullish();
const flag = z.boolean().nullish();

/** Used for scoring; but for the facts of the device (`stored_facts.ts`) never stored. */
export const deviceSignalsSchema = z.object({
  user_agent: text(MAX_LENGTH).describe("As the browser sends it"),
  timezone: text(64).describe("IANA name"),
  timezone_offset: z.int().min(-1440).max(1440).nullish().describe(
    "Minutes, with the sign of JavaScript's `getTimezoneOffset()` or the opposite one",
  ),
  screen: text(32).describe("`WxHxDepth`, in pixels and bits"),
  hardware_concurrency: z.int().min(0).max(65_536).nullish().describe("Number of logical processors"),
  languages: text(MAX_LENGTH).describe("The browser's languages, with commas"),
  webgl_renderer: text(MAX_LENGTH).describe("Name of the graphics driver"),
});

export const deviceAutomationSchema = z.object({
  webdriver: flag.describe("`navigator.webdriver` is true"),
  automation_globals: flag.describe("The page has objects of an automation tool"),
  headless_ua: flag.describe("The user agent names a headless browser"),
  zero_screen: flag.describe("The screen has no size"),
  no_plugins: flag.describe("The browser has no plug-ins"),
  no_languages: flag.describe("The browser has no languages"),
});

export type DeviceSignals = z.infer<typeof deviceSignalsSchema>;
export type DeviceAutomation = z.infer<typeof deviceAutomationSchema>;
