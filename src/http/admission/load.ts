/**
 * How much is in progress over all requests, with a limit, and a share of it for each account. What exceeds the limit waits
 * for a moment, before it is authenticated and before its body is read, and is then refused (503 `overloaded`). What exceeds
 * an account's share waits without a place, before its body is read, and is then refused (429). `app/app.ts` makes one.
 */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import { Deadlines } from "../../concurrency/deadlines.ts";
import { AppError } from "../../model/error.ts";

/** Bytes of a body that belong to its request. Bodies that are larger also count as bytes. */
export const SMALL_BODY = 65_536;
/** Bytes of larger bodies that are held at a time. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** What one account may take at most: of the places, and of the bytes. */
const ACCOUNT_SHARE = 1 / 4;
/** Requests with a weight that one account has in progress at a time. */
const ACCOUNT_HEAVY = 2;
/** How long a request waits. Refusing immediately would only make clients that retry immediately use up the processor. */
const WAIT_MS = 1_000;
/** How long a request waits for others of its account. */
const ACCOUNT_WAIT_MS = 10_000;
/** Requests that wait, per request in progress. */
const WAITING_SHARE = 4;
const RETRY_SECONDS = 1;

/** Requests that wait until something fits. */
class Queue {
  readonly #deadlines: Deadlines;
  readonly #waiting = new Set<Waiting>();

