/** `winnow serve`: opens the store and the data, serves requests, and drains on SIGTERM. With WINNOW_WORKERS, in workers. */
import { createApp } from "../app/app.ts";
import { Logger } from "../app/logger.ts";
import { sentences } from "../model/log.ts";
import { ownStore } from "../app/open_store.ts";
import { announcer } from "./announce.ts";
import { Door, listen, WITHOUT_STORE } from "./door.ts";
import { firstStart } from "./first_start.ts";
import { type ServeOutput, warnOfSettings } from "./output.ts";
import type { Config } from "../app/settings/config.ts";
import { VERSION } from "../model/service.ts";
import { pageLines, stopSignal } from "./listen.ts";
import type { Listener } from "./listener.ts";
import { listenForMetrics } from "./metrics_listener.ts";
import { dropStartPermissions } from "./permissions.ts";
import type { ServiceManager } from "./service_manager.ts";
import { PipedPeers, READY, workForParent } from "./worker_process.ts";
import { whenReachable } from "./waiting.ts";
import { refuseMemory, superviseWorkers } from "./workers.ts";

/** How long the address for metrics waits for responses in progress. */
const METRICS_DRAIN_MS = 1_000;
/** How long the process of the store waits for workers that end with their parent. Those of another server go on using it. */
const WORKERS_END_MS = 4_000;

/** @throws StoreError, SettingError, AddrInUse and others with a clear line when it cannot start */
export async function serve(config: Config, output: ServeOutput, manager: ServiceManager): Promise<void> {
  const { log: print, target } = output;
  refuseMemory(config);
  if (config.workers > 1 && Deno.build.os !== "windows") {
    return await superviseWorkers(config, output, manager);
  }
  const stop = stopSignal();
  const log = new Logger(config, target);
  const warn = sentences(log, "warn", "listener");
  const door = new Door(WITHOUT_STORE);
  let server: Listener | null = null;
  const listenOnce = () => server ??= listen(config, config.port, config.reusePort, door, warn);
  const app = await whenReachable(
    () => createApp(config, target.line, { terminal: target.terminal }),
    // With WINNOW_REUSE_PORT an earlier server may be serving.
    { config, log, manager, stop, onWait: () => config.reusePort || listenOnce() },
  );
  if (app === null) {
    await (server as Listener | null)?.drain(); // assigned in a closure
    return announcer(log, print)("stopped", "stopped");
  }
  const announce = announcer(app.log, print);
  warnOfSettings(config, app.log);
  if (config.workers > 1) {
    const message = "WINNOW_WORKERS: this system cannot share a port, so one process serves";
    app.log.write("warn", "setting", { message });
  }
  dropStartPermissions();
  const metrics = listenForMetrics(config, config.reusePort, app, warn);
  // The server is not announced as ready before the keys of a first start are there to use it.
  const isFirst = app.services.store.accounts.all().length === 0;
  if (isFirst) door.waitFor({ store: "ok", keys: "not made" });
  else door.open(app);
  const { origin } = listenOnce();
  const keyLines: string[] = [];
  await firstStart(config, app.services, origin, { ...output, log: (line) => keyLines.push(line) });
  door.open(app);
  announce("started", `winnow ${VERSION} listening on ${origin}`, { version: VERSION, origin });
  for (const line of pageLines(config, origin)) print(line);
  if (metrics !== null) {
    announce("metrics_started", `metrics at ${metrics.origin}/metrics`, { origin: metrics.origin });
  }
  for (const line of keyLines) print(line);
  await manager.ready();
  await stop;
  announce("draining", "draining");
  // Another server answers at this port meanwhile, and each serves what reaches it.
  if (!config.reusePort) door.leave();
  await listenOnce().drain();
  await metrics?.drain(METRICS_DRAIN_MS);
  await app.close();
  announce("stopped", "stopped");
}

/**
 * The process that has the embedded store open for the workers of this machine, at a socket. Ends as a worker does, after the
 * workers when the process that started all of them has ended.
 * @throws StoreError
 */
export async function serveStore(
  config: Config,
  socket: string,
  { log: print, target }: ServeOutput,
): Promise<void> {
  const log = sentences(new Logger(config, target), "warn", "store");
  const onWait = () => {
    log("another server has the store open: its process serves these workers, too, until it ends");
    print(READY);
  };
  await workForParent(new PipedPeers(print), async (stop) => {
    const owner = await ownStore(config, socket, { log, stop, onWait });
    dropStartPermissions();
    print(READY);
    if (await stop === "alone") await owner?.left(WORKERS_END_MS);
    await owner?.close();
  });
}

/** One of several processes on one port. Ends on a signal, or when the process that started it has ended. */
export async function serveAsWorker(
  config: Config,
  port: number,
  { log: print, target }: ServeOutput,
): Promise<void> {
  const metricsPeers = new PipedPeers(print);
  await workForParent(metricsPeers, async (stop) => {
    const app = await createApp(config, target.line, { metricsPeers, terminal: target.terminal });
    dropStartPermissions();
    const warn = sentences(app.log, "warn", "listener");
    const metrics = listenForMetrics(config, true, app, warn);
    const door = new Door({});
    door.open(app);
    const server = listen(config, port, true, door, warn);
    print(READY);
    await stop;
    if (!config.reusePort) door.leave();
    await server.drain();
    await metrics?.drain(METRICS_DRAIN_MS);
    await app.close();
  });
}
