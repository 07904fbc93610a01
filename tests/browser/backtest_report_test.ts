/** The report of a backtest in a real browser. */
import assert from "node:assert/strict";
import axe, { type AxeResults } from "axe-core";
import { reportPage } from "../../src/backtest/report/page.tsx";
import { backtest } from "../support/backtest/backtest.ts";
import { csvOf, syntheticRows } from "../support/backtest/synthetic.ts";
import { browserTest, CHROMIUM, withChromium } from "../support/browser/chromium.ts";
import { inFolder } from "../support/folder.ts";

const VIEWS = [
  { viewport: { width: 1200, height: 900 }, colorScheme: "light" },
  { viewport: { width: 390, height: 780 }, colorScheme: "light" },
  { viewport: { width: 390, height: 780 }, colorScheme: "dark" },
] as const;

browserTest("a report needs nothing else, fits a phone, and axe finds nothing", [CHROMIUM], async () => {
  await inFolder(async (folder) => {
    const { report } = await backtest(csvOf(syntheticRows({ rows: 400 })), { strictness: 3 });
    const path = `${folder}/report.html`;
    await Deno.writeTextFile(path, reportPage(report));
    await withChromium({}, async (open) => {
      for (const view of VIEWS) {
        const page = await open({ ...view, bypassCSP: true });
        const [asked, said]: [string[], string[]] = [[], []];
        page.on("request", (request) => asked.push(request.url()));
        page.on("console", (message) => said.push(message.text()));
        await page.goto(`file://${path}`);
        assert.deepEqual(asked, [`file://${path}`], "one request");
        assert.equal(await page.evaluate("document.documentElement.scrollWidth"), view.viewport.width);
        await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true");
        await page.evaluate(axe.source);
        const { violations, passes } = await page.evaluate("axe.run(document)") as AxeResults;
        assert.ok(passes.length > 10, "axe looked at something");
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0]?.html]), []);
        assert.deepEqual(said, []);
      }
      // With its own policy the styles apply, and a script would not run.
      const page = await open({ viewport: { width: 1200, height: 900 } });
      await page.goto(`file://${path}`);
      assert.equal(await page.evaluate("getComputedStyle(document.querySelector('.cards')).display"), "grid");
      assert.equal(await page.locator("svg[role=img] .curve").count(), 4);
    });
  });
});
