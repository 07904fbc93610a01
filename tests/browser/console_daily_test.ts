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
