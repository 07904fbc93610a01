/**
 * Attacks by somebody with an account, against the real service on loopback; prints one table.
 *
 *   deno task simulate [NAME…]
 *
 * Exit code 1 when an attack moves what it must not.
 */
import { blinding } from "./simulate/blinding.ts";
import { census } from "./simulate/census.ts";
import { framing } from "./simulate/framing.ts";
import { neighbour } from "./simulate/neighbour.ts";
import { poisoning } from "./simulate/poisoning.ts";
import type { Row } from "./simulate/row.ts";
import { whitewashing } from "./simulate/whitewashing.ts";

const SIMULATIONS = [poisoning, framing, whitewashing, blinding, census, neighbour];

const chosen = SIMULATIONS.filter(({ name }) => Deno.args.length === 0 || Deno.args.includes(name));
const rows: Row[] = [];
console.log("| Attack | Attempt | Result | |\n|---|---|---|---|");
for (const simulation of chosen) {
  for await (const row of simulation.run()) {
    rows.push(row);
    const mark = row.ok === null ? "" : row.ok ? "held" : "**moved**";
    console.log(`| ${row.attack} | ${row.attempt} | ${row.result} | ${mark} |`);
  }
}
if (rows.some(({ ok }) => ok === false)) Deno.exit(1);
