/**
 * Checkpoints of the store's file: they write the log back into it. Deno KV makes one inside the commit after which the log
 * has 1,000 pages, and the group waits for it. Here a thread makes them soon after commits, over a connection of its own, so
 * that the log seldom gets that long. It changes nothing about when a commit is durable, and where it cannot run, or the
 * writes leave it no time, Deno KV goes on as it does without it.
 */
import { Distribution } from "../../concurrency/measure/distribution.ts";
import type { CheckpointTask } from "./checkpoint_worker.ts";

/** After a commit. */
const PAUSE_MS = 100;
/** A process that commits less than this is a command, or idle, and needs no thread. */
const MIN_COMMITS = 100;

export class Checkpoints {
  readonly seconds = new Distribution([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]);
  readonly #path: string;
  #worker: Worker | null = null;
  /** The answer that is awaited: false when the thread failed. */
  #answer: PromiseWithResolvers<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #commits = 0;
  #ended = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** Called after each commit. */
  committed(): void {
    if (++this.#commits >= MIN_COMMITS) this.#schedule();
  }

  #schedule(): void {
    if (this.#timer !== null || this.#ended) return;
    // Where threads may not be started, the engine's own checkpoints go on.
    this.#timer = setTimeout(() => void this.#checkpoint().catch(() => {}), PAUSE_MS);
  }

  /** Closes the connection, before the engine closes its own. */
  async close(): Promise<void> {
    this.#ended = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#answer?.promise;
    if (this.#worker !== null) await this.#ask("close");
    this.#worker?.terminate();
  }

  async #checkpoint(): Promise<void> {
    this.#worker ??= this.#start();
    const commits = this.#commits;
    if (!await this.#ask("checkpoint")) return;
    this.#timer = null;
    if (this.#commits > commits) this.#schedule();
  }

  #start(): Worker {
    const worker = new Worker(new URL("./checkpoint_worker.ts", import.meta.url), {
      type: "module",
      name: "checkpoints",
    });
    worker.onmessage = ({ data }: MessageEvent<number>) => {
      if (!this.#ended) this.seconds.add(data / 1000);
      this.#settle(true);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      this.#worker = null;
      this.#ended = true;
      this.#settle(false);
    };
    worker.postMessage(this.#path);
    return worker;
  }

  #ask(task: CheckpointTask): Promise<boolean> {
    const answer = this.#answer = Promise.withResolvers<boolean>();
    this.#worker!.postMessage(task);
    return answer.promise;
  }

  #settle(done: boolean): void {
    this.#answer?.resolve(done);
    this.#answer = null;
  }
}
