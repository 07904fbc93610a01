/** Trust in a person, and thresholds by cost, in a browser. */
import assert from "node:assert/strict";
import { startApp } from "../support/app/app.ts";
import { browserTest, CHROMIUM, inChromium } from "../support/browser/chromium.ts";
import { signInWith, Watch } from "../support/browser/console.ts";

const DESKTOP = { viewport: { width: 1200, height: 800 } };

browserTest(
  "a person on a blocked network is trusted from a score, and a fraud label ends it",
  [CHROMIUM],
  async () => {
    await using app = await startApp();
    const json = { ip: "8.8.8.8", email: "ada@gmail.com" };
    await app.ask("/v1/rules", { json: { action: "block", values: ["8.8.8.0/24"] } });
    const blocked = await app.ask("/v1/score/user", { json });
    assert.equal(blocked.body.verdict, "block");
    await inChromium(DESKTOP, async (page) => {
      const watch = new Watch(page, app.origin);
      await signInWith(page, app, app.live);
      await page.goto(`${app.origin}/console/scores/${blocked.body.request_id}`);
      assert.equal(
        await page.getByText("Trust this person…").count(),
        1,
        "of the address, not of the network",
      );
      await page.click("text=Trust this person…");
      const main = await page.textContent("main") ?? "";
      assert.match(main, /Your block rules too are overridden, until a sign-up with it is labelled fraud/);
      assert.match(main, /would override your block rule for 8\.8\.8\.0\/24/);
      assert.doesNotMatch(main, /The whole domain/);
      await page.getByLabel("Note").fill("wholesale customer");
      await page.click("text=Trust it");
      await page.waitForSelector("text=is effective from the next score, whatever else matches");

      const trusted = await app.ask("/v1/score/user", { json });
      assert.equal(trusted.body.verdict, "allow");
      await page.goto(`${app.origin}/console/scores/${trusted.body.request_id}`);
      const said = await page.textContent("main") ?? "";
      assert.match(said, /you trust this person \(e-mail address a•••@gmail\.com, "wholesale customer"\)/);
      assert.match(said, /Trusted bythe key key_/);
      await page.click("text=your trust rule");
      assert.match(await page.textContent("main") ?? "", /Every later score of this person is allowed/);
      await page.goBack();

      await page.click("text=Label as fraud");
      await page.waitForSelector("text=The fraud label ended the trust");
      assert.equal((await app.ask("/v1/score/user", { json })).body.verdict, "block");
      watch.assertQuiet("trust");
      await page.click("text=your trust rule");
      await page.waitForSelector("text=a fraud label ended the trust");
    });
  },
);

browserTest(
  "what mistakes cost draws the costs, and the cheapest thresholds are looked at and used",
  [CHROMIUM],
  async () => {
    await using app = await startApp();
    await app.ask("/v1/settings", { method: "PUT", json: { thresholds: { review: 90, block: 95 } } });
    for (const [outcome, domain] of [["fraud", "mailinator.com"], ["legit", "gmail.com"]]) {
      const items = Array.from({ length: 50 }, (_, at) => `jane.smith${at}@${domain}`);
      const { body } = await app.ask("/v1/batch", { json: { type: "email", items } });
      for (const { request_id } of body.results) {
        await app.ask("/v1/outcome", { json: { request_id, outcome } });
      }
    }
    await inChromium(DESKTOP, async (page) => {
      const watch = new Watch(page, app.origin);
      await signInWith(page, app, app.live);
      await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Settings" }).click();
      await page.click("text=Thresholds and what they cost");
      for (
        const [name, cost] of [["A missed fraud", "100"], ["A blocked good customer", "20"], [
          "A review",
          "2",
        ]]
      ) await page.getByLabel(name!).fill(cost!);
      await page.click("text=Compute the costs");
      assert.match(await page.textContent("main") ?? "", /By 50 fraud labels and 50 good labels\./);
      assert.equal(await page.locator(".course").count(), 2, "a course over each threshold");
      await page.click("text=See which scores would change");
      const changed = page.getByRole("table", { name: "Verdict would change" });
      assert.equal(await changed.getByRole("rowheader").count(), 50);
      const use = page.getByRole("button", { name: /^Use \d+ and \d+$/ });
      const [, review, block] = /(\d+) and (\d+)/.exec(await use.textContent() ?? "")!;
      await use.click();
      await page.waitForSelector(`text=A score from ${review} on is a review, from ${block} on a block`);
      const { body } = await app.ask("/v1/settings");
      assert.deepEqual(body.thresholds, { review: Number(review), block: Number(block) });
      const scored = await app.ask("/v1/verify/email?email=someone@mailinator.com");
      assert.notEqual(scored.body.verdict, "allow", "in force from the next score on");
      watch.assertQuiet("thresholds");
    });
  },
);
