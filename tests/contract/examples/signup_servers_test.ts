/** The examples that protect a sign-up form: what they let in, and that no input of a visitor gets past Winnow. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { withBrokenWinnows } from "../../support/examples/example.ts";
import {
  assertLimits,
  assertScreens,
  assertScreensAlone,
  postForm,
  REVIEW,
  WELCOME,
} from "../../support/examples/signup_form.ts";
import { startExample } from "../../support/process/example.ts";

// examples/hono.mjs needs @hono/node-server: recipes_test.ts runs it as its reader does.
for (const [file, path] of [["signup_server.mjs", "/"], ["express.mjs", "/signup"]]) {
  Deno.test(`examples/${file}: verdicts become answers, and invalid input is no welcome`, async () => {
    await using app = await startApp();
    const { key } = await app.account("main", { scopes: ["score"] });
    await using example = await startExample(file!, { API_URL: app.origin, API_KEY: key });
    const url = `${example.origin}${path}`;
    await assertScreens((path, options) => app.ask(path, options), url);
    await app.close();
    await assertScreensAlone(url);
    await assertLimits(url, file === "express.mjs");
  });
}

Deno.test("examples/signup_server.mjs serves its page, and reviews what Winnow does not take", async () => {
  await using app = await startApp();
  await using example = await startExample("signup_server.mjs", { API_URL: app.origin, API_KEY: app.live });
  const page = await (await fetch(example.origin)).text();
  assert.match(page, /<form id="signup" method="post"/);
  const large = { email: "jane@gmail.com", device: { signals: { user_agent: "x".repeat(300_000) } } };
  assert.equal((await postForm(example.origin, large)).message(), REVIEW, "more than Winnow takes");
});

Deno.test("examples/signup_server.mjs allows while Winnow fails, and reviews what it refuses, limits too", async () => {
  await withBrokenWinnows(async ({ name, url, refuses, limits }) => {
    await using example = await startExample("signup_server.mjs", { API_URL: url, API_KEY: "wk_live_x" });
    const answer = await postForm(example.origin, { email: "jane@gmail.com" });
    assert.equal(answer.message(), refuses || limits ? REVIEW : WELCOME, name);
  });
});
