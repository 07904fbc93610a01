/** Customers' own ids of events, each with the request id of the newest score that has it. */
import type { CellUpdate } from "../commit/cell.ts";
import type { Engine } from "../engine.ts";
import { KEYS } from "../keys.ts";

export class Transactions {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
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
    const [entry] = await this.#engine.get([KEYS.transaction.key(account, transaction)]);
    return KEYS.transaction.read(entry?.value);
  }
}
