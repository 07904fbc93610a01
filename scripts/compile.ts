/**
 * `deno task compile [--output FILE]`: one executable with the data bundle inside and the permissions baked in. Needs
 * `denort`, the runtime that deno downloads; DENORT_BIN names one that is there already.
 */
import { parseArgs } from "node:util";
import { buildBundle, progressPrinter } from "./data.ts";

const { values } = parseArgs({
  options: { output: { type: "string", default: "dist/winnow" }, target: { type: "string" } },
});
const root = new URL("../", import.meta.url).pathname;
const config = JSON.parse(await Deno.readTextFile(`${root}deno.json`)) as { tasks: { cli: string } };
/** The same permissions as `deno task cli`: one home for them. */
const permissions = config.tasks.cli.split(" ").filter((word) => word.startsWith("--"));

await buildBundle({ root, out: `${root}build`, onProgress: progressPrinter() });
await Deno.mkdir(values.output.replace(/[^/]*$/, "") || ".", { recursive: true });
const { code } = await new Deno.Command(Deno.execPath(), {
  args: [
    "compile",
    ...permissions,
    "--include",
    "build",
    "--include",
    "src/feeds/feed_worker.ts",
    "--include",
    "src/feeds/tables_worker.ts",
    ...(values.target === undefined ? [] : ["--target", values.target]),
    "--output",
    values.output,
    "main.ts",
  ],
  cwd: root,
}).output().then(async (output) => {
  await Deno.stderr.write(output.stderr);
  return output;
});
if (code !== 0) {
  console.error(
    "deno compile failed. It downloads its runtime (denort) from dl.deno.land; where that cannot be reached, set DENORT_BIN to a denort of the same version.",
  );
  Deno.exit(code);
}
const bytes = await Deno.readFile(values.output);
const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
console.log(
  `${values.output}  ${(bytes.length / 1e6).toFixed(1)} MB  sha256 ${
    [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  }`,
);
