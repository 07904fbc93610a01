import assert from "node:assert/strict";
import { startApp } from "../support/app/app.ts";
import { addPerson } from "../support/app/person.ts";
import { browserTest, CHROMIUM, inChromium } from "../support/browser/chromium.ts";
import { startHostileProvider } from "../support/oidc/hostile_provider.ts";

browserTest(
  "signing in with a provider on another site leads to the page that was asked for",
  [CHROMIUM],
  async () => {
    await using provider = await startHostileProvider();
    provider.asks = true;
    await using app = await startApp({
      env: {
        WINNOW_OIDC_ISSUER: provider.issuer,
        WINNOW_OIDC_CLIENT_ID: "winnow",
        WINNOW_OIDC_ROLES: "groups:fraud-team=analyst",
      },
    });
    await addPerson(app, "owner");
    // Another site than the provider's: what comes back from there is sent no cookie that is Strict.
    const site = app.origin.replace("127.0.0.1", "localhost");
    for (const javaScriptEnabled of [true, false]) {
      await inChromium({ javaScriptEnabled }, async (page) => {
        await page.goto(`${site}/console/campaigns?state=new`);
        await page.click(`text=Sign in with ${new URL(provider.issuer).host}`);
        await page.click("text=It is me");
        await page.waitForURL(`${site}/console/campaigns?state=new`);
        assert.match(await page.textContent("h1") ?? "", /Campaigns/);
        const cookies = await page.context().cookies(site);
        assert.equal(cookies.find(({ name }) => name === "winnow_session")?.sameSite, "Strict");
        assert.equal(cookies.some(({ name }) => name === "winnow_provider"), false);
        await page.goBack();
        await page.goto(`${site}/console`);
        assert.equal(new URL(page.url()).pathname, "/console");
      });
    }
  },
);
