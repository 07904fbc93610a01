/** What the workers of queues share: a poll of the queue every second, one at a time, the work it starts, and whose turn it is. */
import { lruOf } from "./lru.ts";

const POLL_MS = 1000;
const MAX_SERVED = 20_000;

/** @typeParam Result of a piece of work */
export class WorkLoop<Result = void> {
  readonly #begin: () => Promise<void>;
  readonly #stop = new AbortController();
  readonly #running = new Map<string, Promise<Result>>();
  /** The turn in which each was served last. */
  readonly #served = lruOf<number>(MAX_SERVED);
  #turns = 0;
  #timer: ReturnType<typeof setInterval> | null = null;
  #polling: Promise<void> | null = null;

  /** @param begin starts the work that is due now */
  constructor(begin: () => Promise<void>) {
    this.#begin = begin;
  }

  /** Aborted when the worker stops. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get isStarted(): boolean {
    return this.#timer !== null;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.poll(), POLL_MS);
  }

  /** Polls the queue now; callers during a poll share it. */
  poll(): Promise<void> {
    // The next poll repeats what a failure of the store prevented; that is reported elsewhere.
    return this.#polling ??= this.#begin().catch(() => {}).finally(() => this.#polling = null);
  }

  running(name: string): Promise<Result> | null {
    return this.#running.get(name) ?? null;
  }

  /** @param ended called when the name is free again */
  run(name: string, work: Promise<Result>, ended: () => void = () => {}): Promise<Result> {
    const running = work.finally(() => {
      this.#running.delete(name);
      ended();
    });
    this.#running.set(name, running);
    return running;
  }

  /** Resolves when no work is running any more. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running.values());
  }

  /** Aborts the work in progress and waits for it. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#stop.abort();
    await this.#polling;
    await this.settled();
  }

  /** Notes that it is served now. */
  served(name: string): void {
    this.#served.set(name, ++this.#turns);
  }

  /** Smaller when it was served longer ago; those that wait longest come first. */
  turnOf(name: string): number {
    return this.#served.peek(name) ?? 0;
  }
}
