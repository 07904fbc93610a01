import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import {
  browserTest,
  CHROMIUM,
  fingerprintAt,
  inChromium,
  inProfile,
  type PageOptions,
  VirtualScreen,
  WINDOWS_CHROME,
  withChromium,
  XVFB,
} from "../support/browser/chromium.ts";
import { Site } from "../support/browser/fp_site.ts";
import { inFolder } from "../support/folder.ts";

/** The id of this machine in a fresh Chromium about which nothing is set. */
async function plainId(site: Site): Promise<string> {
  return (await inChromium({}, (page) => fingerprintAt(page, site.url()))).device_id;
}

browserTest(
  "fp.js: the id is 64 hex digits and the same after reload, with cleared storage and after a restart",
  [
    CHROMIUM,
  ],
  async () => {
    await using site = new Site();
    await inFolder(async (folder) => {
      const id = await inProfile(folder, async (page) => {
        const { device_id } = await fingerprintAt(page, site.url());
        assert.match(device_id, /^[0-9a-f]{64}$/);
        assert.equal((await fingerprintAt(page, site.url())).device_id, device_id, "reload");
        assert.equal(
          (await page.evaluate("Winnow.fingerprint()") as { device_id: string }).device_id,
          device_id,
        );
        const session = await page.context().newCDPSession(page);
        await session.send("Network.clearBrowserCache");
        await session.send("Storage.clearDataForOrigin", { origin: site.url(), storageTypes: "all" });
        assert.equal((await fingerprintAt(page, site.url())).device_id, device_id, "cleared");
        return device_id;
      });
      const restarted = await inProfile(folder, (page) => fingerprintAt(page, site.url()));
      assert.equal(restarted.device_id, id, "restart");
      assert.equal(await plainId(site), id, "fresh profile");
    });
  },
);

const SAME: readonly { readonly name: string; readonly options: PageOptions }[] = [
  { name: "another language", options: { locale: "ja-JP" } },
  { name: "another time zone", options: { timezoneId: "Asia/Tokyo" } },
  { name: "device pixel ratio 1.25", options: { deviceScaleFactor: 1.25 } },
  { name: "device pixel ratio 1.5", options: { deviceScaleFactor: 1.5 } },
  { name: "device pixel ratio 2", options: { deviceScaleFactor: 2 } },
  {
    name: "a smaller window",
    options: { viewport: { width: 700, height: 900 }, screen: { width: 1280, height: 720 } },
  },
  { name: "a larger screen of the same shape", options: { screen: { width: 2560, height: 1440 } } },
  { name: "dark mode", options: { colorScheme: "dark" } },
  { name: "reduced motion", options: { reducedMotion: "reduce" } },
  { name: "more contrast and forced colours", options: { contrast: "more", forcedColors: "active" } },
  {
    name: "a newer version in the user agent",
    options: {
      userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/199.0.0.0 Safari/537.36",
    },
  },
  { name: "another system in the user agent", options: { userAgent: WINDOWS_CHROME } },
  { name: "the page zoomed by style", options: { disguise: zoomed() } },
];

const SAME_FLAGS: readonly string[] = [
  "--incognito",
  "--lang=de",
  "--disable-blink-features=AutomationControlled",
];

browserTest("fp.js: one Chromium keeps its id whatever the person sets", [CHROMIUM], async () => {
  await using site = new Site();
  const id = await plainId(site);
  const changed: string[] = [];
  await withChromium({}, async (open) => {
    for (const { name, options } of SAME) {
      const found = await fingerprintAt(await open(options), site.url());
      if (found.device_id !== id) changed.push(name);
    }
  });
  for (const flag of SAME_FLAGS) {
    const found = await inChromium({ flags: [flag] }, (page) => fingerprintAt(page, site.url()));
    if (found.device_id !== id) changed.push(flag);
  }
  assert.deepEqual(changed, []);
});

browserTest("fp.js: the id is the same in a window, incognito and at any scale of the screen", [
  CHROMIUM,
  XVFB,
], async () => {
  await using site = new Site();
  await using screen = await VirtualScreen.start();
  const env = { ...Deno.env.toObject(), DISPLAY: screen.display };
  const id = await plainId(site);
  for (
    const flags of [[], ["--incognito"], ["--force-device-scale-factor=1.5"], [
      "--force-device-scale-factor=2",
    ]]
  ) {
    const found = await inChromium(
      { headed: true, viewport: null, flags, env },
      (page) => fingerprintAt(page, site.url()),
    );
    assert.equal(found.device_id, id, flags.join(" ") || "plain window");
  }
});

browserTest("fp.js: a page without https has the same id, by its own SHA-256", [CHROMIUM], async () => {
  await using site = new Site();
  const id = await plainId(site);
  const flags = ["--host-resolver-rules=MAP shop.test 127.0.0.1"];
  await inChromium({ flags }, async (page) => {
    const found = await fingerprintAt(page, site.url("shop.test"));
    assert.equal(await page.evaluate("isSecureContext"), false);
    assert.equal(await page.evaluate("typeof crypto.subtle"), "undefined");
    assert.equal(found.device_id, id);
  });
});

const OTHER: readonly { readonly name: string; readonly change: (page: Page) => Promise<void> }[] = [
  {
    name: "more processor cores",
    change: async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setHardwareConcurrencyOverride", { hardwareConcurrency: 12 });
    },
  },
  {
    name: "a touch screen",
    change: async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 10 });
    },
  },
];

browserTest("fp.js: another device has another id", [CHROMIUM], async () => {
  await using site = new Site();
  const ids = await withChromium({}, async (open) => {
    const found = [await fingerprintAt(await open(), site.url())];
    for (const { change } of OTHER) {
      const page = await open();
      await change(page);
      found.push(await fingerprintAt(page, site.url()));
    }
    found.push(await fingerprintAt(await open({ screen: { width: 2560, height: 1080 } }), site.url()));
    return found.map(({ device_id }) => device_id);
  });
  assert.equal(new Set(ids).size, OTHER.length + 2);
});

browserTest("fp.js: without WebGL there is another id, the same after a restart", [CHROMIUM], async () => {
  await using site = new Site();
  const ids = new Set<string>();
  for (let start = 0; start < 2; start++) {
    const found = await inChromium(
      { flags: ["--disable-3d-apis"] },
      (page) => fingerprintAt(page, site.url()),
    );
    assert.equal(found.signals.webgl_renderer, undefined);
    ids.add(found.device_id);
  }
  assert.equal(ids.size, 1);
  assert(!ids.has(await plainId(site)));
});

function zoomed(): string {
  return `addEventListener("DOMContentLoaded", () => document.documentElement.style.zoom = "1.5")`;
}
