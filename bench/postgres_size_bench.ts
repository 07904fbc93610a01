/**
 * Bytes of a stored score on PostgreSQL, by table, when each is committed alone and when many arrive together.
 * `deno run -A --unstable-kv bench/postgres_size_bench.ts [scores]`, 20,000 unless it says otherwise.
 */
import { type PostgresServer, startPostgres } from "../tests/support/servers/postgres.ts";
import { benchServer } from "./server.ts";

const SCORES = Number(Deno.args[0] ?? 20_000);
/** What is only written a while after a score is waited for. */
const SETTLE_MS = Number(Deno.args[1] ?? 150_000);

const SIZES = `select c.relname || ' ' || pg_relation_size(c.oid) || ' ' || pg_indexes_size(c.oid) || ' ' ||
pg_total_relation_size(c.oid) || ' ' || c.reltuples
from pg_class c where c.relname like 'winnow_%' and c.relkind = 'r' order by 1`;

async function sizes(server: PostgresServer, database: string): Promise<Map<string, number[]>> {
  const rows = (await server.sql(database, SIZES)).split("\n").map((line) => line.split(" "));
  return new Map(rows.map(([name, ...numbers]) => [name!, numbers.map(Number)]));
}

/** All values are new. */
function address(number: number): string {
  return `${20 + (number >> 16) % 40}.${(number >> 8) % 256}.${number % 256}.${(number >> 22) % 256}`;
}

async function measure(server: PostgresServer, parallel: number): Promise<void> {
  const url = await server.database();
  const database = url.split("/").at(-1)!;
  const bench = await benchServer({ WINNOW_STORE: url });
  try {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const before = await sizes(server, database);
    let turn = 0;
    const started = performance.now();
    await Promise.all(Array.from({ length: parallel }, async () => {
      while (turn < SCORES) await bench.get(`/v1/score/ip?ip=${address(turn++)}`);
    }));
    const seconds = (performance.now() - started) / 1000;
    const show = async (when: string) => {
      const after = await sizes(server, database);
      let sum = 0;
      const parts: string[] = [];
      for (const [name, numbers] of after) {
        const grown = numbers.map((number, at) => (number - (before.get(name)?.[at] ?? 0)) / SCORES);
        sum += grown[2]!;
        parts.push(`${name} ${grown[0]!.toFixed(0)} + ${grown[1]!.toFixed(0)} of indexes`);
      }
      console.log(`| ${parallel} at a time, ${when} | ${sum.toFixed(0)} | ${parts.join(", ")} |`);
    };
    await show(`after ${seconds.toFixed(0)} s`);
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    await show("later");
  } finally {
    await bench.stop();
  }
}

console.log("| Scores of an IP address | Bytes of a score | Of these |\n|---|---|---|");
await using server = await startPostgres({ durable: true });
for (const parallel of (Deno.args[2] ?? "1,64").split(",").map(Number)) await measure(server, parallel);
