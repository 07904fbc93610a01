/** Builds the data bundle, the clients and the program when they are missing or out of date. */
import { buildClients } from "./clients.ts";
import { buildBundle, progressPrinter } from "./data.ts";
import { buildProgram } from "./program.ts";

/**
 * @param root the project's folder, ending in a slash
 * @returns false: the program starts from its sources
 * @throws Error with a clear line
 */
export async function prepare(root: string): Promise<boolean> {
  await step(
    "the data bundle",
    () => buildBundle({ root, out: `${root}build`, onProgress: progressPrinter() }),
  );
  await step("the packages of the clients", buildClients);
  const failure = await step("the program", () => buildProgram(root));
  if (failure === null) return true;
  console.error(`winnow: starts from its sources, which takes longer: ${failure}`);
  return false;
}

async function step<T>(what: string, build: () => Promise<T>): Promise<T> {
  try {
    return await build();
  } catch (error) {
    throw new Error(`winnow: ${what} could not be built: ${(error as Error).message}`, { cause: error });
  }
}
