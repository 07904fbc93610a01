/** A campaign in a browser: found in the morning, stopped by noon, and taken back. */
import assert from "node:assert/strict";
import { startApp } from "../support/app/app.ts";
import { plantCampaign } from "../support/app/campaign.ts";
import { browserTest, CHROMIUM, inChromium } from "../support/browser/chromium.ts";
import { signInWith, Watch } from "../support/browser/console.ts";

const WAVE = 12;

browserTest(
  "a campaign is seen on the first page, labelled, stopped by the suggested rule, and its labels are taken back",
  [CHROMIUM],
  async () => {
    await using app = await startApp();
    const first = await plantCampaign(app, WAVE);
    assert.ok(first.every(({ verdict }) => verdict === "allow"), "the first wave got in");
    const { body: { campaigns } } = await app.ask("/v1/campaigns?fresh=true");
    assert.equal(campaigns.length, 1);
    await inChromium({ viewport: { width: 1200, height: 800 } }, async (page) => {
      const watch = new Watch(page, app.origin);
      await signInWith(page, app, app.live);
      const card = page.getByRole("article");
      assert.equal(await card.count(), 1);
      assert.match(await card.textContent() ?? "", /kestrelbyte\.com/);
      assert.match(await card.textContent() ?? "", /12 sign-ups/);
      assert.equal(await card.getByRole("list").getByRole("link").count(), 5, "five examples");

      // All of them are one click away.
      await card.getByRole("link", { name: "See all", exact: true }).click();
      await page.waitForSelector("text=12 scores match.");
      await page.goBack();

      // All are labelled with the type of fraud.
      await card.getByLabel("Type of fraud").selectOption("bonus_abuse");
      await card.getByRole("button", { name: "Label all", exact: true }).click();
      await page.waitForSelector("text=12 scores labelled as fraud");
      assert.match(await card.textContent() ?? "", /100 % labelled fraud \(12\)/);
      const labelled = page.url();
      const label = (await app.ask(`/v1/score/${first[0].request_id}`)).body.label;
      assert.deepEqual([label.outcome, label.type], ["fraud", "bonus_abuse"]);

      // The rule is filled in, in shadow, and shows whom it would hit.
      await card.getByRole("link", { name: "Make a rule", exact: true }).click();
      assert.equal(await page.getByLabel("When").inputValue(), campaigns[0].suggested_rule.when);
      assert.equal(await page.getByLabel("State").inputValue(), "shadow");
      const trial = page.locator("section", { has: page.locator("h2#trial") });
      assert.match(await trial.textContent() ?? "", /it is true of 12/);
      await trial.locator(".card", { hasText: "Labelled fraud hit" }).getByRole("link", {
        name: "Open the list",
      })
        .click();
      const list = page.getByRole("table", { name: "Labelled fraud hit" });
      assert.equal(await list.getByRole("rowheader").count(), 12);
      await page.click("button:text-is('Save')");
      await page.waitForSelector("text=The rule is saved.");
      const inShadow = await plantCampaign(app, 1, { from: WAVE });
      assert.equal(inShadow[0].would_have.length, 1);
      await page.click("text=Make it live");
      await page.waitForSelector("text=The rule is live from the next sign-up on.");

      // The next wave is stopped.
      const next = await plantCampaign(app, 5, { from: WAVE + 1 });
      assert.ok(
        next.every(({ verdict }) => verdict !== "allow"),
        JSON.stringify(next.map(({ verdict }) => verdict)),
      );

      // The page of the campaign names its rule.
      await page.goto(labelled);
      await card.getByRole("heading").getByRole("link").click();
      assert.equal(await page.textContent("h1"), campaigns[0].text);
      assert.match(
        await page.locator("section", { has: page.locator("h2#rule") }).textContent() ?? "",
        /live/,
      );
      await page.goto(labelled);
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await page.waitForSelector("text=The labels of 12 scores are as they were.");
      assert.equal((await app.ask(`/v1/score/${first[0].request_id}`)).body.label, null);

      // Watched, ignored, and taken back.
      await card.getByRole("button", { name: "Watch", exact: true }).click();
      await page.waitForSelector("text=Watched, with an event when it grows");
      assert.equal(await card.count(), 0);
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await page.waitForSelector("text=among the new ones again");
      await card.getByLabel("Ignore for").selectOption("7");
      await card.getByRole("button", { name: "Ignore", exact: true }).click();
      await page.waitForSelector("text=Ignored until");
      const { body } = await app.ask("/v1/campaigns?state=ignored");
      assert.equal(body.campaigns.length, 1);
      const days = (Date.parse(body.campaigns[0].until) - Date.now()) / 86_400_000;
      assert.ok(days > 6.9 && days < 7.1, `${days}`);
      watch.assertQuiet("the path");
    });
  },
);

browserTest("at 390 pixels the first card is on the first screen", [CHROMIUM], async () => {
  await using app = await startApp();
  await plantCampaign(app, WAVE);
  await app.ask("/v1/campaigns?fresh=true");
  const viewport = { width: 390, height: 780 };
  await inChromium({ viewport, isMobile: true, hasTouch: true, javaScriptEnabled: false }, async (page) => {
    await signInWith(page, app, app.live);
    const card = page.getByRole("article").first();
    const { x, y, width } = (await card.boundingBox())!;
    assert.ok(x >= 0 && x + width <= viewport.width, `${x} ${width}`);
    const drawing = (await card.locator("svg").first().boundingBox())!;
    assert.ok(
      drawing.y + drawing.height < viewport.height,
      `the card begins at ${y}, its drawing ends at ${drawing.y + drawing.height}`,
    );
  });
});
