/** The program that `deno task start` runs: its modules in a few files, each finding its threads and data as in the checkout. */
import assert from "node:assert/strict";
import { buildProgram, inAscii, withModuleAddresses } from "../../../scripts/program.ts";
import { filesBelow, withoutComments } from "../../../scripts/read_modules.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const FOLDER = `${ROOT}build/program`;

const LINES: readonly (readonly [string, string])[] = [
  ["// src/a/b.ts", "// src/a/b.ts"],
  [
    'new Worker(new URL("./w.ts", import.meta.url), {',
    'new Worker(new URL("./w.ts", new URL("../../src/a/b.ts", import.meta.url)), {',
  ],
  [
    "return new URL(relative, import.meta.url);",
    'return new URL(relative, new URL("../../src/a/b.ts", import.meta.url));',
  ],
  ["// Not a module.", "// Not a module."],
  [
    '  new URL("x", import.meta.url)',
    '  new URL("x", new URL("../../src/a/b.ts", import.meta.url))',
  ],
  ["// examples/server.mjs", "// examples/server.mjs"],
  ['var text = "new URL(x, import.meta.url)";', 'var text = "new URL(x, import.meta.url)";'],
  ["// node_modules/.deno/p@1/x.js", "// node_modules/.deno/p@1/x.js"],
  ["createRequire(import.meta.url);", "createRequire(import.meta.url);"],
  ["// main.ts", "// main.ts"],
  ["if (import.meta.main) run();", "if (import.meta.main) run();"],
];

Deno.test("only code of src/ gets the addresses of its modules", () => {
  const written = withModuleAddresses(LINES.map(([line]) => line).join("\n"));
  assert.deepEqual(written.split("\n"), LINES.map(([, line]) => line));
});

Deno.test("what is not ASCII is escaped, and expressions find the same", () => {
  for (const [expression, text] of [["/^[é＋]$/", "＋"], ["/^[a😀]$/u", "😀"], ["/^😀$/", "😀"]]) {
    const escaped = inAscii(`${expression}.test(${JSON.stringify(text)})`);
    assert.match(escaped, /^[\0-\x7f]+$/);
    assert.equal((0, eval)(escaped), true, escaped);
  }
});

Deno.test("every module that uses its own address has it in the program", async () => {
  assert.equal(await buildProgram(ROOT), null);
  const users = (await filesBelow(ROOT, "src")).filter((path) =>
    /\.tsx?$/.test(path) &&
    withoutComments(Deno.readTextFileSync(`${ROOT}${path}`)).includes("import.meta.url")
  );
  assert.ok(users.length >= 5, users.join(" "));
  const main = Deno.readTextFileSync(`${FOLDER}/main.js`);
  // Files of earlier builds lie in the folder, too.
  const parts = new Set<string>();
  const follow = (code: string) => {
    for (const [, name] of code.matchAll(/"\.\/([\w.-]+\.js)"/g)) {
      if (parts.has(name!)) continue;
      parts.add(name!);
      follow(Deno.readTextFileSync(`${FOLDER}/${name}`));
    }
  };
  follow(main);
  const code = main + [...parts].map((name) => Deno.readTextFileSync(`${FOLDER}/${name}`)).join("");
  assert.match(code, /^[\0-\x7f]+$/);
  for (const path of users) assert.ok(code.includes(`new URL("../../${path}", import.meta.url)`), path);
});

Deno.test("a current program is not built again, a changed one is", async () => {
  await buildProgram(ROOT);
  const stat = () => Deno.statSync(`${FOLDER}/main.js`).ino;
  const [before, text] = [stat(), Deno.readTextFileSync(`${FOLDER}/main.js`)];
  await buildProgram(ROOT);
  assert.equal(stat(), before);
  Deno.writeTextFileSync(`${FOLDER}/main.js`, text.replace("// sources ", "// sources of before "));
  await buildProgram(ROOT);
  assert.equal(Deno.readTextFileSync(`${FOLDER}/main.js`), text);
});
