/** Servers of several worker processes. */
import { inFolder } from "../folder.ts";
import { type RunningServer, startServer } from "./program.ts";

/** A server of several workers on its own folder. */
export async function withWorkers(
  workers: number,
  test: (server: RunningServer, dataDir: string) => Promise<void>,
): Promise<void> {
  await inFolder(async (dataDir) => {
    const server = await startServer(dataDir, { WINNOW_WORKERS: String(workers) });
    try {
      await test(server, dataDir);
    } finally {
      await server.kill();
    }
  });
}

/** Registers a test of several workers, or one that is skipped by name. It gets a temporary folder. */
export function workersTest(name: string, run: (folder: string) => Promise<void>): void {
  const ignore = Deno.build.os !== "linux";
  Deno.test({
    name: ignore ? `${name} (skipped: ports are shared fairly on Linux only)` : name,
    ignore,
    sanitizeResources: false,
    sanitizeOps: false,
    fn: () => inFolder(run),
  });
}

/** Process ids of the server's workers. */
export async function workerIds(server: RunningServer): Promise<number[]> {
  const port = new URL(server.origin).port;
  const ids: number[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const command = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
    if (command.split("\0").join(" ").trimEnd().endsWith(` worker ${port}`)) ids.push(Number(name));
  }
  return ids;
}
