/** Runs files of tests, each in a process of its own or several in one. */

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

/** Imports the files of a group. */
const GROUP_ENTRY = new URL("group_entry.ts", import.meta.url).pathname;
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

interface RunOptions {
  readonly root: string;
  /** Of `deno test`. */
  readonly options?: readonly string[];
  readonly env?: Record<string, string>;
  /** After which the process is ended and counts as failed, with what it wrote until then. */
  readonly limitMs?: number;
}

export function runFile(path: string, options: RunOptions): Promise<FileRun> {
  return runProcess(path, [path], options);
}

/**
 * Runs files in one process. If it does not pass, the files without a failed test run again, each by itself, so that there is
 * a verdict of each.
 * @returns `again`: what the second runs came to if the process failed outside of the tests, but no file by itself
 */
export async function runGroup(
  paths: readonly string[],
  options: RunOptions,
): Promise<{ readonly first: readonly FileRun[]; readonly again: readonly FileRun[] }> {
  if (paths.length === 1) return { first: [await runFile(paths[0]!, options)], again: [] };
  const group = await runProcess(nameOf(paths), [GROUP_ENTRY, "--", ...paths], options);
  const output = `${paths.join(" ")}\n${group.output.trim()}`;
  if (group.failed === 0) return { first: [{ ...group, output }], again: [] };
  const named = failedIn(group.output);
  const first: FileRun[] = [];
  for (const path of paths) {
    const failed = named.get(path);
    first.push(
      failed === undefined
        ? await runFile(path, options)
        : { path, passed: 0, failed, skipped: 0, seconds: 0, output: "" },
    );
  }
  const isExplained = first.some(({ failed }) => failed > 0);
  const none = { ...group, passed: 0, skipped: 0, output };
  first.unshift(isExplained ? { ...none, failed: 0 } : { ...none, failed: Math.max(1, group.failed) });
  return { first, again: isExplained ? [] : [{ ...none, failed: 0 }] };
}

/** Names the folder that all are in, how many they are, and the first one. */
function nameOf(paths: readonly string[]): string {
  let folder = paths[0]!;
  do folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1); while (
    !paths.every((path) => path.startsWith(folder))
  );
  return `${folder}${paths.length} files from ${paths[0]!.slice(folder.length).replaceAll("/", " ")}`;
}

/** How many failed tests the list at the end of the output has of each file. */
function failedIn(output: string): Map<string, number> {
  const list = output.slice(output.lastIndexOf("\n FAILURES \n")).split("\n\n")[1] ?? "";
  const paths = [...list.matchAll(/ => \.\/(\S+):\d+:\d+$/gm)].map(([, path]) => path!);
  return new Map([...Map.groupBy(paths, (path) => path)].map(([path, all]) => [path, all.length]));
}

/** @param args the last ones of `deno test` */
async function runProcess(
  path: string,
  args: readonly string[],
  { root, options = [], env = {}, limitMs = LIMIT_MS }: RunOptions,
): Promise<FileRun> {
  const from = performance.now();
  // The shell joins both streams in the order in which they are written.
  const command = [
    Deno.execPath(),
    "test",
    "-A",
    "--unstable-kv",
    "--no-check",
    "--quiet",
    ...options,
    ...args,
  ];
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
