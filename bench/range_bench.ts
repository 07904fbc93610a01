/**
 * The range index: `deno run -A bench/range_bench.ts`. Prints
 *   1. look-ups per second in 50 thousand, 135 thousand and 5 million generated IPv4 ranges, by number and from text, for
 *      addresses spread evenly over the whole space (the worst case for the processor's caches);
 *   2. the same for IPv6;
 *   3. how long a rebuild delays the event loop of the serving thread.
 * Targets: 10 M look-ups/s in 135 thousand; from text, 5 million at most twice the time of 50 thousand; 20 ms.
 */
import { addressFromV4, addressFromV6, parseAddress } from "../src/model/address/address.ts";
import type { RangeList } from "../src/feeds/catalog/feed.ts";
import { FeedWorkerClient } from "../src/feeds/worker/worker_client.ts";
import { buildRangeIndex } from "../src/feeds/ranges/range_build.ts";
import { RangeIndex } from "../src/feeds/ranges/range_index.ts";
import { seededNumbers } from "./random.ts";

const SIZES = [50_000, 135_000, 5_000_000];
const QUERIES = 2 ** 18;
const ROUNDS = 21;
const NONE = new Uint32Array();

const random = seededNumbers();

/** CIDRs of /24 to /32 (or /48 to /64), as many as asked for, spread over a few lists. */
function lists(count: number, family: 4 | 6): RangeList[] {
  const width = family === 4 ? 1 : 4;
  const categories = ["vpn", "datacenter", "tor", "proxy", "hijacked"] as const;
  return categories.map((category) => {
    const rows = new Uint32Array(Math.ceil(count / categories.length) * 2 * width);
    for (let at = 0; at < rows.length; at += 2 * width) {
      const hosts = (0xffffffff >>> (24 + random() % 8)) >>> 0;
      if (family === 4) {
        const first = (random() & ~hosts) >>> 0;
        rows.set([first, (first | hosts) >>> 0], at);
      } else {
        const high = 0x20000000 + random() % 0x0fffffff;
        const first = (random() & ~hosts) >>> 0;
        rows.set([high, first, 0, 0, high, (first | hosts) >>> 0, 0xffffffff, 0xffffffff], at);
      }
    }
    const none = { v4: NONE, v6: NONE, v4Labels: NONE, v6Labels: NONE, labels: [] };
    return { claim: { category }, rows: { ...none, [family === 4 ? "v4" : "v6"]: rows } };
  });
}

function row(...cells: (string | number)[]): void {
  console.log(
    cells.map((cell, index) => index === 0 ? String(cell).padEnd(24) : String(cell).padStart(16)).join(""),
  );
}

interface Side {
  readonly name: string;
  readonly intervals: number;
  readonly built: number;
  readonly byNumber: () => number;
  readonly fromText: () => number;
  readonly times: { number: number[]; text: number[] };
}

const numbers = Uint32Array.from({ length: QUERIES }, random);
const words = Array.from(numbers, (low) => [0x20000000 + random() % 0x0fffffff, low, 0, 1] as const);
const texts = {
  4: Array.from(numbers, (number) => addressFromV4(number).text),
  6: words.map((address) => addressFromV6([...address]).text),
};

function side(count: number, family: 4 | 6): Side {
  const given = lists(count, family);
  const start = performance.now();
  const index = new RangeIndex(buildRangeIndex(given));
  const built = performance.now() - start;
  const byNumber = () => {
    let sum = 0;
    if (family === 4) { for (let i = 0; i < QUERIES; i++) sum += index.classificationOfV4(numbers[i]!); }
    else for (let i = 0; i < QUERIES; i++) sum += index.classificationOfV6(words[i]!);
    return sum;
  };
  const fromText = () => {
    let sum = 0;
    for (const text of texts[family]) sum += index.lookup(parseAddress(text)!).mask;
    return sum;
  };
  const intervals = family === 4 ? index.size.v4 : index.size.v6;
  return {
    name: `IPv${family} ${count}`,
    intervals,
    built,
    byNumber,
    fromText,
    times: { number: [], text: [] },
  };
}

/** Nanoseconds per operation. */
function timed(work: () => number): number {
  const start = performance.now();
  if (Number.isNaN(work())) throw new Error("the work was optimised away");
  return (performance.now() - start) * 1e6 / QUERIES;
}

function quartile(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)]!;
}

/** The rounds of all sizes alternate; the lower quartile counts, since other load on the machine only adds time. */
for (const family of [4, 6] as const) {
  const sides = SIZES.map((count) => side(family === 6 ? Math.min(count, 1_000_000) : count, family));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { times, byNumber, fromText } of sides) {
      times.number.push(timed(byNumber));
      times.text.push(timed(fromText));
    }
  }
  row("ranges", "intervals", "build", "by number", "", "from text");
  for (const { name, intervals, built, times } of sides) {
    const number = quartile(times.number);
    const text = `${quartile(times.text).toFixed(0)} ns`;
    row(
      name,
      intervals,
      `${built.toFixed(0)} ms`,
      `${number.toFixed(1)} ns`,
      `${(1e3 / number).toFixed(1)} M/s`,
      text,
    );
  }
  const ratio = (kind: "number" | "text") => {
    return `${(quartile(sides.at(-1)!.times[kind]) / quartile(sides[0]!.times[kind])).toFixed(2)} x`;
  };
  row(`IPv${family} largest/smallest`, "", "", ratio("number"), "", ratio("text"));
}

/** The longest delay of a zero timeout while the work runs, and the 99th percentile. */
async function loopDelay(work: Promise<unknown>): Promise<{ worst: number; p99: number; took: number }> {
  const waits: number[] = [];
  const start = performance.now();
  let done = false;
  const finished = work.then(() => done = true);
  while (!done) {
    const before = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 0));
    waits.push(performance.now() - before);
  }
  await finished;
  waits.sort((a, b) => a - b);
  return {
    worst: waits.at(-1)!,
    p99: waits[Math.floor(waits.length * 0.99)]!,
    took: performance.now() - start,
  };
}

const worker = new FeedWorkerClient(console.error);
await worker.run("build", []);
row("rebuild in the worker", "took", "p99 wait", "longest wait");
for (const count of [135_000, 1_000_000]) {
  const given = lists(count, 4);
  const { worst, p99, took } = await loopDelay(
    worker.run("build", given).then((data) => new RangeIndex(data)),
  );
  row(`${count} ranges`, `${took.toFixed(0)} ms`, `${p99.toFixed(1)} ms`, `${worst.toFixed(1)} ms`);
}
const idle = await loopDelay(new Promise((resolve) => setTimeout(resolve, 500)));
row("no rebuild", "500 ms", `${idle.p99.toFixed(1)} ms`, `${idle.worst.toFixed(1)} ms`);
worker.close();
