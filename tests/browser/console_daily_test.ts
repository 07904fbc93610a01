import assert from "node:assert/strict";
import { startApp } from "../support/app/app.ts";
import { browserTest, CHROMIUM, inChromium } from "../support/browser/chromium.ts";
import { fill, signInWith } from "../support/browser/console.ts";

const DAY = 86_400_000;

browserTest(
  "the days of the overview have their names and counts, and today is marked",
  [CHROMIUM],
  async () => {
    let time = Date.parse("2026-11-20T12:00:00Z");
    await using app = await startApp({ now: () => time });
    for (let day = 0; day < 3; day++, time += DAY) await fill(app, app.live);
    time -= DAY;
    for (const [width, days, shown] of [[1200, 7, 7], [390, 7, 7], [1200, 30, 30], [390, 30, 6]] as const) {
      await inChromium({ viewport: { width, height: 800 } }, async (page) => {
        await signInWith(page, app, app.live);
        await page.goto(`${app.origin}/console?days=${days}`);
        const names = page.locator(".bar-labels.names span");
        const texts = await names.allTextContents();
        assert.equal(texts.length, days);
        assert.deepEqual(texts.slice(-3), days === 7 ? ["Fri 20", "Sat 21", "today"] : ["20", "21", "today"]);
        const counts = await page.locator(".bar-labels.figures span").allTextContents();
        assert.ok(counts.slice(-3).every((text) => Number(text) > 0) && counts[0] === "", counts.join());
        const visible = await page.evaluate(
          "[...document.querySelectorAll('.bar-labels.names span')].filter((span) => getComputedStyle(span).visibility === 'visible').length",
        );
        assert.equal(visible, shown, `${width} pixels, ${days} days`);
        const marked = page.locator(".chart.days .marked");
        assert.equal(await marked.count(), 1);
        const [column, label] = [(await marked.boundingBox())!, (await names.last().boundingBox())!];
        assert.ok(Math.abs(column.x - label.x) < 2 && Math.abs(column.width - label.width) < 2);
      });
    }
  },
);

const WIDE = { width: 1600, height: 900 };
const HEIGHT = "document.documentElement.scrollHeight";
/** Of nothing that any table flags. */
const QUIET = { ip: "73.19.24.7", email: "anna.berg@heise.de", user_id: "anna" };

browserTest("a score without findings is one screen of 1,600 by 900", [CHROMIUM], async () => {
  let time = Date.parse("2026-11-18T12:00:00Z");
  await using app = await startApp({ now: () => time });
  await app.ask("/v1/score/user", { json: QUIET });
  time += 2 * DAY;
  const { body } = await app.ask("/v1/score/user", { json: QUIET });
  assert.equal(body.risk_score, 0);
  await inChromium({ viewport: WIDE }, async (page) => {
    await signInWith(page, app, app.live);
    await page.goto(`${app.origin}/console/scores/${body.request_id}`);
    assert.ok(await page.evaluate(HEIGHT) as number <= WIDE.height, String(await page.evaluate(HEIGHT)));
    assert.equal(await page.evaluate("document.documentElement.scrollWidth"), WIDE.width);
    assert.match(await page.textContent("#facts ~ *") ?? "", /ip\.country/);
    assert.equal(await page.locator(".timeline li").count(), 2, "both scores of the person");
    assert.equal(await page.locator(".timeline li[aria-current]").count(), 1);
  });
});

browserTest(
  "facts, the person, notes and decide buttons are on the first screen of a score",
  [CHROMIUM],
  async () => {
    await using app = await startApp();
    const last = await fill(app, app.live);
    await app.ask("/v1/score/user", { json: { ...QUIET, email: "someone@mailinator.com" } });
    await inChromium({ viewport: WIDE }, async (page) => {
      await signInWith(page, app, app.live);
      await page.goto(`${app.origin}/console/scores/${last}`);
      for (const place of ["#facts", "#timeline", "#notes", "text=Add note", "text=Label as fraud"]) {
        const box = (await page.locator(place).first().boundingBox())!;
        assert.ok(box.y + box.height <= WIDE.height, `${place} ends at ${box.y + box.height}`);
      }
      assert.ok(!(await page.content()).includes("someone@"), "no value in clear");
    });
  },
);

browserTest("the list of scores is a dense table on a wide screen, with the columns that were chosen", [
  CHROMIUM,
], async () => {
  await using app = await startApp();
  await fill(app, app.live);
  await inChromium({ viewport: WIDE }, async (page) => {
    await signInWith(page, app, app.live);
    await page.goto(`${app.origin}/console/scores`);
    const heightOf = async (selector: string) => (await page.locator(selector).nth(1).boundingBox())!.height;
    assert.ok(await heightOf(".score-row") <= 44, `a row has ${await heightOf(".score-row")} pixels`);
    await page.click("summary:text-is('Columns')");
    await page.getByLabel("ip.region", { exact: true }).check();
    await page.getByLabel("signup.hour", { exact: true }).check();
    await page.click("button:text-is('Show columns')");
    assert.match(await page.textContent("table:visible thead") ?? "", /ip\.region.*signup\.hour/s);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth"), WIDE.width);
    assert.ok(await heightOf("tbody tr") <= 64, `a row has ${await heightOf("tbody tr")} pixels`);
  });
});
