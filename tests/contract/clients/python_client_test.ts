/** The Python client: its own tests against the real service, its types, and what of it is generated. */
import assert from "node:assert/strict";
import { outdatedFiles, servedPythonFiles } from "../../../scripts/clients/python.ts";
import { startApp } from "../../support/app/app.ts";
import { codeBlocks } from "../../support/app/visitor.ts";
import { pythonEnvironment, run } from "../../support/clients/python.ts";
import { inFolder } from "../../support/folder.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const CLIENT = `${ROOT}clients/python`;
const EVERY_OPERATION = `${CLIENT}/tests/typing/every_operation.py`;

const environment = await pythonEnvironment();
const python = "python" in environment ? environment.python : "";
const why = "missing" in environment ? ` (${environment.missing})` : "";

function mypy(paths: readonly string[]) {
  const args = ["-m", "mypy", "--strict", "--cache-dir", `${ROOT}build/mypy`, ...paths];
  return run(python, args, { cwd: CLIENT });
}

Deno.test("the generated files are those of the served document, and a change of it shows", async () => {
  const files = servedPythonFiles();
  assert.deepEqual(await outdatedFiles(files), []);
  assert.deepEqual(await outdatedFiles(new Map([...files, ["README.md", ""], ["none.py", ""]])), [
    "README.md",
    "none.py",
  ]);
  await using app = await startApp();
  const { body } = await app.ask("/openapi.json", { key: null });
  const operations = Object.values(body.paths as Record<string, Record<string, { operationId: string }>>)
    .flatMap((item) => Object.values(item)).map(({ operationId }) => operationId);
  const typed = files.get("tests/typing/every_operation.py")!;
  assert.ok(operations.length > 30);
  for (const id of operations) {
    assert.ok(typed.includes(`api.${id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}(`), id);
  }
});

Deno.test({
  name: `pytest: both clients against the service and against servers that fail${why}`,
  ignore: why !== "",
  fn: async () => {
    await using app = await startApp();
    const env = { WINNOW_TEST_URL: app.origin, WINNOW_TEST_KEY: app.live };
    const { code, text } = await run(python, ["-m", "pytest", "-x"], { cwd: CLIENT, env });
    assert.equal(code, 0, text);
    assert.match(text, /[4-9]\d\d passed/);
    assert.doesNotMatch(text, /skipped/);
  },
});

Deno.test({
  name: `mypy --strict passes over every operation, and fails where one is missing or wrong${why}`,
  ignore: why !== "",
  fn: async () => {
    const clean = await mypy(["src", "tests"]);
    assert.equal(clean.code, 0, clean.text);
    const text = await Deno.readTextFile(EVERY_OPERATION);
    const rows: [name: string, changed: string, error: RegExp][] = [
      [
        "missing",
        text.replace(/^ +"get_rings": api.*\n/m, ""),
        /Missing key "get_rings" for TypedDict "Responses"/,
      ],
      ["value", text.replace('"type": "ip"', '"type": "address"'), /\[(typeddict-item|arg-type)\]/],
      [
        "name",
        text.replace("get_score_ip(ip=", "get_score_ip(address="),
        /Unexpected keyword argument "address"/,
      ],
    ];
    await inFolder(async (folder) => {
      for (const [name, changed, error] of rows) {
        assert.notEqual(changed, text, name);
        await Deno.writeTextFile(`${folder}/${name}.py`, changed);
        const failed = await mypy([`${folder}/${name}.py`]);
        assert.equal(failed.code, 1, `${name}: ${failed.text}`);
        assert.match(failed.text, error);
      }
    });
  },
});

Deno.test({
  name: `the programs of the guides pass plain mypy, and mypy --strict${why}`,
  ignore: why !== "",
  fn: async () => {
    await using app = await startApp();
    const pages = await Promise.all(
      ["/docs/clients", "/docs/logins", "/docs/sending"].map((path) => app.ask(path, { key: null })),
    );
    const programs = pages.flatMap(({ text }) => codeBlocks(text)).filter(({ run }) => run === "python");
    assert.equal(programs.length, 4);
    await inFolder(async (folder) => {
      for (const [index, { text }] of programs.entries()) {
        await Deno.writeTextFile(`${folder}/signup${index}.py`, text);
        for (const strict of [[], ["--strict"]]) {
          const args = ["-m", "mypy", ...strict, "--cache-dir", `${ROOT}build/mypy`, `signup${index}.py`];
          const env = { MYPYPATH: `${CLIENT}/src` };
          const checked = await run(python, args, { cwd: folder, env });
          assert.equal(checked.code, 0, checked.text);
        }
      }
    });
  },
});

Deno.test("no model has a number for a name", () => {
  const types = servedPythonFiles().get("src/winnow_client/types.py")!;
  const names = [...types.matchAll(/^(?:class )?([A-Z]\w*)(?:\(| =)/gm)].map(([, name]) => name!);
  assert.ok(names.includes("OutcomeLabel") && names.includes("OutcomeLabels") && names.length > 100);
  assert.deepEqual(names.filter((name) => /\d/.test(name)), []);
});
