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

/** @param options of `deno test` */
export async function runFile(
  path: string,
  { root, options = [], env = {} }: {
    root: string;
    options?: readonly string[];
    env?: Record<string, string>;
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
  });
  const { code, stdout } = await child.output();
  const output = new TextDecoder().decode(stdout);
  const seconds = (performance.now() - from) / 1000;
  const counts = countsIn(output);
  if (counts === null) {
    const ended = `${path}: the test runner ended with ${code} and without a summary\n`;
    return { path, passed: 0, failed: 1, skipped: 0, seconds, output: output + ended };
  }
  // An error outside of the tests, such as a leak after the last one, fails the file.
  const failed = code === 0 ? counts.failed : Math.max(1, counts.failed);
  return { path, ...counts, failed, seconds, output };
}
