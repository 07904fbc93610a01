/**
 * The store's engines: commits and mutations per second. `deno run -A --unstable-kv bench/store_bench.ts`. PostgreSQL is skipped
 * where it is not installed.
 */
import { openEngine } from "../src/db/open_engine.ts";
import { startPostgres } from "../tests/support/servers/postgres.ts";
import { CATALOG } from "../src/records/index.ts";

const SECONDS = 2;

async function engines(): Promise<void> {
  console.log(
    "| Engine | Single commits/s | 8 in parallel/s | Mutations/s, 500 per batch | Check-and-set/s | Reads of 10/s |",
  );
  console.log("|---|---|---|---|---|---|");
  await engine("Deno KV, a file", `${folder}/engine.kv`);
  try {
    await using server = await startPostgres({ durable: true });
    await engine("PostgreSQL, 127.0.0.1", await server.database());
  } catch (error) {
    console.log(`| PostgreSQL | skipped: ${(error as Error).message.split("\n")[0]} |`);
  }
}

async function engine(name: string, location: string): Promise<void> {
  const engine = await openEngine(location, CATALOG);
  let turn = 0;
  const single = () => engine.commit({ set: [{ key: ["single", String(turn++)], value: { a: turn } }] });
  const text = "x".repeat(100);
  const batch = () =>
    engine.commit({
      set: Array.from(
        { length: 500 },
        (_, i) => ({ key: ["batch", String(turn++ % 100_000), String(i)], value: text }),
      ),
    });
  let version: string | null = null;
  const checked = async () => {
    version = await engine.commit({ check: [{ key: ["c"], version }], set: [{ key: ["c"], value: turn++ }] });
  };
  const read = () =>
    engine.get(Array.from({ length: 10 }, (_, i) => ["single", String((turn++ * 7 + i * 13) % 1000)]));
  try {
    const figures = [
      await perSecond(single, 1),
      await perSecond(single, 8),
      await perSecond(batch, 1) * 500,
      await perSecond(checked, 1),
      await perSecond(read, 4),
    ];
    console.log(
      `| ${name} | ${figures.map((figure) => Math.round(figure).toLocaleString("en")).join(" | ")} |`,
    );
  } finally {
    await engine.close();
  }
}

async function perSecond(work: () => Promise<unknown>, parallel: number): Promise<number> {
  let done = 0;
  const started = performance.now();
  const end = started + SECONDS * 1000;
  await Promise.all(Array.from({ length: parallel }, async () => {
    while (performance.now() < end) {
      await work();
      done++;
    }
  }));
  return done / (performance.now() - started) * 1000;
}

const folder = await Deno.makeTempDir({ prefix: "winnow-store-bench-" });
try {
  await engines();
} finally {
  await Deno.remove(folder, { recursive: true });
}
