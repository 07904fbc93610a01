/** `winnow serve`: opens the store and the data, serves requests, and drains on SIGTERM. With WINNOW_WORKERS, in workers. */
import { type App, createApp } from "../app.ts";
import { firstStart, type Output } from "./first_start.ts";
import type { Config } from "../config.ts";
import { VERSION } from "../model/service.ts";
import { originOf, startListening, stopSignal } from "./listen.ts";
import { listenForMetrics } from "./metrics_listener.ts";
import { dropStartPermissions } from "./permissions.ts";
import { PipedPeers, READY } from "./worker_process.ts";
import { superviseWorkers } from "./workers.ts";

/** How long a drain waits for requests in progress. */
const DRAIN_MS = 10_000;
/** How often a drain checks whether the bodies in progress have arrived. */
const CHECK_MS = 20;

type Log = (line: string) => void;

/** @throws StoreError, SettingError, AddrInUse and others with a clear line when it cannot start */
export async function serve(config: Config, output: Output): Promise<void> {
  const { log } = output;
  for (const [host, base] of Object.entries(config.agentDirectoryOverrides)) {
    log(`WINNOW_AGENT_DIRECTORY_OVERRIDES: the agent keys of ${host} come from ${base}`);
  }
  if (config.workers > 1) {
    if (Deno.build.os !== "windows") return await superviseWorkers(config, output);
    log("WINNOW_WORKERS: this system cannot share a port, so one process serves");
  }
  const stop = stopSignal();
  const app = await createApp(config, log);
  dropStartPermissions();
  const metrics = listenForMetrics(config.metricsAddr, false, app);
  const server = listen(config.host, config.port, false, app);
  log(`winnow ${VERSION} listening on ${server.origin}`);
  if (metrics !== null) log(`metrics at ${metrics.origin}/metrics`);
  await firstStart(config, app.services, server.origin, output);
  await stop;
  log("draining");
  await server.drain();
  await metrics?.close();
  await app.close();
  log("stopped");
}

/** One of several processes on one port. Ends on a signal, or when the process that started it has ended. */
export async function serveAsWorker(config: Config, port: number, log: Log): Promise<void> {
  const metricsPeers = new PipedPeers(log);
  const stop = Promise.race([stopSignal(), metricsPeers.follow(Deno.stdin.readable)]);
  const app = await createApp(config, log, { metricsPeers });
  dropStartPermissions();
  const metrics = listenForMetrics(config.metricsAddr, true, app);
  const server = listen(config.host, port, true, app);
  log(READY);
  await stop;
  await server.drain();
  await metrics?.close();
  await app.close();
}

function listen(hostname: string, port: number, reusePort: boolean, app: App) {
  // A shutdown aborts bodies that are still arriving, so a drain waits for those first.
  const withBody = new Set<Request>();
  const answer: App["fetch"] = (request, info) => {
    const response = app.fetch(request, info);
    if (request.method === "GET" || response instanceof Response) return response;
    withBody.add(request);
    return response.finally(() => withBody.delete(request));
  };
  const options = { hostname, port, reusePort, onListen: () => {} };
  const server = startListening(hostname, port, () => Deno.serve(options, answer));
  return {
    origin: originOf(server.addr),
    /** Stops accepting and waits for requests in progress, at most DRAIN_MS. */
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
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
  }
}
