/** The newest backtest of each account, kept for an hour. Any process shows it; the one that runs it writes it. */
import type { Writer } from "../db/commit/writer.ts";
import { KEYS } from "./keys.ts";
import { changeNewest } from "../db/keyspace.ts";
import type { StoredBacktest } from "./values.ts";

export class Backtests {
  readonly #writer: Writer;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  /** Null when there is none, or its hour is over. As the store has it now. */
  async get(account: string, now: number): Promise<StoredBacktest | null> {
    const stored = KEYS.backtest.read((await this.#writer.readFresh(KEYS.backtest.key(account)))?.value);
    return stored !== null && expiryOf(stored) > now ? stored : null;
  }

  /**
   * Durable when it resolves.
   * @throws what `change` throws, which is given null when there is none; then nothing is written
   */
  async change(
    account: string,
    now: number,
    change: (current: StoredBacktest | null) => StoredBacktest,
  ): Promise<StoredBacktest> {
    const key = KEYS.backtest.key(account);
    const { cell, stored } = changeNewest(
      KEYS.backtest,
      key,
      (current) => change(current !== null && expiryOf(current) > now ? current : null),
    );
    await this.#writer.write({ cells: [{ ...cell, expiresAt: now + KEYS.backtest.lifetimeMs }] });
    return stored();
  }

  async remove(account: string): Promise<void> {
    const cell = KEYS.backtest.update(KEYS.backtest.key(account), { exact: false, change: () => null });
    await this.#writer.write({ cells: [cell] });
  }
}

function expiryOf({ updatedAt }: StoredBacktest): number {
  return updatedAt + KEYS.backtest.lifetimeMs;
}
