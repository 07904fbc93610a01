/** `winnow serve`: opens the store and the data, serves requests, and drains on SIGTERM. With WINNOW_WORKERS, in workers. */
import { type App, createApp } from "../app.ts";
import { sentences } from "../model/log/log.ts";
import { announcer } from "./announce.ts";
import { firstStart } from "./first_start.ts";
import { type ServeOutput, warnOfSettings } from "./output.ts";
import type { Config } from "../config.ts";
import { VERSION } from "../model/service.ts";
import { pageLines, startListening, stopSignal } from "./listen.ts";
import { Listener } from "./listener.ts";
import { listenForMetrics } from "./metrics_listener.ts";
import { dropStartPermissions } from "./permissions.ts";
import type { ServiceManager } from "./service_manager.ts";
import { PipedPeers, READY } from "./worker_process.ts";
import { refuseEmbedded, superviseWorkers } from "./workers.ts";

/** How long the address for metrics waits for responses in progress. */
const METRICS_DRAIN_MS = 1_000;

type Log = (line: string) => void;

/** @throws StoreError, SettingError, AddrInUse and others with a clear line when it cannot start */
export async function serve(config: Config, output: ServeOutput, manager: ServiceManager): Promise<void> {
  const { log: print, target } = output;
  refuseEmbedded(config);
  if (config.workers > 1 && Deno.build.os !== "windows") {
    return await superviseWorkers(config, output, manager);
  }
  const stop = stopSignal();
  const app = await createApp(config, target.line, { terminal: target.terminal });
  const announce = announcer(app.log, print);
  warnOfSettings(config, app.log);
  if (config.workers > 1) {
    const message = "WINNOW_WORKERS: this system cannot share a port, so one process serves";
    app.log.write("warn", "setting", { message });
  }
  dropStartPermissions();
  const warn = sentences(app.log, "warn", "listener");
  const metrics = listenForMetrics(config, config.reusePort, app, warn);
  const server = listen(config, config.port, config.reusePort, app, warn);
  const { origin } = server;
  announce("started", `winnow ${VERSION} listening on ${origin}`, { version: VERSION, origin });
  for (const line of pageLines(config, origin)) print(line);
  if (metrics !== null) {
    announce("metrics_started", `metrics at ${metrics.origin}/metrics`, { origin: metrics.origin });
  }
  await firstStart(config, app.services, origin, output);
  await manager.ready();
  await stop;
  announce("draining", "draining");
  await server.drain();
  await metrics?.drain(METRICS_DRAIN_MS);
  await app.close();
  announce("stopped", "stopped");
}

/** One of several processes on one port. Ends on a signal, or when the process that started it has ended. */
export async function serveAsWorker(
  config: Config,
  port: number,
  { log: print, target }: ServeOutput,
): Promise<void> {
  const metricsPeers = new PipedPeers(print);
  const stop = Promise.race([stopSignal(), metricsPeers.follow(Deno.stdin.readable)]);
  const app = await createApp(config, target.line, { metricsPeers, terminal: target.terminal });
  dropStartPermissions();
  const warn = sentences(app.log, "warn", "listener");
  const metrics = listenForMetrics(config, true, app, warn);
  const server = listen(config, port, true, app, warn);
  print(READY);
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
