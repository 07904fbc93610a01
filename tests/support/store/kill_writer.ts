/** Kills a process in the middle of its writes. */
const ROOT = new URL("../../../", import.meta.url).pathname;

/**
 * Lets a process write into a store (`write_forever.ts`) and kills it after so many acknowledgements.
 * @returns the last number that it was acknowledged
 */
export async function killWriter(
  path: string,
  acknowledgements: number,
  kind: "own" | "shared",
): Promise<number> {
  const args = [
    "run",
    "-A",
    "--unstable-kv",
    "--no-check",
    "tests/support/store/write_forever.ts",
    path,
    kind,
  ];
  const child = new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdout: "piped", stderr: "inherit" })
    .spawn();
  let [text, killed] = ["", false];
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (killed || text.split("\n").length <= acknowledgements) continue;
    child.kill("SIGKILL");
    killed = true;
  }
  await child.status;
  return Number(text.split("\n").at(-2));
}
