/**
 * Types of `/fp.js`, which defines the global `Winnow`. Save this file in your project, for example as `winnow-fp.d.ts`.
 * The script may be blocked or still loading, so the global may be undefined: `await Winnow?.fingerprint()`.
 */
interface WinnowFingerprint {
  /** 64 hex digits: the same for one browser on one device. Alike devices share one. Send it as `device_id`. */
  device_id: string;
  /** Send it as `device_signals`. */
  signals: WinnowSignals;
  /** Send it as `device_automation`. */
  automation: WinnowAutomation;
  /**
   * When, and from which network, the page loaded the script, signed by the service. Send it under the same name. A copy of
   * the script and the one at the path with its hash have none.
   */
  device_token?: string;
}

interface WinnowSignals {
  /** At most 512 characters. */
  user_agent: string;
  /** IANA name, as `Europe/London`. */
  timezone: string;
  /** Minutes, as JavaScript's `getTimezoneOffset()`. */
  timezone_offset: number;
  /** `WxHxDepth`, as `1920x1080x24`. */
  screen: string;
  /** Logical processors, as the browser says. */
  hardware_concurrency: number;
  /** Comma-separated, the preferred one first. */
  languages: string;
  /** The graphics card, as the browser names it. Without WebGL it is undefined, and JSON leaves it out. */
  webgl_renderer?: string | undefined;
}

interface WinnowAutomation {
  /** The browser says that a program drives it. */
  webdriver: boolean;
  /** Traces of a driver in the page, or of an attempt to hide one. */
  automation_globals: boolean;
  headless_ua: boolean;
  /** A screen or a window without a size. */
  zero_screen: boolean;
  no_plugins: boolean;
  no_languages: boolean;
}

interface WinnowScript {
  /** Takes some milliseconds, at most about half a second. Sets and sends nothing. */
  fingerprint(): Promise<WinnowFingerprint>;
}

interface Window {
  readonly Winnow?: WinnowScript;
}

// deno-lint-ignore no-var
declare var Winnow: WinnowScript | undefined;
