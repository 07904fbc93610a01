/** Programs of released versions, from the history of this repository. */
import type { CommandResult } from "./program.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;

/** The last commit of each. */
export const RELEASED: Readonly<Record<string, string>> = {
  "0.1.0": "8bf14be7e1522d843918c906e4c675a9bee2e36e",
};

/** Whether the history of this checkout has them; an archive or a shallow clone lacks it. */
export function hasHistory(): boolean {
  const { success } = new Deno.Command("git", {
    args: ["cat-file", "-e", Object.values(RELEASED)[0]!],
    cwd: ROOT,
    stderr: "null",
  }).outputSync();
  return success;
}

/** Unpacks the program into an empty folder. It uses the packages of this checkout. */
export async function unpackReleased(version: string, folder: string): Promise<void> {
  const archive = `${folder}/program.tar`;
  for (
    const [program, args] of [
      ["git", ["-C", ROOT, "archive", "-o", archive, RELEASED[version]!]],
      ["tar", ["xf", archive, "-C", folder]],
    ] as const
  ) {
    const { success, stderr } = await new Deno.Command(program, { args: [...args] }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
  }
  await Deno.symlink(`${ROOT}node_modules`, `${folder}/node_modules`);
}

/** One command of the unpacked program. */
export async function runReleased(
  program: string,
  dataDir: string,
  args: readonly string[],
): Promise<CommandResult> {
  const flags = ["-A", "--unstable-kv", "--no-check", "--no-lock", "--node-modules-dir=manual"];
  const output = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags, "--cached-only", "main.ts", ...args],
    cwd: program,
    env: {
      WINNOW_DATA_DIR: dataDir,
      WINNOW_PORT: "0",
      WINNOW_OFFLINE: "true",
      WINNOW_FEED_REFRESH: "false",
      NO_COLOR: "1",
    },
  }).output();
  const decoder = new TextDecoder();
  return { code: output.code, out: decoder.decode(output.stdout), err: decoder.decode(output.stderr) };
}
