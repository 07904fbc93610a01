/** A device id and the browser characteristics sent with it, as the input of the signal. */
import type { DeepReadonly } from "../../model/component.ts";
import { invalidField } from "../../model/error.ts";
import { type Known, known, unknown } from "../../model/evidence.ts";
import type { DeviceAutomation, DeviceSignals } from "./schema.ts";

export interface DeviceBody {
  readonly device_id: string;
  readonly signals?: DeviceSignals | null | undefined;
  readonly automation?: DeviceAutomation | null | undefined;
}

interface Screen {
  readonly width: number;
  readonly height: number;
}

/** A fact is unknown when it was not sent or does not have the specified form. */
export type BrowserFacts = DeepReadonly<ReturnType<typeof parseBrowser>>;

export interface DeviceInput extends BrowserFacts {
  /** Hex, lower case. */
  readonly id: string;
}

/** From a 32-bit hash, the shortest in use, to a 512-bit one. */
const DEVICE_ID = /^[0-9a-f]{8,128}$/i;
const LANGUAGE = /^\s*([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?(?![\w-])/i;
const SCREEN = /^(\d{1,5})x(\d{1,5})(?:x\d{1,3})?$/;

/** @throws {AppError} invalid_value for `/device_id` when it is not a hex fingerprint */
export function parseDevice(
  body: DeviceBody,
  refuse: (why: string) => Error = (why) => invalidField("/device_id", why),
): DeviceInput {
  const id = body.device_id.trim();
  if (!DEVICE_ID.test(id)) throw refuse("must be a hex fingerprint of 8 to 128 digits");
  return { id: id.toLowerCase(), ...parseBrowser(body) };
}

export function parseBrowser(body: Pick<DeviceBody, "signals" | "automation">) {
  const signals = body.signals ?? {};
  const automation = body.automation ?? {};
  return {
    userAgent: given(signals.user_agent, "user_agent"),
    timezone: given(signals.timezone, "timezone"),
    timezoneOffset: given(signals.timezone_offset, "timezone_offset"),
    language: given(firstLanguage(signals.languages), "languages"),
    screen: parseScreen(signals.screen),
    renderer: given(signals.webgl_renderer, "webgl_renderer"),
    webdriver: given(automation.webdriver, "webdriver"),
    automationGlobals: given(automation.automation_globals, "automation_globals"),
    headlessUserAgent: given(automation.headless_ua, "headless_ua"),
    zeroScreen: given(automation.zero_screen, "zero_screen"),
    noPlugins: given(automation.no_plugins, "no_plugins"),
    noLanguages: given(automation.no_languages, "no_languages"),
  };
}

/** The text that is hashed before anything is stored. */
export function deviceIdentity(input: DeviceInput): string {
  return input.id;
}

/** For display: too short to identify the device. */
export function maskDevice(input: DeviceInput): string {
  return `${input.id.slice(0, Math.min(6, input.id.length / 4))}…`;
}

/** Of a list with commas, as browsers and headers have it; null when it is no language tag. */
function firstLanguage(languages: string | null | undefined): string | null {
  const [, language, script, region] = LANGUAGE.exec(languages ?? "") ?? [];
  if (language === undefined) return null;
  const parts = [language.toLowerCase(), script && script[0]!.toUpperCase() + script.slice(1).toLowerCase()];
  return [...parts, region?.toUpperCase()].filter((part) => part !== undefined).join("-");
}

function parseScreen(text: string | null | undefined): Known<Screen> {
  const match = SCREEN.exec(text ?? "");
  return match === null
    ? unknown("not_given", "screen as WxHxDepth")
    : known({ width: Number(match[1]), height: Number(match[2]) });
}

/** An empty text means not given. */
function given<T>(value: T | null | undefined, name: string): Known<T> {
  return value === null || value === undefined || value === "" ? unknown("not_given", name) : known(value);
}
