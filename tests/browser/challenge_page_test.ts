/** The page of a challenge in a browser: with and without scripts, on a phone, read by axe, at a proxy's path. */
import assert from "node:assert/strict";
import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { CUSTOMER_LANGUAGES } from "../../src/model/customer_reason.ts";
import { startApp, type TestApp } from "../support/app/app.ts";
import { browserTest, CHROMIUM, inChromium } from "../support/browser/chromium.ts";
import { Watch } from "../support/browser/console.ts";

const PHONE = { width: 390, height: 780 };

async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate("axe.run(document)") as AxeResults;
  assert.ok(passes.length > 0, "axe looked at something");
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(" ")}`));
}

async function offered(app: TestApp): Promise<string> {
  return new URL((await app.ask("/v1/challenges", { json: {} })).body.challenge.url).pathname;
}

browserTest("a browser with scripts passes by itself, loads nothing else, and is told its code", [
  CHROMIUM,
], async () => {
  await using app = await startApp();
  await inChromium({ viewport: PHONE, colorScheme: "dark" }, async (page) => {
    const watch = new Watch(page, app.origin);
    await page.goto(app.origin + await offered(app));
    await page.waitForSelector("[data-token]");
    assert.match((await page.textContent("[data-token]"))!, /^wct_[\w-]+$/);
    assert.deepEqual(await findings(page), []);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth"), PHONE.width);
    watch.assertQuiet("passed");
  });
});

browserTest("without scripts the wait passes, not too soon, in every language, and axe finds nothing", [
  CHROMIUM,
], async () => {
  let passedMs = 0;
  await using app = await startApp({ now: () => Date.now() + passedMs });
  for (const colorScheme of ["light", "dark"] as const) {
    await inChromium({ viewport: PHONE, javaScriptEnabled: false, colorScheme }, async (page) => {
      const path = await offered(app);
      for (const language of CUSTOMER_LANGUAGES) {
        await page.goto(`${app.origin}${path}?lang=${language}`);
        assert.equal(await page.getAttribute("html", "lang"), language);
        assert.equal(await page.evaluate("document.documentElement.scrollWidth"), PHONE.width);
      }
      await page.goto(`${app.origin}${path}?lang=en`);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.waitForSelector("text=That was too soon");
      passedMs += 61_000;
      await page.getByRole("button", { name: "Continue" }).click();
      await page.waitForSelector("[data-token]");
    });
  }
});

browserTest("the waiting page is clean for axe in every language", [CHROMIUM], async () => {
  await using app = await startApp();
  await inChromium({ viewport: PHONE }, async (page) => {
    // The page stays: its puzzle does not arrive.
    await page.route("**/altcha", (route) => route.abort());
    const path = await offered(app);
    for (const language of CUSTOMER_LANGUAGES) {
      await page.goto(`${app.origin}${path}?lang=${language}`);
      assert.deepEqual(await findings(page), [], language);
    }
  });
});
