/** `winnow serve`: opens the store and the data, answers, and drains on SIGTERM. With WINNOW_WORKERS, workers do that. */
import { type App, createApp } from "../app.ts";
import { firstStart } from "./first_start.ts";
import type { Config } from "../config.ts";
import { VERSION } from "../model/service.ts";
import { PipedPeers, READY } from "./worker_process.ts";
import { listening, superviseWorkers } from "./workers.ts";

/** How long a drain waits for requests under way. */
const DRAIN_MS = 10_000;
/** How often a drain looks whether the bodies under way are here. */
const LOOK_MS = 20;

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
  const server = listen(config.host, config.port, false, app);
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
  const server = listen(config.host, port, true, app);
  log(READY);
  await stop.promise;
  await server.drain();
  await app.close();
}

function listen(hostname: string, port: number, reusePort: boolean, app: App) {
  // A shutdown breaks off bodies that are still arriving, so those are waited for first.
  const withBody = new Set<Request>();
  const answer: App["fetch"] = (request, info) => {
    const response = app.fetch(request, info);
    if (request.method === "GET" || response instanceof Response) return response;
    withBody.add(request);
    return response.finally(() => withBody.delete(request));
  };
  const server = listening(
    hostname,
    port,
    () => Deno.serve({ hostname, port, reusePort, onListen: () => {} }, answer),
  );
  return {
    origin: originOf(server.addr as Deno.NetAddr),
    /** Stops accepting and waits for what is under way, DRAIN_MS at most. */
    async drain(): Promise<void> {
      const enough = Promise.withResolvers<void>();
      const force = setTimeout(enough.resolve, DRAIN_MS);
      await Promise.race([bodiesRead(app, withBody), enough.promise]);
      await Promise.race([server.shutdown(), enough.promise]);
      clearTimeout(force);
    },
  };
}

async function bodiesRead(app: App, requests: ReadonlySet<Request>): Promise<void> {
  const last = performance.now() + DRAIN_MS;
  while (performance.now() < last && ![...requests].every(app.bodySettled)) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function originOf({ hostname, port }: { hostname: string; port: number }): string {
  return `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}

function onSignals(stop: () => void): void {
  Deno.addSignalListener("SIGTERM", stop);
  Deno.addSignalListener("SIGINT", stop);
}
