import assert from "node:assert/strict";
import { known, unknown } from "../../src/model/evidence.ts";
import { parseDevice } from "../../src/signals/device/parse.ts";
import { deviceAutomationSchema, deviceSignalsSchema } from "../../src/signals/device/schema.ts";
import { scoreDevice } from "../../src/signals/device/score.ts";
import { TimeZones } from "../../src/signals/device/timezone.ts";
import {
  browserTest,
  CHROMIUM,
  fingerprintAt,
  inChromium,
  inRawChromium,
  type PageOptions,
  VirtualScreen,
  WINDOWS_CHROME,
  withChromium,
  XVFB,
} from "../support/browser/chromium.ts";
import { FIREFOX, type FirefoxOptions, inFirefox } from "../support/browser/firefox.ts";
import { type Fingerprint, POSTING_PAGE, Site } from "../support/browser/fp_site.ts";
import { freePort } from "../support/servers/free_port.ts";

/** What the service answers to what a browser sent. */
function scored(found: Fingerprint) {
  const body = {
    device_id: found.device_id,
    signals: deviceSignalsSchema.parse(found.signals),
    automation: deviceAutomationSchema.parse(found.automation),
  };
  return scoreDevice({
    input: parseDevice(body),
    ipCountry: unknown("not_given"),
    ipIsDatacenter: known(false),
    timeZones: new TimeZones(),
    history: {
      abuseReports: 0,
      recentAbuse: false,
      recentAbuseCounts: false,
      abuseRisk: 0,
      firstSeen: "2026-01-01T00:00:00Z",
      timesSeen: 1,
    },
    now: Date.now(),
  }).fields;
}

/** What a bot's operator takes off first. */
const UNMARKED = ["--disable-blink-features=AutomationControlled"];
const LINUX_CHROME = WINDOWS_CHROME.replace("Windows NT 10.0; Win64; x64", "X11; Linux x86_64");

const patched = (name: string, value: string) =>
  `Object.defineProperty(navigator, ${JSON.stringify(name)}, { get: () => ${JSON.stringify(value)} });`;

interface Bot {
  readonly name: string;
  readonly page: PageOptions;
  readonly marker: keyof Fingerprint["automation"];
}

/** As playwright starts it. */
const STOCK_BOTS: readonly Bot[] = [
  { name: "stock headless", page: {}, marker: "webdriver" },
  {
    name: "the webdriver getter replaced on the navigator",
    page: { disguise: `Object.defineProperty(navigator, "webdriver", { get: () => false })` },
    marker: "automation_globals",
  },
  {
    name: "the webdriver getter replaced on the prototype",
    page: { disguise: `Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false })` },
    marker: "automation_globals",
  },
  {
    name: "the webdriver getter deleted",
    page: { disguise: `delete Navigator.prototype.webdriver` },
    marker: "automation_globals",
  },
];

/** Without the webdriver flag. */
const UNMARKED_BOTS: readonly Bot[] = [
  { name: "headless", page: {}, marker: "headless_ua" },
  {
    name: "the user agent of another system",
    page: { userAgent: WINDOWS_CHROME },
    marker: "automation_globals",
  },
  {
    name: "the user agent patched in the page, found by the worker",
    page: { disguise: patched("userAgent", LINUX_CHROME) },
    marker: "headless_ua",
  },
  {
    name: "traces of ChromeDriver",
    page: { userAgent: LINUX_CHROME, disguise: `window.cdc_adoQpoasnfa76pfcZLmcfl_Array = Array` },
    marker: "automation_globals",
  },
  {
    name: "a Playwright binding",
    page: { userAgent: LINUX_CHROME, disguise: `window.__playwright__binding__ = () => {}` },
    marker: "automation_globals",
  },
];

/** A user agent by command line, which reaches workers too. */
const RENAMED_BOTS: readonly Bot[] = [
  {
    name: "the platform patched in the page, found by the worker",
    page: { disguise: patched("platform", "Win32") },
    marker: "automation_globals",
  },
  { name: "the user agent of another system by command line", page: {}, marker: "automation_globals" },
];

const BOTS = [
  { flags: [], bots: STOCK_BOTS },
  { flags: UNMARKED, bots: UNMARKED_BOTS },
  { flags: [...UNMARKED, `--user-agent=${WINDOWS_CHROME}`], bots: RENAMED_BOTS },
];

browserTest(
  "fp.js: bots are found, and what gives them away does not enter the id",
  [CHROMIUM],
  async (test) => {
    await using site = new Site();
    const ids = new Set<string>();
    for (const { flags, bots } of BOTS) {
      await withChromium({ flags }, async (open) => {
        for (const { name, page, marker } of bots) {
          await test.step(name, async () => {
            const found = await fingerprintAt(await open(page), site.url());
            assert.equal(found.automation[marker], true);
            const { signals, bot_probability } = scored(found);
            assert.equal(signals.is_bot, true);
            assert(bot_probability! >= 0.9);
            const { webdriver, automation_globals } = found.automation;
            assert.equal(signals.is_automated, webdriver || automation_globals);
            if (!name.includes("platform")) ids.add(found.device_id);
          });
        }
      });
    }
    assert.equal(ids.size, 1);
  },
);

