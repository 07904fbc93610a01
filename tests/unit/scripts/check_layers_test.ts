import assert from "node:assert/strict";
import { checkFolders, checkModules, checkTable, layerOf } from "../../../scripts/check_layers.ts";
import { MAX_FILES } from "../../../scripts/layers.ts";
import type { Module } from "../../../scripts/read_modules.ts";

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
      modules: [module("src/model/a.ts", ["src/db/b.ts"]), module("src/db/b.ts")],
      expected: /model may not import db/,
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
      name: "rooms of one signal may import one another",
      modules: [
        module("src/signals/email/mailbox/pace.ts", ["src/signals/email/parse.ts"]),
        module("src/signals/email/parse.ts"),
      ],
      expected: null,
    },
    {
      name: "a room of a signal may not import another signal",
      modules: [
        module("src/signals/email/mailbox/pace.ts", ["src/signals/phone/parse.ts"]),
        module("src/signals/phone/parse.ts"),
      ],
      expected: /email may not import phone/,
    },
    {
      name: "a room of e-mail may import domain",
      modules: [
        module("src/signals/email/mailbox/pace.ts", ["src/signals/domain/parse.ts"]),
        module("src/signals/domain/parse.ts"),
      ],
      expected: null,
    },
    {
      name: "the command line may import the server",
      modules: [module("src/cli/run.ts", ["src/server/serve.ts"]), module("src/server/serve.ts")],
      expected: null,
    },
    {
      name: "the server may not import the command line",
      modules: [module("src/server/serve.ts", ["src/cli/run.ts"]), module("src/cli/run.ts")],
      expected: /server may not import cli/,
    },
    {
      name: "the app may not import the server",
      modules: [module("src/app/app.ts", ["src/server/serve.ts"]), module("src/server/serve.ts")],
      expected: /app may not import server/,
    },
    {
      name: "the app may use no package of its parts",
      modules: [module("src/app/app.ts", [], ["hono"])],
      expected: /app may not use the package hono/,
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
      modules: [module("src/db/a.ts")],
      sources: { "src/db/a.ts": "x\n".repeat(401) },
      expected: /401 lines/,
    },
    {
      name: "module-level state is found in any layer",
      modules: [module("src/db/a.ts")],
      sources: { "src/db/a.ts": "const seen = new WeakSet<object>();\n" },
      expected: /src\/db\/a\.ts: seen is mutable state at module level/,
    },
    {
      name: "a comment may show module-level state",
      modules: [module("src/db/a.ts")],
      sources: { "src/db/a.ts": "/*\nlet x = 1;\n*/\nexport const y = 1;\n" },
      expected: null,
    },
  ];

for (const row of ROWS) {
  Deno.test(`check_layers: ${row.name}`, () => {
    const problems = check(row.modules, row.sources);
    if (row.expected === null) assert.deepEqual(problems, []);
    else assert.ok(problems.some((problem) => row.expected!.test(problem)), problems.join("\n"));
  });
}

Deno.test("check_layers: a file in a room of a signal belongs to the signal's layer, a collector there to evidence", () => {
  assert.equal(layerOf("src/signals/email/mailbox/pace.ts")?.name, "signal");
  assert.equal(layerOf("src/signals/email/mailbox/mailbox.ts")?.name, "collectors");
  assert.equal(layerOf("src/signals/agent/directory/directory.ts")?.name, "collectors");
});

Deno.test("check_layers: an allowed package or layer that no module uses is found", () => {
  const used = [module("src/service/rules/a.ts", ["src/records/b.ts"], ["csv-parse"])];
  const [without, within] = [checkTable([]), checkTable(used)];
  for (const problem of [/service does not use csv-parse/, /service does not import records/]) {
    assert.ok(without.some((line) => problem.test(line)));
    assert.ok(!within.some((line) => problem.test(line)));
  }
  assert.ok(within.some((line) => /service does not use lru-cache/.test(line)));
});

Deno.test("check_layers: a crowded folder is found, its subfolders do not count; and one of two files", () => {
  const below = ["rules", "cases", "score"].flatMap((folder) =>
    [1, 2, 3].map((index) => `src/service/${folder}/more${index}.ts`)
  );
  const others = ["src/http/a.ts", "src/http/b.ts", "src/http/c.ts", "src/net/smtp/a.ts"];
  const nested = ["src/net/smtp/b.ts", "src/net/smtp/c.ts", "src/net/a.ts", "src/net/b.ts"];
  const fine = [...below, ...others, ...nested, "tests/unit/a_test.ts"];
  assert.deepEqual(checkFolders(fine), []);
  const files = Array.from({ length: MAX_FILES - 2 }, (_, index) => `src/service/rules/file${index}.ts`);
  assert.deepEqual(checkFolders([...fine, ...files, "src/net/dns/a.ts", "src/net/dns/b.ts"]), [
    `src/service/rules: ${MAX_FILES + 1} files, at most ${MAX_FILES}`,
    "src/net/dns: 2 files and folders, at least 3",
  ]);
});
