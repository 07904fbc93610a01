/** The parts of `deno task bench`, each on servers of its own. */
import { startPostgres } from "../../tests/support/servers/postgres.ts";
import { startBare, type Yardstick } from "../bare.ts";
import { batchAgainstMmdb } from "../batch.ts";
import { clusterPart } from "../cluster_bench.ts";
import { conditionCost } from "../conditions.ts";
import { startDiy } from "../diy.ts";
import { MAX_ACTIVE_CONDITIONS } from "../../src/model/rules/condition_rule.ts";
import { hot, type Work, type Works } from "../load/work.ts";
import { buildProgram } from "../../scripts/program.ts";
import { type BenchServer, benchServer, PREPARED, workersOf } from "../server.ts";
import { Comparison, type Rounds } from "./compare.ts";
import { askedPart } from "./asked_part.ts";
import { type Row, type Spread, spread } from "./figures.ts";
import { searchPart } from "./search_part.ts";

export interface Context extends Rounds {
  readonly works: Works;
  /** Of the closed loops of scores. */
  readonly connections: readonly number[];
  /** Yardsticks and stores to leave out. */
  readonly without: readonly Without[];
  /** Something is left out of this run. */
  skip(what: string, why: string): void;
  /** What a reader of a row must know; kept with the results. */
  note(text: string): void;
}

export const WITHOUT = ["diy", "postgres"] as const;
export type Without = (typeof WITHOUT)[number];

type Rows = AsyncIterable<Omit<Row, "part">>;
type Part = (context: Context) => Rows;

const P99_MS = 5;
const LONGEST_MS = 50;
const IDLE_MS = 2000;
const RULES = 10_000;
const STARTS = 5;
const ROOT = decodeURIComponent(new URL("../../", import.meta.url).pathname);

export const PARTS = {
  "score-ip": (context) =>
    scored(context, context.works["score-ip"], { 64: atLeast(0.3), 256: atLeast(0.5) }),
  "score-user": (context) => {
    const target = atLeast(0.25, 0.75);
    return scored(context, context.works["score-user"], { 64: target, 256: target });
  },
  report: (context) => closedOnly(context, context.works.report, atLeast(0.25)),
  "verify-email": (context) => closedOnly(context, context.works["verify-email"], null),
  asked: (context) => askedPart(context.works, context),
  async *batch({ works, rounds }) {
    await using server = await serving();
    yield await batchAgainstMmdb(server, works.unseen, rounds);
  },
  async *start({ rounds, skip }) {
    const starts: number[] = [];
    let idle = 0;
    const failure = await buildProgram(ROOT);
    if (failure !== null) skip("the prepared program", failure);
    for (let round = 0; round < Math.max(rounds, STARTS); round++) {
      await using server = await serving({}, PREPARED);
      starts.push(server.startMs);
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
      idle = await server.residentMiB();
    }
    yield figure("start to first answer, empty store, prepared program", "ms", spread(starts), 300);
    yield figure("resident memory, idle with all bundled data", "MiB", spread([idle]), 250);
  },
  async *import({ rounds }) {
    await using server = await serving();
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const lines = Array.from({ length: RULES }, (_, i) => `${20 + round}.0.${i >> 8}.${i & 255}`);
      const answer = await server.post("/v1/rules/import?action=block", lines.join("\n"), "text/plain");
      times.push(JSON.parse(answer).processing_time_sec as number);
    }
    yield figure(`import of ${RULES.toLocaleString("en")} rules, server time`, "s", spread(times), 1);
  },
  search: ({ rounds, note }) => searchPart(rounds, note),
  async *conditions({ rounds }) {
    const name = `${MAX_ACTIVE_CONDITIONS} conditions, time of a sign-up`;
    yield figure(name, "µs", spread(await conditionCost(rounds)), 100);
  },
  hot: (context) => closedOnly(context, hot(context.works["score-ip"]), null, ", hot (one address)"),
  postgres: (context) => onPostgres(context, 1),
  workers: (context) => onPostgres(context, 2),
  async *cluster(context) {
    if (!context.without.includes("postgres")) yield* clusterPart(context.works, context);
  },
} satisfies Readonly<Record<string, Part>>;

export type PartName = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as PartName[];

interface RatioTarget {
  readonly text: string;
  met(row: Pick<Row, "ofBare" | "ofDiy">): boolean;
}

/** Of the bare server or, where given, of the do-it-yourself one. */
function atLeast(ofBare: number, ofDiy = Infinity): RatioTarget {
  const other = ofDiy === Infinity ? "" : `, or ${ofDiy.toFixed(2)} of do it yourself`;
  return {
    text: `>= ${ofBare.toFixed(2)}${other}`,
    met: (row) => (row.ofBare?.median ?? 0) >= ofBare || (row.ofDiy?.median ?? 0) >= ofDiy,
  };
}

