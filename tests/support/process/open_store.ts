/** A process that opens a PostgreSQL store and does nothing with it: its maintenance runs. Ends when its input does. */
import { openPostgres } from "../store/engines.ts";

const engine = await openPostgres(Deno.args[0]!);
console.log("opened");
for await (const _ of Deno.stdin.readable);
await engine.close();
