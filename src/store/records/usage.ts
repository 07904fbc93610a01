/**
 * Monthly usage: lookups billed to an account in a calendar month (UTC). The counter is added to in the same batch as
 * the record it pays for; here it is mirrored, with what is reserved by requests under way, so that a quota is exact
 * under concurrency. What other processes billed is read once a second for the accounts that are active.
 */
import type { Engine, Key } from "../engine.ts";

interface Meter {
  /** From the store, when it was last read. */
  read: number;
  /** Committed here since then. */
  committed: number;
  /** Taken by requests under way. */
  reserved: number;
  usedSince: boolean;
}

export function usageKey(account: string, month: string): Key {
  return ["usage", account, month];
}

/** `2026-11` of a moment, UTC. */
export function monthOf(now: number): string {
  if (now < month.from || now >= month.until) {
    month = {
      text: new Date(now).toISOString().slice(0, 7),
      from: monthStart(now, 0),
      until: nextMonth(now),
    };
  }
  return month.text;
}

/** The month that was asked for last; every request asks. */
let month = { text: "", from: Infinity, until: -Infinity };

/** Milliseconds since the epoch at which the month after this moment begins. */
export function nextMonth(now: number): number {
  return monthStart(now, 1);
}

function monthStart(now: number, ahead: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead, 1);
}

export class Usage {
  readonly #engine: Engine;
  readonly #meters = new Map<string, Meter>();
  readonly #loading = new Map<string, Promise<Meter>>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Lookups billed this month, as known here. */
  async used(account: string, month: string): Promise<number> {
    const meter = await this.#meter(account, month);
    return meter.read + meter.committed;
  }

  /** Billed this month, with what requests under way hold: what `reserve` compares with the quota. */
  async taken(account: string, month: string): Promise<number> {
    const meter = await this.#meter(account, month);
    return meter.read + meter.committed + meter.reserved;
  }

  /**
   * Takes lookups out of the quota, or nothing when they do not all fit. What is taken must be settled:
   * `bill` with what was used (the rest is given back), also after a failure (0).
   */
  async reserve(account: string, month: string, quota: number, lookups: number): Promise<Reservation | null> {
    const meter = await this.#meter(account, month);
    if (lookups > 0 && meter.read + meter.committed + meter.reserved + lookups > quota) return null;
    meter.reserved += lookups;
    return new Reservation(meter, account, month, lookups);
  }

  /**
   * Reads again what accounts used since the last time have in the store, and forgets the others: they are read when they
   * are needed. Runs between commits of this process, so nothing is counted twice.
   */
  async refresh(): Promise<void> {
    for (const [text, meter] of this.#meters) {
      if (!meter.usedSince && meter.reserved === 0) this.#meters.delete(text);
    }
    const active = [...this.#meters];
    if (active.length === 0) return;
    const entries = await this.#engine.get(active.map(([text]) => {
      const [account, month] = text.split(" ") as [string, string];
      return usageKey(account, month);
    }));
    active.forEach(([, meter], index) => {
      const value = entries[index]?.value;
      meter.read = typeof value === "number" ? value : 0;
      meter.committed = 0;
      meter.usedSince = meter.reserved > 0;
    });
  }

  /** All lookups ever billed to an account. */
  async total(account: string): Promise<number> {
    let total = 0;
    for await (const { value } of this.#engine.scan(["usage", account])) {
      total += typeof value === "number" ? value : 0;
    }
    return total;
  }

  async #meter(account: string, month: string): Promise<Meter> {
    const meter = this.#meters.get(name(account, month)) ?? await this.#load(account, month);
    meter.usedSince = true;
    return meter;
  }

  async #load(account: string, month: string): Promise<Meter> {
    const text = name(account, month);
    let loading = this.#loading.get(text);
    if (!loading) {
      loading = this.#engine.get([usageKey(account, month)]).then(([entry]) => {
        const meter = {
          read: typeof entry?.value === "number" ? entry.value : 0,
          committed: 0,
          reserved: 0,
          usedSince: true,
        };
        this.#meters.set(text, meter);
        return meter;
      }).finally(() => this.#loading.delete(text));
      this.#loading.set(text, loading);
    }
    return await loading;
  }
}

export class Reservation {
  readonly #meter: Meter;
  readonly #account: string;
  readonly #month: string;
  #lookups: number;

  constructor(meter: Meter, account: string, month: string, lookups: number) {
    this.#meter = meter;
    this.#account = account;
    this.#month = month;
    this.#lookups = lookups;
  }

  /** The counter's mutation for what was really used; it goes into the batch of the record. */
  adds(lookups: number): { key: Key; by: number }[] {
    return lookups === 0 ? [] : [{ key: usageKey(this.#account, this.#month), by: lookups }];
  }

  /** The batch is committed (or, with 0, nothing was billed): the reservation ends. */
  settle(lookups: number): void {
    this.#meter.reserved -= this.#lookups;
    this.#meter.committed += lookups;
    if (lookups > 0) this.#meter.usedSince = true;
    this.#lookups = 0;
  }
}

function name(account: string, month: string): string {
  return `${account} ${month}`;
}
