/**
 * Latencies at half load, with the server on one core and the generator on another: `deno run -A --unstable-kv
 * bench/tail_bench.ts [--seconds 10] [--rounds 5]`. Requests of the honest mix come at half of the rate that the server
 * reaches on its core. Needs Linux's `taskset`.
 */
import { parseArgs } from "node:util";
import { closedLoop } from "./load/closed_loop.ts";
import { type OpenLoop, openLoop } from "./load/open_loop.ts";
import { announced, works } from "./load/work.ts";
import { benchServer } from "./server.ts";
import { spread } from "./speed/figures.ts";
import { loadAverage } from "./speed/machine.ts";

const CONNECTIONS = 64;
const LINES_PER_SECOND = 40_000;
/** After it what the requests before asked for is stored. */
const PAUSE_MS = 3000;

const { values } = parseArgs({
  args: Deno.args,
  options: {
    seconds: { type: "string", default: "10" },
    rounds: { type: "string", default: "5" },
  },
});
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];

/** All threads of the process, and the processes that it starts from now on. */
async function pin(pid: number, core: number): Promise<void> {
  const { success } = await new Deno.Command("taskset", { args: ["-acp", String(core), String(pid)] })
    .output();
  if (!success) throw new Error("taskset failed");
}

console.log(`load ${loadAverage().join(" ")}\n`);
console.log("| Work | At | p50 | p99 | Longest | Late by itself, p99 |\n|---|---|---|---|---|---|");
const isUsed = await announced();
await pin(Deno.pid, 1);
for (const name of ["score-ip", "score-user"] as const) {
  const server = await benchServer();
  try {
    await pin(server.pid, 0);
    const work = works(1, isUsed)[name];
    const lines = LINES_PER_SECOND * seconds;
    const load = { connections: CONNECTIONS, seconds, lines, again: false };
    await closedLoop(server, work, load);
    const perSecond = Math.round((await closedLoop(server, work, load)).perSecond / 2);
    const loops: OpenLoop[] = [];
    for (let round = 0; round < rounds; round++) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      loops.push(await openLoop(server, work, { perSecond, seconds, seed: round }));
    }
    const ms = (of: (loop: OpenLoop) => number) => {
      const { median, min, max } = spread(loops.map(of));
      return `${median.toFixed(1)} (${min.toFixed(1)} to ${max.toFixed(1)}) ms`;
    };
    const cells = [
      name,
      `${perSecond}/s`,
      ms(({ p50Ms }) => p50Ms),
      ms(({ p99Ms }) => p99Ms),
      ms(({ longestMs }) => longestMs),
      ms(({ lateP99Ms }) => lateP99Ms),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  } finally {
    await server.stop();
  }
}
