/**
 * One process on the embedded store against two workers that share it: `deno run -A --unstable-kv bench/workers_bench.ts
 * [--seconds 4] [--rounds 3]`. Requests a second on this machine, and the processor time of each process, of which the longest
 * says how much free cores could do.
 */
import { parseArgs } from "node:util";
import { argumentsOf, descendants } from "../tests/support/process/processes.ts";
import { closedLoop } from "./load/closed_loop.ts";
import { announced, works } from "./load/work.ts";
import { type BenchServer, benchServer, processorSeconds, workersOf } from "./server.ts";
import { spread } from "./speed/figures.ts";
import { loadAverage } from "./speed/machine.ts";

const WORKERS = 2;
const LINES_PER_SECOND = 40_000;

const { values } = parseArgs({
  args: Deno.args,
  options: {
    seconds: { type: "string", default: "4" },
    rounds: { type: "string", default: "3" },
  },
});
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];

interface Round {
  readonly perSecond: number;
  /** Microseconds of a request, by process. */
  readonly each: Readonly<Record<string, number>>;
}

console.log(`load ${loadAverage().join(" ")}\n`);
console.log(
  "| Work | Processes | Requests a second | Processor time of a request | Of it |\n|---|---|---|---|---|",
);
const isUsed = await announced();
const one = await benchServer();
const several = await benchServer({ WINNOW_WORKERS: String(WORKERS) });
try {
  await workersOf(several.pid, WORKERS + 1);
  for (const name of ["score-ip", "score-user"] as const) {
    const measured = new Map<BenchServer, Round[]>([[one, []], [several, []]]);
    const work = new Map([one, several].map((server) => [server, works(1, isUsed)[name]]));
    for (let round = -1; round < rounds; round++) {
      for (const server of round % 2 === 0 ? [one, several] : [several, one]) {
        const before = await times(server);
        const lines = LINES_PER_SECOND * seconds;
        const loop = await closedLoop(server, work.get(server)!, {
          connections: 64,
          seconds,
          lines,
          again: false,
        });
        const after = await times(server);
        const each: Record<string, number> = {};
        for (const [process, time] of Object.entries(after)) {
          each[process] = (time - (before[process] ?? 0)) * 1e6 / loop.requests;
        }
        if (round >= 0) measured.get(server)!.push({ perSecond: loop.perSecond, each });
      }
    }
    for (const [server, all] of measured) {
      const rate = spread(all.map(({ perSecond }) => perSecond));
      const median = (process: string) => spread(all.map(({ each }) => each[process] ?? 0)).median;
      const processes = Object.keys(all[0]!.each);
      const total = spread(all.map(({ each }) => Object.values(each).reduce((sum, time) => sum + time, 0)));
      console.log(
        `| ${name} | ${server === one ? "one" : `${WORKERS} workers and the store's`} | ${
          Math.round(rate.median)
        } (${Math.round(rate.min)} to ${Math.round(rate.max)}) | ${Math.round(total.median)} µs | ${
          processes.map((process) => `${process} ${Math.round(median(process))}`).join(", ")
        } |`,
      );
    }
  }
} finally {
  await one.stop();
  await several.stop();
}

/** Seconds by process. */
async function times(server: BenchServer): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  const children = await descendants(server.pid);
  if (children.length === 0) return { all: await processorSeconds(server.pid) ?? NaN };
  for (const pid of children) {
    const args = await argumentsOf(pid);
    const command = args.includes("store") ? "store" : args.includes("worker") ? `worker ${pid}` : null;
    if (command !== null) found[command] = await processorSeconds(pid) ?? NaN;
  }
  return found;
}
