/** A rule with a condition in a browser, from a mistake to the first decision. */
import assert from "node:assert/strict";
import { startApp } from "../support/app/app.ts";
import { browserTest, CHROMIUM, inChromium } from "../support/browser/chromium.ts";
import { signInWith, Watch } from "../support/browser/console.ts";

browserTest(
  "a rule is written with a mistake, mended, tried on the past, shadowed and made live",
  [CHROMIUM],
  async () => {
    await using app = await startApp();
    const json = (index: number) => ({
      ip: `8.8.${index}.8`,
      email: `john.smith${index}@gmail.com`,
      phone: `+99250183000${index}`,
    });
    for (let index = 0; index < 5; index++) {
      const { body } = await app.ask("/v1/score/user", { json: json(index) });
      if (index > 2) continue;
      const outcome = index === 0 ? "legit" : "fraud";
      await app.ask("/v1/outcome", { json: { request_id: body.request_id, outcome } });
    }
    await inChromium({ viewport: { width: 1200, height: 800 } }, async (page) => {
      const watch = new Watch(page, app.origin);
      await signInWith(page, app, app.live);
      await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Rules" }).click();
      await page.click("text=Add rules");
      await page.getByRole("link", { name: "A condition" }).click();

      // A mistake, and what the page says of it.
      await page.getByLabel("When").fill(`ip.country != "TJ" &&\n  phone.contry == "TJ"`);
      await page.click("text=Try it on the past");
      const said = await page.getByRole("alert").textContent() ?? "";
      assert.match(said, /Line 2, column 3: there is no phone\.contry\. Did you mean phone\.country\?/);
      const line = await page.getByRole("group", { name: "The line of the mistake" }).textContent();
      assert.equal(line, `  phone.contry == "TJ"\n  ^`);
      assert.equal(await page.getByLabel("When").getAttribute("aria-invalid"), "true");
      watch.forget(); // Chromium reports the status 400 of that answer

      // Mended and tried, with its lists.
      await page.getByLabel("When").fill(`ip.country != "TJ" &&\n  phone.country == "TJ"`);
      await page.getByLabel("Action").selectOption("review");
      await page.click("text=Try it on the past");
      const trial = page.locator("section", { has: page.locator("h2#trial") });
      assert.match(await trial.textContent() ?? "", /it is true of 5; the verdict of 5 would change/);
      for (const [name, count] of [["Labelled fraud hit", 2], ["Good customers hit", 1]] as const) {
        await trial.locator(".card", { hasText: name }).getByRole("link", { name: "Open the list" })
          .click();
        const list = page.getByRole("table", { name });
        assert.equal(await list.getByRole("rowheader").count(), count, name);
      }
      await trial.getByRole("table", { name: "Good customers hit" }).getByRole("link").first().click();
      assert.match(await page.textContent("h1") ?? "", /Score \d+/);
      assert.match(await page.getByRole("table", { name: "Facts" }).textContent() ?? "", /phone\.countryTJ/);
      await page.goBack();

      // Saved, shadowed, live.
      await page.click("button:text-is('Save')");
      await page.waitForSelector("text=The rule is saved.");
      await page.click("text=Shadow it");
      await page.waitForSelector("text=The rule is in shadow");
      const shadowed = await app.ask("/v1/score/user", { json: json(6) });
      assert.equal(shadowed.body.verdict, "allow");
      await page.goto(`${app.origin}/console/scores/${shadowed.body.request_id}`);
      assert.match(await page.textContent("main") ?? "", /Would have\s*review \(a rule in shadow\)/);
      await page.click("text=see the rule");
      await page.click("text=Make it live");
      await page.waitForSelector("text=The rule is live from the next sign-up on.");
      const live = await app.ask("/v1/score/user", { json: json(7) });
      assert.equal(live.body.verdict, "review");
      await page.goto(`${app.origin}/console/scores/${live.body.request_id}`);
      await page.click("text=your review rule");
      await page.click("text=Pause it");
      await page.waitForSelector("text=The rule is paused.");
      assert.equal((await app.ask("/v1/score/user", { json: json(8) })).body.verdict, "allow");
      await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Rules" }).click();
      const row = page.getByRole("table", { name: "Rules with a condition" });
      assert.match(await row.textContent() ?? "", /phone\.country == "TJ".*review.*paused/);
      watch.assertQuiet("the path");
    });
  },
);
