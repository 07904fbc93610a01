/** The newest backtest of each account, kept for an hour. Any process shows it; the one that runs it writes it. */
import type { Writer } from "../db/commit/writer.ts";
import { State } from "./state.ts";
import { record, transient } from "./define.ts";
import { HOUR_MS } from "../model/duration.ts";

/** A backtest of an uploaded file. Times are milliseconds since the epoch. */
export interface StoredBacktest {
  readonly id: string;
  readonly startedAt: number;
  /** While it runs: when its process wrote last. */
  readonly updatedAt: number;
  readonly state: "running" | "done" | "failed";
  /** Waiting: the account decides what becomes of a file of which much was not read. */
  readonly phase: "reading" | "waiting" | "scoring";
  /** Of the phase, 0 to 1. */
  readonly share: number;
  /** While it waits: what was not read. */
  readonly doubts?: readonly string[];
  /** Why it failed. */
  readonly problem?: string;
  /** The page of its report: deflated, base64, encrypted. */
  readonly page?: string;
}
export const BACKTEST = record({
  prefix: "backtest",
  key: ["account"],
  value: transient<StoredBacktest>(),
  lifetimeMs: HOUR_MS,
});

export class Backtests {
  readonly #backtests: State<StoredBacktest, [account: string]>;

  constructor(writer: Writer) {
    this.#backtests = new State(writer, BACKTEST);
  }

  /** Null when there is none, or its hour is over. */
  async get(account: string, now: number): Promise<StoredBacktest | null> {
    return live(await this.#backtests.get(account), now);
  }

  /**
   * Durable when it resolves.
   * @throws what `change` throws, which is given null when there is none; then nothing is written
   */
  change(
    account: string,
    now: number,
    change: (current: StoredBacktest | null) => StoredBacktest,
  ): Promise<StoredBacktest> {
    const end = now + BACKTEST.lifetimeMs;
    return this.#backtests.change([account], (current) => change(live(current, now)), { end });
  }

  async remove(account: string): Promise<void> {
    await this.#backtests.change([account], () => null);
  }
}

function live(stored: StoredBacktest | null, now: number): StoredBacktest | null {
  return stored !== null && stored.updatedAt + BACKTEST.lifetimeMs > now ? stored : null;
}
