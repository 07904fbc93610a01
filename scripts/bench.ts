/** `deno task bench`: how fast the service is, as ratios within one run. Not a test: a machine's noise is not a failure. */
import { parseArgs } from "node:util";
import { hasWrk } from "../bench/load/closed_loop.ts";
import { announced, works } from "../bench/load/work.ts";
import { HEAD, line, type Row } from "../bench/speed/figures.ts";
import { loadAverage, machine, versions } from "../bench/speed/machine.ts";
import {
  type Context,
  PART_NAMES,
  type PartName,
  PARTS,
  WITHOUT,
  type Without,
} from "../bench/speed/parts.ts";

/** Parts that need no load generator. */
const WITHOUT_LOAD: readonly PartName[] = ["batch", "start", "import", "search", "conditions"];

const HELP = `deno task bench [options]

The service and its yardsticks in turn on this machine, each round a ratio. Requests are drawn from 10,000 addresses,
e-mail addresses, phone numbers and devices by Zipf's law (exponent 1); one in five is of somebody who was never seen
before. A sign-up is one person with an address, an e-mail address, a phone number and, three times of five, a device.

  closed loop   as many requests as the connections can send (wrk, Debian package wrk). Its latencies leave out what a
                stall keeps from being sent.
  open loop     half of the throughput of the closed loop, at random times; a latency counts from the time at which the
                request was due. The latencies of the bare server beside it are those of generator and machine.
  bare          a Hono route that answers with the same JSON.
  do it yourself  bench/diy: fastify on Node with maxmind, a list of disposable domains and libphonenumber; no key, no record.

  --only PARTS     ${PART_NAMES.join(", ")} (default: all)
  --without NAMES  ${WITHOUT.join(", ")}: leave out a yardstick (needs Node and the npm registry) or a store
  --connections NS of the closed loops of scores; the open loop has half of the throughput with the first
                   (default: 64,256)
  --seconds N      of a load in the closed loop, at least 3 for steady figures (default: 5)
  --open-seconds N of a load in the open loop (default: 4 times --seconds)
  --warm-up N      at most so many seconds before the first measurement, until each of the 10,000 came once; a busy
                   machine needs more (default: 3 times --seconds)
  --rounds N       (default: 5)
  --seed N         of the values and their order (default: 1)
  --json FILE      the results and what they were measured on (default: a file in a temporary folder)

A cell is the median of the rounds, in brackets the lowest and the highest; the longest latency is that of all rounds.
"Processor a request" is of the service and then of the yardsticks; PostgreSQL's own time is not in it.`;

interface Options {
  readonly only: readonly PartName[];
  readonly without: readonly Without[];
  readonly connections: readonly number[];
  readonly seconds: number;
  readonly openSeconds: number;
  readonly warmUpSeconds: number;
  readonly rounds: number;
  readonly seed: number;
  readonly json: string;
}

const options = await readOptions();
if (options.only.some((part) => !WITHOUT_LOAD.includes(part)) && !await hasWrk()) {
  console.error(`needs wrk (apt-get install wrk); without it: --only ${WITHOUT_LOAD.join(",")}`);
  Deno.exit(1);
}
const skipped: { what: string; why: string }[] = [];
const notes: string[] = [];
const rows: Row[] = [];
const about = {
  schemaVersion: 1,
  startedAt: new Date().toISOString(),
  machine: await machine(),
  versions: await versions(),
  loadAverage: { before: loadAverage(), after: loadAverage() },
  options,
};
const context: Context = {
  ...options,
  works: works(options.seed, await announced()),
  skip(what, why) {
    if (skipped.some((each) => each.what === what)) return;
    skipped.push({ what, why });
  },
  note(text) {
    notes.push(text);
  },
};
const { processor, cores, memoryMiB } = about.machine;
console.log(
  `${about.startedAt}, ${processor}, ${cores} cores, ${memoryMiB} MiB, load ${
    about.loadAverage.before[0]
  }\n\n${HEAD}`,
);
for (const part of options.only) {
  for await (const row of PARTS[part](context)) {
    rows.push({ part, ...row });
    console.log(line(rows.at(-1)!));
    await writeResult();
  }
}
for (const { what, why } of skipped) console.log(`\nskipped: ${what}: ${why}`);
for (const note of notes) console.log(`\n${note}`);
await writeResult();
console.log(`\nload ${loadAverage()[0]} at the end; written to ${options.json}`);

/** After each row, so that a run that is ended has what it measured. */
async function writeResult(): Promise<void> {
  const result = {
    ...about,
    loadAverage: { ...about.loadAverage, after: loadAverage() },
    rows,
    skipped,
    notes,
  };
  await Deno.writeTextFile(options.json, JSON.stringify(result, null, 2) + "\n");
}

async function readOptions(): Promise<Options> {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      only: { type: "string" },
      without: { type: "string" },
      connections: { type: "string", default: "64,256" },
      seconds: { type: "string", default: "5" },
      "open-seconds": { type: "string" },
      "warm-up": { type: "string" },
      rounds: { type: "string", default: "5" },
      seed: { type: "string", default: "1" },
      json: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    Deno.exit(0);
  }
  const seconds = whole("seconds", values.seconds);
  return {
    only: names("only", values.only, PART_NAMES) ?? PART_NAMES,
    without: names("without", values.without, WITHOUT) ?? [],
    connections: values.connections.split(",").map((text) => whole("connections", text)),
    seconds,
    openSeconds: whole("open-seconds", values["open-seconds"] ?? String(4 * seconds)),
    warmUpSeconds: whole("warm-up", values["warm-up"] ?? String(3 * seconds)),
    rounds: whole("rounds", values.rounds),
    seed: whole("seed", values.seed),
    json: values.json ?? `${await Deno.makeTempDir({ prefix: "winnow-bench-result-" })}/result.json`,
  };
}

function names<Name extends string>(
  option: string,
  text: string | undefined,
  known: readonly Name[],
): readonly Name[] | null {
  if (text === undefined) return null;
  const given = text.split(",");
  const unknown = given.find((name) => !(known as readonly string[]).includes(name));
  if (unknown !== undefined) wrong(`--${option} takes ${known.join(", ")}, not ${unknown}`);
  return known.filter((name) => given.includes(name));
}

function whole(option: string, text: string): number {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : wrong(`--${option} takes a whole number above 0`);
}

function wrong(message: string): never {
  console.error(`${message}; see --help`);
  Deno.exit(2);
}
