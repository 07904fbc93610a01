import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { startApp } from "../support/app/app.ts";
import { browserTest, CHROMIUM, inChromium } from "../support/browser/chromium.ts";
import { Watch } from "../support/browser/console.ts";

browserTest("the console: sign up, score, label, rule, import, policy, sign out", [CHROMIUM], async () => {
  await using app = await startApp();
  await inChromium({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    const watch = new Watch(page, app.origin);
    await page.goto(app.origin);
    await page.click("button:text-is('Score')");
    await page.waitForSelector("#try-result .gauge");
    assert.match(await page.textContent("#try-result") ?? "", /disposable e-mail domain/);
    assert.equal(page.url(), `${app.origin}/`, "the answer came in place");
    await page.fill("input[name=ip]", "nonsense");
    await page.click("button:text-is('Score')");
    await page.waitForSelector("#try-result [role=alert]");
    watch.forget(); // Chromium reports the status 400 of that answer

    await page.click("text=Get a free key");
    await page.fill("input[name=name]", "Ada's shop");
    await page.fill("input[name=email]", "ada@gmail.com");
    await page.click("text=Create account");
    const key = await page.textContent("#live-key") ?? "";
    assert.match(key, /^wk_live_/);
    await page.click("button[data-copy=live-key]");
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), key);
    const command = await page.textContent("#first-curl") ?? "";
    const { stdout, code } = await new Deno.Command("bash", { args: ["-c", command] }).output();
    assert.equal(code, 0);
    const scored = JSON.parse(new TextDecoder().decode(stdout));
    assert.equal(scored.verdict, "block");

    await page.click("text=Open the console");
    assert.match(await page.textContent("main") ?? "", /Lookups used this month3of 1,000/);
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Scores" }).click();
    await page.click(".score-row");
    assert.equal(page.url(), `${app.origin}/console/scores/${scored.request_id}`);
    assert.equal(
      await page.getAttribute(".gauge svg", "aria-label"),
      `Risk score ${scored.risk_score} of 100: block`,
    );
    await page.click("text=Label as fraud");
    await page.waitForURL("**?done=labelled");
    assert.equal(await page.locator("text=Label as fraud").count(), 0, "it is labelled so");
    assert.ok(await page.isVisible("button:text-is('Save the type')"));

    await page.click("section[aria-labelledby=part-email] >> text=Block this…");
    assert.match(await page.textContent("h1") ?? "", /Block e-mail address s•••@mailinator\.com/);
    await page.click("text=The whole domain mailinator.com");
    assert.match(await page.textContent("main") ?? "", /an e-mail address at any of them is blocked/);
    await page.click("text=Block it");
    await page.waitForSelector("text=Your block rule for domain mailinator.com is effective");
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Rules" }).click();
    assert.match(await page.textContent("table") ?? "", /mailinator\.com/);

    await page.click("text=Import");
    await page.setInputFiles("input[name=file]", {
      name: "list.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("value,why\n203.0.113.7,abuse\nfraud.example,abuse\nnonsense here,x\n"),
    });
    await page.click("text=Preview");
    assert.match(await page.textContent("main") ?? "", /This is a preview/);
    await page.click("main button[value=import]");
    assert.match(await page.textContent("main") ?? "", /Imported\. View rules/);
    const rules = await app.ask("/v1/rules", { key });
    assert.equal(rules.body.count, 3);

    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Agent policy" })
      .click();
    await page.fill("input[name=trigger]", "crawler");
    await page.selectOption("select[name=action]", "deny");
    await page.click("text=Add rule");
    await page.waitForSelector("td >> text=crawler");
    await page.fill("input[name=trigger]", "fetcher");
    await page.click("text=Add rule");
    await page.waitForSelector("td >> text=fetcher");
    await page.click("button[aria-label='Move rule 2 up']");
    await page.waitForSelector("tr:nth-child(1) >> text=fetcher");
    await page.fill("textarea[name=request]", "GET / HTTP/1.1\nHost: shop.example\n");
    await page.click("button:text-is('Test')");
    await page.waitForSelector("text=decided by the default for unsigned requests");

    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Keys" }).click();
    await page.fill("input[name=name]", "checkout");
    await page.click("text=Create key");
    assert.match(await page.textContent("#made-key") ?? "", /^wk_live_/);
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Sources" }).click();
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Outcomes" }).click();
    assert.match(await page.textContent("main") ?? "", /Labels counted1/);

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForSelector("text=You have signed out");
    await page.goto(`${app.origin}/console/rules`);
    assert.match(page.url(), /sign-in/);
    watch.assertQuiet("the walk");
  });
});

browserTest("the console works without JavaScript", [CHROMIUM], async () => {
  await using app = await startApp();
  await inChromium({ javaScriptEnabled: false }, async (page) => {
    await page.goto(app.origin);
    await page.click("button:text-is('Score')");
    assert.match(await page.textContent("#try-result") ?? "", /disposable e-mail domain/);
    assert.equal(await page.isVisible("button[data-copy]"), false, "no button that could do nothing");
    await page.goto(`${app.origin}/signup`);
    await page.fill("input[name=name]", "Ada's shop");
    await page.fill("input[name=email]", "ada@gmail.com");
    await page.click("text=Create account");
    const key = await page.textContent("#live-key") ?? "";
    await app.ask("/v1/verify/email?email=someone@mailinator.com", { key });
    await page.goto(`${app.origin}/console/scores`);
    await page.selectOption("select[name=verdict]", "block");
    await page.click("button:text-is('Filter')");
    assert.equal(await page.locator(".score-row").count(), 1);
    await page.goto(`${app.origin}/docs/api`);
    await page.fill("input[name=q]", "batch");
    await page.click("main button[type=submit]");
    assert.equal(await page.locator(".endpoint").count(), 1);
    await page.click(".endpoint-row");
    await page.click("main button:text-is('Send')");
    assert.match(await page.textContent("main") ?? "", /Status 200/);
  });
});

browserTest("a form on another site cannot act for someone who is signed in", [CHROMIUM], async () => {
  await using app = await startApp();
  const attacker = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () =>
    new Response(
      `<form method="post" action="${app.origin}/console/keys"><input name="name" value="stolen"><input name="mode" value="live"></form><script>document.forms[0].submit()</script>`,
      { headers: { "content-type": "text/html" } },
    ));
  try {
    await inChromium({}, async (page) => {
      await page.goto(`${app.origin}/console/sign-in`);
      await page.fill("input[name=key]", app.live);
      await page.click("main button[type=submit]");
      await page.waitForURL("**/console");
      const { port } = attacker.addr as Deno.NetAddr;
      // Another origin, first on the same host (where SameSite alone does not help), then on another one.
      for (const host of ["127.0.0.1", "localhost"]) {
        await page.goto(`http://${host}:${port}/`);
        await page.waitForURL(`${app.origin}/console/keys`);
        assert.match(await page.textContent("main") ?? "", /another site/, host);
      }
      const { store } = app.app.services;
      const keys = store.accounts.all().flatMap(({ id }) => store.accounts.keysOf(id));
      assert.equal(keys.some(({ name }) => name === "stolen"), false);
    });
  } finally {
    await attacker.shutdown();
  }
});
