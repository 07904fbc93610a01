/** `winnow serve`: opens the store and the data, answers, and drains on SIGTERM. With WINNOW_WORKERS, workers do that. */
import { type App, createApp } from "./app.ts";
import { firstStart } from "./cli/first_start.ts";
import type { Config } from "./config.ts";
import { VERSION } from "./domain/service.ts";
import { PipedPeers, READY } from "./worker_process.ts";
import { superviseWorkers } from "./workers.ts";

/** How long a drain waits for requests under way. */
const DRAIN_MS = 10_000;

type Log = (line: string) => void;

/** @throws StoreError, SettingError, AddrInUse and others with a clear line when it cannot start */
export async function serve(config: Config, log: Log): Promise<void> {
  for (const [host, base] of Object.entries(config.agentDirectoryOverrides)) {
    log(`WINNOW_AGENT_DIRECTORY_OVERRIDES: the agent keys of ${host} come from ${base}`);
  }
  if (config.workers > 1) {
    if (Deno.build.os !== "windows") return await superviseWorkers(config, log);
    log("WINNOW_WORKERS: this system cannot share a port; one process serves");
  }
  const stop = Promise.withResolvers<void>();
  onSignals(stop.resolve);
  const app = await createApp(config, log);
  const server = listen(config.host, config.port, false, app.fetch);
  log(`winnow ${VERSION} listening on ${server.origin}`);
  await firstStart(config, app.services, config.baseUrl ?? server.origin, log);
  await stop.promise;
  log("draining");
  await server.drain();
  await app.close();
  log("stopped");
}

/** One of several processes on one port: it ends when it is told to, or when the process that started it is gone. */
export async function serveAsWorker(config: Config, port: number, log: Log): Promise<void> {
  const stop = Promise.withResolvers<void>();
  onSignals(stop.resolve);
  const metricsPeers = new PipedPeers(log);
  void metricsPeers.follow(Deno.stdin.readable).then(stop.resolve);
  const app = await createApp(config, log, { metricsPeers });
  const server = listen(config.host, port, true, app.fetch);
  log(READY);
  await stop.promise;
  await server.drain();
  await app.close();
}

function listen(hostname: string, port: number, reusePort: boolean, handler: App["fetch"]) {
  // A shutdown breaks off bodies that are still arriving, so requests that have one are waited for first.
  const withBody = new Set<Promise<Response>>();
  const server = Deno.serve({ hostname, port, reusePort, onListen: () => {} }, (request, info) => {
    const response = handler(request, info);
    if (request.method === "GET" || response instanceof Response) return response;
    const answered = response.finally(() => withBody.delete(answered));
    withBody.add(answered);
    return answered;
  });
  return {
    origin: originOf(server.addr as Deno.NetAddr),
    /** Stops accepting and waits for what is under way, DRAIN_MS at most. */
    async drain(): Promise<void> {
      const enough = Promise.withResolvers<void>();
      const force = setTimeout(enough.resolve, DRAIN_MS);
      await Promise.race([Promise.allSettled(withBody), enough.promise]);
      await Promise.race([server.shutdown(), enough.promise]);
      clearTimeout(force);
    },
  };
}

function originOf({ hostname, port }: { hostname: string; port: number }): string {
  return `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}

function onSignals(stop: () => void): void {
  Deno.addSignalListener("SIGTERM", stop);
  Deno.addSignalListener("SIGINT", stop);
}
