/** Runs feed tasks in a worker thread, which is started when there is work and ended after a few idle seconds. */
import type { CheckOutcome, CheckTask } from "../refresh/feed_check.ts";
import {
  buffersOf,
  runTask,
  type TaskInput,
  type TaskMessage,
  type TaskName,
  type TaskReply,
  type TaskResult,
} from "./feed_tasks.ts";

/** Milliseconds without work until the worker ends, which frees its memory. */
const IDLE_MS = 3_000;

interface RunningWorker {
  readonly worker: Worker;
  /** False when the worker could not start, or ended before it had. */
  readonly ready: PromiseWithResolvers<boolean>;
}

export class FeedWorkerClient {
  readonly #log: (line: string) => void;
  readonly #waiting = new Map<number, PromiseWithResolvers<TaskResult<TaskName>>>();
  #running: RunningWorker | null = null;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #ids = 0;
  #busy = 0;
  #closed = false;
  /** Workers do not start here; the work is done in place. */
  #inPlace = false;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  /** The bytes are transferred: the caller must not use them afterwards. */
  async check(check: CheckTask): Promise<CheckOutcome> {
    // A view into a larger buffer, as Node's pool makes them, is copied: transferring it would take the rest along.
    const whole = check.bytes.byteLength === check.bytes.buffer.byteLength;
    const task = whole ? check : { ...check, bytes: check.bytes.slice() };
    return await this.run("check", task, [...buffersOf(task)]);
  }

  /** @throws Error when the task fails, or the client is closed */
  async run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    transfer: Transferable[] = [],
  ): Promise<TaskResult<Name>> {
    this.#busy++;
    clearTimeout(this.#idle);
    try {
      if (this.#closed) throw new Error("the feed worker was closed");
      const running = this.#inPlace ? null : this.#running ??= this.#start();
      const ready = running !== null && await running.ready.promise;
      if (this.#inPlace) return await runTask(name, input);
      if (!ready) throw new Error("the feed worker was closed");
      const id = ++this.#ids;
      const answer = Promise.withResolvers<TaskResult<TaskName>>();
      this.#waiting.set(id, answer);
      running.worker.postMessage({ id, name, input } satisfies TaskMessage<Name>, transfer);
      return await answer.promise as TaskResult<Name>;
    } finally {
      if (--this.#busy === 0 && !this.#closed) this.#idle = setTimeout(() => this.#end("idle"), IDLE_MS);
    }
  }

  /** Ends the worker; unfinished work fails. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#idle);
    this.#end("the feed worker was closed");
  }

  #start(): RunningWorker {
    const worker = new Worker(new URL("./feed_worker.ts", import.meta.url), {
      type: "module",
      name: "feeds",
    });
    const ready = Promise.withResolvers<boolean>();
    worker.onmessage = ({ data }: MessageEvent<TaskReply>) => {
      if ("ready" in data) return ready.resolve(true);
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ("error" in data) waiting?.reject(new Error(data.error));
      else waiting?.resolve(data.result);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#inPlace = true;
      this.#log(`feeds: the worker failed, working in place from now on: ${event.message}`);
      this.#end(event.message);
    };
    return { worker, ready };
  }

  #end(reason: string): void {
    this.#running?.ready.resolve(false);
    this.#running?.worker.terminate();
    this.#running = null;
    for (const waiting of this.#waiting.values()) waiting.reject(new Error(reason));
    this.#waiting.clear();
  }
}
