/** Attempts and events of webhooks by their result, since this process started; for `/metrics`. */

import { Distribution } from "../../concurrency/measure/distribution.ts";

/** `dropped`: too many events were waiting. */
export const DELIVERY_RESULTS = ["delivered", "retried", "failed", "dropped"] as const;
type DeliveryResult = typeof DELIVERY_RESULTS[number];

const BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

export class DeliveryCounts {
  /** Of each attempt, whatever came of it. */
  readonly seconds = new Distribution(BOUNDS);
  readonly #counts: Record<DeliveryResult, number> = { delivered: 0, retried: 0, failed: 0, dropped: 0 };

  count(result: DeliveryResult, by = 1): void {
    this.#counts[result] += by;
  }

  get(result: DeliveryResult): number {
    return this.#counts[result];
  }
}
