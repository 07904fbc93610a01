/**
 * A thread for work on the store's file that no request should wait for. It applies what is durable in the journal, and overwrites
 * what deleted entries left. And it makes
 * checkpoints, which write the file's log back into it: Deno KV makes one inside the commit after which the log has 1,000
 * pages, and the group waits for it; here they are made soon after commits, over a connection of their own, so that the log
 * seldom gets that long. That changes nothing about when a commit is durable.
 */
import { Distribution } from "../../concurrency/measure/distribution.ts";
import { type KvTime, USUAL_TIME } from "./atomic.ts";
import type { StoreTask, StoreTaskDone, StoreTaskStep } from "./store_worker.ts";

/** Between a commit and a checkpoint. */
const PAUSE_MS = 100;
/** A process that commits less than this is a command, or idle, and needs no thread. */
const MIN_COMMITS = 100;

export class StoreThread {
  readonly checkpointSeconds = new Distribution([
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1,
    2.5,
    10,
  ]);
  /** Parts of its work that are done, since it was started. */
  steps = 0;
  readonly #path: string;
  #worker: Worker | null = null;
  /** Those that the thread has not answered, in its order. */
  readonly #tasks: { readonly done: (done: StoreTaskDone) => void; readonly fail: (error: Error) => void }[] =
    [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #commits = 0;
  /** It could not be started, or it is closed: the main thread does all of it, as Deno KV does without a thread. */
  #isOver = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** True: there is enough to do for a thread. */
  get isWorthwhile(): boolean {
    return !this.#isOver && this.#commits >= MIN_COMMITS;
  }

  /** Called after commits. */
  committed(count = 1): void {
    this.#commits += count;
    if (this.#timer !== null || !this.isWorthwhile) return;
    // Where threads may not be started, the engine's own checkpoints continue.
    this.#timer = setTimeout(() => void this.#checkpoint().catch(() => {}), PAUSE_MS);
  }

  /** Resolves when the store has the frames of the journal durably. */
  async apply(
    journal: string,
    frames: readonly Uint8Array<ArrayBuffer>[],
    time: KvTime = USUAL_TIME,
  ): Promise<void> {
    await this.#ask({ task: "apply", journal, frames, time });
  }

  /** See `overwriteUnused`. */
  async overwrite(): Promise<void> {
    await this.#ask({ task: "overwrite" });
  }

  /** Closes its connections, before the engine closes its own. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const worker = this.#worker;
    if (worker !== null) await this.#ask({ task: "close" }).catch(() => {});
    this.#isOver = true;
    worker?.terminate();
  }

  async #checkpoint(): Promise<void> {
    const commits = this.#commits;
    try {
      const { tookMs } = await this.#ask({ task: "checkpoint" });
      this.checkpointSeconds.add(tookMs / 1000);
    } finally {
      this.#timer = null;
    }
    if (this.#commits > commits) this.committed(0);
  }

  async #ask(task: StoreTask): Promise<StoreTaskDone> {
    if (this.#isOver) throw new Error("the thread of the store has ended");
    const worker = this.#worker ??= this.#start();
    const answer = Promise.withResolvers<StoreTaskDone>();
    this.#tasks.push({ done: answer.resolve, fail: answer.reject });
    worker.postMessage(task);
    const done = await answer.promise;
    if (done.error !== undefined) throw new Error(done.error);
    return done;
  }

  #start(): Worker {
    const worker = new Worker(new URL("./store_worker.ts", import.meta.url), {
      type: "module",
      name: "store",
    });
    worker.onmessage = ({ data }: MessageEvent<StoreTaskDone | StoreTaskStep>) => {
      this.steps++;
      if (!("step" in data)) this.#tasks.shift()?.done(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      this.#worker = null;
      this.#isOver = true;
      for (const { fail } of this.#tasks.splice(0)) fail(new Error(event.message));
    };
    worker.postMessage(this.#path);
    return worker;
  }
}
