/** The first step of `deno task start`: builds the data bundle when it is missing or out of date. */
import { buildBundle, progressPrinter } from "./data.ts";

const root = decodeURIComponent(new URL("../", import.meta.url).pathname);
try {
  await buildBundle({ root, out: `${root}build`, onProgress: progressPrinter() });
} catch (error) {
  console.error(`winnow: the data bundle could not be built: ${(error as Error).message}`);
  Deno.exit(1);
}
