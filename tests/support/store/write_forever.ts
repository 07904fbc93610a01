/** Writes numbered entries into the store at the path, and prints each number that was acknowledged, until it is killed. */
import { openDenoKv } from "../../../src/store/deno_kv/deno_kv.ts";

const engine = await openDenoKv(Deno.args[0]!);
const fill = new Uint8Array(4000);
for (let number = 0;; number++) {
  await engine.commit({
    set: [{ key: ["n", String(number)], value: number }, { key: ["fill"], value: fill }],
  });
  if (engine.checkpointSeconds!.sum > 0) console.log(number);
}
