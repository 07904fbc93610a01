/**
 * Scoring on PostgreSQL and on the embedded store: on one machine, with 2 ms between, and under an open snapshot; and three nodes
 * with 2 ms between, on one account and on three.
 * `deno run -A --unstable-kv bench/postgres_bench.ts [rounds] [connections] [parts]`; parts: near, far, nodes, snapshot.
 */
import { startPostgres } from "../tests/support/servers/postgres.ts";
import { SlowLine } from "./slow_line.ts";
import { benchKey, type BenchServer, benchServer, type Target } from "./server.ts";
import { closedLoop } from "./load/closed_loop.ts";
import { works } from "./load/work.ts";

const ROUNDS = Number(Deno.args[0] ?? 9);
const CONNECTIONS = Number(Deno.args[1] ?? 64);
const PARTS = (Deno.args[2] ?? "near,far,nodes,snapshot").split(",");
const WORK = works(1, () => true)["score-ip"];
/** Number of values after which they are repeated. */
const LINES = 20_000;
/** Each way. */
const DELAY_MS = 1;

async function turn(server: Target, seconds = 1, connections = CONNECTIONS): Promise<number> {
  const options = { connections, seconds, lines: LINES, again: true };
  return (await closedLoop(server, WORK, options)).perSecond;
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1]!;
}

/** Alternates, so that other load affects both; the median of the ratios. */
async function compare(
  name: string,
  first: () => Promise<number>,
  second: () => Promise<number>,
  target: number,
): Promise<void> {
  const rates: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 2 === 0) rates.push([await first(), await second()]);
    else {
      const rate = await second();
      rates.push([await first(), rate]);
    }
  }
  const ratios = rates.map(([a, b]) => b / a).toSorted((a, b) => a - b);
  console.log(
    `| ${name} | ${Math.round(median(rates.map(([a]) => a)))}/s | ${
      Math.round(median(rates.map(([, b]) => b)))
    }/s | ${median(ratios).toFixed(2)} (${ratios[0]!.toFixed(2)} to ${
      ratios.at(-1)!.toFixed(2)
    }) | >= ${target} |`,
  );
}

await using server = await startPostgres({ durable: true });
const embedded = await benchServer();
const near = await benchServer({ WINNOW_STORE: await server.database() });
await turn(embedded);
await turn(near);
console.log(
  `| ${CONNECTIONS} connections, ${ROUNDS} turns of 1 s each | First | Second | Ratio | Target |\n|---|---|---|---|---|`,
);
if (PARTS.includes("near")) {
  await compare("PostgreSQL beside the embedded store", () => turn(embedded), () => turn(near), 0.8);
}
if (PARTS.includes("far")) {
  await using line = new SlowLine(server.port, DELAY_MS);
  const url = new URL(await server.database());
  url.port = String(line.port);
  const far = await benchServer({ WINNOW_STORE: url.href });
  await turn(far);
  await compare("the same, with 2 ms between", () => turn(embedded), () => turn(far), 0.6);
  await far.stop();
}
if (PARTS.includes("nodes")) {
  await using line = new SlowLine(server.port, DELAY_MS);
  const url = new URL(await server.database());
  url.port = String(line.port);
  const folder = await Deno.makeTempDir({ prefix: "winnow-bench-" });
  const env = {
    WINNOW_STORE: url.href,
    WINNOW_SECRET: "of a benchmark, shared by its nodes and long enough",
  };
  const keys: string[] = [];
  for (const account of ["one", "two", "three"]) {
    keys.push(await benchKey({ ...env, WINNOW_DATA_DIR: folder }, account));
  }
  const nodes: BenchServer[] = [];
  for (const [at, key] of keys.entries()) {
    nodes.push(await benchServer(env, { folder: `${folder}/${at}`, key }));
  }
  const together = async (keyOf: (node: number) => string) => {
    const rates = await Promise.all(
      nodes.map((node, at) =>
        turn({ ...node, headers: { "x-api-key": keyOf(at) } }, 1, Math.round(CONNECTIONS / nodes.length))
      ),
    );
    return rates.reduce((sum, rate) => sum + rate, 0);
  };
  const ofThree = () => together((node) => keys[node]!);
  const ofOne = () => together(() => keys[0]!);
  await ofThree();
  await ofOne();
  await compare("three nodes with 2 ms between: three accounts, one account", ofThree, ofOne, 0.95);
  for (const node of nodes) await node.stop();
  await Deno.remove(folder, { recursive: true });
}
if (PARTS.includes("snapshot")) {
  const url = await server.database();
  const under = await benchServer({ WINNOW_STORE: url });
  await turn(under);
  const database = url.split("/").at(-1)!;
  const before = await turn(under, 5);
  const held = server.sql(
    database,
    "begin isolation level repeatable read; select count(*) from winnow_data; select pg_sleep(130)",
  );
  const rates: number[] = [];
  for (let part = 0; part < 12; part++) rates.push(Math.round(await turn(under, 10)));
  console.log(
    `\nUnder an open snapshot, 10 s each: before ${Math.round(before)}/s, then ${rates.join(", ")}/s`,
  );
  await held;
  await under.stop();
}
await embedded.stop();
await near.stop();
