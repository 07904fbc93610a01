/** A program whose clock is moved while it runs, by Debian's `faketime`. Tests that need it are skipped by name without it. */
import { inFolder } from "../folder.ts";
import { SERVE } from "./program.ts";

/** Null: it is not installed. */
export const LIBRARY = [...libraries()].at(0) ?? null;

interface FakeTime {
  /** The command of a server. */
  readonly command: readonly string[];
  /** What makes a command one with the clock, when it comes before it. */
  readonly before: readonly string[];
  /** @param offset as `+2d`, `-70m`, `+0` */
  move(offset: string): void;
}

/** Registers a test of a program whose clock is moved; the time that passes is not. */
export function fakeTimeTest(name: string, run: (folder: string, time: FakeTime) => Promise<void>): void {
  Deno.test({
    name: LIBRARY === null ? `${name} (skipped: no libfaketimeMT.so.1)` : name,
    ignore: LIBRARY === null,
    sanitizeResources: false,
    sanitizeOps: false,
    fn: () =>
      inFolder(async (folder) => {
        // A database's server runs as another user.
        await Deno.chmod(folder, 0o755);
        const { env, move } = fakeTime(`${folder}/offset`);
        const before = ["env", ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
        await run(`${folder}/data`, { command: [...before, ...SERVE], before, move });
      }),
  });
}

/**
 * The environment of processes whose clock is moved together; the time that passes is not.
 * @param offsets a file that says by how much, made here
 */
export function fakeTime(
  offsets: string,
): Pick<FakeTime, "move"> & {
  readonly env: Readonly<Record<string, string>>;
  /** The environment of a process, in place of `env`, whose clock and timers run so many times as fast. */
  fast(times: number): Readonly<Record<string, string>>;
} {
  const move = (offset: string) => Deno.writeTextFileSync(offsets, `${offset}\n`);
  move("+0");
  const env = {
    LD_PRELOAD: LIBRARY ?? "",
    DONT_FAKE_MONOTONIC: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    FAKETIME_NO_CACHE: "1",
    FAKETIME_TIMESTAMP_FILE: offsets,
  };
  const fast = (times: number) => ({ LD_PRELOAD: LIBRARY ?? "", FAKETIME: `+0 x${times}` });
  return { env, move, fast };
}

function* libraries(): Iterable<string> {
  for (const name of [`${Deno.build.arch}-linux-gnu`, ""]) {
    const path = `/usr/lib/${name}/faketime/libfaketimeMT.so.1`;
    try {
      Deno.statSync(path);
      yield path;
    } catch {
      // It is not there.
    }
  }
}
