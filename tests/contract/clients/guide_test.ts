/** /docs/clients, /docs/logins and /docs/sending: the commands and programs, run from an empty folder as they stand on the pages. */
import assert from "node:assert/strict";
import { VERSION } from "../../../src/model/service.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { codeBlocks } from "../../support/app/visitor.ts";
import { isInstalled } from "../../support/clients/installed_client.ts";
import { npmEnvironment } from "../../support/clients/npm.ts";
import { pythonEnvironment, run } from "../../support/clients/python.ts";
import { temporaryFolder } from "../../support/folder.ts";

const environment = await pythonEnvironment();
const noPython = "missing" in environment ? ` (${environment.missing})` : "";
const noNode = ["npm", "node"].every(isInstalled) ? "" : " (needs node and npm)";

const PAGES = ["/docs/clients", "/docs/logins", "/docs/sending"];
const KINDS = ["npm", "js", "pip", "python"];

/** The blocks of these kinds, page by page. */
async function blocksOf(app: TestApp, kinds: readonly string[]) {
  const texts = await Promise.all(PAGES.map((path) => app.ask(path, { key: null })));
  return texts.flatMap(({ text }) => codeBlocks(text)).filter(({ run }) => kinds.includes(run ?? ""));
}

/** What each block of these kinds printed, in order. */
async function follow(
  app: TestApp,
  kinds: readonly string[],
  path: string,
  folder: string,
): Promise<string[]> {
  const printed: string[] = [];
  const env = {
    API_KEY: app.live,
    PATH: path,
    ...npmEnvironment(folder),
  };
  for (const { id, run: kind, text } of await blocksOf(app, kinds)) {
    const programs: Record<string, [file: string, interpreter: string]> = {
      js: ["signup.mjs", "node"],
      python: ["signup.py", "python"],
    };
    const program = programs[kind!];
    if (program !== undefined) await Deno.writeTextFile(`${folder}/${program[0]}`, text);
    const command = program === undefined ? text : `${program[1]} ${program[0]}`;
    const ran = await run("bash", ["-c", `set -e\n${command}`], { cwd: folder, env });
    assert.equal(ran.code, 0, `${id}: ${ran.text}`);
    printed.push(ran.text);
  }
  return printed;
}

Deno.test("every block of the pages is run by a test here", async () => {
  await using app = await startApp();
  const kinds = (await blocksOf(app, KINDS)).map(({ run: kind }) => kind);
  assert.deepEqual(kinds, ["npm", "js", "pip", "python", "python", "js", "python", "js", "python"]);
});

Deno.test({
  name: `npm installs the client from the service, and Node scores with it${noNode}`,
  ignore: noNode !== "",
  fn: async () => {
    await using app = await startApp();
    await using folder = await temporaryFolder();
    const [, scored, login, send] = await follow(app, ["npm", "js"], Deno.env.get("PATH")!, folder.path);
    assert.match(login!, /^allow Let the user in \(0\): nothing unusual\.\ntrue\ntrue\n$/);
    assert.equal(send, "allow false\ntrue\n");
    assert.match(scored!, /^block \d+ High risk/);
    assert.match(scored!, /status: 'recorded'/);
    const lock = JSON.parse(await Deno.readTextFile(`${folder.path}/package-lock.json`));
    const installed = lock.packages["node_modules/winnow-client"];
    // With its version: the lock file stays good when the service is upgraded.
    assert.equal(installed.resolved, `${app.origin}/clients/winnow-client-${VERSION}.tgz`);
    assert.match(installed.integrity, /^sha512-/);
  },
});

Deno.test({
  name: `pip installs the client from the service, and Python scores with it${noPython}`,
  ignore: noPython !== "",
  fn: async () => {
    await using app = await startApp();
    await using folder = await temporaryFolder();
    const made = await run("python3", ["-m", "venv", `${folder.path}/venv`]);
    assert.equal(made.code, 0, made.text);
    const path = `${folder.path}/venv/bin:${Deno.env.get("PATH")}`;
    const [, scored, awaited, login, send] = await follow(app, ["pip", "python"], path, folder.path);
    assert.match(login!, /^allow Let the user in \(0\): nothing unusual\.\nTrue\nTrue\n$/);
    assert.equal(send, "allow False\nTrue\n");
    assert.match(scored!, /^block \d+ High risk/);
    assert.match(scored!, /'status': 'recorded'/);
    assert.match(awaited!, /^block \d+ High risk/);
    const python = `${folder.path}/venv/bin/python`;
    const shown = await run(python, ["-m", "pip", "show", "--files", "winnow-client"]);
    assert.match(shown.text, /Name: winnow-client\nVersion: \d[\s\S]*Requires: httpx/);
    assert.match(shown.text, /winnow_client\/py\.typed/);
    const checked = await run(python, ["-m", "pip", "check"]);
    assert.equal(checked.code, 0, checked.text);
    // From the list of the service, without its version in the command.
    const again = await run(python, [
      ..."-m pip install --quiet --force-reinstall --no-deps --no-index".split(" "),
      `--find-links=${app.origin}/clients/`,
      "winnow-client",
    ]);
    assert.equal(again.code, 0, again.text);
    // From the index, with the hash that it names.
    const indexed = await run(python, [
      ..."-m pip install --force-reinstall --no-deps --no-cache-dir".split(" "),
      `--index-url=${app.origin}/clients/simple/`,
      `winnow-client==${VERSION}`,
    ]);
    assert.equal(indexed.code, 0, indexed.text);
    assert.match(indexed.text, /Successfully installed winnow-client/);
  },
});