  constructor(deadlines: Deadlines) {
    this.#deadlines = deadlines;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** False: it waited too long. */
  wait(units: number): Promise<boolean> {
    return new Promise((resolve) => {
      const late = () => waiting.answer(false);
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

  /** Admits in the order of arrival what `take` takes. */
  admit(take: (units: number) => boolean): void {
    for (const first of this.#waiting) {
      if (!take(first.units)) return;
      first.answer(true);
    }
  }
}

interface Waiting {
  readonly units: number;
  readonly answer: (admitted: boolean) => void;
}

/** What is in progress for an account. */
interface AccountLoad {
  readonly id: string;
  units: number;
  heavy: number;
  bytes: number;
  readonly light: Queue;
  readonly weighty: Queue;
}

interface WaitTimes {
  readonly waitMs?: number;
  readonly accountWaitMs?: number;
}

export class Load {
  readonly #most: number;
  readonly #mostOfAccount: number;
  readonly #deadlines: Deadlines;
  readonly #accountDeadlines: Deadlines;
  readonly #queue: Queue;
  /** Accounts with something in progress or waiting. */
  readonly #accounts = new Map<string, AccountLoad>();
  #units = 0;
  #bytes = 0;
  #shed = 0;

  /** @param most requests in progress at a time; those with a weight count for several */
  constructor(most: number, { waitMs = WAIT_MS, accountWaitMs = ACCOUNT_WAIT_MS }: WaitTimes = {}) {
    this.#most = most;
    this.#mostOfAccount = Math.max(1, Math.floor(most * ACCOUNT_SHARE));
    this.#deadlines = new Deadlines(waitMs);
    this.#accountDeadlines = new Deadlines(accountWaitMs);
    this.#queue = new Queue(this.#deadlines);
  }

  get inProgress(): number {
    return this.#units;
  }

  /** Requests that wait to be admitted. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Requests refused so far because of all that is in progress. */
  get shed(): number {
    return this.#shed;
  }

  /** The share of a new request; null when it has to wait. */
  admit(): Share | null {
    return this.#takeNow(1) ? new Share(this, 1) : null;
  }

  /** The share of a new request that waits; null when it is refused. */
  async wait(): Promise<Share | null> {
    return await this.#wait(1) ? new Share(this, 1) : null;
  }

  /** The share of a request that is answered whatever the load is. */
  exempt(): Share {
    return new Share(this, 0);
  }

  /** @throws AppError overloaded */
  async take(units: number): Promise<void> {
    if (!this.#takeNow(units) && !await this.#wait(units)) throw overloaded();
  }

  give(units: number): void {
    this.#units -= units;
    this.#queue.admit((wanted) => this.#fits(wanted) && (this.#units += wanted, true));
  }

  /** A weight counts at most for all that an account may have. */
  weightOf(weight: number): number {
    return Math.min(weight, this.#mostOfAccount);
  }

  accountOf(id: string): AccountLoad {
    let account = this.#accounts.get(id);
    if (account === undefined) {
      const light = new Queue(this.#accountDeadlines);
      const weighty = new Queue(this.#accountDeadlines);
      this.#accounts.set(id, account = { id, units: 0, heavy: 0, bytes: 0, light, weighty });
    }
    return account;
  }

  /** False: it does not fit now. */
  takeOf(account: AccountLoad, units: number): boolean {
    if (account.units + units > this.#mostOfAccount) return false;
    if (units > 1 && account.heavy >= ACCOUNT_HEAVY) return false;
    account.units += units;
    if (units > 1) account.heavy++;
    return true;
  }

  /** @throws AppError rate_limited */
  async waitOf(account: AccountLoad, units: number): Promise<void> {
    const queue = units > 1 ? account.weighty : account.light;
    if (queue.size < this.#most && await queue.wait(units)) return;
    this.#forget(account);
    throw new AppError(
      "rate_limited",
      units > 1
        ? `${ACCOUNT_HEAVY} requests of this kind are in progress for this account, and more wait; send them one after the other`
        : `${this.#mostOfAccount} requests are in progress for this account`,
      { retryAfter: RETRY_SECONDS },
    );
  }

  giveOf(account: AccountLoad, units: number): void {
    account.units -= units;
    if (units > 1) account.heavy--;
    const take = (wanted: number) => this.takeOf(account, wanted);
    account.light.admit(take);
    account.weighty.admit(take);
    this.#forget(account);
  }

  #forget(account: AccountLoad): void {
    const { id, units, bytes, light, weighty } = account;
    if (units + bytes + light.size + weighty.size === 0) this.#accounts.delete(id);
  }

  /** @param account null: the caller is not authenticated @throws AppError overloaded, rate_limited */
  takeBytes(account: AccountLoad | null, bytes: number): void {
    if (account !== null && account.bytes + bytes > MAX_BODY_BYTES * ACCOUNT_SHARE) {
      throw new AppError("rate_limited", "too many large bodies are being read for this account", {
        retryAfter: RETRY_SECONDS,
      });
    }
    if (this.#bytes + bytes > MAX_BODY_BYTES) {
      this.#shed++;
      throw overloaded();
    }
    this.#bytes += bytes;
    if (account !== null) account.bytes += bytes;
  }

  giveBytes(account: AccountLoad | null, bytes: number): void {
    this.#bytes -= bytes;
    if (account === null) return;
    account.bytes -= bytes;
    this.#forget(account);
  }

  stop(): void {
    this.#deadlines.stop();
    this.#accountDeadlines.stop();
  }

  #takeNow(units: number): boolean {
    if (this.#queue.size > 0 || !this.#fits(units)) return false;
    this.#units += units;
    return true;
  }

  #fits(units: number): boolean {
    return this.#units + units <= this.#most;
  }

  /** True when the units have been taken. */
  async #wait(units: number): Promise<boolean> {
    const admitted = this.#queue.size < this.#most * WAITING_SHARE && await this.#queue.wait(units);
    if (!admitted) this.#shed++;
    return admitted;
  }
}

export function overloaded(): AppError {
  return new AppError("overloaded", "too many requests are in progress; nothing was done", {
    retryAfter: RETRY_SECONDS,
  });
}

/** What one request counts for, from its admission to the end of its response. */
export class Share {
  readonly #load: Load;
  #units: number;
  #account: AccountLoad | null = null;
  #bytes = 0;
  #paused = false;
  #streams = false;
  /** Whose refusal the answer is, for `RefusalPause`: an account or a network; null: it is none. */
  refused: string | null = null;

  /** @param units 0: it is answered whatever the load is */
  constructor(load: Load, units: number) {
    this.#load = load;
    this.#units = units;
  }

  /**
   * Counts the request for its account, with its weight.
   * @throws AppError rate_limited, overloaded
   */
  claim(account: string, weight = 1): Awaitable<void> {
    if (this.#units === 0) return;
    const load = this.#load;
    const units = load.weightOf(weight);
    const before = this.#account;
    const own = load.accountOf(account);
    if (before !== null) load.giveOf(before, this.#units);
    this.#account = null;
    if (!load.takeOf(own, units)) return this.#claimLater(own, units);
    this.#account = own;
    if (units > this.#units) return this.#grow(own, units);
    load.give(this.#units - units);
    this.#units = units;
  }

  /** Waiting for others of its account, it counts for nothing. */
  async #claimLater(own: AccountLoad, units: number): Promise<void> {
    this.pause();
    await this.#load.waitOf(own, units);
    this.#account = own;
    this.#units = units;
    await this.#returnTo(own);
  }

  async #grow(own: AccountLoad, units: number): Promise<void> {
    try {
      await this.#load.take(units - this.#units);
      this.#units = units;
    } catch (error) {
      this.#load.giveOf(own, units);
      this.#account = null;
      throw error;
    }
  }

  /** Counts bytes of a body until the response. @throws AppError overloaded, rate_limited */
  addBytes(bytes: number): void {
    this.#load.takeBytes(this.#account, bytes);
    this.#bytes += bytes;
  }

  /** While a client is slow to send its body it counts for nothing: such clients must not keep others out. */
  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#load.give(this.#units);
    if (this.#account !== null) this.#load.giveOf(this.#account, this.#units);
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** @throws AppError overloaded, rate_limited when others have taken its place */
  async resume(): Promise<void> {
    // While the request was paused its account may have had nothing in progress, and was forgotten.
    const account = this.#account === null ? null : this.#load.accountOf(this.#account.id);
    this.#account = account;
    if (account !== null && !this.#load.takeOf(account, this.#units)) {
      await this.#load.waitOf(account, this.#units);
    }
    await this.#returnTo(account);
  }

  /** @param account has taken the share's units */
  async #returnTo(account: AccountLoad | null): Promise<void> {
    try {
      await this.#load.take(this.#units);
      this.#paused = false;
    } catch (error) {
      if (account !== null) this.#load.giveOf(account, this.#units);
      throw error;
    }
  }

  /** The response is a stream: it counts until its end. */
  stream(lines: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> {
    this.#streams = true;
    const end = () => {
      this.#streams = false;
      this.end();
    };
    return new ReadableStream({
      async pull(stream) {
        try {
          const { done, value } = await lines.next();
          if (!done) return stream.enqueue(value);
          stream.close();
        } catch (error) {
          end();
          throw error;
        }
        end();
      },
      async cancel() {
        end();
        await lines.return?.();
      },
    });
  }

  /** The response has begun; unless it is a stream, that is its end. */
  end(): void {
    if (this.#streams) return;
    if (!this.#paused) {
      this.#load.give(this.#units);
      if (this.#account !== null) this.#load.giveOf(this.#account, this.#units);
    }
    if (this.#bytes > 0) this.#load.giveBytes(this.#account, this.#bytes);
    this.#bytes = 0;
    this.#paused = true;
  }
}
