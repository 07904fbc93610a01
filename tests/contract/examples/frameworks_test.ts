/** /docs/recipes: FastAPI and Django, by the page's own files and commands, with hostile input, with Winnow and without it. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { codeBlocks } from "../../support/app/visitor.ts";
import { FRAMEWORKS, pythonEnvironment, run } from "../../support/clients/python.ts";
import { eventually } from "../../support/eventually.ts";
import { assertLimits, assertScreens, assertScreensAlone } from "../../support/examples/signup_form.ts";
import { inFolder } from "../../support/folder.ts";
import { startListening } from "../../support/process/example.ts";
import { freePort } from "../../support/servers/free_port.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const environment = await pythonEnvironment(FRAMEWORKS);
const python = "python" in environment ? environment.python : "";
const why = "missing" in environment ? ` (${environment.missing})` : "";
const PORT = "3000";

for (const name of ["fastapi", "django"]) {
  Deno.test({
    name: `${name}: a bot is refused, people are let in, nonsense is not, floods are limited${why}`,
    ignore: why !== "",
    fn: async () => {
      await using app = await startApp();
      const { key } = await app.account("main", { scopes: ["score"] });
      const blocks = codeBlocks((await app.ask("/docs/recipes", { key: null })).text);
      const block = (id: string) => blocks.find((one) => one.id === id)!.text;
      await inFolder(async (folder) => {
        const file = `${name}_app.py`;
        await Deno.writeTextFile(`${folder}/${file}`, block(`${name}-app-py`));
        const env = { API_KEY: key, API_URL: app.origin, PYTHONPATH: `${ROOT}clients/python/src` };
        const bare = { ...env, API_KEY: "" };
        const imported = await run(python, ["-c", `import ${name}_app`], { cwd: folder, env: bare });
        assert.equal(imported.code, 0, `without secrets: ${imported.text}`);
        // The command of the page, on a port of its own.
        const words = block(`${name}-start`).trim().replace(PORT, String(freePort())).split(" ");
        const args = words[0] === "python" ? words.slice(1) : ["-m", ...words];
        await using server = await startListening(python, {
          args: ["-u", ...args],
          cwd: folder,
          env: { ...env, PYTHONDONTWRITEBYTECODE: "1" },
        });
        const url = `${server.origin}/signup`;
        await eventually(
          () => fetch(url).then(async (answer) => (await answer.body?.cancel(), true), () => false),
          "it listens",
        );
        await assertScreens((path, options) => app.ask(path, options), url);
        await app.close();
        await assertScreensAlone(url);
        await assertLimits(url, true);
      });
    },
  });
}
