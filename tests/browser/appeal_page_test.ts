/** The page of an appeal in a browser: without scripts, by day and night, on a phone, in five languages. */
import assert from "node:assert/strict";
import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { CUSTOMER_LANGUAGES } from "../../src/model/customer_reason.ts";
import { startApp } from "../support/app/app.ts";
import { newestAppeal, pathOf, sendAppeal, stopped, switchOnAppeals } from "../support/app/appeals.ts";
import { browserTest, CHROMIUM, inChromium } from "../support/browser/chromium.ts";
import { signInWith, Watch } from "../support/browser/console.ts";

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
  browserTest(`the page of an appeal is clean ${name}, in every language and state`, [CHROMIUM], async () => {
    await using app = await startApp();
    await switchOnAppeals(app);
    const open = pathOf(await stopped(app));
    const sent = pathOf(await stopped(app));
    await sendAppeal(app, sent);
    const refused = pathOf(await stopped(app));
    await sendAppeal(app, refused);
    const { appeal_id } = await newestAppeal(app);
    await app.ask(`/v1/appeals/${appeal_id}`, { json: { decision: "refused", note: "w".repeat(500) } });
    await inChromium(options, async (page) => {
      const watch = new Watch(page, app.origin);
      for (const path of [open, sent, refused]) {
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
      await page.goto(`${app.origin}/appeal/none`);
      assert.deepEqual(await findings(page), []);
    });
  });
}

browserTest("a person without scripts chooses a language, corrects an address and sends; the queue answers", [
  CHROMIUM,
], async () => {
  await using app = await startApp();
  await switchOnAppeals(app);
  const path = pathOf(await stopped(app, { user_id: "u1" }));
  await inChromium({ viewport: PHONE, javaScriptEnabled: false, locale: "fr-FR" }, async (page) => {
    await page.goto(app.origin + path);
    assert.equal(await page.textContent("h1"), "Votre inscription");
    await page.getByRole("link", { name: "Español" }).click();
    await page.getByLabel("¿Qué deberíamos saber?").fill("<b>Estaba</b> de viaje.");
    await page.getByLabel("Correo electrónico").fill("jane@localhost");
    await page.getByRole("button", { name: "Enviar" }).click();
    await page.waitForSelector("text=No podemos responder a este correo electrónico");
    assert.equal(await page.getByLabel("¿Qué deberíamos saber?").inputValue(), "<b>Estaba</b> de viaje.");
    await page.getByLabel("Correo electrónico").fill("jane@kestrelbyte.com");
    await page.getByRole("button", { name: "Enviar" }).click();
    await page.waitForSelector("text=Hemos recibido su mensaje");
    await page.reload();
    assert.equal(await page.locator("form").count(), 0);
  });
  await inChromium({ viewport: DESKTOP }, async (page) => {
    const watch = new Watch(page, app.origin);
    await signInWith(page, app, app.live);
    await page.goto(`${app.origin}/console/appeals`);
    assert.equal(await page.locator("blockquote").textContent(), "<b>Estaba</b> de viaje.");
    await page.getByLabel("A sentence to the person").fill("Gracias.");
    await page.getByRole("button", { name: "Accept", exact: true }).click();
    await page.waitForSelector("text=Decided.");
    watch.assertQuiet("the queue");
  });
  await inChromium({ viewport: PHONE, javaScriptEnabled: false, locale: "es" }, async (page) => {
    await page.goto(app.origin + path);
    await page.waitForSelector("text=tenía usted razón");
    assert.equal(await page.locator("blockquote").textContent(), "Gracias.");
  });
});
