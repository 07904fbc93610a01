/**
 * A store in use for months, in hours: `deno run -A --unstable-kv bench/long_bench.ts [--scores 10000000] [--days 90]
 * [--postgres]` scores addresses of the honest mix (Zipf over 10,000, a fifth new) in batches, by a server that is started anew
 * for each day with the clock moved, then lets the first day age out. `--minutes 1440` instead sends requests for a day of the
 * server's clock, which runs forty times as fast, with its timers: 100 a second of that clock, or as many as are answered. Needs
 * Debian's `faketime`.
 */
import { parseArgs } from "node:util";
import { buildProgram } from "../scripts/program.ts";
import { RETENTION_MS } from "../src/model/records.ts";
import { fakeTime, LIBRARY } from "../tests/support/process/fake_time.ts";
import { type PostgresServer, startPostgres } from "../tests/support/servers/postgres.ts";
import { closedLoop } from "./load/closed_loop.ts";
import { openLoop } from "./load/open_loop.ts";
import { announced, type Work, works } from "./load/work.ts";
import { benchKey, type BenchServer, benchServer, PREPARED } from "./server.ts";
import { loadAverage } from "./speed/machine.ts";

const PER_BATCH = 500;
/** Batches at a time. */
const PARALLEL = 2;
const ROWS = 6;
/** Of the latencies of a row. */
const PER_SECOND = 500;
const SECONDS = 10;
const DAY_S = 86_400;
const SWEEP_S = 150;
/** Before the first score expires. */
const AHEAD_S = 20;
/** For at least how long the first day's scores are made, so that they expire for as long and not all at once. */
const FIRST_DAY_S = 100;
/** For how long the making of columns is waited for, and how often it is looked whether they are there. */
const COLUMNS_S = 1800;
const LOOK_S = 60;
/** How often a database looks how far its clock is moved. */
const DATABASE_CLOCK_S = 1;
/** A search of the newest scores that takes longer reads them one by one. */
const BY_COLUMNS_MS = 300;
const ROUNDS = 5;
/** It is not repeated: it reads scores that are in no column yet one by one. */
const LONG_SEARCH_MS = 10_000;
const DAY_RATE = 100;
/** How fast the clock runs on which a day's requests are sent. */
const SPEED = 40;
const TURN_S = 3;
/** Lines for a rate of requests per second. */
const MOST_PER_SECOND = 20_000;

const { values: { scores: wanted, days: span, postgres: onPostgres, minutes } } = parseArgs({
  args: Deno.args,
  options: {
    scores: { type: "string", default: "10000000" },
    days: { type: "string", default: "90" },
    postgres: { type: "boolean", default: false },
    minutes: { type: "string" },
  },
});
const [scores, days] = [Number(wanted), Number(span)];
if (LIBRARY === null) throw new Error("libfaketimeMT.so.1 is missing: install faketime");

const isUsed = await announced();
const folder = await Deno.makeTempDir({ prefix: "winnow-long-" });
const clock = fakeTime(`${folder}/offset`);
const { postgres, location } = onPostgres ? await database() : { postgres: null, location: null };
const store = {
  WINNOW_DATA_DIR: `${folder}/data`,
  ...(location === null ? {} : { WINNOW_STORE: location }),
};
const settings = { ...clock.env, ...store };
let movedS = 0;

try {
  const kept = { folder: `${folder}/data`, key: await benchKey(settings) };
  console.log(`${postgres === null ? "embedded store" : "PostgreSQL"}, load ${loadAverage().join(" ")}`);
  if (minutes === undefined) await months(kept);
  else await oneDay(kept, Number(minutes));
  console.log(`\nload ${loadAverage().join(" ")} at the end`);
} finally {
  await postgres?.[Symbol.asyncDispose]();
  await Deno.remove(folder, { recursive: true });
}

interface Kept {
  readonly folder: string;
  readonly key: string;
}

