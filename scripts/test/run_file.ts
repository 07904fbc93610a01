/** Runs one file of tests in a process of its own. */

export interface FileRun {
  readonly path: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
  readonly output: string;
}

/** What the last summary of the runner's output counts; null: it ended without one. */
export function countsIn(output: string): { passed: number; failed: number; skipped: number } | null {
  const summary =
    /(\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?(?: \| (\d+) ignored)?/g;
  const counts = [...output.matchAll(summary)].at(-1);
  if (counts === undefined) return null;
  const [passed, failed, skipped] = counts.slice(1).map((count) => Number(count ?? 0));
  return { passed: passed!, failed: failed!, skipped: skipped! };
}

/** The longest file takes 100 s on idle cores. One that hangs must not take the whole run with it. */
const LIMIT_MS = 10 * 60_000;
/** A process that a test left behind may hold the output open after the runner has ended. */
const REST_MS = 2_000;

/** What a process writes until it ends, or until `limitMs` have passed, when it is killed. */
async function outputOf(
  child: Deno.ChildProcess,
  limitMs: number,
): Promise<{ code: number; output: string; isKilled: boolean }> {
  let isKilled = false;
  const limit = setTimeout(() => {
    isKilled = true;
    child.kill("SIGKILL");
  }, limitMs);
  const parts: string[] = [];
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const read = (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
  })();
  const { code } = await child.status;
  clearTimeout(limit);
  const rest = setTimeout(() => void reader.cancel(), REST_MS);
  await read;
  clearTimeout(rest);
  return { code, output: parts.join(""), isKilled };
}

/**
 * @param options of `deno test`
 * @param limitMs after which the file is ended and counts as failed, with what it wrote until then
 */
export async function runFile(
  path: string,
  { root, options = [], env = {}, limitMs = LIMIT_MS }: {
    root: string;
    options?: readonly string[];
    env?: Record<string, string>;
    limitMs?: number;
  },
): Promise<FileRun> {
  const from = performance.now();
  // The shell joins both streams in the order in which they are written.
  const command = [Deno.execPath(), "test", "-A", "--unstable-kv", "--no-check", "--quiet", ...options, path];
  const child = new Deno.Command("sh", {
    args: ["-c", 'exec "$@" 2>&1', "sh", ...command],
    cwd: root,
    env: { NO_COLOR: "1", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const { code, output, isKilled } = await outputOf(child, limitMs);
  const seconds = (performance.now() - from) / 1000;
  const counts = isKilled ? null : countsIn(output);
  if (counts === null) {
    const how = isKilled
      ? `was ended after ${seconds.toFixed(0)} s`
      : `ended with ${code} and without a summary`;
    const ended = `\n${path}: the test runner ${how}\n`;
    return { path, passed: 0, failed: 1, skipped: 0, seconds, output: output + ended };
  }
  // An error outside of the tests, such as a leak after the last one, fails the file.
  const failed = code === 0 ? counts.failed : Math.max(1, counts.failed);
  return { path, ...counts, failed, seconds, output };
}
