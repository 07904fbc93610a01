/**
 * `WINNOW_WORKERS=n`: n processes serve one port (SO_REUSEPORT). This process serves no requests: it creates the first
 * account, starts the workers, replaces those that crash, and forwards SIGTERM and waits. The embedded store gets a process
 * of its own, which all workers share.
 */
import { withStoreOf } from "../app/open_store.ts";
import { Logger } from "../app/logger.ts";
import { type Log, sentences } from "../model/log.ts";
import { announcer } from "./announce.ts";
import { firstStart, type Output } from "./first_start.ts";
import { type ServeOutput, warnOfSettings } from "./output.ts";
import type { Config } from "../app/settings/config.ts";
import { VERSION } from "../model/service.ts";
import { type ListenAddress, SettingError } from "../app/settings/setting.ts";
import type { WorkerMetrics } from "../http/metrics.ts";
import type { MetricJson } from "../http/operations/distribution_metric.ts";
import { originOf, pageLines, startListening, startListeningForMetrics, stopSignal } from "./listen.ts";
import { OwnStore } from "./own_store.ts";
import { dropStartPermissions, workerFlags } from "./permissions.ts";
import { Door, listen, WITHOUT_STORE } from "./door.ts";
import type { Listener } from "./listener.ts";
import type { ServiceManager } from "./service_manager.ts";
import { whenReachable } from "./waiting.ts";
import {
  type Ended,
  type FromWorker,
  startedAtLast,
  StartFailure,
  type WorkerLaunch,
  WorkerProcess,
} from "./worker_process.ts";

/** A worker that lived for less than this crashed at its start: the next one starts after a pause. */
const SHORT_LIFE_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** Longer than a worker's own drain. */
const DRAIN_MS = 20_000;
/** A worker that does not report its metrics within this time is left out. */
const METRICS_MS = 1_000;

/** Resolves when all workers have ended after a signal. @throws Error when the first worker does not start */
export async function superviseWorkers(
  config: Config,
  output: ServeOutput,
  manager: ServiceManager,
): Promise<void> {
  const log = new Logger(config, output.target);
  const announce = announcer(log, output.log);
  warnOfSettings(config, log);
  if (Deno.permissions.querySync({ name: "run" }).state !== "granted") {
    throw new SettingError("WINNOW_WORKERS: starting workers needs the permission --allow-run");
  }
  const address = freeAddress(config);
  const metrics = config.metricsAddr === null ? null : metricsOrigin(config.metricsAddr, config.reusePort);
  const origin = originOf(address);
  const stop = stopSignal();
  const isPrepared = await prepare(config, { address, output, log, manager, stop });
  if (!isPrepared) return announce("stopped", "stopped");
  const flags = workerFlags(config);
  const own = isEmbedded(config) ? new OwnStore(config, flags, log) : null;
  const env = {
    ...(metrics === null ? {} : { WINNOW_METRICS_ADDR: new URL(metrics).host }),
    ...(own === null ? {} : { WINNOW_STORE: own.location }),
  };
  const pool = new WorkerPool(config.workers, { command: ["worker", String(address.port)], flags, env }, log);
  dropStartPermissions();
  try {
    await own?.start();
    const started = await Promise.race([
      pool.start(own ?? NO_OWN_STORE).then(() => true),
      stop.then(() => false),
    ]);
    if (started) {
      const { workers } = config;
      const line = `winnow ${VERSION} listening on ${origin} with ${workers} workers`;
      announce("started", line, { version: VERSION, origin, workers });
      for (const page of pageLines(config, origin)) output.log(page);
    }
    if (started && metrics !== null) {
      announce("metrics_started", `metrics at ${metrics}/metrics`, { origin: metrics });
    }
    if (started) await manager.ready();
    await stop;
    announce("draining", "draining");
  } finally {
    await pool.stop();
    await own?.stop();
  }
  announce("stopped", "stopped");
}

/** @throws SettingError where several workers would share a store that only one process can have */
export function refuseMemory({ workers, store }: Pick<Config, "workers" | "store">): void {
  if (workers === 1 || store !== ":memory:") return;
  throw new SettingError(
    `WINNOW_WORKERS=${workers} needs a store that several processes can use, and one in memory is gone with its process: ` +
      "set WINNOW_STORE to a path or to postgres://…, or WINNOW_WORKERS=1",
  );
}

function isEmbedded({ store }: Pick<Config, "store">): boolean {
  return !/^(postgres(ql)?|https?):/.test(store ?? "");
}

/** An address on which no server listens, not even one that shares its port. @throws AddrInUse, SettingError */
function freeAddress({ host, port, reusePort }: Config): Deno.NetAddr {
  // Listening for a moment would take connections from the server that is listening.
  if (reusePort && port !== 0) return { transport: "tcp", hostname: host, port };
  const listener = startListening(host, port, () => Deno.listen({ hostname: host, port }));
  const address = listener.addr;
  listener.close();
  return address;
}

/** The origin of the address that the workers share for their metrics. @throws SettingError */
function metricsOrigin(address: ListenAddress, reusePort: boolean): string {
  if (reusePort && address.port !== 0) return originOf({ hostname: address.host, port: address.port });
  const listener = startListeningForMetrics(
    address,
    () => Deno.listen({ hostname: address.host, port: address.port }),
  );
  const origin = originOf(listener.addr);
  listener.close();
  return origin;
}

interface Preparing {
  readonly address: Deno.NetAddr;
  readonly output: Output;
  readonly log: Log;
  readonly manager: ServiceManager;
  readonly stop: Promise<void>;
}

/**
 * The work that must be done once: the folder, the secret, the store's schema, the first account.
 * @returns false when the server was told to stop while it waited for the store
 */
