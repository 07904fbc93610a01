/** What a run of all files comes to. */
import type { FileRun } from "./run_file.ts";

/** Files that may fail and pass when they run once more, alone: some tests hold to a bound in seconds. */
export const MOST_HIDDEN = 2;
/** More failing files than this are not run again. */
export const MOST_AGAIN = 10;

/**
 * The last lines of a run: what the second runs hid, and the counts.
 * @param again the second runs of files that failed in `first`
 */
export function verdictOf(
  first: readonly FileRun[],
  again: readonly FileRun[],
): { lines: string[]; isGreen: boolean } {
  const second = new Map(again.map((run) => [run.path, run]));
  const hidden = first.filter((run) => run.failed > 0 && second.get(run.path)?.failed === 0);
  const areTooMany = hidden.length > MOST_HIDDEN;
  const lines: string[] = [];
  if (again.length > 0) {
    lines.push(`run again alone: ${again.length} files; passed then: ${hidden.length}`);
    lines.push(...hidden.map(({ path, failed }) => `  ${path}: ${failed} failed at first`));
  }
  if (areTooMany) lines.push(`at most ${MOST_HIDDEN} files may pass only when they run alone`);
  let [passed, failed, skipped] = [0, 0, 0];
  for (const run of first) {
    const counted = areTooMany ? run : second.get(run.path) ?? run;
    passed += counted.passed;
    failed += counted.failed;
    skipped += counted.skipped;
  }
  lines.push(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return { lines, isGreen: failed === 0 };
}

/** `tests/contract/rules/import_test.ts` → `tests/contract/rules`. */
function folderOf(path: string): string {
  return path.split("/").slice(0, -1).slice(0, 3).join("/");
}

/** The seconds that the files of each folder took, the longest first, and those of the slowest files. */
export function timesOf(runs: readonly FileRun[], slowest: number): string[] {
  const rows = (named: Iterable<readonly [string, number]>) =>
    [...named].sort(([, a], [, b]) => b - a).map(([name, seconds]) =>
      `${seconds.toFixed(1).padStart(8)} s  ${name}`
    );
  const folders = Map.groupBy(runs, ({ path }) => folderOf(path));
  const sums = [...folders].map(([folder, files]) =>
    [folder, files.reduce((sum, { seconds }) => sum + seconds, 0)] as const
  );
  const files = rows(runs.map(({ path, seconds }) => [path, seconds] as const)).slice(0, slowest);
  return ["seconds of each folder:", ...rows(sums), "of the slowest files:", ...files];
}
