/** How `deno task test` orders the files, counts them, and judges what a second run hides. */
import assert from "node:assert/strict";
import { GROUP_SIZE, groupsOf, needsProcess } from "../../../scripts/test/groups.ts";
import { MOST_HIDDEN, timesOf, verdictOf } from "../../../scripts/test/report.ts";
import { countsIn, type FileRun, runFile, runGroup } from "../../../scripts/test/run_file.ts";
import { filesAt, inJobs, lanesOf } from "../../../scripts/test/schedule.ts";
import { ALONE, BESIDE, LONG, SINGLE } from "../../lanes.ts";
import { inFolder } from "../../support/folder.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;

const run = (path: string, passed: number, failed: number, skipped = 0): FileRun => ({
  path,
  passed,
  failed,
  skipped,
  seconds: 1,
  output: "",
});

Deno.test("the counts of a run are those of its last summary", () => {
  const rows: readonly [output: string, counts: readonly number[] | null][] = [
    ["ok | 5 passed | 0 failed (280ms)", [5, 0, 0]],
    ["FAILED | 5 passed (2 steps) | 1 failed (3 steps) | 7 ignored (1s)", [5, 1, 7]],
    ["ok | 1 passed | 0 failed (1ms)\nof a test\nok | 2 passed | 0 failed | 1 ignored (1ms)", [2, 0, 1]],
    ["ok | 0 passed | 0 failed | 5 filtered out (1ms)", [0, 0, 0]],
    ["error: Module not found", null],
  ];
  for (const [output, counts] of rows) {
    const found = countsIn(output);
    assert.deepEqual(found === null ? null : [found.passed, found.failed, found.skipped], counts, output);
  }
});

Deno.test("a file that passes only alone is counted as passed and named; more than two fail the run", () => {
  const paths = Array.from({ length: MOST_HIDDEN + 1 }, (_, index) => `tests/unit/${index}_test.ts`);
  const first = [run("tests/unit/steady_test.ts", 9, 0, 4), ...paths.map((path) => run(path, 2, 1))];
  const within = verdictOf(first.slice(0, -1), paths.slice(0, -1).map((path) => run(path, 3, 0)));
  assert.deepEqual(within.lines, [
    "run again alone: 2 files; passed then: 2",
    "  tests/unit/0_test.ts: 1 failed at first",
    "  tests/unit/1_test.ts: 1 failed at first",
    "15 passed, 0 failed, 4 skipped",
  ]);
  assert.equal(within.isGreen, true);
  const beyond = verdictOf(first, paths.map((path) => run(path, 3, 0)));
  assert.equal(beyond.isGreen, false);
  assert.match(beyond.lines.at(-2)!, /at most 2 files/);
  assert.equal(beyond.lines.at(-1), "15 passed, 3 failed, 4 skipped");
});

Deno.test("what fails again has failed, and so has what was not run again", () => {
  const first = [run("tests/a_test.ts", 2, 1), run("tests/b_test.ts", 2, 2)];
  const again = verdictOf(first, [run("tests/a_test.ts", 3, 0), run("tests/b_test.ts", 3, 1)]);
  assert.equal(again.isGreen, false);
  assert.match(again.lines[0]!, /2 files; passed then: 1/);
  assert.equal(again.lines.at(-1), "6 passed, 1 failed, 0 skipped");
  assert.deepEqual(verdictOf(first, []), { lines: ["4 passed, 3 failed, 0 skipped"], isGreen: false });
});

Deno.test("seconds are summed for each folder of the suite", () => {
  const runs = [run("tests/unit/net/dns/a_test.ts", 1, 0), run("tests/unit/net/b_test.ts", 1, 0)];
  const times = timesOf([...runs, run("tests/property/c_test.ts", 1, 0)], 1);
  assert.deepEqual(times.slice(1, 3), ["     2.0 s  tests/unit/net", "     1.0 s  tests/property"]);
  assert.equal(times.length, 5);
});

Deno.test("long files start first; some run beside the others, some after them", () => {
  const lanes = { alone: ["a", "d"], long: ["e", "c"], beside: ["g", "f"] };
  assert.deepEqual(lanesOf(["a", "b", "c", "d", "e", "f", "g"], lanes), {
    together: ["e", "c", "b"],
    beside: ["g", "f"],
    alone: ["a", "d"],
  });
});