browserTest("fp.js: headless Chromium without automation is a bot", [CHROMIUM], async () => {
  await using site = new Site({ page: POSTING_PAGE });
  const found = await inRawChromium(site);
  assert.equal(found.automation.webdriver, false);
  const { signals } = scored(found);
  assert.deepEqual([signals.is_bot, signals.is_automated, signals.is_headless], [true, false, true]);
});

browserTest("fp.js: a driven Chromium in a window is a bot and not headless", [CHROMIUM, XVFB], async () => {
  await using site = new Site();
  await using screen = await VirtualScreen.start();
  const env = { ...Deno.env.toObject(), DISPLAY: screen.display };
  const found = await inChromium(
    { headed: true, viewport: null, env },
    (page) => fingerprintAt(page, site.url()),
  );
  const { signals } = scored(found);
  assert.deepEqual([signals.is_bot, signals.is_automated, signals.is_headless], [true, true, false]);
});

/** Ordinary browsers in a window, without automation. The test machine has no graphics card, which makes them the hardest case. */
const PEOPLE: readonly { readonly name: string; readonly flags: readonly string[] }[] = [
  { name: "Chromium", flags: [] },
  { name: "Chromium, incognito", flags: ["--incognito"] },
  { name: "Chromium with an open debugging port", flags: [`--remote-debugging-port=${freePort()}`] },
  { name: "Chromium in Japanese", flags: ["--lang=ja", "--accept-lang=ja"] },
  { name: "Chromium on a scaled screen", flags: ["--force-device-scale-factor=1.5"] },
  { name: "Chromium in full screen", flags: ["--start-fullscreen"] },
  { name: "Chromium as a kiosk", flags: ["--kiosk"] },
  { name: "Chromium in a small window", flags: ["--window-size=400,300"] },
  { name: "Chromium in dark mode", flags: ["--force-dark-mode"] },
  { name: "Chromium without WebGL", flags: ["--disable-3d-apis"] },
  { name: "Chromium without GPU process", flags: ["--disable-gpu"] },
  {
    name: "Chromium that calls itself another version",
    flags: [`--user-agent=${LINUX_CHROME.replace("156", "140")}`],
  },
];

browserTest("fp.js: people's Chromiums are no bots", [CHROMIUM, XVFB], async (test) => {
  await using site = new Site({ page: POSTING_PAGE });
  await using screen = await VirtualScreen.start();
  const env = { ...Deno.env.toObject(), DISPLAY: screen.display };
  for (const { name, flags } of PEOPLE) {
    await test.step(name, async () => assertPerson(await inRawChromium(site, { flags, env })));
  }
});

const FOXES: readonly { readonly name: string; readonly options: FirefoxOptions }[] = [
  { name: "Firefox", options: {} },
  { name: "Firefox, private window", options: { privateWindow: true } },
  {
    name: "Firefox that resists fingerprinting",
    options: { prefs: { "privacy.resistFingerprinting": true } },
  },
  {
    name: "Firefox with strict protection",
    options: { prefs: { "privacy.fingerprintingProtection": true } },
  },
  { name: "Firefox without WebGL", options: { prefs: { "webgl.disabled": true } } },
  {
    name: "Firefox without the PDF viewer",
    options: { prefs: { "pdfjs.disabled": true } },
  },
];

browserTest("fp.js: people's Firefoxes are no bots", [FIREFOX, XVFB], async (test) => {
  await using site = new Site({ page: POSTING_PAGE });
  await using screen = await VirtualScreen.start();
  const env = { DISPLAY: screen.display };
  for (const { name, options } of FOXES) {
    await test.step(name, async () => assertPerson(await inFirefox(site, { ...options, headed: true, env })));
  }
});

browserTest("fp.js: a wallet and other programs of the page make no bot", [CHROMIUM, XVFB], async () => {
  const globals =
    `window.phantom = { solana: {} }; window.ethereum = {}; window.driver = {}; window.__NEXT_DATA__ = {}`;
  await using site = new Site({
    page: POSTING_PAGE.replace("<script>", `<script>${globals}</script><script>`),
  });
  await using screen = await VirtualScreen.start();
  assertPerson(await inRawChromium(site, { env: { ...Deno.env.toObject(), DISPLAY: screen.display } }));
});

function assertPerson(found: Fingerprint): void {
  const { signals, bot_probability } = scored(found);
  assert.deepEqual(
    [signals.is_bot, signals.is_automated, signals.is_headless],
    [false, false, false],
    JSON.stringify(found),
  );
  assert(bot_probability! < 0.5);
}