/** The closed loop at each number of connections, then the open loop at half of the throughput at the first. */
async function* scored(context: Context, work: Work, targets: Readonly<Record<number, RatioTarget>>): Rows {
  await using server = await serving();
  await using bare = await bareOf(server, work);
  await using diy = await diyOf(context);
  const comparison = new Comparison(
    { winnow: server, bare, ...(diy === null ? {} : { diy }) },
    work,
    context,
  );
  await warmUp(context, comparison, work);
  let throughput = 0;
  for (const connections of context.connections) {
    const target = targets[connections] ?? null;
    const row = await comparison.closed(connections);
    throughput ||= row.winnow.value.median;
    yield {
      work: `${nameOf(work)}, ${connections} connections`,
      ...row,
      target: target?.text ?? "",
      met: target?.met(row) ?? null,
    };
  }
  const row = await comparison.open(throughput / 2);
  yield {
    work: `${nameOf(work)}, open loop at half load`,
    ...row,
    target: `p99 <= ${P99_MS} ms, longest <= ${LONGEST_MS} ms`,
    met: row.winnow.p99Ms!.median <= P99_MS && row.winnow.longestMs!.max <= LONGEST_MS,
  };
}

async function* closedOnly(context: Context, work: Work, target: RatioTarget | null, suffix = ""): Rows {
  await using server = await serving();
  yield await closedRow(context, server, work, target, suffix);
}

async function* onPostgres(context: Context, workers: number): Rows {
  const names = workers === 1 ? "PostgreSQL" : `PostgreSQL, ${workers} workers`;
  if (context.without.includes("postgres")) return;
  let started: Awaited<ReturnType<typeof startPostgres>>;
  try {
    started = await startPostgres({ durable: true });
  } catch (error) {
    context.skip(names, (error as Error).message.split("\n")[0]!);
    return;
  }
  await using postgres = started;
  await using server = await serving({
    WINNOW_STORE: await postgres.database(),
    WINNOW_WORKERS: String(workers),
  });
  if (workers > 1) await workersOf(server.pid, workers);
  for (const name of ["score-ip", "score-user"] as const) {
    yield await closedRow(context, server, context.works[name], null, `, ${names}`);
  }
}

async function closedRow(
  context: Context,
  server: BenchServer,
  work: Work,
  target: RatioTarget | null,
  suffix: string,
): Promise<Omit<Row, "part">> {
  await using bare = await bareOf(server, work);
  const comparison = new Comparison({ winnow: server, bare }, work, context);
  await warmUp(context, comparison, work);
  const row = await comparison.closed(64);
  return {
    work: `${nameOf(work)}, 64 connections${suffix}`,
    ...row,
    target: target?.text ?? "",
    met: target?.met(row) ?? null,
  };
}

async function warmUp(context: Context, comparison: Comparison, work: Work): Promise<void> {
  const answered = await comparison.warmUp();
  if (answered >= work.pool.length) return;
  const [sent, pool] = [answered, work.pool.length].map((count) => count.toLocaleString("en"));
  context.note(
    `${nameOf(work)}: ${sent} requests of warming up, of ${pool}: the figures are of a cold server`,
  );
}

function figure(
  work: string,
  unit: "ms" | "s" | "µs" | "MiB",
  value: Spread,
  most: number,
): Omit<Row, "part"> {
  return { work, winnow: { unit, value }, target: `<= ${most} ${unit}`, met: value.median <= most };
}

function nameOf(work: Work): string {
  return `${work.method} ${work.path.replace(/\?.*/, "")}`;
}

async function serving(
  env: Readonly<Record<string, string>> = {},
  program?: readonly string[],
): Promise<BenchServer & AsyncDisposable> {
  const server = await benchServer(env, null, program);
  return { ...server, [Symbol.asyncDispose]: () => server.stop() };
}

/** A bare server that answers as this one answers the work's first line. */
async function bareOf(server: BenchServer, work: Work): Promise<Yardstick & AsyncDisposable> {
  const line = work.pool[0]!;
  const answer = work.method === "GET"
    ? await server.get(work.path + line)
    : await server.post(work.path, line);
  const bare = await startBare(answer);
  return { ...bare, [Symbol.asyncDispose]: () => bare.stop() };
}

async function diyOf(context: Context): Promise<(Yardstick & AsyncDisposable) | null> {
  if (context.without.includes("diy")) return null;
  try {
    const diy = await startDiy();
    return { ...diy, [Symbol.asyncDispose]: () => diy.stop() };
  } catch (error) {
    context.skip("do it yourself", (error as Error).message);
    return null;
  }
}
