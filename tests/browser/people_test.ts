/** A person in a real browser: joins by the link, signs out, signs in again, and changes what is their own. */
import assert from "node:assert/strict";
import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { startApp } from "../support/app/app.ts";
import { codeOf, invite, PASSWORD } from "../support/app/joining.ts";
import { browserTest, CHROMIUM, inChromium } from "../support/browser/chromium.ts";
import { Watch } from "../support/browser/console.ts";

async function assertAccessible(page: Page, place: string): Promise<void> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate("axe.run(document)") as AxeResults;
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(serious.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target)}`), [], place);
}

for (const colorScheme of ["light", "dark"] as const) {
  browserTest(`joining, signing in and My account, ${colorScheme}`, [CHROMIUM], async () => {
    let now = Date.now();
    await using app = await startApp({ now: () => now });
    const invited = await invite(app, "owner", "anna@team.example");
    await inChromium({ colorScheme, viewport: { width: 1200, height: 800 } }, async (page) => {
      const watch = new Watch(page, app.origin);
      const next = async (place: string) => {
        await assertAccessible(page, place);
        watch.assertQuiet(place);
      };
      await page.goto(app.origin + invited.path);
      await next("the link");
      await page.fill("input[name=password]", PASSWORD);
      await page.click("main button[type=submit]");
      await page.waitForSelector("#totp-secret");
      await next("the authenticator");
      const secret = await page.textContent("#totp-secret") ?? "";
      await page.fill("input[name=code]", codeOf(secret, now));
      await page.click("main form button[type=submit]");
      await page.waitForSelector("#recovery-codes");
      assert.equal(await page.locator("#recovery-codes li").count(), 10);
      await next("the recovery codes");
      await page.click("main a.button");
      await page.waitForURL("**/console");
      await page.click("text=Sign out");
      await page.waitForURL("**/console/sign-in?left=1");
      now += 60_000;
      await page.fill("input[name=email]", "anna@team.example");
      await page.fill("input[name=password]", PASSWORD);
      await page.click("main button[type=submit]");
      await page.waitForURL("**/console/sign-in/code*");
      await next("the code");
      await page.fill("input[name=code]", codeOf(secret, now));
      await page.click("main button[type=submit]");
      await page.waitForURL("**/console");
      for (const path of ["/console/people", `/console/people/${invited.id}`, "/console/my-account"]) {
        await page.goto(app.origin + path);
        await next(path);
      }
      await page.fill("#authenticator-current", PASSWORD);
      await page.click("text=Set up another one");
      await page.waitForSelector("#totp-secret");
      await next("another authenticator");
      await page.fill("input[name=code]", "000000");
      await page.click("text=Confirm");
      await page.waitForSelector("text=This code is wrong");
      watch.forget();
      const other = await page.textContent("#totp-secret") ?? "";
      assert.notEqual(other, secret);
      await page.fill("input[name=code]", codeOf(other, now));
      await page.click("text=Confirm");
      await page.waitForSelector("#recovery-codes");
      await next("new recovery codes");
    });
  });
}
