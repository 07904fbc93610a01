/**
 * Monthly usage: lookups billed to an account in a calendar month (UTC). A commit adds to the counter together with the
 * records that it pays for. This class mirrors the counters and adds the reservations of requests in progress, so that a
 * quota is exact under concurrency. With several processes lookups are reserved from slices of the quota.
 */
import { type Awaitable, chain } from "../concurrency/awaitable.ts";
import type { QuotaSlices } from "./limits/quota_slices.ts";
import type { Change } from "./change.ts";
import { Counter } from "./counter.ts";
import type { Engine } from "../db/engine.ts";
import { count, record } from "./define.ts";

export const USAGE = record({
  prefix: "usage",
  key: ["account", "month"],
  value: count,
  counter: true,
  place: "usage",
});

interface Meter {
  /** From the store, when it was last read. */
  read: number;
  /** Committed by this process since then. */
  committed: number;
  /** By requests in progress. */
  reserved: number;
  usedSince: boolean;
  /** Of this process's slice of the quota. */
  left: number;
  /** Resolves to the number of lookups that were refused. */
  taking: Promise<number> | null;
}

/** Lookups that a request may use. It must be settled, also after a failure. */
export interface Charge {
  /** Counts what was really used: part of the commit of the record. */
  billed(lookups: number): Change;
  /** Ends the charge after the commit: `lookups` were billed (0 after a failure), the rest is released. A later 0 has no effect. */
  settle(lookups: number): void;
}

/** Lookups that became part of an account's usage. */
export interface Bill {
  readonly account: string;
  readonly month: string;
  readonly quota: number;
  readonly lookups: number;
  /** Billed in the month until now, with these, as far as this process knows. */
  readonly used: number;
  /** As given to `reserve`. */
  readonly payer: object | null;
}

/** When the calendar month (UTC) of this time begins, or a month `ahead` of it, in milliseconds since the epoch. */
export function monthStart(now: number, ahead = 0): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead, 1);
}

export class Usage {
  readonly #counter: Counter<[account: string, month: string]>;
  readonly #slices: QuotaSlices | null;
  readonly #onBilled: (bill: Bill) => void;
  readonly #meters = new Map<string, Meter>();
  readonly #loading = new Map<string, Promise<Meter>>();
  /** The last result of `monthOf`, which every request needs. */
  #month = { text: "", from: Infinity, until: -Infinity };

  /** @param slices null: this is the only process @param onBilled called after the commit of each bill */
  constructor(
    engine: Engine,
    slices: QuotaSlices | null = null,
    onBilled: (bill: Bill) => void = () => {},
  ) {
    this.#counter = new Counter(engine, USAGE);
    this.#slices = slices;
    this.#onBilled = onBilled;
  }

  /** The calendar month (UTC) of a time: `2026-11`. */
  monthOf(now: number): string {
    if (now < this.#month.from || now >= this.#month.until) {
      const text = new Date(now).toISOString().slice(0, 7);
      this.#month = { text, from: monthStart(now), until: monthStart(now, 1) };
    }
    return this.#month.text;
  }