/** With the clock of the node: nodes go by the clock of their database. */
async function database(): Promise<{ readonly postgres: PostgresServer; readonly location: string }> {
  // Its server runs as another user.
  await Deno.chmod(folder, 0o755);
  const { FAKETIME_NO_CACHE: _, ...env } = clock.env;
  const set = Object.entries({ ...env, FAKETIME_CACHE_DURATION: String(DATABASE_CLOCK_S) });
  const postgres = await startPostgres({
    ...{ durable: true, settings: { shared_buffers: "256MB" } },
    before: ["env", ...set.map(([name, value]) => `${name}=${value}`)],
  });
  return { postgres, location: await postgres.database() };
}

async function months(kept: Kept): Promise<void> {
  const failure = await buildProgram(new URL("../", import.meta.url).pathname);
  if (failure !== null) throw new Error(failure);
  const ips = works(1, isUsed)["score-ip"];
  console.log("\n| Scores | Days | Bytes a score | Memory | p50 / p99 / longest at 500/s | Scored in |");
  console.log("|---|---|---|---|---|---|");
  let server: BenchServer | null = null;
  try {
    let empty = 0;
    let took = 0;
    for (let day = 0; day < days; day++) {
      // A server that runs does not believe a clock that jumps.
      await server?.stop();
      await move(day * DAY_S);
      server = await benchServer(settings, kept);
      if (day === 0) empty = await storedBytes();
      const started = performance.now();
      await batches(server, ips, Math.round(scores / days), day === 0 ? FIRST_DAY_S : 0);
      took += (performance.now() - started) / 1000;
      if ((day + 1) % Math.ceil(days / ROWS) !== 0) continue;
      const { p50Ms, p99Ms, longestMs } = await openLoop(server, ips, {
        perSecond: PER_SECOND,
        seconds: SECONDS,
        seed: day,
      });
      const scored = Math.round(scores / days) * (day + 1);
      const bytes = (await storedBytes() - empty) / scored;
      line([
        scored.toLocaleString("en"),
        String(day + 1),
        bytes.toFixed(0),
        `${await server.residentMiB()} MiB`,
        `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)} / ${longestMs.toFixed(0)} ms`,
        `${took.toFixed(0)} s`,
      ]);
      took = 0;
    }
    await server!.stop();
    await move(days * DAY_S);
    server = await benchServer(settings, kept);
    await searches(server);
    await server.stop();
    const starts: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      server = await benchServer(settings, kept, PREPARED);
      starts.push(server.startMs);
      if (round < ROUNDS - 1) await server.stop();
    }
    console.log(`\nstart to first answer: ${starts.join(", ")} ms`);
    server = await sweep(server, kept, ips);
  } finally {
    await server?.stop();
  }
  if (postgres !== null) return;
  const before = await storedBytes();
  const started = performance.now();
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--unstable-kv", "--no-check", "main.ts", "compact"],
    env: settings,
  }).output();
  const text = new TextDecoder().decode(success ? stdout : stderr).trim();
  const took = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`compaction: ${took} s, ${mb(before)} to ${mb(await storedBytes())}: ${text}`);
}

/** @param seconds for which they are sent at least, spread evenly */
async function batches(server: BenchServer, ips: Work, count: number, seconds: number): Promise<void> {
  const steps = Math.ceil(count / PER_BATCH);
  const started = performance.now();
  let sent = 0;
  await Promise.all(Array.from({ length: PARALLEL }, async () => {
    while (sent++ < steps) {
      const restMs = started + 1000 * seconds * sent / steps - performance.now();
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
      const items = Array.from({ length: PER_BATCH }, ips.line);
      const answer = await server.post("/v1/batch", JSON.stringify({ type: "ip", items }));
      const { succeeded } = JSON.parse(answer.slice(0, answer.indexOf(',"results"')) + "}");
      if (succeeded !== PER_BATCH) throw new Error(`${succeeded} of ${PER_BATCH} values were scored`);
    }
  }));
}

