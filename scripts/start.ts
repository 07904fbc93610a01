/** The first step of `deno task start`: builds the data bundle and the clients when they are missing or out of date. */
import { buildClients } from "./clients.ts";
import { buildBundle, progressPrinter } from "./data.ts";

const root = decodeURIComponent(new URL("../", import.meta.url).pathname);
await step(
  "the data bundle",
  () => buildBundle({ root, out: `${root}build`, onProgress: progressPrinter() }),
);
await step("the packages of the clients", buildClients);

async function step(what: string, build: () => Promise<unknown>): Promise<void> {
  try {
    await build();
  } catch (error) {
    console.error(`winnow: ${what} could not be built: ${(error as Error).message}`);
    Deno.exit(1);
  }
}
