/**
 * `deno task test`: builds the data bundle when it is missing, runs all tests or the given paths, and ends with one line
 * `N passed, N failed, N skipped`. A test that needs a missing program is skipped; its name says which.
 */
import { buildBundle, progressPrinter } from "./data.ts";

const root = new URL("../", import.meta.url).pathname;
await buildBundle({ root, out: `${root}build`, onProgress: progressPrinter() });

const paths = Deno.args.length > 0 ? Deno.args : ["tests"];
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
  tail = (tail + decoder.decode(chunk, { stream: true })).slice(-4000);
}
const { code } = await child.status;
const counts = [
  ...tail.matchAll(
    /(\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?(?: \| (\d+) ignored)?/g,
  ),
].at(-1);
if (counts === undefined) {
  console.error("the test runner ended without a summary");
  console.log("0 passed, 1 failed");
  Deno.exit(1);
}
const [, passed, failed, ignored = "0"] = counts;
console.log(`${passed} passed, ${failed} failed, ${ignored} skipped`);
Deno.exit(code);
