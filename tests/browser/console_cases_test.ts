/** A day of a fraud analyst in the console. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { startApp, type TestApp } from "../support/app/app.ts";
import { plantRing } from "../support/app/ring.ts";
import { browserTest, CHROMIUM, inChromium } from "../support/browser/chromium.ts";
import { signInWith, Watch } from "../support/browser/console.ts";

async function labelsOf(app: TestApp, ids: readonly string[]): Promise<(string | null)[]> {
  return await Promise.all(
    ids.map(async (id) => (await app.ask(`/v1/score/${id}`)).body.label?.outcome ?? null),
  );
}

browserTest(
  "an analyst finds why someone was stopped, labels the ring, blocks its device, undoes a mistake, exports",
  [CHROMIUM],
  async () => {
    await using app = await startApp();
    const { accounts } = app.app.services.store;
    await accounts.putAccount({ ...accounts.accountNamed("main")!, linkageScoring: "score" });
    const { ids } = await plantRing(app, 6);
    await app.ask("/v1/score/user", { json: { ip: "8.8.8.8", email: "ada@gmail.com" } });
    await inChromium({ viewport: { width: 1200, height: 800 } }, async (page) => {
      const watch = new Watch(page, app.origin);
      await signInWith(page, app, app.live);

      // Why was f.someone stopped?
      await page.getByRole("search").getByRole("searchbox").fill("F.someone@gmail.com");
      await page.getByRole("button", { name: "Find" }).click();
      assert.equal(await page.locator(".score-row").count(), 1);
      await page.click(".score-row");
      assert.equal(page.url(), `${app.origin}/console/scores/${ids[5]}`);
      const why = await page.textContent("main") ?? "";
      assert.match(why, /user-5/);
      assert.match(why, /Counted in the score.*another sign-up on this device within the hour/);
      assert.notEqual(await page.textContent(".gauge .badge"), "allow");

      // The ring
      await page.click("text=View the ring");
      assert.match(await page.textContent("h1") ?? "", /Ring of 6 sign-ups/);
      assert.ok(
        await page.getByRole("img", { name: "6 sign-ups and the 1 value that they share" }).isVisible(),
      );
      assert.equal(await page.locator(".ring .member").count(), 6);
      await page.click("text=Label all 6 as fraud");
      await page.waitForSelector("text=6 scores labelled as fraud.");
      assert.equal(await page.locator(".ring .member.labelled.fraud").count(), 6);
      assert.deepEqual(await labelsOf(app, ids), ids.map(() => "fraud"));

      // Its device
      await page.getByRole("row", { name: "Device 9f86d0…" }).getByRole("link").click();
      assert.match(await page.textContent("h1") ?? "", /Device 9f86d0…/);
      await page.click("text=Block this…");
      assert.match(
        await page.textContent("main") ?? "",
        /It is in 6 scores: 6 labelled fraud, 0 labelled legitimate/,
      );
      await page.click("text=Block it");
      await page.waitForSelector(
        "text=Your block rule for device 9f86d0… is effective from the next score of a person whom no rule trusts.",
      );
      const { body: { rules } } = await app.ask("/v1/rules");
      assert.deepEqual(rules.map(({ kind }: { kind: string }) => kind), ["device"]);

      // One of them is a customer after all.
      await page.click(`.score-row[href$='${ids[2]}']`);
      await page.click("text=Remove the label");
      await page.waitForSelector("text=2 changes");
      assert.deepEqual(await labelsOf(app, ids), ids.map((_, at) => at === 2 ? null : "fraud"));

      // For the files
      await page.click("text=View the ring");
      assert.match(await page.textContent("main") ?? "", /Labelled fraud5/);
      await page.getByRole("link", { name: "6", exact: true }).click();
      assert.equal(await page.locator(".score-row").count(), 6);
      const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Export CSV")]);
      const lines = (await Deno.readTextFile(await download.path())).trim().split("\r\n");
      assert.deepEqual(lines.slice(1).map((line) => line.split(",")[0]), ids.toReversed());
      assert.equal(lines.filter((line) => line.includes(",fraud,")).length, 5);
      watch.assertQuiet("the path");
    });
  },
);

async function reviewed(app: TestApp, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const json = {
      ip: `185.220.101.${index + 1}`,
      email: `someone.${index}@mailinator.com`,
      strictness: "lenient",
    };
    ids.unshift((await app.ask("/v1/score/user", { json })).body.request_id);
  }
  return ids;
}

async function focusedScore(page: Page): Promise<string> {
  return await page.evaluate("document.activeElement.getAttribute('href') ?? ''") as string;
}

browserTest(
  "the review queue by keyboard: j and k move, f and l label, x selects, and the undo brings back",
  [
    CHROMIUM,
  ],
  async () => {
    await using app = await startApp();
    const ids = await reviewed(app, 5) as [string, string, string, string, string];
    const [a, b, c, d, e] = ids;
    await inChromium({ viewport: { width: 1200, height: 800 } }, async (page) => {
      const watch = new Watch(page, app.origin);
      await signInWith(page, app, app.live);
      await page.goto(`${app.origin}/console/review`);
      await page.keyboard.press("f");
      assert.deepEqual(await labelsOf(app, ids), [null, null, null, null, null], "nothing is current yet");
      await page.keyboard.press("j");
      assert.equal(await focusedScore(page), `/console/scores/${a}`);
      await page.keyboard.press("j");
      await page.keyboard.press("j");
      await page.keyboard.press("k");
      assert.equal(await focusedScore(page), `/console/scores/${b}`);
      await page.keyboard.press("f");
      await page.waitForSelector("text=1 score labelled as fraud.");
      assert.equal(await focusedScore(page), `/console/scores/${c}`, "the next one takes its place");
      await page.keyboard.press("l");
      await page.waitForSelector("text=1 score labelled as legitimate.");
      assert.deepEqual(await labelsOf(app, ids), [null, "fraud", "legit", null, null]);
      await page.keyboard.press("x");
      await page.keyboard.press("j");
      await page.keyboard.press("x");
      assert.equal(await page.textContent("[data-count]"), "2 selected");
      await page.keyboard.press("f");
      await page.waitForSelector("text=2 scores labelled as fraud.");
      assert.deepEqual(await labelsOf(app, [d, e]), ["fraud", "fraud"]);
      await page.click("main .notice button");
      await page.waitForSelector("text=The labels of 2 scores are as they were.");
      assert.deepEqual(await labelsOf(app, ids), [null, "fraud", "legit", null, null]);
      await page.getByRole("searchbox").focus();
      await page.keyboard.type("jf");
      assert.equal(await page.inputValue("#find"), "jf", "what is typed in a field is text");
      assert.deepEqual(await labelsOf(app, [a]), [null]);
      watch.assertQuiet("the queue");
    });
  },
);

browserTest(
  "the review queue without JavaScript: a selection is labelled and set back",
  [CHROMIUM],
  async () => {
    await using app = await startApp();
    const ids = await reviewed(app, 3);
    await inChromium({ javaScriptEnabled: false }, async (page) => {
      await signInWith(page, app, app.live);
      await page.goto(`${app.origin}/console/review`);
      assert.equal(await page.isVisible("kbd"), false, "no keys that do nothing");
      await page.check(`input[value='${ids[0]}']`);
      await page.check(`input[value='${ids[2]}']`);
      await page.click("text=Label as legitimate");
      assert.deepEqual(await labelsOf(app, ids), ["legit", null, "legit"]);
      await page.click("main .notice button");
      assert.deepEqual(await labelsOf(app, ids), [null, null, null]);
    });
  },
);
