import assert from "node:assert/strict";
import {
  browserTest,
  CHROMIUM,
  fingerprintAt,
  inChromium,
  withChromium,
} from "../support/browser/chromium.ts";
import { type Fingerprint, PLAIN_PAGE, Site } from "../support/browser/fp_site.ts";

/** A person's browser without a graphics card: the way through the script that asks a worker. */
const PERSON = {
  flags: ["--disable-blink-features=AutomationControlled"],
  userAgent:
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
};

const CLEAN = {
  webdriver: false,
  automation_globals: false,
  headless_ua: false,
  zero_screen: false,
  no_plugins: false,
  no_languages: false,
};

browserTest("fp.js works from another origin, as a script and as a module", [CHROMIUM], async () => {
  await using service = new Site();
  const source = service.url("localhost");
  const pages = [
    `<script src="${source}fp.js"></script>`,
    `<script src="${source}fp.js" crossorigin="anonymous"></script>`,
    `<script type="module" src="${source}fp.js"></script>`,
    `<script type="module">import "${source}fp.js"</script>`,
    `<script src="${source}fp.js" async></script>`,
  ];
  const ids = await withChromium({}, async (open) => {
    const found = new Set<string>();
    for (const script of pages) {
      await using shop = new Site({ page: `<!doctype html><link rel="icon" href="data:,">${script}` });
      const page = await open();
      await page.goto(shop.url());
      await page.waitForFunction("window.Winnow");
      found.add((await page.evaluate("Winnow.fingerprint()") as Fingerprint).device_id);
    }
    return found;
  });
  assert.equal(ids.size, 1);
});

browserTest(
  "fp.js loaded twice in a page is one instance, and concurrent calls give the same answer",
  [CHROMIUM],
  async () => {
    const page = PLAIN_PAGE.replace(
      "<p>",
      `<script>window.first = Winnow</script><script src="/fp.js"></script><p>`,
    );
    await using site = new Site({ page });
    await inChromium({}, async (opened) => {
      await opened.goto(site.url());
      assert.equal(await opened.evaluate("first === Winnow"), true);
      const ids = await opened.evaluate(
        "Promise.all([1, 2, 3].map(() => Winnow.fingerprint().then((found) => found.device_id)))",
      ) as string[];
      assert.equal(new Set(ids).size, 1);
      assert.deepEqual(await opened.evaluate("Object.keys(Winnow)"), ["fingerprint"]);
    });
  },
);

const POLICIES: readonly { readonly name: string; readonly policy: string }[] = [
  {
    name: "no eval, no worker, no inline code",
    policy: "default-src 'none'; script-src 'self'; img-src data:",
  },
  { name: "no worker", policy: "default-src 'self'; script-src 'self'; worker-src 'none'" },
  { name: "trusted types", policy: "require-trusted-types-for 'script'; trusted-types 'none'" },
  { name: "a sandbox", policy: "sandbox allow-scripts" },
];

browserTest("fp.js answers the same under a strict policy", [CHROMIUM], async (test) => {
  const { flags, userAgent } = PERSON;
  await withChromium({ flags }, async (open) => {
    await using free = new Site();
    const expected = await fingerprintAt(await open({ userAgent }), free.url());
    for (const { name, policy } of POLICIES) {
      await test.step(name, async () => {
        await using strict = new Site({ policy });
        const page = await open({ userAgent });
        const errors: string[] = [];
        page.on("pageerror", (error) => errors.push(error.message));
        const found = await fingerprintAt(page, strict.url());
        assert.deepEqual(errors, []);
        assert.equal(found.device_id, expected.device_id);
        assert.deepEqual(found.automation, CLEAN);
      });
    }
  });
});

browserTest("fp.js stops after half a second when a worker never answers", [CHROMIUM], async () => {
  await using site = new Site();
  const disguise = `window.Worker = class { terminate() {} };
    window.timers = [];
    window.setTimeout = (run, delay) => timers.push({ run, delay });`;
  await inChromium({ ...PERSON, disguise }, async (page) => {
    await page.goto(site.url());
    await page.evaluate(
      "window.found = null; void Winnow.fingerprint().then((found) => { window.found = found; }); null",
    );
    await page.evaluate(
      "(async () => { for (let n = 0; n < 20; n++) await new Promise(requestAnimationFrame); })()",
    );
    assert.equal(await page.evaluate("found"), null, "it waits for the worker");
    assert.deepEqual(await page.evaluate("timers.map(({ delay }) => delay)"), [500, 500]);
    await page.evaluate("timers.forEach(({ run }) => run())");
    await page.waitForFunction("found");
    assert.deepEqual((await page.evaluate("found") as Fingerprint).automation, CLEAN);
  });
});

const BROKEN: readonly { readonly name: string; readonly disguise: string }[] = [
  { name: "canvas", disguise: "HTMLCanvasElement.prototype.getContext = () => null" },
  {
    name: "a canvas that throws",
    disguise: "HTMLCanvasElement.prototype.getContext = () => { throw new Error('no') }",
  },
  { name: "a canvas that never draws the same", disguise: noisy() },
  { name: "workers", disguise: "window.Worker = function () { throw new Error('no') }" },
  { name: "blobs of script", disguise: "URL.createObjectURL = () => { throw new Error('no') }" },
];

browserTest(
  "fp.js still has an id, the same each time, when the browser refuses",
  [CHROMIUM],
  async (test) => {
    await using site = new Site();
    const { flags, userAgent } = PERSON;
    await withChromium({ flags }, async (open) => {
      for (const { name, disguise } of BROKEN) {
        await test.step(name, async () => {
          const ids = new Set<string>();
          for (let start = 0; start < 2; start++) {
            const found = await fingerprintAt(await open({ userAgent, disguise }), site.url());
            assert.match(found.device_id, /^[0-9a-f]{64}$/);
            assert.deepEqual(found.automation, CLEAN);
            ids.add(found.device_id);
          }
          assert.equal(ids.size, 1);
        });
      }
    });
  },
);

function noisy(): string {
  return `{ let count = 0; HTMLCanvasElement.prototype.toDataURL = () => String(Math.random() + count++); }`;
}
