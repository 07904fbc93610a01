/**
 * Writes numbered entries into the store at the path, and prints each number that was acknowledged, until it is killed.
 * With `own` as a process that is alone with the store, otherwise after the first checkpoint.
 */
import { openDenoKv } from "../../../src/db/deno_kv/deno_kv.ts";

const [path, kind] = Deno.args;
const engine = await openDenoKv(path!);
const own = kind === "own";
const fill = new Uint8Array(4000);
for (let number = 0;; number++) {
  await engine.commit({
    set: [{ key: ["n", String(number)], value: number }, { key: ["fill"], value: fill }],
    add: [{ key: ["count"], by: 1 }],
    own,
  });
  if (own || engine.checkpointSeconds!.sum > 0) console.log(number);
}
