import assert from "node:assert/strict";
import { checkModules, type Module } from "../../../scripts/check_layers.ts";

const CLEAN = "export const x = 1;\n";

function check(modules: Module[], sources: Record<string, string> = {}): string[] {
  return checkModules(modules, (path) => sources[path] ?? CLEAN);
}

const module = (path: string, imports: string[] = [], packages: string[] = []): Module => ({
  path,
  imports,
  packages,
});

const ROWS: { name: string; modules: Module[]; sources?: Record<string, string>; expected: RegExp | null }[] =
  [
    {
      name: "an allowed import passes",
      modules: [module("src/scoring/a.ts", ["src/model/b.ts"]), module("src/model/b.ts")],
      expected: null,
    },
    {
      name: "a layer may import itself",
      modules: [module("src/model/a.ts", ["src/model/b.ts"]), module("src/model/b.ts")],
      expected: null,
    },
    {
      name: "a forbidden import is found",
      modules: [module("src/model/a.ts", ["src/store/b.ts"]), module("src/store/b.ts")],
      expected: /model may not import store/,
    },
    {
      name: "http may not reach the net",
      modules: [module("src/http/a.ts", ["src/net/b.ts"]), module("src/net/b.ts")],
      expected: /http may not import net/,
    },
    {
      name: "one signal may not import another",
      modules: [module("src/signals/ip/a.ts", ["src/signals/phone/b.ts"]), module("src/signals/phone/b.ts")],
      expected: /ip may not import phone/,
    },
    {
      name: "email may import domain",
      modules: [
        module("src/signals/email/a.ts", ["src/signals/domain/b.ts"]),
        module("src/signals/domain/b.ts"),
      ],
      expected: null,
    },
    {
      name: "domain may not import email",
      modules: [
        module("src/signals/domain/a.ts", ["src/signals/email/b.ts"]),
        module("src/signals/email/b.ts"),
      ],
      expected: /domain may not import email/,
    },
    {
      name: "a forbidden package is found",
      modules: [module("src/model/a.ts", [], ["hono"])],
      expected: /model may not use the package hono/,
    },
    {
      name: "a file outside the layers is found",
      modules: [module("src/utils/a.ts")],
      expected: /belongs to no layer/,
    },
    {
      name: "a cycle is found",
      modules: [
        module("src/model/a.ts", ["src/model/b.ts"]),
        module("src/model/b.ts", ["src/model/a.ts"]),
      ],
      expected: /cycle: src\/model\/a\.ts > src\/model\/b\.ts > src\/model\/a\.ts/,
    },
    {
      name: "a clock in a pure file is found",
      modules: [module("src/scoring/a.ts")],
      sources: { "src/scoring/a.ts": "const t = Date.now();\n" },
      expected: /is pure, yet names/,
    },
    {
      name: "randomness in a pure file is found",
      modules: [module("src/signals/ip/score.ts")],
      sources: { "src/signals/ip/score.ts": "const r = Math.random();\n" },
      expected: /is pure/,
    },
    {
      name: "a comment may name the clock",
      modules: [module("src/scoring/a.ts")],
      sources: { "src/scoring/a.ts": "// not Date.now()\nexport const x = 1;\n" },
      expected: null,
    },
    {
      name: "a collector may name the clock",
      modules: [module("src/signals/ip/collect.ts")],
      sources: { "src/signals/ip/collect.ts": "const t = Date.now();\n" },
      expected: null,
    },
    {
      name: "a long file is found",
      modules: [module("src/store/a.ts")],
      sources: { "src/store/a.ts": "x\n".repeat(251) },
      expected: /251 lines/,
    },
  ];

for (const row of ROWS) {
  Deno.test(`check_layers: ${row.name}`, () => {
    const problems = check(row.modules, row.sources);
    if (row.expected === null) assert.deepEqual(problems, []);
    else assert.ok(problems.some((problem) => row.expected!.test(problem)), problems.join("\n"));
  });
}
