/** What comments and documents say about the sources is checked where it can be: paths, README's length, its packages. */
import assert from "node:assert/strict";
import { foldersOf, missingPaths, namedPaths } from "../../../scripts/named_paths.ts";
import { filesBelow } from "../../../scripts/read_modules.ts";
import config from "../../../deno.json" with { type: "json" };

const ROOT = new URL("../../../", import.meta.url).pathname;
const FOLDERS = [
  ".ci",
  ".github",
  "bench",
  "clients",
  "data",
  "deploy",
  "docs",
  "examples",
  "scripts",
  "src",
  "tests",
];
const PROSE = /\.(ts|tsx|js|mjs|css|py|md|yml|yaml|conf|cfg|service)$|Dockerfile$|Caddyfile$|\.ci\/run$/;

Deno.test("every path that a comment or a document names exists", async () => {
  const top = [...Deno.readDirSync(ROOT)].filter(({ isFile }) => isFile).map(({ name }) => name);
  const below = await Promise.all(FOLDERS.map((folder) => filesBelow(ROOT, folder)));
  const files = [...top, ...below.flat()];
  const existing = new Set([...files, ...files.flatMap(foldersOf)]);
  // CHANGELOG tells of files as they were.
  const read = files.filter((file) =>
    PROSE.test(file) && !/^(CHANGELOG\.md$|clients\/typescript\/dist\/)|named_paths_test/.test(file)
  );
  const missing = read.flatMap((file) =>
    missingPaths(file, Deno.readTextFileSync(`${ROOT}${file}`), existing)
  );
  assert.deepEqual(missing, []);
});

Deno.test("README is short and names each package", () => {
  const readme = Deno.readTextFileSync(`${ROOT}README.md`);
  assert.ok(readme.split("\n").length - 1 <= 150, "at most 150 lines");
  const packages = Object.keys(config.imports).filter((name) => !/^(winnow-client|next)\b/.test(name));
  for (const name of packages) {
    const scope = name.startsWith("@") ? `${name.split("/")[0]}/*` : name;
    assert.ok(readme.includes(`\`${name}\``) || readme.includes(`\`${scope}\``), `${name} has no reason`);
  }
});

Deno.test("paths are found in comments and outside of code blocks, braces and anchors read", () => {
  const paths = (file: string, text: string) => namedPaths(file, text).map(({ path }) => path);
  assert.deepEqual(paths("src/a.ts", 'import "./b.ts"; // as c.ts\nconst x = "d.ts"; /* e/{f,g}.ts */'), [
    "c.ts",
    "e/f.ts",
    "e/g.ts",
  ]);
  assert.deepEqual(paths("a.md", "`b.ts`, [c](docs/c.md#d).\n```\ne.ts\n```\n"), ["b.ts", "docs/c.md"]);
  assert.deepEqual(paths("a.py", 'x = "b.py"  # c.py'), ["c.py"]);
  assert.deepEqual(
    paths("a.md", "https://x.example/b.js /fp.js FILE.csv Next.js <signal>/score.ts and/or"),
    [],
  );
  const existing = new Set(["src/x/a.ts", "src/x/b.ts", "src/", "src/x/"]);
  assert.deepEqual(missingPaths("docs/a.md", "`x/a.ts` and `b.ts`", existing), []);
  assert.deepEqual(missingPaths("docs/a.md", "\n`b.ts` and `x/a.ts`", existing), [
    "docs/a.md:2: b.ts does not exist",
  ]);
  assert.deepEqual(missingPaths("src/x/a.ts", "// see b.ts, x/, c.ts", existing), [
    "src/x/a.ts:1: c.ts does not exist",
  ]);
});
