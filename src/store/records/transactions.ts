/** The customer's own ids of events: each leads to the newest score that carried it, as long as that is kept. */
import type { Engine, Key } from "../engine.ts";
import { type CellUpdate, RETENTION_MS } from "../commit/write_batch.ts";

export class Transactions {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Written with the score's record. @param transaction hash of the customer's id */
  scored(account: string, transaction: string, requestId: string, now: number): CellUpdate {
    return {
      key: transactionKey(account, transaction),
      exact: false,
      expiresAt: now + RETENTION_MS,
      change: () => requestId,
    };
  }

  /** The request id of the newest score, or null. The caller asks the scores whether it is still kept. */
  async find(account: string, transaction: string): Promise<string | null> {
    const [entry] = await this.#engine.get([transactionKey(account, transaction)]);
    return entry === null || entry === undefined ? null : entry.value as string;
  }
}

function transactionKey(account: string, transaction: string): Key {
  return ["transaction", account, transaction];
}