async function searches(server: BenchServer): Promise<void> {
  const asked = {
    "all": {},
    "of a country": { facts: { "ip.country": ["US"] } },
    "of no network": {
      facts: { "ip.asn": [64_511] },
    },
  };
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const nothing = JSON.stringify(asked["of no network"]);
  let took = Infinity;
  while (took > BY_COLUMNS_MS && seconds() < COLUMNS_S) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * LOOK_S));
    const asking = performance.now();
    await server.post("/v1/scores/search", nothing);
    took = performance.now() - asking;
  }
  const made = took > BY_COLUMNS_MS ? "not all made" : "all made within";
  console.log(`\ncolumns: ${made} ${seconds().toFixed(0)} s after the last score`);
  for (const [name, body] of Object.entries(asked)) {
    const times: string[] = [];
    for (let round = 0, took = 0; round < ROUNDS && took < LONG_SEARCH_MS; round++) {
      const started = performance.now();
      await server.post("/v1/scores/search", JSON.stringify(body));
      took = performance.now() - started;
      times.push(took.toFixed(0));
    }
    console.log(`search, ${name}: ${times.join(", ")} ms`);
  }
}

/** The latencies while the scores of the first day are removed: they age out as fast as they were made. */
async function sweep(before: BenchServer, kept: Kept, ips: Work): Promise<BenchServer> {
  const quiet = await openLoop(before, ips, { perSecond: PER_SECOND, seconds: SWEEP_S / 2, seed: 7 });
  await before.stop();
  await move(RETENTION_MS / 1000 - AHEAD_S);
  const server = await benchServer(settings, kept);
  const stored = await storedBytes();
  const swept = await openLoop(server, ips, { perSecond: PER_SECOND, seconds: SWEEP_S, seed: 8 });
  for (const [name, loop] of [["before the sweep", quiet], ["in it", swept]] as const) {
    const { p50Ms, p99Ms, longestMs } = loop;
    console.log(`${name}: ${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)} / ${longestMs.toFixed(0)} ms`);
  }
  console.log(`stored before and after: ${mb(stored)}, ${mb(await storedBytes())}`);
  return server;
}

/** Requests for so many minutes of the server's clock, at most 100 in a second of it. */
async function oneDay(kept: Kept, minutes: number): Promise<void> {
  const { "score-ip": ips, "score-user": signups } = works(1, isUsed);
  const server = await benchServer({ ...store, ...clock.fast(SPEED) }, kept);
  const started = performance.now();
  const hours = () => (performance.now() - started) / 1000 * SPEED / 3600;
  try {
    console.log("\n| Hours | Answered | Refused | Memory |\n|---|---|---|---|");
    let [answered, refused, shown] = [0, 0, 0];
    for (let turn = 0; hours() < minutes / 60; turn++) {
      const work = turn % 8 === 7 ? signups : ips;
      const lines = MOST_PER_SECOND * TURN_S;
      const loop = await closedLoop(server, work, {
        ...{ connections: 16, seconds: TURN_S, lines, again: false },
        mayRefuse: true,
      });
      answered += loop.requests - loop.refused;
      refused += loop.refused;
      const restMs = started + 1000 * answered / (DAY_RATE * SPEED) - performance.now();
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
      if (Math.floor(hours()) === shown) continue;
      shown = Math.floor(hours());
      const [some, few] = [answered, refused].map((count) => count.toLocaleString("en"));
      line([String(shown), some!, few!, `${await server.residentMiB()} MiB`]);
    }
  } finally {
    await server.stop();
  }
}

async function move(seconds: number): Promise<void> {
  movedS = Math.max(movedS, seconds);
  clock.move(`+${movedS}`);
  if (postgres !== null) await new Promise((resolve) => setTimeout(resolve, 2000 * DATABASE_CLOCK_S));
}

async function storedBytes(): Promise<number> {
  if (postgres !== null) {
    return Number(
      await postgres.sql(new URL(location!).pathname.slice(1), "select pg_database_size(current_database())"),
    );
  }
  let bytes = 0;
  for await (const { name } of Deno.readDir(`${folder}/data`)) {
    if (name.startsWith("winnow.kv")) bytes += (await Deno.stat(`${folder}/data/${name}`)).size;
  }
  return bytes;
}

function mb(bytes: number): string {
  return `${Math.round(bytes / 1e6).toLocaleString("en")} MB`;
}

function line(cells: readonly string[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}
