/**
 * `deno task test [PATH…] [--OPTION…]`: builds the data bundle and the clients when they are missing, runs all files of tests
 * or those at the paths, and ends with one line `N passed, N failed, N skipped`. Options are those of `deno test`. A test that
 * needs a missing program is skipped; its name says which.
 *
 * Two processes run at a time, but for the lanes of `tests/lanes.ts`. Files that change nothing of their process share one
 * with some of their folder; the others have one each. Files with failures are
 * run once more, alone: some hold the service to a bound in seconds, which a machine that is busy with something else can
 * miss. How many passed only then is printed, and more than a few of them fail the run.
 */
import { ALONE, BESIDE, LONG, SINGLE } from "../tests/lanes.ts";
import { RUN_FOLDER_VARIABLE } from "../tests/support/clients/npm.ts";
import { ROUNDS_VARIABLE } from "../tests/support/rounds.ts";
import { postgresOfRun } from "../tests/support/servers/shared_postgres.ts";
import { buildClients } from "./clients.ts";
import { buildBundle, progressPrinter } from "./data.ts";
import { MOST_AGAIN, timesOf, verdictOf } from "./test/report.ts";
import { groupsOf, readerOf } from "./test/groups.ts";
import { type FileRun, runGroup } from "./test/run_file.ts";
import { filesAt, inJobs, lanesOf } from "./test/schedule.ts";

/** More rounds of what is random or interrupted. A server would refuse the name of the variable as a wrong setting. */
const ROUNDS = Deno.env.get("WINNOW_TEST_ROUNDS") ?? "1";
Deno.env.delete("WINNOW_TEST_ROUNDS");
/** How many files run at a time; `TEST_JOBS` in the environment changes it. */
const JOBS = Number(Deno.env.get("TEST_JOBS") ?? 2);
/**
 * Where the files make their temporary folders, if not where all programs do: in memory (`.ci/run`), since each start of a
 * server and each write waits for the disk. Tests kill the program, never the machine.
 */
const TEMP_FOLDER = Deno.env.get("TEST_TEMP_FOLDER");
const SLOWEST = 10;

const root = new URL("../", import.meta.url).pathname;
const isOption = (arg: string) => arg.startsWith("-");
const options = Deno.args.filter(isOption);
const paths = Deno.args.filter((arg) => !isOption(arg));

const again: FileRun[] = [];

async function run(groups: readonly (readonly string[])[], jobs: number): Promise<FileRun[]> {
  const runs: FileRun[] = [];
  const env = {
    ...postgres.env,
    [ROUNDS_VARIABLE]: ROUNDS,
    [RUN_FOLDER_VARIABLE]: runFolder,
    TMPDIR: runFolder,
  };
  await inJobs(groups, jobs, async (paths) => {
    const group = await runGroup(paths, { root, options, env });
    for (const { output } of group.first) console.log(output.trim());
    runs.push(...group.first);
    again.push(...group.again);
  });
  return runs;
}

await buildBundle({ root, out: `${root}build`, onProgress: progressPrinter() });
await buildClients();
// The server of all files stays on disk: it grows to gigabytes, and waits for none of its writes.
const postgres = postgresOfRun();
const runFolder = await Deno.makeTempDir({
  prefix: "winnow-run-",
  ...(TEMP_FOLDER === undefined ? {} : { dir: TEMP_FOLDER }),
});
// PostgreSQL does not run as root: its user passes through to the folders that it is given.
await Deno.chmod(runFolder, 0o755);
const { together, beside, alone } = lanesOf(await filesAt(root, paths.length > 0 ? paths : ["tests"]), {
  beside: Object.keys(BESIDE),
  alone: Object.keys(ALONE),
  long: LONG,
});
const from = performance.now();
const each = (files: readonly string[]) => files.map((path) => [path]);
const groups = groupsOf(together, { first: LONG, single: Object.keys(SINGLE), read: readerOf(root) });
const first = (await Promise.all([run(groups, JOBS), run(each(beside), 1)])).flat();
first.push(...await run(each(alone), 1));
const hasRunAgain = new Set(again.map(({ path }) => path));
const failing = first.filter(({ path, failed }) => failed > 0 && !hasRunAgain.has(path)).map(({ path }) =>
  path
);
if (failing.length > 0) console.log(`\nfailed: ${failing.join(" ")}`);
const isAgain = failing.length <= MOST_AGAIN;
if (isAgain && failing.length > 0) console.log("run again, alone:");
if (isAgain) again.push(...await run(each(failing), 1));
await postgres[Symbol.asyncDispose]();
// A process that a test left behind may still write.
await Deno.remove(runFolder, { recursive: true }).catch((error) => console.log(String(error)));
console.log(`\n${timesOf(first, SLOWEST).join("\n")}`);
console.log(`all: ${((performance.now() - from) / 1000).toFixed(0)} s`);
const { lines, isGreen } = verdictOf(first, again);
console.log(lines.join("\n"));
Deno.exit(isGreen ? 0 : 1);
