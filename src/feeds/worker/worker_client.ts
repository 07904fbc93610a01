/** Gives work on feeds to a worker thread, started when there is work and ended when there has been none for a while. */
import type { RangeList } from "../catalog/feed.ts";
import type { CheckOutcome, CheckTask } from "../refresh/feed_check.ts";
import { buffersOf, type FeedTask, type FeedTaskResult, runFeedTask } from "./feed_tasks.ts";
import type { FeedTaskMessage, FeedTaskReply } from "./feed_worker.ts";
import type { RangeIndexData } from "../ranges/range_index.ts";

/** Milliseconds without work until the worker ends and gives its memory back. */
const IDLE = 3_000;

interface RunningWorker {
  readonly worker: Worker;
  /** False when the worker could not start or was ended before. */
  readonly ready: PromiseWithResolvers<boolean>;
}

export class FeedWorkshop {
  readonly #log: (line: string) => void;
  readonly #waiting = new Map<number, PromiseWithResolvers<FeedTaskResult>>();
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

  /** The bytes are handed over: the caller must not use them afterwards. */
  async check(check: CheckTask): Promise<CheckOutcome> {
    // A view into a larger buffer, as Node's pool makes them, is copied: handing it over would take the rest along.
    const whole = check.bytes.byteLength === check.bytes.buffer.byteLength;
    const task = whole ? check : { ...check, bytes: check.bytes.slice() };
    return await this.#run({ kind: "check", check: task }, [...buffersOf(task)]) as CheckOutcome;
  }

  async build(lists: readonly RangeList[]): Promise<RangeIndexData> {
    return await this.#run({ kind: "build", lists }, []) as RangeIndexData;
  }

  /** Ends the worker; work in hand fails. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#idle);
    this.#end("the feed worker was closed");
  }

  async #run(task: FeedTask, transfer: Transferable[]): Promise<FeedTaskResult> {
    this.#busy++;
    clearTimeout(this.#idle);
    try {
      if (this.#closed) throw new Error("the feed worker was closed");
      const running = this.#inPlace ? null : this.#running ??= this.#start();
      const ready = running !== null && await running.ready.promise;
      if (this.#inPlace) return await runFeedTask(task);
      if (!ready) throw new Error("the feed worker was closed");
      const id = ++this.#ids;
      const answer = Promise.withResolvers<FeedTaskResult>();
      this.#waiting.set(id, answer);
      running.worker.postMessage({ id, task } satisfies FeedTaskMessage, transfer);
      return await answer.promise;
    } finally {
      if (--this.#busy === 0 && !this.#closed) this.#idle = setTimeout(() => this.#end("idle"), IDLE);
    }
  }

  #start(): RunningWorker {
    const worker = new Worker(new URL("./feed_worker.ts", import.meta.url), {
      type: "module",
      name: "feeds",
    });
    const ready = Promise.withResolvers<boolean>();
    worker.onmessage = ({ data }: MessageEvent<FeedTaskReply>) => {
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
