/**
 * Look-ups in the built bundle: `deno run -A bench/bundle_bench.ts`. Targets: 5 million cities of IPv4 per second, opened in
 * 150 ms, 110 MB resident. Addresses are spread evenly over the whole space, the worst case for the processor's caches.
 */
import { type Address, addressFromV4, addressFromV6 } from "../src/model/address/address.ts";
import { openBundle } from "../src/feeds/tables/bundle.ts";
import { Operators } from "../src/feeds/tables/operators.ts";
import { collectIp } from "../src/signals/ip/collect.ts";
import { NO_PROXIES, NO_RANGES } from "../tests/support/fixtures/no_ranges.ts";
import { scoreIp } from "../src/signals/ip/score.ts";
import { seededNumbers } from "./random.ts";

const QUERIES = 2 ** 18;
const ROUNDS = 15;

const random = seededNumbers();

const resident = Deno.memoryUsage().rss;
const started = performance.now();
const bundle = await openBundle(new URL("../build", import.meta.url).pathname);
const opened = performance.now() - started;
console.log(`open            ${opened.toFixed(0)} ms`);
console.log(`resident        +${((Deno.memoryUsage().rss - resident) / 1e6).toFixed(0)} MB`);

const v4 = Array.from({ length: QUERIES }, () => addressFromV4(random()));
const v6 = Array.from(
  { length: QUERIES },
  () => addressFromV6([0x20000000 + (random() >>> 4), random(), random(), random()]),
);

/** Millions of look-ups per second in the fastest round: other load on the machine only slows rounds down. */
function best(addresses: readonly Address[], lookup: (address: Address) => { known: boolean }): number {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    let known = 0;
    const start = performance.now();
    for (const address of addresses) if (lookup(address).known) known++;
    least = Math.min(least, performance.now() - start);
    if (known === 0) throw new Error("nothing was found");
  }
  return addresses.length / least / 1000;
}

for (const [name, addresses] of [["v4", v4], ["v6", v6]] as const) {
  console.log(`city ${name}         ${best(addresses, (a) => bundle.places.lookup(a)).toFixed(1)} M/s`);
  console.log(`network ${name}      ${best(addresses, (a) => bundle.networks.lookup(a)).toFixed(1)} M/s`);
}

const history = {
  abuseReports: 0,
  recentAbuse: false,
  recentAbuseCounts: false,
  abuseRisk: 0,
  firstSeen: "",
  timesSeen: 1,
};
const sources = { ...bundle, ranges: NO_RANGES, operators: new Operators(), proxies: NO_PROXIES };
let least = Infinity;
for (let round = 0; round < 5; round++) {
  const start = performance.now();
  for (let index = 0; index < 20_000; index++) scoreIp(collectIp(v4[index]!, sources, { history }));
  least = Math.min(least, performance.now() - start);
}
console.log(`collect + score ${(20 / least * 1000).toFixed(0)} k/s`);
