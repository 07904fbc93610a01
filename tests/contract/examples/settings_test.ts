/** Variables that the examples and the documentation set must not make the `winnow` command fail. */
import assert from "node:assert/strict";
import { readConfig, settingRows } from "../../../src/config.ts";
import { startApp } from "../../support/app/app.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;

Deno.test("examples and documentation name no WINNOW_ variable that is not a setting", async () => {
  await using app = await startApp();
  const settings = new Set(settingRows({}).map(({ name }) => name));
  const texts = new Map([["README.md", await Deno.readTextFile(`${ROOT}README.md`)]]);
  for await (const { name } of Deno.readDir(`${ROOT}examples`)) {
    texts.set(name, await Deno.readTextFile(`${ROOT}examples/${name}`));
  }
  for (const slug of ["first-score", "webhook", "minfraud", "keys", "self-hosting"]) {
    texts.set(slug, (await app.ask(`/docs/${slug}`, { key: null })).text);
  }
  assert.ok(texts.has("signup_server.ts"));
  for (const [place, text] of texts) {
    for (const name of text.match(/\bWINNOW_[A-Z0-9_]+/g) ?? []) {
      if (name !== "WINNOW_INPUT_IGNORED") assert.ok(settings.has(name), `${place} names ${name}`);
    }
  }
  assert.throws(() => readConfig({ WINNOW_KEY: "wk_live_x" }), /WINNOW_KEY/, "why it matters");
});

Deno.test("examples/signup_server.ts scores a sign-up with a key that may do nothing else", async () => {
  await using app = await startApp();
  const { key } = await app.account("main", { scopes: ["score"] });
  await app.ask("/v1/rules", { json: { action: "block", values: ["blocked.example"] } });
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "-A", "examples/signup_server.ts"],
    cwd: ROOT,
    env: { API_URL: app.origin, API_KEY: key, PORT: "0", NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const reader = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
  try {
    let output = "";
    let origin: string | undefined;
    while (origin === undefined) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`the example ended: ${output}`);
      output += value;
      origin = /(http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
    }
    const signUp = async (email: string) => {
      const response = await fetch(origin!, { method: "POST", body: JSON.stringify({ email }) });
      await response.body?.cancel();
      return response.status;
    };
    assert.equal(await signUp("someone@blocked.example"), 403);
    assert.equal(await signUp("jane@gmail.com"), 200);
    assert.equal((await app.ask("/v1/usage")).body.used, 4, "both were scored: address and e-mail");
  } finally {
    child.kill("SIGTERM");
    await reader.cancel();
    await child.stdout.cancel();
    await child.status;
  }
});
