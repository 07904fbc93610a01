/**
 * `deno task test`: builds the data bundle when it is missing, runs all tests or the given paths, and ends with one line
 * `N passed, N failed, N skipped`. A test that needs a missing program is skipped; its name says which.
 *
 * Some tests hold the service to a bound in seconds, which a machine that is busy with something else can miss. When no more
 * than MOST_AGAIN files fail, they are run once more, alone; what fails then has failed, and the first failure stays printed.
 */
import { buildBundle, progressPrinter } from "./data.ts";

const MOST_AGAIN = 4;
/** The list of failures is at the end of the output. */
const TAIL_CHARACTERS = 50_000;

interface Run {
  readonly code: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Paths of the files with failures. */
  readonly failedFiles: readonly string[];
}

const root = new URL("../", import.meta.url).pathname;

/** Null: the runner ended without a summary. */
async function run(paths: readonly string[]): Promise<Run | null> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--unstable-kv", "--no-check", "--quiet", ...paths],
    cwd: root,
    stdout: "piped",
    stderr: "inherit",
    env: { NO_COLOR: "1" },
  }).spawn();
  let tail = "";
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    await Deno.stdout.write(chunk);
    tail = (tail + decoder.decode(chunk, { stream: true })).slice(-TAIL_CHARACTERS);
  }
  const { code } = await child.status;
  const summary =
    /(\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?(?: \| (\d+) ignored)?/g;
  const counts = [...tail.matchAll(summary)].at(-1);
  if (counts === undefined) return null;
  const [passed, failed, skipped] = counts.slice(1).map((count) => Number(count ?? 0));
  const failures = tail.slice(tail.lastIndexOf("\n FAILURES \n"));
  const named = failures.matchAll(/^(?:.* => )?\.\/(tests\/\S+?)(?::\d+:\d+| \(uncaught error\))$/gm);
  const failedFiles = code === 0 ? [] : [...new Set([...named].map(([, file]) => file!))];
  return { code, passed: passed!, failed: failed!, skipped: skipped!, failedFiles };
}

await buildBundle({ root, out: `${root}build`, onProgress: progressPrinter() });
const first = await run(Deno.args.length > 0 ? Deno.args : ["tests"]);
const files = first?.failedFiles ?? [];
const isAgain = files.length > 0 && files.length <= MOST_AGAIN;
if (isAgain) console.log(`failed; run again alone: ${files.join(" ")}`);
const again = isAgain ? await run(files) : null;
if (first === null || isAgain && again === null) {
  console.error("the test runner ended without a summary");
  console.log("0 passed, 1 failed");
  Deno.exit(1);
}
const { code, failed } = again ?? first;
console.log(`${first.passed + first.failed - failed} passed, ${failed} failed, ${first.skipped} skipped`);
Deno.exit(code);
