/** `winnow serve`: opens the store and the data, answers, and drains on SIGTERM. */
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { VERSION } from "./domain/service.ts";
import { firstStart } from "./cli/first_start.ts";

/** How long a drain waits for requests under way. */
const DRAIN_MS = 10_000;

export async function serve(config: Config, log: (line: string) => void): Promise<void> {
  const app = await createApp(config, log);
  const controller = new AbortController();
  const server = Deno.serve({
    hostname: config.host,
    port: config.port,
    signal: controller.signal,
    reusePort: config.workers > 1,
    onListen: () => {},
  }, app.fetch);
  const address = server.addr as Deno.NetAddr;
  const origin = `http://${
    address.hostname.includes(":") ? `[${address.hostname}]` : address.hostname
  }:${address.port}`;
  log(`winnow ${VERSION} listening on ${origin}`);
  for (const [host, base] of Object.entries(config.agentDirectoryOverrides)) {
    log(`the key directory of ${host} is fetched from ${base} (WINNOW_AGENT_DIRECTORY_OVERRIDES)`);
  }
  await firstStart(app, config.baseUrl ?? origin, log);
  const stopped = Promise.withResolvers<void>();
  const stop = () => {
    log("draining");
    const force = setTimeout(() => controller.abort(), DRAIN_MS);
    void server.shutdown().finally(() => {
      clearTimeout(force);
      stopped.resolve();
    });
  };
  Deno.addSignalListener("SIGTERM", stop);
  Deno.addSignalListener("SIGINT", stop);
  await stopped.promise;
  await app.close();
  log("stopped");
}
