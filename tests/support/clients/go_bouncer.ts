/** The program of `go_bouncer/`: CrowdSec's own library for bouncers. */
import assert from "node:assert/strict";

const SOURCE = new URL("./go_bouncer", import.meta.url).pathname;

export async function hasGo(): Promise<boolean> {
  try {
    return (await new Deno.Command("go", { args: ["version"], stdout: "null", stderr: "null" }).output())
      .success;
  } catch {
    return false;
  }
}

/** Builds the program into a folder; its modules are pinned by go.sum. */
export async function buildGoBouncer(folder: string): Promise<string> {
  const program = `${folder}/bouncer`;
  const { success, stderr } = await new Deno.Command("go", {
    args: ["build", "-mod=readonly", "-o", program, "."],
    cwd: SOURCE,
    stdout: "null",
    stderr: "piped",
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return program;
}
