/** How `deno task test` orders the files, counts them, and judges what a second run hides. */
import assert from "node:assert/strict";
import { MOST_HIDDEN, timesOf, verdictOf } from "../../../scripts/test/report.ts";
import { countsIn, type FileRun, runFile } from "../../../scripts/test/run_file.ts";
import { filesAt, inJobs, lanesOf } from "../../../scripts/test/schedule.ts";
import { ALONE, BESIDE, LONG } from "../../lanes.ts";
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
  for (const path of [...Object.keys({ ...ALONE, ...BESIDE }), ...LONG]) assert.ok(files.has(path), path);
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
