/** /docs/recipes: its programs in an empty folder, by the page's own files and commands, with the program itself behind them. */
import assert from "node:assert/strict";
import { isInstalled } from "../../support/clients/installed_client.ts";
import { FollowedPage } from "../../support/examples/followed_page.ts";
import {
  assertLimits,
  assertScreens,
  assertScreensAlone,
  BLOCK,
  postForm,
} from "../../support/examples/signup_form.ts";
import { inFolder } from "../../support/folder.ts";
import { makeKey, type RunningServer, startServer } from "../../support/process/program.ts";

const missing = ["npm", "node", "curl"].filter((program) => !isInstalled(program));
const skipped = missing.length === 0 ? "" : ` (needs ${missing.join()})`;
const TOR_RELAY = "185.220.101.1";

interface Given {
  readonly server: RunningServer;
  readonly page: FollowedPage;
  /** Asks the server with a key that has all scopes; the programs have one that may score. */
  // deno-lint-ignore no-explicit-any -- answers of every shape
  readonly ask: (path: string, options?: { readonly json?: unknown }) => Promise<{ body: any }>;
}

function recipeTest(name: string, follow: (given: Given) => Promise<void>): void {
  const work = () =>
    inFolder(async (folder) => {
      await Deno.mkdir(`${folder}/app`);
      const { key } = await makeKey(`${folder}/data`, "main");
      const { key: scoring } = await makeKey(`${folder}/data`, "main", "--scope", "score");
      const server = await startServer(`${folder}/data`);
      try {
        const html = await (await fetch(`${server.origin}/docs/recipes`)).text();
        const page = new FollowedPage(html, `${folder}/app`, { API_KEY: scoring });
        const ask: Given["ask"] = async (path, { json } = {}) => {
          const headers = { "x-api-key": key, "content-type": "application/json" };
          const init = json === undefined ? {} : { method: "POST", body: JSON.stringify(json) };
          return { body: await (await fetch(`${server.origin}${path}`, { headers, ...init })).json() };
        };
        // The first score loads what the others have: the programs wait for an answer for a moment only.
        await ask("/v1/score/user", { json: { ip: "81.2.69.160", email: "first@gmail.com" } });
        await follow({ server, page, ask });
      } finally {
        await server.kill();
      }
    });
  // The pipes of a killed process may close after the test has ended.
  const options = { sanitizeResources: false, sanitizeOps: false, ignore: skipped !== "" };
  Deno.test({ name: `${name}${skipped}`, fn: work, ...options });
}

recipeTest("every command of the page in a folder of one's own is run by a test here", ({ page }) => {
  const ids = page.blocks.filter(({ run }) => ["npm", "node", "app"].includes(run!)).map(({ id }) => id);
  assert.deepEqual(ids, [
    ...["form-install", "form-start"],
    ...["express-install", "express-start", "express-refused", "express-welcome"],
    ...["hono-install", "hono-start"],
    ...["better-auth-install", "better-auth-start", "better-auth-refused", "better-auth-welcome"],
    ...["better-auth-guard-install", "better-auth-guard-start"],
    ...["better-auth-code", "better-auth-code-refused"], // What becomes of log-ins: better_auth_guard_test.ts.
    "keycloak-install", // The same command as form-install.
  ]);
  return Promise.resolve();
});

for (const [recipe, path] of [["form", "/"], ["express", "/signup"], ["hono", "/signup"]] as const) {
  recipeTest(
    `${recipe}: a bot is refused, people are let in, nonsense is not, also when Winnow is killed`,
    async (given) => {
      const { server, page, ask } = given;
      await page.command(`${recipe}-install`);
      await using program = await page.start(`${recipe}-start`);
      const url = `${program.origin}${path}`;
      if (recipe === "express") {
        await page.exchange("express-refused");
        await page.exchange("express-welcome");
      }
      if (recipe !== "form") {
        for (const device of [undefined, { device_id: "nonsense" }, "x"]) {
          const answer = await postForm(url, { email: "bot@mailinator.com", device }, TOR_RELAY);
          assert.deepEqual([answer.status, answer.message()], [403, BLOCK], String(device));
        }
      }
      await assertScreens(ask, url);
      await server.kill();
      await assertScreensAlone(url);
      await assertLimits(url, recipe !== "form");
    },
  );
}

recipeTest(
  "Better Auth: a bot is refused, people are let in, nonsense is a review, also when Winnow is killed",
  async (given) => {
    const { server, page, ask } = given;
    await page.command("better-auth-install");
    await using program = await page.start("better-auth-start");
    await page.exchange("better-auth-refused");
    await page.exchange("better-auth-welcome");
    const url = `${program.origin}/api/auth/sign-up/email`;
    const signUp = async (email: string, device?: unknown, ip = "81.2.69.160") => {
      const before = program.output().length;
      const body = { name: "J", email, password: "correct horse battery", device };
      const { status } = await postForm(url, body, ip);
      return `${status} ${program.output().slice(before).trim()}`;
    };
    const nonsense = { device_id: "nonsense" };
    assert.match(await signUp("bot2@mailinator.com", nonsense, TOR_RELAY), /^422 refused block req_/);
    assert.match(await signUp("jane2@gmail.com", nonsense), /^200 created \S+ review req_/);
    assert.match(await signUp("bot3@mailinator.com", nonsense), /^200 created \S+ review req_/);
    await ask("/v1/rules", { json: { action: "block", values: ["blocked.example"] } });
    assert.match(await signUp("someone@blocked.example", nonsense), /^422 refused block req_/);
    await server.kill();
    const away = await signUp("jane3@gmail.com");
    assert.match(away, /^200 /);
    assert.match(away, /created \S+ allow null/);
    assert.match(away, /Winnow/, "it is logged");
    const both = await signUp("jane4@gmail.com", "x");
    assert.match(both, /created \S+ review null/);
  },
);

recipeTest(
  "Better Auth's codes: the second within a minute is refused, and sent when Winnow is killed",
  async (given) => {
    const { server, page, ask } = given;
    await ask("/v1/guard/send", { json: { channel: "sms", to: "+447911123456" } });
    await page.command("better-auth-guard-install");
    await using program = await page.start("better-auth-guard-start");
    await page.exchange("better-auth-code");
    await page.exchange("better-auth-code-refused");
    await server.kill();
    await page.exchange("better-auth-code");
    const codes = program.output().match(/^to \+447400123456: \d{6}$/gm);
    assert.equal(codes?.length, 2, program.output());
  },
);
