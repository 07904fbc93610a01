/**
 * The first step of `deno task start`: prepares what a server needs, and prints the rest of its command line for `xargs -0`:
 * the paths that it may read and write with the settings of the environment, and the program. One process does both, because
 * each that a start runs takes as long as a tenth of it.
 */
import { pathFlags } from "../src/app/paths.ts";
import { readConfig } from "../src/app/settings/config.ts";
import { isPrepared, preparing } from "./prepared.ts";

const root = decodeURIComponent(new URL("../", import.meta.url).pathname);
/** What there is to run when nothing can be. */
const NOTHING = ["data:text/javascript,Deno.exit(1)"];

/** With a wrong setting those of the defaults: the server then names the setting, and opens nothing. */
function settings() {
  try {
    return readConfig(Deno.env.toObject());
  } catch {
    return readConfig({});
  }
}

async function commandLine(): Promise<readonly string[]> {
  try {
    if (!isPrepared(root)) {
      const { prepare } = await import("./prepare.ts");
      await preparing(root, () => prepare(root));
    }
  } catch (error) {
    console.error((error as Error).message);
    return NOTHING;
  }
  const { read, write } = pathFlags(settings());
  return [`--allow-read=${read}`, `--allow-write=${write}`, "build/program/main.js"];
}

await Deno.stdout.write(new TextEncoder().encode((await commandLine()).map((word) => `${word}\0`).join("")));
