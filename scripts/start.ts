/** The first step of `deno task start`: builds the data bundle, the clients and the program when they are missing or out of date. */
import { buildClients } from "./clients.ts";
import { buildBundle, progressPrinter } from "./data.ts";
import { buildProgram } from "./program.ts";

const root = decodeURIComponent(new URL("../", import.meta.url).pathname);
await step(
  "the data bundle",
  () => buildBundle({ root, out: `${root}build`, onProgress: progressPrinter() }),
);
await step("the packages of the clients", buildClients);
await step("the program", async () => {
  const failure = await buildProgram(root);
  if (failure !== null) console.error(`winnow: starts from its sources, which takes longer: ${failure}`);
});

async function step(what: string, build: () => Promise<unknown>): Promise<void> {
  try {
    await build();
  } catch (error) {
    console.error(`winnow: ${what} could not be built: ${(error as Error).message}`);
    Deno.exit(1);
  }
}
