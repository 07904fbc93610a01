/**
 * What is remembered of the visitors of accounts' sites, in this process: what their address scored, for some seconds, and who
 * was billed in the last minute. Lookups are reserved when a visitor is judged and billed together, soon after.
 */
import { TwoGenerationCache } from "../../concurrency/two_generation_cache.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import { AppError } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { Awaitable } from "../../concurrency/awaitable.ts";
import type { Store } from "../../records/store.ts";
import type { Charge } from "../../records/usage.ts";
import { RateLimiter } from "../access/rate_limit.ts";
import type { Decision } from "../score/decision.ts";

/** How long the score of a visitor is used again. Rules, decisions and passes are looked at for each request. */
const KEPT_MS = 30_000;
/** A visitor's entry is some kilobytes. */
const MAX_VISITORS = 20_000;
/** In a minute; who comes after these is judged, and not billed. */
const MAX_BILLED = 500_000;
/** Lookups of this long are billed in one write. */
const BILLED_TOGETHER_MS = 250;

/** Requests of visitors that are judged for one account in a minute. A key's own limit is of requests that cost more. */
const MOST_JUDGED = 120_000;

/** What a visitor's address and headers are worth, before the account's rules. */
export interface JudgedVisitor {
  readonly address: Decision<"ip">;
  readonly verdict: Verdict;
  readonly score: number | null;
  readonly requestId: string;
  readonly why: string;
}

interface Kept extends JudgedVisitor {
  readonly until: number;
}

interface VisitorsParts {
  readonly store: Store;
  readonly now: () => number;
  readonly id: () => string;
  /** Reserves a lookup. @throws AppError quota_exceeded */
  readonly charge: (caller: Caller, now: number) => Awaitable<Charge>;
}

export class Visitors {
  readonly #parts: VisitorsParts;
  readonly #limiter = new RateLimiter(MINUTE_MS);
  readonly #judged = new TwoGenerationCache<Kept>(MAX_VISITORS);
  /** When each was billed. */
  #billed = new Map<string, number>();
  #billedBefore = new Map<string, number>();
  #since = 0;
  readonly #charges = new Map<string, Charge[]>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: VisitorsParts) {
    this.#parts = parts;
  }

  /** Null: the account may have another visitor judged. Otherwise the error `rate_limited`. */
  refusal({ account }: Caller): AppError | null {
    if (this.#limiter.delay(account.id, MOST_JUDGED, this.#parts.now()) === 0) return null;
    const why = `at most ${MOST_JUDGED} requests of visitors are judged in a minute`;
    return new AppError("rate_limited", why, { retryAfter: 1 });
  }

  /** @param headers what of them the score depends on */
  keyOf({ account, key }: Caller, address: string, headers: string): string {
    return `${account.id} ${key.mode} ${address} ${headers}`;
  }

  get(key: string): JudgedVisitor | undefined {
    const kept = this.#judged.get(key);
    const now = this.#parts.now();
    return kept !== undefined && now < kept.until && kept.until - now <= KEPT_MS ? kept : undefined;
  }

  keep(key: string, judged: JudgedVisitor): JudgedVisitor {
    return this.#judged.set(key, { ...judged, until: this.#parts.now() + KEPT_MS });
  }

  /** Of all: some are of somebody who was erased. */
  clear(): void {
    this.#judged.clear();
  }

  requestId(): string {
    return `req_${this.#parts.id()}`;
  }

  /**
   * A lookup, unless the visitor had one in the last minute. False: the month's quota is used up.
   * @param line the address, of IPv6 its /64
   */
  async bill(caller: Caller, line: string): Promise<boolean> {
    if (caller.key.mode === "test") return true;
    const now = this.#parts.now();
    this.#turn(now);
    const visitor = `${caller.account.id} ${line}`;
    const last = this.#billed.get(visitor) ?? this.#billedBefore.get(visitor);
    if (last !== undefined && Math.abs(now - last) < MINUTE_MS) return true;
    if (this.#billed.size >= MAX_BILLED) return true;
    this.#billed.set(visitor, now);
    try {
      const charged = await this.#parts.charge(caller, now);
      this.#keepCharge(`${caller.account.id} ${this.#parts.store.usage.monthOf(now)}`, charged);
      return true;
    } catch (error) {
      this.#billed.delete(visitor);
      if (error instanceof AppError && error.code === "quota_exceeded") return false;
      throw error;
    }
  }

  /** Writes what is to be billed. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#write();
    await this.#writing;
  }

  #turn(now: number): void {
    if (Math.abs(now - this.#since) < MINUTE_MS) return;
    this.#billedBefore = this.#billed;
    this.#billed = new Map();
    this.#since = now;
  }

  #keepCharge(name: string, charged: Charge): void {
    const charges = this.#charges.get(name);
    if (charges === undefined) this.#charges.set(name, [charged]);
    else charges.push(charged);
    this.#timer ??= setTimeout(() => this.#write(), BILLED_TOGETHER_MS);
  }

  #write(): void {
    this.#timer = undefined;
    const all = [...this.#charges.values()];
    this.#charges.clear();
    const bills = all.map((charges) => this.#settle(charges));
    this.#writing = Promise.all([this.#writing, ...bills]).then(() => {});
  }

  /** What cannot be written is not billed. */
  async #settle(charges: readonly Charge[]): Promise<void> {
    let billed = 0;
    try {
      await this.#parts.store.commit(charges[0]!.billed(charges.length));
      billed = 1;
    } catch {
      // The store's failure is known by its other writes.
    } finally {
      for (const charged of charges) charged.settle(billed);
    }
  }
}
