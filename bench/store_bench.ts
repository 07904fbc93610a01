/**
 * The store: commits and mutations per second on each engine, and scoring with many stored scores against an empty store.
 * `deno run -A --unstable-kv bench/store_bench.ts [engines] [filled]`. PostgreSQL is skipped where it is not installed.
 */
import { openEngine } from "../src/store/open_engine.ts";
import { Store } from "../src/store/store.ts";
import { packScore } from "../tests/support/fixtures/packed_score.ts";
import type { ScoreRecord } from "../src/model/records.ts";
import { startPostgres } from "../tests/support/servers/postgres.ts";
import { type BenchServer, benchServer } from "./server.ts";
import { rate } from "./wrk.ts";

const SECONDS = 2;
const RECORDS = 1_000_000;
const SIGHTINGS = 300_000;
const TARGET = 1.3;
/** Of one second on each store. */
const ROUNDS = 9;

async function engines(): Promise<void> {
  console.log(
    "| Engine | Single commits/s | 8 in parallel/s | Mutations/s, 500 per batch | Check-and-set/s | Reads of 10/s |",
  );
  console.log("|---|---|---|---|---|---|");
  await engine("Deno KV, a file", `${folder}/engine.kv`);
  try {
    await using server = await startPostgres({ durable: true });
    await engine("PostgreSQL, 127.0.0.1", await server.database());
  } catch (error) {
    console.log(`| PostgreSQL | skipped: ${(error as Error).message.split("\n")[0]} |`);
  }
}

async function engine(name: string, location: string): Promise<void> {
  const engine = await openEngine(location);
  let turn = 0;
  const single = () => engine.commit({ set: [{ key: ["single", String(turn++)], value: { a: turn } }] });
  const text = "x".repeat(100);
  const batch = () =>
    engine.commit({
      set: Array.from(
        { length: 500 },
        (_, i) => ({ key: ["batch", String(turn++ % 100_000), String(i)], value: text }),
      ),
    });
  let version: string | null = null;
  const checked = async () => {
    version = await engine.commit({ check: [{ key: ["c"], version }], set: [{ key: ["c"], value: turn++ }] });
  };
  const read = () =>
    engine.get(Array.from({ length: 10 }, (_, i) => ["single", String((turn++ * 7 + i * 13) % 1000)]));
  try {
    const figures = [
      await perSecond(single, 1),
      await perSecond(single, 8),
      await perSecond(batch, 1) * 500,
      await perSecond(checked, 1),
      await perSecond(read, 4),
    ];
    console.log(
      `| ${name} | ${figures.map((figure) => Math.round(figure).toLocaleString("en")).join(" | ")} |`,
    );
  } finally {
    await engine.close();
  }
}

async function perSecond(work: () => Promise<unknown>, parallel: number): Promise<number> {
  let done = 0;
  const started = performance.now();
  const end = started + SECONDS * 1000;
  await Promise.all(Array.from({ length: parallel }, async () => {
    while (performance.now() < end) {
      await work();
      done++;
    }
  }));
  return done / (performance.now() - started) * 1000;
}

async function filled(): Promise<void> {
  const location = `${folder}/filled.kv`;
  const started = performance.now();
  await fill(location);
  const { size } = await Deno.stat(location);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `\n${RECORDS.toLocaleString("en")} scores and ${SIGHTINGS.toLocaleString("en")} sightings: ` +
      `${Math.round(size / 1e6)} MB, made in ${seconds} s\n`,
  );
  const empty = await benchServer({ WINNOW_STORE: `${folder}/empty.kv` });
  const full = await benchServer({ WINNOW_STORE: location });
  console.log(
    "| Endpoint, 16 connections | Empty store | Filled store | Time, filled against empty | Target |",
  );
  console.log("|---|---|---|---|---|");
  try {
    for (const [name, path, body] of ENDPOINTS) {
      const { empty: a, full: b, ratio } = await compared(empty, full, path, body);
      console.log(
        `| ${name} | ${Math.round(a)}/s | ${Math.round(b)}/s | ${ratio.toFixed(2)} | <= ${TARGET} |`,
      );
    }
  } finally {
    await empty.stop();
    await full.stop();
  }
}

const ENDPOINTS: readonly (readonly [name: string, path: string, body?: string])[] = [
  ["GET /v1/score/ip", "/v1/score/ip?ip=73.15.20.1"],
  ["GET /v1/verify/email", "/v1/verify/email?email=jane.doe@gmail.com"],
  [
    "POST /v1/score/user",
    "/v1/score/user",
    JSON.stringify({ ip: "73.15.20.1", email: "jane.doe@gmail.com" }),
  ],
  [
    "POST /v1/batch, 100 IPs",
    "/v1/batch",
    JSON.stringify({
      type: "ip",
      items: Array.from({ length: 100 }, (_, i) => `20.${i}.7.9`),
    }),
  ],
];

/** Alternates between the stores, so that other load affects both, and takes the median of the ratios. */
async function compared(empty: BenchServer, full: BenchServer, path: string, body?: string) {
  const turns: { empty: number; full: number }[] = [];
  for (let turn = 0; turn < ROUNDS; turn++) {
    const measure = async (server: BenchServer) => {
      const options = { connections: 16, seconds: 1, headers: server.headers };
      return (await rate(server.origin + path, body === undefined ? options : { ...options, body }))
        .perSecond;
    };
    if (turn % 2) turns.push({ full: await measure(full), empty: await measure(empty) });
    else turns.push({ empty: await measure(empty), full: await measure(full) });
  }
  return {
    empty: median(turns.map((turn) => turn.empty)),
    full: median(turns.map((turn) => turn.full)),
    ratio: median(turns.map((turn) => turn.empty / turn.full)),
  };
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1]!;
}

/** Scores of the last 180 days as the service stores them, 300 per segment. */
async function fill(location: string): Promise<void> {
  const span = 170 * 86_400_000;
  const now = Date.now();
  let clock = now - span;
  const store = await Store.open({
    location,
    now: () => clock,
    random: Math.random,
    id: () => crypto.randomUUID(),
    follow: false,
  });
  try {
    for (let made = 0; made < RECORDS; made += 3000) {
      const writing: Promise<void>[] = [];
      for (let segment = 0; segment < 10; segment++) {
        clock += span / (RECORDS / 300);
        const records = Array.from({ length: 300 }, (_, i) => {
          const slot = store.writer.reserve();
          return {
            slot,
            account: "acc_filled",
            packed: packScore(record(slot.requestId, made + i, clock)),
          };
        });
        writing.push(store.writer.write({ records }));
        await store.writer.flush();
      }
      await Promise.all(writing);
    }
    for (let made = 0; made < SIGHTINGS; made += 900) {
      await store.engine.commit({
        set: Array.from({ length: 900 }, (_, i) => ({
          key: ["sighting", "ip", `hash of ${made + i}`.padEnd(43, "x")],
          value: [now, 3],
          expiresAt: now + span,
        })),
      });
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

const chosen = Deno.args.length === 0 ? ["engines", "filled"] : Deno.args;
const folder = await Deno.makeTempDir({ prefix: "winnow-store-bench-" });
try {
  if (chosen.includes("engines")) await engines();
  if (chosen.includes("filled")) await filled();
} finally {
  await Deno.remove(folder, { recursive: true });
}
