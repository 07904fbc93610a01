import assert from "node:assert/strict";
import { parseDevice } from "../../src/signals/device/parse.ts";
import { deviceAutomationSchema, deviceSignalsSchema } from "../../src/signals/device/schema.ts";
import {
  browserTest,
  CHROMIUM,
  fingerprintAt,
  inChromium,
  type LaunchOptions,
  type PageOptions,
} from "../support/browser/chromium.ts";
import { Site } from "../support/browser/fp_site.ts";

/** Notes every call of the page that could store or send something. */
const WATCH = `(() => {
  const calls = window.watched = [];
  const note = (owner, name) => {
    const real = owner && owner[name];
    if (typeof real !== "function") return;
    owner[name] = function (...given) { calls.push(name); return Reflect.apply(real, this, given); };
  };
  for (const name of ["setItem", "getItem"]) note(Storage.prototype, name);
  for (const name of ["open", "deleteDatabase", "databases"]) note(IDBFactory.prototype, name);
  for (const name of ["open", "match"]) note(CacheStorage.prototype, name);
  note(window, "fetch");
  note(window, "open");
  note(XMLHttpRequest.prototype, "send");
  note(Navigator.prototype, "sendBeacon");
  note(ServiceWorkerContainer.prototype, "register");
  note(StorageManager.prototype, "getDirectory");
  note(HTMLElement.prototype, "append");
  note(Node.prototype, "appendChild");
  for (const name of ["WebSocket", "EventSource", "RTCPeerConnection", "SharedWorker", "BroadcastChannel"]) {
    const Real = window[name];
    window[name] = function (...given) { calls.push(name); return new Real(...given); };
  }
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");
  Object.defineProperty(Document.prototype, "cookie", {
    get() { calls.push("cookie"); return cookie.get.call(this); },
    set(text) { calls.push("cookie="); cookie.set.call(this, text); },
  });
})()`;

/** What is stored for the page, by every way a page has. */
const STORED = `(async () => ({
  cookie: document.cookie,
  local: localStorage.length,
  session: sessionStorage.length,
  databases: (await indexedDB.databases()).length,
  caches: (await caches.keys()).length,
  workers: (await navigator.serviceWorker.getRegistrations()).length,
  files: (await Array.fromAsync((await navigator.storage.getDirectory()).keys())).length,
  name: window.name,
  history: history.state,
}))()`;

const NOTHING = {
  cookie: "",
  local: 0,
  session: 0,
  databases: 0,
  caches: 0,
  workers: 0,
  files: 0,
  name: "",
  history: null,
};

const LINUX =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";

/** Driven, and as a person's browser without a graphics card, which is the only one that asks a worker. */
const WAYS: readonly { readonly name: string; readonly options: LaunchOptions & PageOptions }[] = [
  { name: "driven", options: {} },
  {
    name: "as a person's",
    options: { flags: ["--disable-blink-features=AutomationControlled"], userAgent: LINUX },
  },
];

for (const { name, options } of WAYS) {
  browserTest(`fp.js writes nothing and sends nothing (${name})`, [CHROMIUM], async () => {
    await using site = new Site();
    await inChromium({ ...options, disguise: WATCH }, async (page) => {
      const urls: string[] = [];
      page.on("request", (request) => urls.push(request.url()));
      await fingerprintAt(page, site.url());
      await page.evaluate("Winnow.fingerprint()");
      assert.deepEqual(await page.evaluate("watched"), []);
      assert.deepEqual(await page.evaluate(STORED), NOTHING);
      assert.deepEqual(
        await page.evaluate("watched"),
        ["cookie", "databases", "getDirectory"],
        "the watch works",
      );
      assert.deepEqual(await page.context().cookies(), []);
      assert.deepEqual((await page.context().storageState()).origins, []);
      const sent = urls.filter((url) => !url.startsWith("data:") && !url.startsWith("blob:"));
      assert.deepEqual(sent, [site.url(), `${site.url()}fp.js`]);
      assert.equal(await page.locator("canvas, iframe, span").count(), 0, "nothing is left in the page");
    });
    assert.deepEqual(
      site.requests.map(({ method, path, cookie }) => ({ method, path, cookie })),
      [{ method: "GET", path: "/", cookie: null }, { method: "GET", path: "/fp.js", cookie: null }],
    );
  });
}

browserTest(
  "fp.js answers the fields of the specification, which the service takes as they are",
  [CHROMIUM],
  async () => {
    await using site = new Site();
    const options = { timezoneId: "Asia/Tokyo", locale: "de-DE" };
    const found = await inChromium(options, (page) => fingerprintAt(page, site.url()));
    assert.deepEqual(Object.keys(found), ["device_id", "signals", "automation"]);
    const { user_agent, webgl_renderer, ...rest } = found.signals;
    assert.match(user_agent, /HeadlessChrome/);
    assert.match(webgl_renderer!, /SwiftShader/);
    assert.deepEqual(rest, {
      timezone: "Asia/Tokyo",
      timezone_offset: -540,
      screen: "1280x720x24",
      hardware_concurrency: navigator.hardwareConcurrency,
      languages: "de-DE",
    });
    assert.deepEqual(found.automation, {
      webdriver: true,
      automation_globals: false,
      headless_ua: true,
      zero_screen: false,
      no_plugins: false,
      no_languages: false,
    });
    assert.deepEqual(deviceSignalsSchema.parse(found.signals), found.signals);
    assert.deepEqual(deviceAutomationSchema.parse(found.automation), found.automation);
    assert.equal(parseDevice({ device_id: found.device_id }).id, found.device_id);
  },
);

browserTest("fp.js never sends more than the service takes", [CHROMIUM], async () => {
  await using site = new Site();
  const options = { userAgent: `${LINUX} ${"x".repeat(2000)}` };
  const found = await inChromium(options, (page) => fingerprintAt(page, site.url()));
  assert.equal(found.signals.user_agent.length, 512);
  assert.equal(deviceSignalsSchema.safeParse(found.signals).success, true);
});
