/** Customers' own ids of events, each with the request id of the newest score that has it. */
import type { CellUpdate } from "../db/commit/cell.ts";
import type { Engine } from "../db/engine.ts";
import { KEYS } from "./keys.ts";
import type { EarlierHashes } from "./secret_record.ts";

export class Transactions {
  readonly #engine: Engine;
  readonly #earlier: EarlierHashes | null;

  /** @param earlier hashes under earlier secrets; null: there are none */
  constructor(engine: Engine, earlier: EarlierHashes | null = null) {
    this.#engine = engine;
    this.#earlier = earlier;
  }

  /** Written with the score's record. @param transaction hash of the customer's id */
  scored(account: string, transaction: string, requestId: string, now: number): CellUpdate {
    const keyspace = KEYS.transaction;
    return keyspace.update(keyspace.key(account, transaction), {
      exact: false,
      expiresAt: now + keyspace.lifetimeMs,
      change: () => requestId,
    });
  }

  /** The request id of the newest score, or null. The score itself may have expired. */
  async find(account: string, transaction: string): Promise<string | null> {
    const hashes = [transaction, ...this.#earlier?.(transaction) ?? []];
    const entries = await this.#engine.get(hashes.map((hash) => KEYS.transaction.key(account, hash)));
    return KEYS.transaction.read(entries.find((entry) => entry !== null)?.value);
  }
}
