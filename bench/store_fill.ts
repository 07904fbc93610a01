/** Stores that were in use for a while, for the benchmarks of growth. */
import { RETENTION_MS, type ScoreRecord } from "../src/model/records.ts";
import { Store } from "../src/records/store.ts";
import { packScore } from "../tests/support/fixtures/packed_score.ts";
import type { BenchServer } from "./server.ts";

const PER_SEGMENT = 300;
const SEGMENTS = 10;
const PER_BATCH = 500;
/** Batches at a time. */
const PARALLEL = 2;

/** The kinds of values of a store, in turn. */
interface Fresh {
  readonly ip: () => string;
  readonly email: () => string;
  readonly phone: () => string;
}

/** Scores values in batches over the API. @param each after every batch, with the number of scores so far */
export async function score(
  server: BenchServer,
  fresh: Fresh,
  count: number,
  each: (scored: number) => Promise<void> | void = () => {},
): Promise<void> {
  const types = ["ip", "email", "phone"] as const;
  let sent = 0;
  let scored = 0;
  let turn = 0;
  await Promise.all(Array.from({ length: PARALLEL }, async () => {
    while (sent < count) {
      sent += PER_BATCH;
      const type = types[turn++ % types.length]!;
      const items = Array.from({ length: PER_BATCH }, fresh[type]);
      const answer = await server.post("/v1/batch", JSON.stringify({ type, items }));
      const { succeeded } = JSON.parse(answer.slice(0, answer.indexOf(',"results"')) + "}");
      if (succeeded !== PER_BATCH) throw new Error(`${succeeded} of ${PER_BATCH} values were scored`);
      scored += PER_BATCH;
      await each(scored);
    }
  }));
}

/** Scores that expire at a time, all within a second: a day's, when a server was off for a day or longer. */
export async function fillExpiring(location: string, count: number, expireAt: number): Promise<void> {
  let clock = expireAt - RETENTION_MS;
  const store = await Store.open({
    location,
    now: () => clock,
    random: Math.random,
    id: () => crypto.randomUUID(),
    follow: false,
  });
  try {
    for (let made = 0; made < count; made += PER_SEGMENT * SEGMENTS) {
      const writing: Promise<void>[] = [];
      for (let segment = 0; segment < SEGMENTS; segment++) {
        clock += 1000 / (count / PER_SEGMENT);
        const records = Array.from({ length: PER_SEGMENT }, (_, index) => {
          const slot = store.segments.reserve();
          const packed = packScore(record(slot.requestId, made + segment * PER_SEGMENT + index, clock));
          return { slot, owner: "acc_filled", packed };
        });
        writing.push(store.writer.write({ records }));
        await store.writer.flush();
      }
      await Promise.all(writing);
    }
  } finally {
    await store.close();
  }
}

function record(id: string, number: number, at: number): ScoreRecord {
  return {
    id,
    account: "acc_filled",
    key: "key_filled",
    mode: "live",
    subject: "ip",
    via: "single",
    at,
    strictness: 1,
    dataVersion: "bundle 2026-11-20; none",
    score: number % 100,
    verdict: "allow",
    summary: "Low risk: nothing stands out",
    topSignals: [],
    rule: null,
    agentDecision: null,
    expiresAt: at,
    components: [{
      kind: "ip",
      hash: `hash of ${number}`.padEnd(43, "x"),
      relatedHashes: [`subnet of ${number}`.padEnd(43, "x")],
      mask: "203.0.113.•",
      score: number % 100,
      verdict: "allow",
      rule: null,
      findings: [],
      trust: [],
      unknown: {},
    }],
  };
}
