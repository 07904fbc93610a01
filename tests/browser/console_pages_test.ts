import assert from "node:assert/strict";
import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { startApp } from "../support/app/app.ts";
import { browserTest, CHROMIUM, inChromium } from "../support/browser/chromium.ts";
import { consolePages, fill, publicPages, signInWith, Watch } from "../support/browser/console.ts";

const DESKTOP = { width: 1200, height: 800 };
const PHONE = { width: 390, height: 780 };

/** What axe-core finds serious or critical, a line each. */
async function seriousFindings(page: Page, rules: readonly string[] | null): Promise<string[]> {
  await page.evaluate(axe.source);
  const options = rules === null ? {} : { runOnly: { type: "rule", values: rules } };
  const { violations, passes } = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)})`,
  ) as AxeResults;
  assert.ok(passes.length > 0, "axe looked at something");
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical").flatMap((
    { id, nodes },
  ) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")}: ${failureSummary}`));
}

/** Goes through every page, signed in for those of the console. */
async function everyPage(
  options: Parameters<typeof inChromium>[0],
  look: (page: Page, path: string) => Promise<void>,
): Promise<void> {
  await using app = await startApp();
  const last = await fill(app, app.live);
  await inChromium(options, async (page) => {
    const watch = new Watch(page, app.origin);
    for (const path of publicPages()) {
      await page.goto(app.origin + path);
      await look(page, path);
      watch.assertQuiet(path);
    }
    await signInWith(page, app, app.live);
    for (const path of await consolePages(app, last)) {
      await page.goto(app.origin + path);
      await look(page, path);
      watch.assertQuiet(path);
    }
  });
}

browserTest("every page: axe finds nothing serious, by day", [CHROMIUM], async () => {
  await everyPage({ viewport: DESKTOP, colorScheme: "light" }, async (page, path) => {
    await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true");
    assert.deepEqual(await seriousFindings(page, null), [], path);
  });
});

browserTest("every page: contrast is enough by night", [CHROMIUM], async () => {
  await everyPage({ viewport: DESKTOP, colorScheme: "dark" }, async (page, path) => {
    assert.deepEqual(await seriousFindings(page, ["color-contrast"]), [], path);
  });
});

browserTest("every page fits a phone of 390 pixels, with its navigation folded", [CHROMIUM], async () => {
  await everyPage({ viewport: PHONE, isMobile: true, hasTouch: true }, async (page, path) => {
    const width = await page.evaluate("document.documentElement.scrollWidth") as number;
    assert.equal(width, PHONE.width, path);
    const title = page.locator("h1").first();
    assert.ok(await title.isVisible(), path);
    const side = page.locator(".side");
    if (await side.count() === 0) return;
    assert.equal(await side.isVisible(), false, path);
    await page.click("button.menu");
    assert.ok(await side.isVisible(), path);
    const current = page.locator(".side a[aria-current]").first();
    if (await current.count() > 0) {
      await current.scrollIntoViewIfNeeded();
      const { x, width: wide } = (await current.boundingBox())!;
      assert.ok(x >= 0 && x + wide <= PHONE.width, `${path}: the current page is in the navigation at ${x}`);
    }
    await page.keyboard.press("Escape");
    assert.equal(await side.isVisible(), false, path);
  });
});

browserTest("the keyboard reaches the content and everything that can be done, with a visible mark", [
  CHROMIUM,
], async () => {
  await using app = await startApp();
  await fill(app, app.live);
  await inChromium({ viewport: DESKTOP }, async (page) => {
    await signInWith(page, app, app.live);
    await page.goto(`${app.origin}/console/rules`);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate("document.activeElement.textContent"), "Skip to content");
    assert.ok(await page.locator(".skip").isVisible());
    const reached = new Set<string>();
    for (let steps = 0; steps < 60; steps++) {
      if (await page.evaluate("document.activeElement === document.body")) break;
      const { name, outline } = await page.evaluate(`(() => {
        const element = document.activeElement;
        return { name: element.getAttribute("aria-label") ?? element.textContent.trim(), outline: getComputedStyle(element).outlineStyle };
      })()`) as { name: string; outline: string };
      if (name !== "") assert.equal(outline, "solid", name);
      reached.add(name);
      await page.keyboard.press("Tab");
    }
    for (
      const name of ["Rules", "Add rules", "Import", "Export", "Search", "Delete the rule for fraud.example"]
    ) {
      assert.ok(reached.has(name), `${name} is not reached`);
    }
  });
});

const PROBE = `"><img src=x onerror=alert(1)><svg onload=alert(2)>`;

browserTest("what customers write never runs", [CHROMIUM], async () => {
  await using app = await startApp();
  const { accounts } = app.app.services.store;
  await fill(app, app.live);
  await accounts.putAccount({ ...accounts.accountNamed("main")!, name: PROBE });
  await app.ask("/v1/rules", { json: { action: "block", values: ["probe.example"], note: PROBE } });
  const when = `custom.plan == ${JSON.stringify(PROBE)}`;
  const made = await app.ask("/v1/rules", { json: { action: "review", when, note: PROBE } });
  assert.equal(made.body.rules[0].when, when);
  await app.ask("/v1/agent/policy", {
    method: "PUT",
    json: { rules: [{ trigger: PROBE, action: "deny", reason: PROBE }] },
  });
  const scored = async (email: string) => {
    const json = { email, domain: "probe.example", custom: { plan: PROBE } };
    return (await app.ask("/v1/score/user", { json })).body;
  };
  const noAddress = await scored(`${PROBE}@probe.example`);
  const body = await scored(`"${PROBE.replaceAll('"', '\\"')}"@probe.example`);
  await inChromium({ viewport: DESKTOP }, async (page) => {
    const watch = new Watch(page, app.origin);
    await signInWith(page, app, app.live);
    await page.goto(`${app.origin}/console/keys`);
    await page.fill("input[name=name]", PROBE);
    await page.click("text=Create key");
    const encoded = encodeURIComponent(PROBE);
    const paths = [
      ...await consolePages(app, body.request_id),
      `/console/scores/${noAddress.request_id}`,
      "/console/scores?columns=custom.plan,ip.org",
      `/console/rules?q=${encoded}`,
      `/console/rules/new?with=condition&when=${encoded}`,
      `/console/rules/new?action=${encoded}`,
      `/docs/api?q=${encoded}`,
    ];
    for (const path of paths) {
      await page.goto(app.origin + path);
      assert.equal(await page.locator("img, svg[onload]").count(), 0, path);
      watch.assertQuiet(path);
    }
    assert.match(await page.textContent(".who, main") ?? "", /./);
    await page.goto(app.origin);
    await page.fill("input[name=ip]", "");
    await page.fill("input[name=phone]", "");
    await page.fill("input[name=email]", `${PROBE}@gmail.com`.slice(0, 300));
    await page.click("button:text-is('Score')");
    await page.waitForSelector("#try-result :is(.gauge, [role=alert])");
    assert.equal(await page.locator("img, svg[onload]").count(), 0, "the answer that a script puts in place");
    watch.assertQuiet("the try box");
  });
});
