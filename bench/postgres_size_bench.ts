/**
 * Bytes of a stored score on PostgreSQL, by table: `deno run -A --unstable-kv bench/postgres_size_bench.ts [--nodes 1,3]
 * [--parallel 64,1] [--scores 20000] [--settle 180]`. All addresses are new; counted is the growth of the second so many scores,
 * by `pg_total_relation_size`, when the server and the nodes had so many seconds to do what waits. Each row has a database of
 * its own; with several nodes the requests go to them in turn. Targets: 300 bytes at 64 in flight, 600 one at a time.
 */
import { parseArgs } from "node:util";
import { type PostgresServer, startPostgres } from "../tests/support/servers/postgres.ts";
import { benchKey, type BenchServer, benchServer } from "./server.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    nodes: { type: "string", default: "1,3" },
    parallel: { type: "string", default: "64,1" },
    scores: { type: "string", default: "20000" },
    settle: { type: "string", default: "180" },
  },
});
const numbersOf = (list: string) => list.split(",").map(Number);
const [scores, settleMs] = [Number(values.scores), 1000 * Number(values.settle)];

const SIZES = `select c.relname || ' ' || pg_relation_size(c.oid) || ' ' || pg_indexes_size(c.oid) || ' ' ||
pg_total_relation_size(c.oid)
from pg_class c where c.relname like 'winnow_%' and c.relkind = 'r' order by 1`;

type Sizes = ReadonlyMap<string, readonly [heap: number, indexes: number, total: number]>;

async function sizesOf(server: PostgresServer, database: string): Promise<Sizes> {
  const rows = (await server.sql(database, SIZES)).split("\n").map((line) => line.split(" "));
  return new Map(
    rows.map(([name, heap, indexes, total]) => [name!, [Number(heap), Number(indexes), Number(total)]]),
  );
}

/** All values are new. */
function address(number: number): string {
  return `${20 + (number >> 16) % 40}.${(number >> 8) % 256}.${number % 256}.${(number >> 22) % 256}`;
}

/** Resolves when the second scores are stored; `settled` has the row of the table, later. */
async function measure(
  server: PostgresServer,
  nodes: number,
  parallel: number,
): Promise<{ readonly settled: Promise<string> }> {
  const url = await server.database();
  const database = url.split("/").at(-1)!;
  const folder = await Deno.makeTempDir({ prefix: "winnow-bench-" });
  const env = { WINNOW_STORE: url, WINNOW_SECRET: "of a benchmark, shared by its nodes and long enough" };
  const key = await benchKey({ ...env, WINNOW_DATA_DIR: folder });
  const running: BenchServer[] = [];
  for (let node = 0; node < nodes; node++) {
    running.push(await benchServer(env, { folder: `${folder}/${node}`, key }));
  }
  let next = 0;
  const send = async (until: number) => {
    await Promise.all(Array.from({ length: parallel }, async () => {
      while (next < until) {
        const number = next++;
        await running[number % nodes]!.get(`/v1/score/ip?ip=${address(number)}`);
      }
    }));
  };
  await send(scores);
  await wait(settleMs);
  const before = await sizesOf(server, database);
  const started = performance.now();
  await send(2 * scores);
  const seconds = (performance.now() - started) / 1000;
  const settle = async () => {
    await wait(settleMs);
    const after = await sizesOf(server, database);
    for (const each of running) await each.stop();
    await Deno.remove(folder, { recursive: true });
    const grown = [...after].map(([name, numbers]) => {
      const [heap, indexes, total] = numbers.map((number, at) =>
        (number - (before.get(name)?.[at] ?? 0)) / scores
      );
      return { name, heap: heap!, indexes: indexes!, total: total! };
    }).filter(({ total }) => Math.abs(total) >= 0.5);
    const parts = grown.map(({ name, heap, indexes, total }) =>
      `${name} ${total.toFixed(0)} (${heap.toFixed(0)} + ${indexes.toFixed(0)} of indexes)`
    );
    const sum = grown.reduce((sum, { total }) => sum + total, 0);
    return `| ${nodes} | ${parallel} | ${seconds.toFixed(0)} s | ${sum.toFixed(0)} | ${parts.join(", ")} |`;
  };
  return { settled: settle() };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

console.log("| Nodes | In flight | Stored in | Bytes of a score | Of these |\n|---|---|---|---|---|");
await using server = await startPostgres({ durable: true });
// One row settles while the next is being stored.
const settling: Promise<void>[] = [];
for (const nodes of numbersOf(values.nodes)) {
  for (const parallel of numbersOf(values.parallel)) {
    const { settled } = await measure(server, nodes, parallel);
    settling.push(settled.then((row) => console.log(row)));
  }
}
await Promise.all(settling);
