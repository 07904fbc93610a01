/** The command line: reads the subcommand and hands over. A command loads the modules that it needs, and not the server's. */
import { run } from "./src/cli/run.ts";

if (import.meta.main) Deno.exit(await run(Deno.args, Deno.env.toObject()));
