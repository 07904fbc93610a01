import assert from "node:assert/strict";
import { browserTest, VirtualScreen, XVFB } from "../support/browser/chromium.ts";
import { FIREFOX, type FirefoxOptions, inFirefox } from "../support/browser/firefox.ts";
import { POSTING_PAGE, Site } from "../support/browser/fp_site.ts";
import { inFolder } from "../support/folder.ts";

const SAME: readonly { readonly name: string; readonly options: FirefoxOptions }[] = [
  { name: "a fresh profile", options: {} },
  { name: "a private window", options: { privateWindow: true } },
  { name: "strict tracking protection", options: { prefs: { "privacy.fingerprintingProtection": true } } },
  {
    name: "language, time zone, scale, theme, motion and user agent changed together",
    options: {
      env: { TZ: "Asia/Tokyo" },
      prefs: {
        "intl.accept_languages": "ja,en",
        "layout.css.devPixelsPerPx": "1.25",
        "ui.textScaleFactor": 150,
        "ui.systemUsesDarkTheme": 1,
        "ui.prefersReducedMotion": 1,
        "general.useragent.override":
          "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:199.0) Gecko/20100101 Firefox/199.0",
      },
    },
  },
  { name: "a scale of 2", options: { prefs: { "layout.css.devPixelsPerPx": "2" } } },
];

browserTest("fp.js: one Firefox keeps its id whatever the person sets, private window and restart too", [
  FIREFOX,
  XVFB,
], async () => {
  await using site = new Site({ page: POSTING_PAGE });
  await using screen = await VirtualScreen.start();
  const env = { DISPLAY: screen.display };
  await inFolder(async (profile) => {
    const first = await inFirefox(site, { headed: true, env, profile });
    assert.match(first.signals.webgl_renderer ?? "", /./, "WebGL is part of what is compared");
    const again = await inFirefox(site, { headed: true, env, profile });
    assert.equal(again.device_id, first.device_id, "restart");
    const changed: string[] = [];
    for (const { name, options } of SAME) {
      const found = await inFirefox(site, { ...options, headed: true, env: { ...env, ...options.env } });
      if (found.device_id !== first.device_id) changed.push(name);
    }
    assert.deepEqual(changed, []);
  });
});