async function prepare(config: Config, { address, output, log, manager, stop }: Preparing): Promise<boolean> {
  let waiting: Listener | null = null;
  const onWait = () => {
    // An earlier server may be serving.
    if (config.reusePort) return;
    waiting ??= listen(
      config,
      address.port,
      false,
      new Door(WITHOUT_STORE),
      sentences(log, "warn", "listener"),
    );
  };
  const work = () =>
    withStoreOf(
      config,
      (services) => firstStart(config, services, originOf(address), output).then(() => true),
    );
  // This process serves nothing: who started it in another way sees it end, and starts it again.
  if (!manager.listens) return await work();
  try {
    return await whenReachable(work, { config, log, manager, stop, onWait }) ?? false;
  } finally {
    await (waiting as Listener | null)?.drain(); // assigned in a closure
  }
}

/** The store is a server, or each worker's own. */
const NO_OWN_STORE = { crashes: 0, whenReady: () => Promise.resolve() };

class WorkerPool {
  readonly #size: number;
  readonly #launch: WorkerLaunch;
  readonly #log: Log;
  readonly #workers = new Map<number, WorkerProcess>();
  readonly #pauses = new Set<ReturnType<typeof setTimeout>>();
  /** Receivers of reported metrics, by the number of the request. */
  readonly #gathering = new Map<number, (reported: WorkerMetrics) => void>();
  #requests = 0;
  #stopping = false;

  constructor(size: number, launch: WorkerLaunch, log: Log) {
    this.#size = size;
    this.#launch = launch;
    this.#log = log;
  }

  /**
   * Starts one first: an error that keeps it from starting would affect all. The others are replaced until they start.
   * @param store that all of them need
   */
  async start(store: Pick<OwnStore, "crashes" | "whenReady">): Promise<void> {
    let { crashes } = store;
    const first = async () => {
      await store.whenReady();
      crashes = store.crashes;
      await this.#run(1, FIRST_PAUSE_MS);
    };
    await startedAtLast(first, () => store.crashes > crashes);
    const rest = Array.from(
      { length: this.#size - 1 },
      (_, index) => this.#runOrReplace(index + 2, FIRST_PAUSE_MS),
    );
    await Promise.all(rest);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const pause of this.#pauses) clearTimeout(pause);
    const slow = setTimeout(() => {
      for (const [number, worker] of this.#workers) {
        const message = `worker ${number} did not stop in time and is killed`;
        this.#log.write("error", "worker_killed", { message, worker: number });
        worker.signal("SIGKILL");
      }
    }, DRAIN_MS);
    const ending = [...this.#workers.values()].map((worker) => {
      worker.signal("SIGTERM");
      return worker.ended;
    });
    await Promise.all(ending);
    clearTimeout(slow);
  }

  /** Starts a worker and replaces it when it ends. Resolves when it is ready. */
  async #run(number: number, pause: number): Promise<void> {
    if (this.#stopping) return;
    const log = (line: string) =>
      this.#log.write("info", "worker_output", { message: `worker ${number}: ${line}`, worker: number });
    const worker: WorkerProcess = new WorkerProcess(this.#launch, log, (message) => {
      void this.#handle(number, worker, message);
    });
    this.#workers.set(number, worker);
    let wasReady = false;
    void worker.ended.then((ended) => {
      // A start that failed may have been followed by another.
      if (this.#workers.get(number) === worker) this.#workers.delete(number);
      if (wasReady && !this.#stopping) this.#replace(number, ended, pause);
    });
    await worker.ready;
    wasReady = true;
  }

  async #handle(number: number, worker: WorkerProcess, message: FromWorker): Promise<void> {
    if ("gather" in message) worker.send({ all: message.gather, metrics: await this.#gather() });
    else this.#gathering.get(message.own)?.({ worker: number, metrics: message.metrics });
  }

  /** The metrics of all workers that respond, in the order of their numbers. */
  async #gather(): Promise<WorkerMetrics[]> {
    const id = ++this.#requests;
    const requested = [...this.#workers].filter(([_, worker]) => worker.isReady);
    const reported = new Map<number, readonly MetricJson[]>();
    const { promise, resolve } = Promise.withResolvers<void>();
    const enough = setTimeout(resolve, METRICS_MS);
    this.#gathering.set(id, ({ worker, metrics }) => {
      reported.set(worker, metrics);
      if (reported.size === requested.length) resolve();
    });
    for (const [_, worker] of requested) worker.send({ report: id });
    await promise;
    clearTimeout(enough);
    this.#gathering.delete(id);
    return [...reported].sort(([one], [other]) => one - other).map(([worker, metrics]) => ({
      worker,
      metrics,
    }));
  }

  #replace(number: number, { code, signal, livedMs }: Ended, pause: number): void {
    const wait = livedMs < SHORT_LIFE_MS ? pause : 0;
    const why = signal === null ? `code ${code}` : signal;
    const message = `worker ${number} ended with ${why}; starting a new one`;
    this.#log.write("error", "worker_ended", { message, worker: number });
    const next = Math.min(MAX_PAUSE_MS, livedMs < SHORT_LIFE_MS ? pause * 2 : FIRST_PAUSE_MS);
    const timer = setTimeout(() => {
      this.#pauses.delete(timer);
      void this.#runOrReplace(number, next);
    }, wait);
    this.#pauses.add(timer);
  }

  async #runOrReplace(number: number, pause: number): Promise<void> {
    const began = performance.now();
    try {
      await this.#run(number, pause);
    } catch (error) {
      if (this.#stopping) return;
      const signal = error instanceof StartFailure ? error.signal : null;
      this.#replace(number, { code: 1, signal, livedMs: performance.now() - began }, pause);
    }
  }
}
