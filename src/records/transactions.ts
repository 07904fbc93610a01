/** Customers' own ids of events, each with the request id of the newest score that has it. */
import type { Engine } from "../db/engine.ts";
import type { Change } from "./change.ts";
import { Document } from "./document.ts";
import type { EarlierHashes } from "./secret_record.ts";
import { record, text } from "./define.ts";
import { RETENTION_MS } from "../model/records.ts";

/** The request id of the newest score. */
export const TRANSACTION = record({
  prefix: "transaction",
  key: ["account", "hash"],
  value: text,
  lifetimeMs: RETENTION_MS,
});

export class Transactions {
  readonly #scores: Document<string, [account: string, hash: string]>;
  readonly #earlier: EarlierHashes | null;

  /** @param earlier hashes under earlier secrets; null: there are none */
  constructor(engine: Engine, earlier: EarlierHashes | null = null) {
    this.#scores = new Document(engine, TRANSACTION);
    this.#earlier = earlier;
  }

  /** Written with the score's record. @param transaction hash of the customer's id */
  scored(account: string, transaction: string, requestId: string, now: number): Change {
    return this.#scores.put([account, transaction], requestId, now + TRANSACTION.lifetimeMs);
  }

  /** The request id of the newest score, or null. The score itself may have expired. */
  async find(account: string, transaction: string): Promise<string | null> {
    const hashes = [transaction, ...this.#earlier?.(transaction) ?? []];
    const found = await this.#scores.getMany(hashes.map((hash) => [account, hash]));
    return found.find((requestId) => requestId !== null) ?? null;
  }
}
