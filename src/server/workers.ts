/**
 * `WINNOW_WORKERS=n`: n processes answer on one port (SO_REUSEPORT). This one answers nothing itself: it makes the first
 * account, starts the workers, starts again what crashed, and passes SIGTERM on and waits.
 */
import { openStore } from "../app.ts";
import { firstStart } from "./first_start.ts";
import type { Config } from "../config.ts";
import { VERSION } from "../model/service.ts";
import { readSecret } from "../secret.ts";
import { SettingError } from "../setting.ts";
import type { MetricJson, WorkerMetrics } from "../http/metrics.ts";
import { type Ended, type FromWorker, WorkerProcess } from "./worker_process.ts";

type Log = (line: string) => void;

/** A worker that lived for less than this crashed at its start: the next one waits a while. */
const SHORT_LIFE_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** More than a worker's own drain takes. */
const DRAIN_MS = 15_000;
/** A worker that does not tell its metrics within this time is left out of the answer. */
const METRICS_MS = 1_000;

/** Resolves when all workers have ended after a signal. @throws Error when the first worker does not start */
export async function superviseWorkers(config: Config, log: Log): Promise<void> {
  if (config.store === ":memory:") {
    throw new SettingError(
      "WINNOW_WORKERS: a store in memory cannot be shared; set WINNOW_STORE to another one",
    );
  }
  if (Deno.permissions.querySync({ name: "run" }).state !== "granted") {
    throw new SettingError("WINNOW_WORKERS: starting workers needs the permission --allow-run");
  }
  const address = freeAddress(config);
  const origin = `http://${
    address.hostname.includes(":") ? `[${address.hostname}]` : address.hostname
  }:${address.port}`;
  const stop = Promise.withResolvers<void>();
  Deno.addSignalListener("SIGTERM", stop.resolve);
  Deno.addSignalListener("SIGINT", stop.resolve);
  await prepare(config, config.baseUrl ?? origin, log);
  const team = new Team(config.workers, address.port, log);
  try {
    const started = await Promise.race([team.start().then(() => true), stop.promise.then(() => false)]);
    if (started) log(`winnow ${VERSION} listening on ${origin} with ${config.workers} workers`);
    await stop.promise;
    log("draining");
  } finally {
    await team.stop();
  }
  log("stopped");
}

/** The address nobody else listens on, not even another server that shares its port. @throws AddrInUse, SettingError */
function freeAddress(config: Config): Deno.NetAddr {
  const listener = listening(config.host, config.port, () => {
    return Deno.listen({ hostname: config.host, port: config.port });
  });
  const address = listener.addr as Deno.NetAddr;
  listener.close();
  return address;
}

/** Runs what begins to listen. @throws AddrInUse; SettingError for an address that is none, is not this machine's, or is not allowed */
export function listening<T>(hostname: string, port: number, begin: () => T): T {
  try {
    return begin();
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) throw error;
    throw new SettingError(`WINNOW_HOST: cannot listen on ${hostname}:${port}: ${(error as Error).message}`);
  }
}

/** What must happen once: the folder, the secret, the store's schema, the first account. */
async function prepare(config: Config, origin: string, log: Log): Promise<void> {
  await Deno.mkdir(config.dataDir, { recursive: true });
  await readSecret(config.dataDir, config.secret);
  const store = await openStore(config, Date.now, false);
  try {
    const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
    await firstStart(config, { store, now: Date.now, randomBytes }, origin, log);
  } finally {
    await store.close();
  }
}

class Team {
  readonly #size: number;
  readonly #port: number;
  readonly #log: Log;
  readonly #workers = new Map<number, WorkerProcess>();
  readonly #pauses = new Set<ReturnType<typeof setTimeout>>();
  /** Who takes what a worker tells, by the number it was asked with. */
  readonly #gathering = new Map<number, (told: WorkerMetrics) => void>();
  #gathered = 0;
  #stopping = false;

  constructor(size: number, port: number, log: Log) {
    this.#size = size;
    this.#port = port;
    this.#log = log;
  }

  /** One first: what keeps it from starting would keep all of them. */
  async start(): Promise<void> {
    await this.#run(1, FIRST_PAUSE_MS);
    const rest = Array.from({ length: this.#size - 1 }, (_, index) => this.#run(index + 2, FIRST_PAUSE_MS));
    await Promise.all(rest);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const pause of this.#pauses) clearTimeout(pause);
    const slow = setTimeout(() => {
      for (const [number, worker] of this.#workers) {
        this.#log(`worker ${number} does not end and is killed`);
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

  /** Starts a worker and keeps one in its place. Resolves when it is ready. */
  async #run(number: number, pause: number): Promise<void> {
    if (this.#stopping) return;
    const log = (line: string) => this.#log(`worker ${number}: ${line}`);
    const worker: WorkerProcess = new WorkerProcess(this.#port, log, (message) => {
      void this.#hear(number, worker, message);
    });
    this.#workers.set(number, worker);
    let wasReady = false;
    void worker.ended.then((ended) => {
      this.#workers.delete(number);
      if (wasReady && !this.#stopping) this.#replace(number, ended, pause);
    });
    await worker.ready;
    wasReady = true;
  }

  async #hear(number: number, worker: WorkerProcess, message: FromWorker): Promise<void> {
    if ("ask" in message) worker.tell({ all: message.ask, metrics: await this.#gather() });
    else this.#gathering.get(message.own)?.({ worker: number, metrics: message.metrics });
  }

  /** The metrics of all workers that answer, in the order of their numbers. */
  async #gather(): Promise<WorkerMetrics[]> {
    const id = ++this.#gathered;
    const asked = [...this.#workers].filter(([_, worker]) => worker.isReady);
    const told = new Map<number, readonly MetricJson[]>();
    const { promise, resolve } = Promise.withResolvers<void>();
    const enough = setTimeout(resolve, METRICS_MS);
    this.#gathering.set(id, ({ worker, metrics }) => {
      told.set(worker, metrics);
      if (told.size === asked.length) resolve();
    });
    for (const [_, worker] of asked) worker.tell({ tell: id });
    await promise;
    clearTimeout(enough);
    this.#gathering.delete(id);
    return [...told].sort(([one], [other]) => one - other).map(([worker, metrics]) => ({ worker, metrics }));
  }

  #replace(number: number, { code, signal, livedMs }: Ended, pause: number): void {
    const wait = livedMs < SHORT_LIFE_MS ? pause : 0;
    const why = signal === null ? `code ${code}` : signal;
    this.#log(`worker ${number} ended with ${why}; another takes its place`);
    const next = Math.min(LONGEST_PAUSE_MS, livedMs < SHORT_LIFE_MS ? pause * 2 : FIRST_PAUSE_MS);
    const timer = setTimeout(() => {
      this.#pauses.delete(timer);
      const began = performance.now();
      this.#run(number, next).catch(() => {
        if (this.#stopping) return;
        this.#replace(number, { code: 1, signal: null, livedMs: performance.now() - began }, next);
      });
    }, wait);
    this.#pauses.add(timer);
  }
}
