/** The page of messages in a browser: what was asked, what is refused and why, and the limits. */
import assert from "node:assert/strict";
import { startApp } from "../support/app/app.ts";
import { personSession } from "../support/app/person.ts";
import { sampleSends } from "../support/app/samples.ts";
import { browserTest, CHROMIUM, inChromium } from "../support/browser/chromium.ts";
import { signInWith, Watch } from "../support/browser/console.ts";

const DESKTOP = { viewport: { width: 1200, height: 800 } };
const PATH = "/console/guard";

browserTest(
  "money by country and carrier, what is refused now and why; a block is lifted",
  [CHROMIUM],
  async () => {
    await using app = await startApp();
    await sampleSends(app);
    await inChromium(DESKTOP, async (page) => {
      const watch = new Watch(page, app.origin);
      await signInWith(page, app, app.live);
      await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Messages" }).click();
      const rows = async (name: string) => {
        const found = await page.getByRole("table", { name }).locator("tbody tr").all();
        return await Promise.all(
          found.map(async (row) => (await row.locator("th, td").allTextContents()).slice(0, 7)),
        );
      };
      assert.deepEqual(await rows("Sends by country and carrier"), [
        ["DE", "T-Mobile", "11", "9 %", "0.88", "2", "0.16"],
        ["DE", "–", "2", "100 %", "0.16", "1", "0.08"],
        ["FR", "SFR", "4", "100 %", "0.20", "0", "0.00"],
        ["Unknown", "–", "0", "–", "0.00", "3", "0.12"],
        ["GB", "–", "0", "–", "0.00", "1", "0.04"],
        ["Mail", "–", "3", "0 %", "0.00", "1", "0.00"],
      ]);
      const refused = (await rows("What is refused now")).map(([what, why]) => [what, why]);
      assert.deepEqual(refused, [
        ["Block +49 1511 234••••", "codes to this block of numbers are not entered"],
        ["Mailbox j•••@example.com", "too much for this recipient is never confirmed"],
      ]);
      const main = await page.textContent("main") ?? "";
      assert.doesNotMatch(main, /12341000|jane@/, "no number and no mailbox");
      const asked = { channel: "sms", to: "+4915112349900" };
      assert.equal((await app.ask("/v1/guard/send", { json: asked })).body.decision, "deny");
      await page.getByRole("button", { name: "Lift Block +49 1511 234••••" }).click();
      await page.waitForSelector("text=Lifted: what was before counts no more.");
      assert.equal((await rows("What is refused now")).length, 1);
      assert.equal((await app.ask("/v1/guard/send", { json: asked })).body.decision, "allow");
      watch.assertQuiet(PATH);
    });
  },
);

browserTest(
  "limits are saved, a wrong one is refused in words, and an empty one is the default",
  [CHROMIUM],
  async () => {
    await using app = await startApp();
    await inChromium(DESKTOP, async (page) => {
      const watch = new Watch(page, app.origin);
      await signInWith(page, app, app.live);
      await page.goto(app.origin + PATH);
      assert.match(
        await page.textContent("main") ?? "",
        /Nothing is refused now\..*Nothing was asked yet\./s,
      );
      await page.getByLabel("Countries that are sent to").fill("de fr");
      await page.getByLabel("Number of sends for one user in 24 hours").fill("9");
      await page.getByRole("button", { name: "Save" }).click();
      await page.waitForSelector("text=Saved.");
      const settings = async () => (await app.ask("/v1/guard/settings")).body;
      assert.deepEqual((await settings()).permitted_countries, ["DE", "FR"]);
      assert.equal((await settings()).limits.user_day, 9);
      await page.getByLabel("Number of sends for one user in 24 hours").fill("0");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("must be from 1 to 10000").waitFor();
      watch.forget(); // a form that is refused is answered with its status
      assert.equal((await settings()).limits.user_day, 9);
      await page.getByLabel("Number of sends for one user in 24 hours").fill("");
      await page.getByRole("button", { name: "Save" }).click();
      await page.waitForSelector("text=Saved.");
      assert.equal((await settings()).limits.user_day, 5);
      assert.deepEqual((await settings()).permitted_countries, ["DE", "FR"]);
      watch.assertQuiet(PATH);
    });
  },
);

browserTest("a viewer sees what is refused, and can neither lift it nor set limits", [CHROMIUM], async () => {
  await using app = await startApp();
  await sampleSends(app);
  const { visitor } = await personSession(app, "viewer", { name: "Vera", email: "vera@team.example" });
  await inChromium(DESKTOP, async (page) => {
    await page.context().addCookies(
      Array.from(visitor.cookies, ([name, value]) => ({ name, value, url: app.origin })),
    );
    await page.goto(app.origin + PATH);
    assert.equal(await page.getByText("Block +49 1511 234••••").count(), 1);
    assert.equal(await page.locator('form[action^="/console/guard"]').count(), 0);
    assert.equal(await page.getByRole("button", { name: /Lift/ }).count(), 0);
  });
});
