/** `deno task start`: builds the data bundle when it is missing or out of date, then serves. */
import { run } from "../src/cli/run.ts";
import { buildBundle, progressPrinter } from "./data.ts";

const root = new URL("../", import.meta.url).pathname;
try {
  await buildBundle({ root, out: `${root}build`, onProgress: progressPrinter() });
} catch (error) {
  console.error(`winnow: the data bundle could not be built: ${(error as Error).message}`);
  Deno.exit(1);
}
Deno.exit(await run(Deno.args.length === 0 ? ["serve"] : Deno.args, Deno.env.toObject()));
