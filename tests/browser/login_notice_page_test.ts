/** The page of a notice about a log-in in a browser: without scripts, by day and night, on a phone, in five languages. */
import assert from "node:assert/strict";
import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { CUSTOMER_LANGUAGES } from "../../src/model/customer_reason.ts";
import { ABROAD, AT_HOME, names, pathOf, settled, startLogins } from "../support/app/logins.ts";
import { Visitor } from "../support/app/visitor.ts";
import { browserTest, CHROMIUM, inChromium } from "../support/browser/chromium.ts";
import { Watch } from "../support/browser/console.ts";

const DESKTOP = { width: 1200, height: 800 };
const PHONE = { width: 390, height: 780 };

/** What axe-core finds, of any weight. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate("axe.run(document)") as AxeResults;
  assert.ok(passes.length > 0, "axe looked at something");
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(" ")}`));
}

for (
  const [name, options] of [
    ["by day", { viewport: DESKTOP, colorScheme: "light" }],
    ["by night", { viewport: DESKTOP, colorScheme: "dark" }],
    ["on a phone", { viewport: PHONE, isMobile: true, hasTouch: true }],
  ] as const
) {
  browserTest(`the page of a notice is clean ${name}, in every language and state`, [CHROMIUM], async () => {
    await using logins = await startLogins();
    const { app, login } = logins;
    await settled(logins);
    const open = (await login({ ...ABROAD, password_leaked: true })).notice;
    const answered = (await login({ ...AT_HOME, user_id: "other", password_leaked: true })).notice;
    await new Visitor(app).post(pathOf(answered.not_me), {});
    await inChromium(options, async (page) => {
      const watch = new Watch(page, app.origin);
      for (const path of [open.me, open.not_me, answered.me].map(pathOf)) {
        for (const language of CUSTOMER_LANGUAGES) {
          const place = `${path}?lang=${language}`;
          await page.goto(app.origin + place);
          assert.deepEqual(await findings(page), [], place);
          const width = await page.evaluate("document.documentElement.scrollWidth") as number;
          assert.equal(width, options.viewport.width, place);
          assert.equal(await page.getAttribute("html", "lang"), language);
          watch.assertQuiet(place);
        }
      }
      await page.goto(`${app.origin}/login-notice/none`);
      assert.deepEqual(await findings(page), []);
    });
  });
}

browserTest(
  "a user without scripts chooses a language and says that it was not them",
  [CHROMIUM],
  async () => {
    await using logins = await startLogins();
    const { login } = logins;
    await settled(logins);
    const { notice } = await login(ABROAD);
    await inChromium({ viewport: PHONE, javaScriptEnabled: false, locale: "fr-FR" }, async (page) => {
      await page.goto(notice.not_me);
      assert.equal(await page.textContent("h1"), "Était-ce vous ?");
      await page.getByRole("link", { name: "Español" }).click();
      await page.waitForSelector("text=¿Ha sido usted?");
      await page.getByRole("button", { name: "No, no he sido yo" }).click();
      await page.waitForSelector("text=Su cuenta ya está protegida");
      await page.reload();
      assert.equal(await page.locator("form").count(), 0);
      await page.goto(notice.me);
      await page.waitForSelector("text=Votre compte est maintenant protégé");
      assert.equal(await page.locator("form").count(), 0);
    });
    assert.deepEqual(names(await login(AT_HOME)).includes("takeover"), true);
  },
);
