/** The process of the embedded store that the workers share: started before them, replaced when it crashes, stopped after them. */
import type { Config } from "../app/settings/config.ts";
import { ownerLocation } from "../app/paths.ts";
import { SettingError } from "../app/settings/setting.ts";
import type { Log } from "../model/log.ts";
import { startedAtLast, WorkerProcess } from "./worker_process.ts";

/** Of a path that a Unix socket can have, on all systems. */
const MAX_PATH_BYTES = 103;
/** The pause before the process is started again, doubled as long as it does not get ready. */
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 2_000;
const STOP_MS = 20_000;

export class OwnStore {
  /** What the workers use in place of the store's file. */
  readonly location: string;
  readonly #socket: string;
  readonly #flags: readonly string[];
  readonly #log: Log;
  #process: WorkerProcess | null = null;
  /** Resolves when its process is ready; another one for each process. */
  #ready = Promise.withResolvers<void>();
  #pause: ReturnType<typeof setTimeout> | null = null;
  #stopping = false;
  #crashes = 0;

  /** @throws SettingError when the path of the data folder is too long for a socket in it */
  constructor({ dataDir }: Pick<Config, "dataDir">, flags: readonly string[], log: Log) {
    this.#socket = `${dataDir}/store.sock`;
    if (new TextEncoder().encode(this.#socket).length > MAX_PATH_BYTES) {
      throw new SettingError(
        `WINNOW_WORKERS: the workers share the embedded store over a socket in the data folder, whose path must have at most ${
          MAX_PATH_BYTES - "/store.sock".length
        } bytes: ${dataDir}`,
      );
    }
    this.location = ownerLocation(this.#socket);
    this.#flags = flags;
    this.#log = log;
  }

  /** Resolves when workers can use the store. @throws Error when it cannot be opened */
  async start(): Promise<void> {
    await startedAtLast(() => this.#stopping ? Promise.resolve() : this.#run());
  }

  /** How often its process has ended by itself. */
  get crashes(): number {
    return this.#crashes;
  }

  /** Resolves when its process can be used, which may be another one by then. */
  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#pause !== null) clearTimeout(this.#pause);
    const running = this.#process;
    if (running === null) return;
    const slow = setTimeout(() => running.signal("SIGKILL"), STOP_MS);
    running.signal("SIGTERM");
    await running.ended;
    clearTimeout(slow);
  }

  async #run(): Promise<void> {
    const log = (message: string) =>
      this.#log.write("info", "worker_output", { message: `store: ${message}` });
    const launch = { command: ["store", this.#socket] as const, flags: this.#flags, env: {} };
    const running = this.#process = new WorkerProcess(launch, log, () => {});
    let wasReady = false;
    void running.ended.then(({ code, signal }) => {
      // A start that failed may have been followed by another.
      if (this.#process === running) this.#process = null;
      this.#crashes++;
      if (wasReady) this.#ready = Promise.withResolvers();
      if (!wasReady || this.#stopping) return;
      const message = `the process of the store ended with ${signal ?? `code ${code}`}; starting a new one`;
      this.#log.write("error", "store_ended", { message });
      this.#again(0, FIRST_PAUSE_MS);
    });
    await running.ready;
    wasReady = true;
    this.#ready.resolve();
  }

  #again(wait: number, next: number): void {
    this.#pause = setTimeout(() => {
      if (this.#stopping) return;
      this.#run().catch(() => this.#again(next, Math.min(MAX_PAUSE_MS, 2 * next)));
    }, wait);
  }
}
