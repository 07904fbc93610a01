/** The newest backtest of each account, kept for an hour. Any process shows it; the one that runs it writes it. */
import type { Writer } from "../db/commit/writer.ts";
import { KEYS } from "./keys.ts";
import { State } from "./state.ts";
import type { StoredBacktest } from "./values.ts";

export class Backtests {
  readonly #backtests: State<StoredBacktest, [account: string]>;

  constructor(writer: Writer) {
    this.#backtests = new State(writer, KEYS.backtest);
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
    const end = now + KEYS.backtest.lifetimeMs;
    return this.#backtests.change([account], (current) => change(live(current, now)), { end });
  }

  async remove(account: string): Promise<void> {
    await this.#backtests.change([account], () => null);
  }
}

function live(stored: StoredBacktest | null, now: number): StoredBacktest | null {
  return stored !== null && stored.updatedAt + KEYS.backtest.lifetimeMs > now ? stored : null;
}
