/** Logs when a feed becomes stale, and when it is fresh again. */
import type { FeedStatus } from "../feeds/refresh/stale.ts";
import type { Log } from "../model/log.ts";

const EVERY_MS = 30_000;

export class FeedWatch {
  readonly #statuses: () => readonly Pick<FeedStatus, "name" | "state" | "age">[];
  readonly #log: Log;
  readonly #stale = new Set<string>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(feeds: { statuses(): readonly Pick<FeedStatus, "name" | "state" | "age">[] }, log: Log) {
    this.#statuses = () => feeds.statuses();
    this.#log = log;
  }

  start(): void {
    this.check();
    this.#timer = setInterval(() => this.check(), EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  check(): void {
    for (const { name, state, age } of this.#statuses()) {
      if (state === "stale" && !this.#stale.has(name)) {
        this.#stale.add(name);
        const seconds = age === null ? null : Math.round(age / 1000);
        this.#log.write("warn", "feed_stale", { feed: name, age_seconds: seconds });
      } else if (state === "fresh" && this.#stale.delete(name)) {
        this.#log.write("info", "feed_fresh", { feed: name });
      }
    }
  }
}
