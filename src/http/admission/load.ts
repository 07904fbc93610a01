/**
 * How much is in progress over all requests, with a limit. What exceeds it waits for a moment, before it is authenticated
 * and before its body is read, and is then refused (503 `overloaded`). `app.ts` makes one.
 */
import { Deadlines } from "../../concurrency/deadlines.ts";
import { AppError } from "../../model/error.ts";

/** Bytes of a body that belong to its request. Bodies that are larger also count as bytes. */
export const SMALL_BODY = 65_536;
/** Bytes of larger bodies that are held at a time. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** How long a request waits. Refusing at once would only make clients that retry at once use up the processor. */
const WAIT_MS = 1_000;
/** Requests that wait, per request in progress. */
const WAITING_SHARE = 4;
const RETRY_SECONDS = 1;

interface Waiting {
  readonly units: number;
  readonly answer: (admitted: boolean) => void;
}

export class Load {
  readonly #most: number;
  readonly #waiting = new Set<Waiting>();
  readonly #deadlines: Deadlines;
  #units = 0;
  #bytes = 0;
  #shed = 0;

  /** @param most requests in progress at a time; those with a weight count for several */
  constructor(most: number, waitMs = WAIT_MS) {
    this.#most = most;
    this.#deadlines = new Deadlines(waitMs);
  }

  get inProgress(): number {
    return this.#units;
  }

  /** Requests that wait to be admitted. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Requests refused so far. */
  get shed(): number {
    return this.#shed;
  }

  /** The share of a new request; null when it has to wait. */
  admit(units: number): Share | null {
    const counted = Math.min(units, this.#most);
    if (!this.#fits(counted)) return null;
    this.#units += counted;
    return new Share(this, counted);
  }

  /** The share of a new request that waits; null when it is refused. */
  async wait(units: number): Promise<Share | null> {
    const counted = Math.min(units, this.#most);
    return await this.#wait(counted) ? new Share(this, counted) : null;
  }

  /** The share of a request that is answered whatever the load is. */
  exempt(): Share {
    return new Share(this, 0);
  }

  /** @throws AppError overloaded */
  async take(units: number): Promise<void> {
    if (this.#fits(units)) this.#units += units;
    else if (!await this.#wait(units)) throw overloaded();
  }

  give(units: number): void {
    this.#units -= units;
    for (const first of this.#waiting) {
      if (this.#units + first.units > this.#most) return;
      this.#units += first.units;
      first.answer(true);
    }
  }

  /** @throws AppError overloaded */
  takeBytes(bytes: number): void {
    if (this.#bytes + bytes > MAX_BODY_BYTES) {
      this.#shed++;
      throw overloaded();
    }
    this.#bytes += bytes;
  }

  giveBytes(bytes: number): void {
    this.#bytes -= bytes;
  }

  stop(): void {
    this.#deadlines.stop();
  }

  #fits(units: number): boolean {
    return this.#waiting.size === 0 && this.#units + units <= this.#most;
  }

  /** True when the units have been taken. */
  #wait(units: number): Promise<boolean> {
    if (this.#waiting.size >= this.#most * WAITING_SHARE) {
      this.#shed++;
      return Promise.resolve(false);
    }
    return new Promise((resolve) => {
      const late = () => {
        this.#shed++;
        waiting.answer(false);
      };
      const waiting: Waiting = {
        units,
        answer: (admitted) => {
          this.#waiting.delete(waiting);
          this.#deadlines.end(late);
          resolve(admitted);
        },
      };
      this.#waiting.add(waiting);
      this.#deadlines.begin(late);
    });
  }
}

export function overloaded(): AppError {
  return new AppError("overloaded", "too many requests are in progress; nothing was done", {
    retryAfter: RETRY_SECONDS,
  });
}

/** What one request counts for, from its admission to its response. */
export class Share {
  readonly #load: Load;
  readonly #units: number;
  #bytes = 0;
  #paused = false;

  constructor(load: Load, units: number) {
    this.#load = load;
    this.#units = units;
  }

  /** Counts bytes of a body until the response. @throws AppError overloaded */
  hold(bytes: number): void {
    this.#load.takeBytes(bytes);
    this.#bytes += bytes;
  }

  /** While a client is slow to send its body it counts for nothing: such clients must not keep others out. */
  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#load.give(this.#units);
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** @throws AppError overloaded when others have taken its place */
  async resume(): Promise<void> {
    await this.#load.take(this.#units);
    this.#paused = false;
  }

  end(): void {
    if (!this.#paused) this.#load.give(this.#units);
    if (this.#bytes > 0) this.#load.giveBytes(this.#bytes);
    this.#bytes = 0;
    this.#paused = true;
  }
}
