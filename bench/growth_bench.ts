/**
 * A store with many scores against an empty one: throughput, processor time, start, disk, and latencies while retention removes
 * a day's scores together: `deno run -A --unstable-kv bench/growth_bench.ts [--scores 1000000] [--day 100000] [--seconds 3]
 * [--rounds 5]`. Targets: 1.3 times the processor time; 300 ms to the first answer; p99 in the sweep at most 2 times.
 */
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { closedLoop } from "./load/closed_loop.ts";
import { openLoop } from "./load/open_loop.ts";
import { addresses, emails, phones } from "./load/values.ts";
import { announced, type Work, works } from "./load/work.ts";
import { benchKey, type BenchServer, benchServer } from "./server.ts";
import { ratios, type Spread, spread } from "./speed/figures.ts";
import { loadAverage } from "./speed/machine.ts";
import { fillExpiring, score } from "./store_fill.ts";

const MOST_TIME = 1.3;
const START_MS = 300;
const MOST_P99 = 2;
/** Lines for a rate of requests per second. */
const MOST_PER_SECOND = 60_000;
/** From the start of the open loop until the day expires, and the longest that is waited until it is removed. */
const BEFORE_S = 30;
const AFTER_S = 120;
/** Of these seconds before the end of the removal the latencies count. */
const SWEEP_S = 10;

const { values } = parseArgs({
  args: Deno.args,
  options: {
    scores: { type: "string", default: "1000000" },
    day: { type: "string", default: "100000" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "5" },
  },
});
const [scores, day, seconds, rounds] = [values.scores, values.day, values.seconds, values.rounds].map(
  Number,
) as [number, number, number, number];
const isUsed = await announced();
const folder = await Deno.makeTempDir({ prefix: "winnow-growth-" });
const file = `${folder}/winnow.kv`;
const empty = await Deno.makeTempDir({ prefix: "winnow-growth-" });

try {
  console.log(`load ${loadAverage().join(" ")}\n`);
  const full = { folder, key: await benchKey({ WINNOW_DATA_DIR: folder }) };
  const none = { folder: empty, key: await benchKey({ WINNOW_DATA_DIR: empty }) };
  await fill(full);
  console.log("\n| Work | Empty store | Filled store | Ratio | Target | |\n|---|---|---|---|---|---|");
  await starts(none, full);
  await throughput(none, full);
  await sweep(full);
  console.log(`\nload ${loadAverage().join(" ")} at the end`);
} finally {
  await Deno.remove(folder, { recursive: true });
  await Deno.remove(empty, { recursive: true });
}

interface Kept {
  readonly folder: string;
  readonly key: string;
}

async function fill(kept: Kept): Promise<void> {
  const server = await benchServer({}, kept);
  const started = performance.now();
  const before = (await Deno.stat(file)).size;
  const values = { ip: addresses(1001, isUsed), email: emails(1002), phone: phones(1003) };
  await score(server, values, scores);
  const took = ((performance.now() - started) / 1000).toFixed(0);
  await server.stop();
  const bytes = (await Deno.stat(file)).size - before;
  console.log(
    `${scores.toLocaleString("en")} scores of different values, stored in ${took} s by batches: ${
      Math.round(bytes / 1e6)
    } MB, ${Math.round(bytes / scores)} bytes a score`,
  );
}

async function starts(none: Kept, full: Kept): Promise<void> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const [side, kept] of [none, full].entries()) {
      const server = await benchServer({}, kept);
      times[side]!.push(server.startMs);
      await server.stop();
    }
  }
  const median = spread(times[1]).median;
  row("start to first answer", times, "ms", `<= ${START_MS} ms`, median <= START_MS);
}

async function throughput(none: Kept, full: Kept): Promise<void> {
  const [one, two] = [await benchServer({}, none), await benchServer({}, full)];
  try {
    const sides: readonly BenchServer[] = [one, two];
    for (const name of ["score-ip", "score-user"] as const) {
      const perSecond: [number[], number[]] = [[], []];
      const processor: [number[], number[]] = [[], []];
      const own = sides.map(() => works(1, isUsed)[name]);
      for (let round = -1; round < rounds; round++) {
        for (const side of round % 2 === 0 ? [0, 1] : [1, 0]) {
          const measured = await load(sides[side]!, own[side]!);
          if (round < 0) continue; // warming up
          perSecond[side]!.push(measured.perSecond);
          processor[side]!.push(measured.processorUs);
        }
      }
      row(`${name}, 64 connections`, perSecond, "/s", "", null);
      const ratio = ratios(processor[1], processor[0]).median;
      row(`${name}, processor time`, processor, "us", `<= ${MOST_TIME}`, ratio <= MOST_TIME);
    }
  } finally {
    await one.stop();
    await two.stop();
  }
}

