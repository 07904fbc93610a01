/** Two people at the review queue, each in a browser of their own. */
import assert from "node:assert/strict";
import { startApp } from "../support/app/app.ts";
import { plantReviews } from "../support/app/reviews.ts";
import { browserTest, CHROMIUM, withChromium } from "../support/browser/chromium.ts";
import { signInWith, Watch } from "../support/browser/console.ts";

browserTest(
  "one claims a case, the other sees it, takes it over and decides; the first is told, and replaces the decision",
  [CHROMIUM],
  async () => {
    await using app = await startApp();
    const [last, first] = await plantReviews(app, 2) as [string, string];
    const anna = await app.account("main", { keyName: "Anna" });
    const ben = await app.account("main", { keyName: "Ben" });
    await withChromium({}, async (open) => {
      const viewport = { width: 1200, height: 800 };
      const [one, other] = [await open({ viewport }), await open({ viewport })];
      const watches = [new Watch(one, app.origin), new Watch(other, app.origin)];
      await signInWith(one, app, anna.key);
      await signInWith(other, app, ben.key);
      for (const page of [one, other]) await page.goto(`${app.origin}/console/review`);
      const row = `a.score-row[href^='/console/scores/${first}']`;

      // Anna opens the case; Ben sees that she has it.
      await one.click(row);
      await one.waitForSelector("text=You have it until");
      await other.reload();
      await other.waitForSelector("li:has-text('key Anna has it open')");
      await other.click(row);
      await other.waitForSelector("text=key Anna has this case open since");

      // He takes it over and decides, with a note, and is led to the next case.
      await other.click("text=Take over");
      await other.waitForSelector("text=You have it until");
      await other.fill("#f-decision-note", "same device as last week");
      await other.click("text=Reject: label as fraud");
      await other.waitForSelector("text=1 score labelled as fraud.");
      assert.match(other.url(), new RegExp(`/console/scores/${last}\\?`));
      assert.equal((await app.ask(`/v1/score/${first}`)).body.label.outcome, "fraud");

      // Anna decides on her page, which is old by now.
      await one.click("text=Approve: label as legitimate");
      await one.waitForSelector("text=/key Ben decided \\d+ s ago: fraud\\. Replace\\?/");
      assert.equal((await app.ask(`/v1/score/${first}`)).body.label.outcome, "fraud");
      for (const watch of watches) watch.forget(); // of the status of that page
      await one.click("text=Replace with legitimate");
      await one.waitForSelector("text=1 score labelled as legitimate.");
      const { label, notes } = (await app.ask(`/v1/score/${first}`)).body;
      assert.equal(label.outcome, "legit");
      assert.deepEqual(
        notes.map(({ by, text }: { by: string; text: string }) => [by, text]),
        [["key Ben", "same device as last week"]],
      );

      // Hers is the undo; his page of the score offers none.
      await other.goto(`${app.origin}/console/scores/${first}`);
      assert.match(await other.textContent("main") ?? "", /by key Anna/);
      assert.equal(await other.getByRole("button", { name: "Undo", exact: true }).count(), 0);
      await one.getByRole("button", { name: "Undo", exact: true }).first().click();
      await one.waitForSelector("text=The labels of 1 score are as they were.");
      assert.equal((await app.ask(`/v1/score/${first}`)).body.label.outcome, "fraud");
      for (const watch of watches) watch.assertQuiet("the path");
    });
  },
);