Deno.test("no more files run at a time than there are jobs, and all run", async () => {
  let [running, most] = [0, 0];
  const done: number[] = [];
  await inJobs([1, 2, 3, 4, 5], 2, async (item) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running--;
    done.push(item);
  });
  assert.equal(most, 2);
  assert.deepEqual(done.sort(), [1, 2, 3, 4, 5]);
});

Deno.test("the lanes name files that exist", async () => {
  const files = new Set(await filesAt(ROOT, ["tests"]));
  for (const path of [...Object.keys({ ...ALONE, ...BESIDE, ...SINGLE }), ...LONG]) {
    assert.ok(files.has(path), path);
  }
  await assert.rejects(filesAt(ROOT, ["tests/vectors/agent_rfc9421.json", "tests/support/app"]), /no file/);
});

Deno.test("a file passes, fails, or ends without a summary", async () => {
  await inFolder(async (root) => {
    const files = {
      "passes_test.ts": `Deno.test("a", () => {}); Deno.test.ignore("b", () => {});`,
      "fails_test.ts": `Deno.test("a", () => { console.error("to stderr"); throw new Error("no"); });`,
      "throws_test.ts": `throw new Error("outside");`,
      "ends_test.ts": `Deno.test("a", () => Deno.kill(Deno.pid, "SIGKILL"));`,
    };
    const counts: Record<string, number[]> = {};
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${root}/${name}`, text);
      const { passed, failed, skipped, output } = await runFile(name, { root });
      counts[name] = [passed, failed, skipped];
      if (name === "fails_test.ts") assert.match(output, /to stderr/);
    }
    assert.deepEqual(counts, {
      "passes_test.ts": [1, 0, 1],
      "fails_test.ts": [0, 1, 0],
      "throws_test.ts": [0, 1, 0],
      "ends_test.ts": [0, 1, 0],
    });
  });
});

Deno.test("a file that hangs is ended, says so, and fails; a process that it leaves behind does not hold the run", async () => {
  await inFolder(async (root) => {
    await Deno.writeTextFile(
      `${root}/hangs_test.ts`,
      `Deno.test("never ends", async () => { setInterval(() => {}, 1000); await new Promise(() => {}); });`,
    );
    const hung = await runFile("hangs_test.ts", { root, limitMs: 3_000 });
    assert.equal(hung.failed, 1);
    assert.match(hung.output, /never ends[^]*hangs_test\.ts: the test runner was ended after \d+ s/);
    await Deno.writeTextFile(
      `${root}/leaves_test.ts`,
      `Deno.test({ name: "leaves", sanitizeResources: false, sanitizeOps: false, fn() {
        const child = new Deno.Command("sleep", { args: ["20"], stdout: "inherit" }).spawn();
        child.unref();
      } });`,
    );
    const left = await runFile("leaves_test.ts", { root });
    assert.deepEqual([left.passed, left.failed, left.seconds < 15], [1, 0, true]);
  });
});

Deno.test("a file has a process of its own if it, or what it imports of the tests, changes or measures the process", () => {
  const files: Record<string, string> = {
    "tests/unit/a/pure_test.ts":
      `import { x } from "../../support/x.ts"; import "../../../src/y.ts"; x(Deno.pid);`,
    "tests/unit/a/comment_test.ts": "// Deno.chdir is not called.",
    "tests/unit/a/env_test.ts": `Deno.env.set("A", "b");`,
    "tests/unit/a/patch_test.ts": "Deno.writeTextFile = async () => {};",
    "tests/unit/a/prototype_test.ts": "RuleSet.prototype.add = () => {};",
    "tests/unit/a/global_test.ts": "globalThis.Worker = None;",
    "tests/unit/a/listener_test.ts": `addEventListener("unload", () => {});`,
    "tests/unit/a/time_test.ts": "const from = performance.now();",
    "tests/unit/a/only_test.ts": `Deno.test.only("a", () => {});`,
    "tests/unit/a/program_test.ts": `import { run } from "../../support/far.ts";`,
    "tests/support/x.ts": `export * from "./circle.ts";`,
    "tests/support/circle.ts": `export * from "./x.ts";`,
    "tests/support/far.ts": `export * from "./program.ts";`,
    "tests/support/program.ts": `new Deno.Command("server");`,
    "src/y.ts": "new Deno.Command();",
  };
  const sharing = Object.keys(files).filter((path) => !needsProcess(path, (path) => files[path] ?? ""))
    .filter((path) => path.endsWith("_test.ts"));
  assert.deepEqual(sharing, ["tests/unit/a/pure_test.ts", "tests/unit/a/comment_test.ts"]);
});

Deno.test("groups are of one folder, no larger than their bound, behind the long files and before the single ones", () => {
  const many = Array.from({ length: GROUP_SIZE + 1 }, (_, index) => `tests/contract/a/${index}_test.ts`);
  const files = [
    "tests/browser/b_test.ts",
    ...many,
    "tests/unit/a/c/d_test.ts",
    "tests/unit/a/e_test.ts",
    "tests/x/l_test.ts",
  ];
  const groups = groupsOf(files, { first: ["tests/x/l_test.ts"], single: [many[0]!], read: () => "" });
  assert.deepEqual(groups, [
    ["tests/x/l_test.ts"],
    many.slice(1),
    ["tests/unit/a/c/d_test.ts", "tests/unit/a/e_test.ts"],
    ["tests/browser/b_test.ts"],
    [many[0]],
  ]);
  const halves = groupsOf(many, { first: [], single: [], read: () => "" });
  assert.deepEqual(halves.map(({ length }) => length), [GROUP_SIZE / 2 + 0.5, GROUP_SIZE / 2 + 0.5]);
  assert.deepEqual(halves.flat().sort(), many.toSorted());
});

Deno.test("a group counts as one; if it does not pass, each of its files has a verdict", async () => {
  await inFolder(async (root) => {
    const files = {
      "one_test.ts": `Deno.test("a", () => {}); Deno.test.ignore("b", () => {});`,
      "two_test.ts": `Deno.test("c", () => {}); Deno.test("d", () => {});`,
      "fails_test.ts":
        `Deno.test("e => ./two_test.ts:1:1", () => { throw new Error("no"); }); Deno.test("f", () => {});`,
      "sets_test.ts": `Deno.test("g", () => { globalThis.set = true; });`,
      "meets_test.ts": `Deno.test("h", () => { if (globalThis.set) throw new Error("set"); });`,
      "ends_test.ts": `Deno.test("i", () => { if (Deno.args.length > 0) Deno.kill(Deno.pid, "SIGKILL"); });`,
      "throws_test.ts": `throw new Error("outside");`,
    };
    for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(`${root}/${name}`, text);
    type Row = readonly [path: string, passed: number, failed: number, skipped: number];
    const rows: readonly [paths: readonly string[], first: readonly Row[], again: readonly Row[]][] = [
      [["one_test.ts", "two_test.ts"], [["2 files from one_test.ts", 3, 0, 1]], []],
      [["one_test.ts", "fails_test.ts", "two_test.ts"], [
        ["3 files from one_test.ts", 0, 0, 0],
        ["one_test.ts", 1, 0, 1],
        // It runs once more, alone, like any other file that fails.
        ["fails_test.ts", 0, 1, 0],
        ["two_test.ts", 2, 0, 0],
      ], []],
      [["sets_test.ts", "meets_test.ts"], [
        ["2 files from sets_test.ts", 0, 0, 0],
        ["sets_test.ts", 1, 0, 0],
        ["meets_test.ts", 0, 1, 0],
      ], []],
      [["one_test.ts", "ends_test.ts"], [
        ["2 files from one_test.ts", 0, 1, 0],
        ["one_test.ts", 1, 0, 1],
        ["ends_test.ts", 1, 0, 0],
      ], [["2 files from one_test.ts", 0, 0, 0]]],
      [["throws_test.ts", "two_test.ts"], [
        ["2 files from throws_test.ts", 0, 0, 0],
        ["throws_test.ts", 0, 1, 0],
        ["two_test.ts", 2, 0, 0],
      ], []],
    ];
    const row = ({ path, passed, failed, skipped }: FileRun) => [path, passed, failed, skipped];
    for (const [paths, first, again] of rows) {
      const group = await runGroup(paths, { root });
      assert.deepEqual([group.first.map(row), group.again.map(row)], [first, again], paths.join(" "));
    }
  });
});
