/** Variables that the examples and the documentation set must not make the `winnow` command fail. */
import assert from "node:assert/strict";
import { readConfig, settingRows } from "../../../src/app/settings/config.ts";
import { startApp } from "../../support/app/app.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;

Deno.test("examples and documentation name no WINNOW_ variable that is not a setting", async () => {
  await using app = await startApp();
  const settings = new Set(settingRows({}).map(({ name }) => name));
  const documents = ["README.md", ...[...Deno.readDirSync(`${ROOT}docs`)].map(({ name }) => `docs/${name}`)];
  const texts = new Map(
    documents.filter((path) => path.endsWith(".md")).map((
      path,
    ) => [path, Deno.readTextFileSync(`${ROOT}${path}`)]),
  );
  for await (const { name } of Deno.readDir(`${ROOT}examples`)) {
    texts.set(name, await Deno.readTextFile(`${ROOT}examples/${name}`));
  }
  const index = (await app.ask("/docs", { key: null })).text;
  for (const [, path] of index.matchAll(/href="(\/docs\/[a-z-]+)"/g)) {
    texts.set(path!, (await app.ask(path!, { key: null })).text);
  }
  assert.ok(texts.has("signup_server.mjs") && texts.has("auth0_action.js") && texts.has("/docs/hooks"));
  for (const [place, text] of texts) {
    for (const name of text.match(/\bWINNOW_[A-Z0-9_]+/g) ?? []) {
      if (name !== "WINNOW_INPUT_IGNORED") assert.ok(settings.has(name), `${place} names ${name}`);
    }
  }
  assert.throws(() => readConfig({ WINNOW_KEY: "wk_live_x" }), /WINNOW_KEY/, "why it matters");
});