  /** Lookups billed this month, by all processes. */
  async used(account: string, month: string): Promise<number> {
    if (this.#slices?.areNeeded) {
      return (await this.#counter.read([[account, month]]))[0]!;
    }
    const meter = await this.#meter(account, month);
    return meter.read + meter.committed;
  }

  /** Of several accounts, as the store has it now. */
  usedByAll(accounts: readonly string[], month: string): Promise<readonly number[]> {
    return this.#counter.read(accounts.map((account) => [account, month] as const));
  }

  /** As `used`, with the reservations of requests in progress: `reserve` compares this with the quota. */
  async taken(account: string, month: string): Promise<number> {
    const meter = await this.#meter(account, month);
    return meter.read + meter.committed + meter.reserved;
  }

  /** Reserves lookups of the quota, or null when they do not all fit. Synchronous with the counter in memory. @param payer names the request in its bill */
  reserve(
    account: string,
    month: string,
    quota: number,
    lookups: number,
    payer: object | null = null,
  ): Awaitable<Charge | null> {
    return chain(this.#meter(account, month), (meter) => {
      const slices = quota !== Infinity && this.#slices?.areNeeded ? this.#slices : null;
      const fits = slices === null
        ? lookups === 0 || meter.read + meter.committed + meter.reserved + lookups <= quota
        : this.#takeLeft(slices, meter, { account, month, quota, lookups });
      return chain(fits, (fits) => {
        if (!fits) return null;
        meter.reserved += lookups;
        const bill = { account, month, quota, payer };
        return new Reservation(this.#counter, meter, bill, {
          lookups,
          isSliced: slices !== null,
          onBilled: this.#onBilled,
        });
      });
    });
  }

  /** Takes the lookups from the slice. False: they do not all fit. Requests of an account that wait share what is taken. */
  async #takeLeft(
    slices: QuotaSlices,
    meter: Meter,
    { account, month, quota, lookups }: { account: string; month: string; quota: number; lookups: number },
  ): Promise<boolean> {
    while (meter.left < lookups) {
      meter.taking ??= (async () => {
        const { left, read, committed, reserved } = meter;
        const [used, wanted] = [read + committed + reserved, lookups - left];
        const granted = await slices.take({ account, month, quota, used, left, wanted });
        meter.left += granted;
        return granted === 0 ? wanted : Infinity;
      })().finally(() => meter.taking = null);
      const refused = await meter.taking;
      if (lookups - meter.left >= refused) return false;
    }
    meter.left -= lookups;
    return true;
  }

  /**
   * Reads the counters of accounts that were used since the last call, unless no other process counts, and drops the others,
   * which are read when they are needed. Must run between commits of this process, so that nothing is counted twice.
   */
  async refresh(): Promise<void> {
    for (const [text, meter] of this.#meters) {
      if (meter.usedSince || meter.reserved > 0 || meter.taking !== null) continue;
      this.#meters.delete(text);
      if (this.#holds(text, meter)) void this.#giveBack(text, meter).catch(() => {}); // given back when the lease ends
    }
    const active = [...this.#meters];
    if (active.length === 0) return;
    if (this.#slices?.areNeeded === false) {
      for (const [, meter] of active) meter.usedSince = meter.reserved > 0;
      return;
    }
    const read = await this.#counter.read(active.map(([text]) => text.split(" ") as [string, string]));
    active.forEach(([, meter], index) => {
      meter.read = read[index]!;
      meter.committed = 0;
      meter.usedSince = meter.reserved > 0;
    });
  }

  /** Gives back all slices, before this process ends. */
  async giveBack(): Promise<void> {
    const held = [...this.#meters].filter(([text, meter]) => this.#holds(text, meter));
    await Promise.all(held.map(([text, meter]) => this.#giveBack(text, meter)));
  }

  #holds(text: string, { left }: Meter): boolean {
    const [account, month] = text.split(" ") as [string, string];
    return left > 0 || this.#slices?.isUnsure(account, month) === true;
  }

  async #giveBack(text: string, meter: Meter): Promise<void> {
    const [account, month] = text.split(" ") as [string, string];
    const { left } = meter;
    meter.left = 0;
    await this.#slices?.giveBack(account, month, left);
  }

  #meter(account: string, month: string): Awaitable<Meter> {
    return chain(this.#meters.get(name(account, month)) ?? this.#load(account, month), (meter) => {
      meter.usedSince = true;
      return meter;
    });
  }

  async #load(account: string, month: string): Promise<Meter> {
    const text = name(account, month);
    let loading = this.#loading.get(text);
    if (!loading) {
      loading = this.#counter.read([[account, month]]).then(([read = 0]) => {
        const meter = { read, committed: 0, reserved: 0, usedSince: true, left: 0, taking: null };
        this.#meters.set(text, meter);
        return meter;
      }).finally(() => this.#loading.delete(text));
      this.#loading.set(text, loading);
    }
    return await loading;
  }
}

class Reservation implements Charge {
  readonly #counter: Counter<[account: string, month: string]>;
  readonly #meter: Meter;
  readonly #bill: Omit<Bill, "lookups" | "used">;
  readonly #isSliced: boolean;
  readonly #onBilled: (bill: Bill) => void;
  #lookups: number;

  constructor(
    counter: Counter<[account: string, month: string]>,
    meter: Meter,
    bill: Omit<Bill, "lookups" | "used">,
    { lookups, isSliced, onBilled }: {
      readonly lookups: number;
      readonly isSliced: boolean;
      readonly onBilled: (bill: Bill) => void;
    },
  ) {
    this.#counter = counter;
    this.#meter = meter;
    this.#bill = bill;
    this.#lookups = lookups;
    this.#isSliced = isSliced;
    this.#onBilled = onBilled;
  }

  billed(lookups: number): Change {
    return this.#counter.adding([this.#bill.account, this.#bill.month], lookups);
  }

  settle(lookups: number): void {
    this.#meter.reserved -= this.#lookups;
    this.#meter.committed += lookups;
    if (this.#isSliced && this.#lookups > 0) this.#meter.left += this.#lookups - lookups;
    this.#lookups = 0;
    if (lookups === 0) return;
    this.#meter.usedSince = true;
    this.#onBilled({ ...this.#bill, lookups, used: this.#meter.read + this.#meter.committed });
  }
}

function name(account: string, month: string): string {
  return `${account} ${month}`;
}
