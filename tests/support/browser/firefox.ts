/** Debian's Firefox without automation: its page posts the script's answer to the site. */
import { answerOf, end } from "./chromium.ts";
import type { Fingerprint, Site } from "./fp_site.ts";

export const FIREFOX = "/usr/bin/firefox-esr";

/** Preferences without background traffic, prompts and session restore. */
const FIREFOX_PREFS: Readonly<Record<string, string | number | boolean>> = {
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.aboutwelcome.enabled": false,
  "browser.safebrowsing.downloads.remote.enabled": false,
  "browser.search.update": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "browser.tabs.warnOnClose": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.getAddons.cache.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
  "termsofuse.bypassNotification": true,
  "toolkit.telemetry.enabled": false,
};

export interface FirefoxOptions {
  readonly privateWindow?: boolean;
  /** With a window, on the screen that `env.DISPLAY` names. */
  readonly headed?: boolean;
  readonly prefs?: Readonly<Record<string, string | number | boolean>>;
  readonly env?: Record<string, string>;
  /** A profile folder of the test's; a fresh one otherwise. */
  readonly profile?: string;
}

/** Starts headless Firefox on a site with POSTING_PAGE, waits for the answer, ends Firefox. */
export async function inFirefox(site: Site, options: FirefoxOptions = {}): Promise<Fingerprint> {
  const profile = options.profile ?? await Deno.makeTempDir({ prefix: "winnow-firefox-" });
  const prefs = Object.entries({ ...FIREFOX_PREFS, ...options.prefs })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  await Deno.writeTextFile(`${profile}/user.js`, prefs.join("\n"));
  const address = site.url();
  const process = new Deno.Command(FIREFOX, {
    args: [
      ...(options.headed ? [] : ["--headless"]),
      "--no-remote",
      "--profile",
      profile,
      ...(options.privateWindow ? ["--private-window", address] : [address]),
    ],
    env: { ...options.env, MOZ_CRASHREPORTER_DISABLE: "1" },
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    return await answerOf(site, process, "Firefox");
  } finally {
    await end(process, options.profile === undefined ? profile : null);
  }
}
