import assert from "node:assert/strict";
import { unusedExports } from "../../../scripts/unused_exports.ts";

const ROWS: { name: string; files: Record<string, string>; found: RegExp | null }[] = [
  {
    name: "an export that another file imports",
    files: { "src/a.ts": "export const x = 1;", "src/b.ts": 'import { x } from "./a.ts";' },
    found: null,
  },
  {
    name: "a type that another file imports with others",
    files: {
      "src/a.ts": "export interface X {}\nexport const y = 1;",
      "src/b.ts": 'import {\n  type X,\n  y as z,\n} from "./a.ts";',
    },
    found: null,
  },
  {
    name: "an export that only its own file uses",
    files: { "src/a.ts": "export function x() {}\nx();" },
    found: /^src\/a\.ts: nothing else uses the export x$/,
  },
  {
    name: "an export that a comment names",
    files: { "src/a.ts": "export const x = 1;", "src/b.ts": 'import "./a.ts"; // x' },
    found: /nothing else uses the export x/,
  },
  {
    name: "an export that only tests use",
    files: {
      "src/a.ts": "/** x is dead */\nexport const x = 1;",
      "tests/a_test.ts": 'import { x } from "../src/a.ts";',
    },
    found: /^src\/a\.ts: only tests use x$/,
  },
  {
    name: "a part that its own file uses and a test tries by itself",
    files: {
      "src/a.ts": "export const x = 1;\nuse(x);",
      "tests/a_test.ts": 'import { x } from "../src/a.ts";',
    },
    found: null,
  },
  {
    name: "a part of a script that only its test uses",
    files: {
      "scripts/a.ts": "export const x = 1;",
      "tests/a_test.ts": 'import { x } from "../scripts/a.ts";',
    },
    found: null,
  },
  {
    name: "an export that is handed on, and used there",
    files: {
      "src/a.ts": "export const x = 1;",
      "src/b.ts": 'export { x } from "./a.ts";',
      "src/c.ts": 'import { x } from "./b.ts";',
    },
    found: null,
  },
  {
    name: "a file that is handed on whole",
    files: {
      "src/a.ts": "export const x = 1;\nexport const y = 1;",
      "src/b.ts": 'export * from "./a.ts";',
      "src/c.ts": 'import { x } from "./b.ts";',
    },
    found: /^src\/a\.ts: nothing else uses the export y$/,
  },
  {
    name: "an export that is handed on to nobody",
    files: { "src/a.ts": "export const x = 1;", "src/b.ts": 'export { x } from "./a.ts";' },
    found: /^src\/b\.ts: nothing else uses the export x$/,
  },
  {
    name: "a file that is imported whole, and when it is needed",
    files: {
      "src/a.ts": "export const x = 1;",
      "src/b.ts": "export async function y() {}",
      "src/c.ts": 'import * as all from "./a.ts";\nuse(all.x, (await import("./b.ts")).y);',
    },
    found: null,
  },
  { name: "an example and a test", files: { "examples/a.mjs": "export const x = 1;" }, found: null },
];

for (const { name, files, found } of ROWS) {
  Deno.test(`unused exports: ${name}`, () => {
    const problems = unusedExports(new Map(Object.entries(files)));
    if (found === null) assert.deepEqual(problems, []);
    else assert.match(problems.join("\n"), found);
  });
}
