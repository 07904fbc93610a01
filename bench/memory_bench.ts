/**
 * Resident memory after 2,000 connections came and went, and while scores are replayed fast (by batches, on the mix):
 * `deno run -A --unstable-kv bench/memory_bench.ts [--scores 1000000] [--connections 2000] [--seconds 20] [--wait 60]`.
 * Targets: within 250 MiB of idle a minute later; flat within 10 % from a quarter of the replay on.
 */
import { parseArgs } from "node:util";
import { closedLoop } from "./load/closed_loop.ts";
import { Mix } from "./load/mix.ts";
import { addresses, emails, phones } from "./load/values.ts";
import { announced, works } from "./load/work.ts";
import { type BenchServer, benchServer } from "./server.ts";
import { loadAverage } from "./speed/machine.ts";
import { score } from "./store_fill.ts";

const IDLE_MS = 5000;
const ABOVE_IDLE_MIB = 250;
const FLAT = 1.1;
const SAMPLES = 20;

const { values } = parseArgs({
  args: Deno.args,
  options: {
    scores: { type: "string", default: "1000000" },
    connections: { type: "string", default: "2000" },
    seconds: { type: "string", default: "20" },
    wait: { type: "string", default: "60" },
  },
});
const [scores, connections, seconds, wait] = [
  values.scores,
  values.connections,
  values.seconds,
  values.wait,
].map(Number) as [number, number, number, number];
const isUsed = await announced();

console.log(`load ${loadAverage().join(" ")}\n\n| Memory | MiB | Target | |\n|---|---|---|---|`);
await onServer(comeAndGo);
await onServer(replay);
console.log(`\nload ${loadAverage().join(" ")} at the end`);

async function onServer(measure: (server: BenchServer, idle: number) => Promise<void>): Promise<void> {
  const server = await benchServer();
  try {
    await sleep(IDLE_MS);
    await measure(server, await server.residentMiB());
  } finally {
    await server.stop();
  }
}

async function comeAndGo(server: BenchServer, idle: number): Promise<void> {
  let highest = idle;
  const sampling = setInterval(async () => highest = Math.max(highest, await server.residentMiB()), 250);
  const work = works(1, isUsed)["score-ip"];
  const options = { connections, seconds, lines: 500_000, again: true, mayRefuse: true };
  const load = await closedLoop(server, work, options);
  clearInterval(sampling);
  row("idle", idle);
  row(
    `highest with ${connections} connections (${load.requests} requests, ${load.refused} refused)`,
    highest,
  );
  row("when they left", await server.residentMiB());
  await sleep(wait * 1000);
  const later = await server.residentMiB();
  row(`${wait} s later`, later, `<= ${idle + ABOVE_IDLE_MIB}`, later <= idle + ABOVE_IDLE_MIB);
}

async function replay(server: BenchServer, idle: number): Promise<void> {
  const mixes = {
    ip: new Mix(addresses(1, isUsed), { seed: 1 }),
    email: new Mix(emails(2), { seed: 2 }),
    phone: new Mix(phones(3), { seed: 3 }),
  };
  const fresh = {
    ip: () => mixes.ip.next(),
    email: () => mixes.email.next(),
    phone: () => mixes.phone.next(),
  };
  const samples: number[] = [];
  const started = performance.now();
  await score(server, fresh, scores, async (scored) => {
    if (scored >= scores * (samples.length + 1) / SAMPLES) samples.push(await server.residentMiB());
  });
  const perSecond = Math.round(scores / (performance.now() - started) * 1000).toLocaleString("en");
  const quarter = samples[Math.floor(samples.length / 4)] ?? idle;
  const highest = Math.max(...samples.slice(Math.floor(samples.length / 4)));
  row(`idle, before ${scores.toLocaleString("en")} scores`, idle);
  row(`a quarter of them stored (${perSecond}/s)`, quarter);
  row("highest after that", highest, `<= ${Math.round(quarter * FLAT)}`, highest <= quarter * FLAT);
  row("at the end", samples.at(-1) ?? idle);
}

function row(name: string, mebibytes: number, target = "", met: boolean | null = null): void {
  console.log(`| ${name} | ${mebibytes} | ${target} | ${met === null ? "" : met ? "met" : "missed"} |`);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
