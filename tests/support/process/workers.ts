/** Servers of several worker processes, which need PostgreSQL: one server for all tests of a file. */
import { inFolder } from "../folder.ts";
import { WITHOUT_POSTGRES } from "../servers/postgres.ts";
import { sharedPostgres } from "../servers/shared_postgres.ts";
import { type RunningServer, setSettings, startServer } from "./program.ts";

const NO_SHARED_PORTS = Deno.build.os === "linux" ? "" : "skipped: ports are shared fairly on Linux only";

let postgres: ReturnType<typeof sharedPostgres> | null = null;

/** A server of several workers on its own folder. */
export async function withWorkers(
  workers: number,
  test: (server: RunningServer, dataDir: string) => Promise<void>,
): Promise<void> {
  await inFolder(async (dataDir) => {
    await onPostgres(dataDir);
    const server = await startServer(dataDir, { WINNOW_WORKERS: String(workers) });
    try {
      await test(server, dataDir);
    } finally {
      await server.kill();
    }
  });
}

/** What runs on the folder uses a new database. */
async function onPostgres(dataDir: string): Promise<void> {
  setSettings(dataDir, { WINNOW_STORE: await newDatabase() });
}

export async function newDatabase(): Promise<string> {
  postgres ??= sharedPostgres();
  return await (await postgres).database();
}

/**
 * Registers a test of several workers, or one that is skipped by name. It gets a temporary folder, and what runs on that uses
 * a database of its own.
 */
export function workersTest(name: string, run: (folder: string) => Promise<void>): void {
  register(name, NO_SHARED_PORTS || WITHOUT_POSTGRES, async (folder) => {
    await onPostgres(folder);
    await run(folder);
  });
  if (postgresEnds) return;
  postgresEnds = true;
  Deno.test.afterAll(async () => {
    await (await postgres)?.[Symbol.asyncDispose]();
  });
}
let postgresEnds = false;

/** Registers a test of several servers on one port. It gets a temporary folder. */
export function sharedPortTest(name: string, run: (folder: string) => Promise<void>): void {
  register(name, NO_SHARED_PORTS, run);
}

function register(name: string, why: string, run: (folder: string) => Promise<void>): void {
  Deno.test({
    name: why === "" ? name : `${name} (${why})`,
    ignore: why !== "",
    sanitizeResources: false,
    sanitizeOps: false,
    fn: () => inFolder(run),
  });
}

/** Process ids of the server's workers. */
export async function workerIds(server: Pick<RunningServer, "origin">): Promise<number[]> {
  return await processesEnding(` worker ${new URL(server.origin).port}`);
}

/** The process that has the embedded store of workers; null when none runs. */
export async function storeId(dataDir: string): Promise<number | null> {
  return (await processesEnding(` store ${dataDir}/store.sock`))[0] ?? null;
}

async function processesEnding(end: string): Promise<number[]> {
  const ids: number[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const command = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
    if (command.split("\0").join(" ").trimEnd().endsWith(end)) ids.push(Number(name));
  }
  return ids;
}