async function load(server: BenchServer, work: Work): Promise<{ perSecond: number; processorUs: number }> {
  const before = await server.processorSeconds() ?? NaN;
  const lines = MOST_PER_SECOND * seconds;
  const { perSecond, requests } = await closedLoop(server, work, {
    connections: 64,
    seconds,
    lines,
    again: false,
  });
  return { perSecond, processorUs: ((await server.processorSeconds() ?? NaN) - before) * 1e6 / requests };
}

/** Half of the throughput while the scores of a day expire. */
async function sweep(full: Kept): Promise<void> {
  const now = Date.now();
  // Filling takes a while: the time to expire is known only to be later than its end.
  const expireAt = now + (BEFORE_S + 30 + day / 2000) * 1000;
  await fillExpiring(file, day, expireAt);
  const server = await benchServer({}, full);
  try {
    const work = works(2, isUsed)["score-ip"];
    const perSecond = (await load(server, work)).perSecond / 2;
    const started = Date.now();
    const total = Math.round((expireAt - started) / 1000) + AFTER_S;
    const removal = removedAt(expireAt);
    const { each } = await openLoop(server, work, { perSecond, seconds: total, seed: 1 });
    const removed = await removal;
    if (removed === null) {
      console.log(`| sweep of ${day} scores | not removed within ${AFTER_S} s | | | | |`);
      return;
    }
    const expiry = (expireAt - started) / 1000;
    const end = (removed - started) / 1000;
    const from = Math.max(expiry, end - SWEEP_S);
    const inside = each.filter((_, second) => second >= from - 1 && second <= end + 1);
    const outside = each.filter((_, second) => second > 2 && second < expiry - 1);
    const p99 = [outside, inside].map((list) => list.map(({ p99Ms }) => p99Ms)) as [number[], number[]];
    const longest = [outside, inside].map((list) => list.map(({ longestMs }) => longestMs)) as typeof p99;
    const ratio = spread(p99[1]).median / spread(p99[0]).median;
    const name = `${day.toLocaleString("en")} scores removed at once, ${Math.round(perSecond)}/s`;
    row(`${name}: p99 of a second, outside and in it`, p99, "ms", `<= ${MOST_P99}`, ratio <= MOST_P99, ratio);
    row(
      `${name}: longest of a second`,
      longest,
      "ms",
      "",
      null,
      Math.max(...longest[1]) / Math.max(...longest[0]),
    );
  } finally {
    await server.stop();
  }
}

/** When the last entry that has expired was removed; null when it takes too long. */
async function removedAt(expireAt: number): Promise<number | null> {
  await sleep(expireAt - Date.now() + 2000);
  using database = new DatabaseSync(file, { readOnly: true });
  const left = database.prepare("select 1 from kv where expiration_ms >= 0 and expiration_ms < ? limit 1");
  for (const end = Date.now() + (AFTER_S - 5) * 1000; Date.now() < end;) {
    if (left.get(expireAt + 1000) === undefined) return Date.now();
    await sleep(100);
  }
  return null;
}

function row(
  name: string,
  [before, after]: readonly [number[], number[]],
  unit: string,
  target: string,
  met: boolean | null,
  ratio: number = ratios(after, before).median,
): void {
  const verdict = met === null ? "" : met ? "met" : "missed";
  const cells = [
    name,
    shown(spread(before), unit),
    shown(spread(after), unit),
    ratio.toFixed(2),
    target,
    verdict,
  ];
  console.log(`| ${cells.join(" | ")} |`);
}

function shown({ median, min, max }: Spread, unit: string): string {
  const text = (value: number) =>
    value.toLocaleString("en", { maximumFractionDigits: unit === "ms" ? 1 : 0 });
  return `${text(median)} (${text(min)}-${text(max)}) ${unit}`;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
