/**
 * The readiness check: writes to the store, and asks whether changes of other processes are followed. Anybody may ask, so the
 * result is shared for a second, and the reason of a failure is only logged, once until it changes.
 */
import { isAhead } from "../concurrency/clock_rules.ts";
import { MINUTE_MS } from "../model/duration.ts";
import type { Services } from "./context.ts";

interface Ready {
  readonly ok: boolean;
  readonly checks: Readonly<Record<string, string>>;
}

/** How long a result is shared. */
const SHARED_MS = 1000;
/** Changes of other processes are followed with a delay of a quarter of a second. */
const MAX_BEHIND_MS = 3000;
/** Bytes of the write after a failed write: a full disk still accepts a few. */
const LARGE_WRITE_BYTES = 50_000;

export class Readiness {
  readonly #services: Pick<Services, "store" | "now">;
  readonly #log: (line: string) => void;
  #logged: string | null = null;
  #largeWritesUntil = 0;
  /** The newest check, perhaps still running. */
  #newest: { readonly at: number; readonly result: Promise<Ready> } | null = null;
  #running = false;

  constructor(services: Pick<Services, "store" | "now">, log: (line: string) => void) {
    this.#services = services;
    this.#log = log;
  }

  check(): Promise<Ready> {
    const now = this.#services.now();
    const newest = this.#newest;
    // The clock may have been set back.
    if (newest !== null && (this.#running || Math.abs(now - newest.at) < SHARED_MS)) return newest.result;
    this.#running = true;
    const result = this.#write(now).finally(() => this.#running = false);
    this.#newest = { at: now, result };
    return result;
  }

  async #write(now: number): Promise<Ready> {
    const { store } = this.#services;
    let failure: string | null = null;
    if (store.failure !== null) this.#largeWritesUntil = now + MINUTE_MS;
    try {
      await store.checkWritable(
        isAhead(this.#largeWritesUntil, now, MINUTE_MS) ? new Uint8Array(LARGE_WRITE_BYTES) : now,
      );
    } catch (error) {
      failure = (error as Error).message;
    }
    const isBehind = store.behindMs > MAX_BEHIND_MS;
    const reason = failure !== null
      ? `the store is not writable: ${failure}`
      : isBehind
      ? "changes of other processes cannot be read"
      : null;
    // The store logs that commits fail.
    const isLogged = failure !== null && store.failure !== null;
    if (reason !== null && reason !== this.#logged && !isLogged) this.#log(`not ready: ${reason}`);
    this.#logged = reason;
    return {
      ok: reason === null,
      checks: {
        store: failure === null ? "ok" : "not writable",
        ...(isBehind ? { changes: "not followed" } : {}),
        data: "ok",
      },
    };
  }
}
