/**
 * The program: the server, and every command as in `cli.ts`. The server's modules are imported here although `serve` imports
 * them when it is run: what deno reads with the first file is read in half the time.
 */
import "./src/server/serve.ts";
import { run } from "./src/cli/run.ts";

if (import.meta.main) Deno.exit(await run(Deno.args, Deno.env.toObject()));
