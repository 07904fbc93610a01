/** `winnow serve`: opens the store and the data, serves requests, and drains on SIGTERM. With WINNOW_WORKERS, in workers. */
import { type App, createApp } from "../app.ts";
import { firstStart, type Output } from "./first_start.ts";
import type { Config } from "../config.ts";
import { VERSION } from "../model/service.ts";
import { startListening, stopSignal } from "./listen.ts";
import { Listener } from "./listener.ts";
import { listenForMetrics } from "./metrics_listener.ts";
import { dropStartPermissions } from "./permissions.ts";
import type { ServiceManager } from "./service_manager.ts";
import { PipedPeers, READY } from "./worker_process.ts";
import { superviseWorkers } from "./workers.ts";

/** How long the address for metrics waits for responses in progress. */
const METRICS_DRAIN_MS = 1_000;

type Log = (line: string) => void;

/** @throws StoreError, SettingError, AddrInUse and others with a clear line when it cannot start */
export async function serve(config: Config, output: Output, manager: ServiceManager): Promise<void> {
  const { log } = output;
  for (const [host, base] of Object.entries(config.agentDirectoryOverrides)) {
    log(`WINNOW_AGENT_DIRECTORY_OVERRIDES: the agent keys of ${host} come from ${base}`);
  }
  if (config.workers > 1) {
    if (Deno.build.os !== "windows") return await superviseWorkers(config, output, manager);
    log("WINNOW_WORKERS: this system cannot share a port, so one process serves");
  }
  const stop = stopSignal();
  const app = await createApp(config, log);
  dropStartPermissions();
  const metrics = listenForMetrics(config, config.reusePort, app, log);
  const server = listen(config, config.port, config.reusePort, app, log);
  log(`winnow ${VERSION} listening on ${server.origin}`);
  if (metrics !== null) log(`metrics at ${metrics.origin}/metrics`);
  await firstStart(config, app.services, server.origin, output);
  await manager.ready();
  await stop;
  log("draining");
  await server.drain();
  await metrics?.drain(METRICS_DRAIN_MS);
  await app.close();
  log("stopped");
}

/** One of several processes on one port. Ends on a signal, or when the process that started it has ended. */
export async function serveAsWorker(config: Config, port: number, log: Log): Promise<void> {
  const metricsPeers = new PipedPeers(log);
  const stop = Promise.race([stopSignal(), metricsPeers.follow(Deno.stdin.readable)]);
  const app = await createApp(config, log, { metricsPeers });
  dropStartPermissions();
  const metrics = listenForMetrics(config, true, app, log);
  const server = listen(config, port, true, app, log);
  log(READY);
  await stop;
  await server.drain();
  await metrics?.drain(METRICS_DRAIN_MS);
  await app.close();
}

function listen(config: Config, port: number, shared: boolean, app: App, log: Log): Listener {
  const { host: hostname, dataDir: folder } = config;
  return new Listener({
    hostname,
    port,
    shared,
    handover: config.reusePort,
    listening: (start) => startListening(hostname, port, start),
    handle: app.fetch,
    bodySettled: app.bodySettled,
    folder,
    log,
  });
}
