/** Attempts and events of webhooks by their result, since this process started; for `/metrics`. */

/** `dropped`: too many events were waiting. */
export const DELIVERY_RESULTS = ["delivered", "retried", "failed", "dropped"] as const;
export type DeliveryResult = typeof DELIVERY_RESULTS[number];

export class DeliveryCounts {
  readonly #counts: Record<DeliveryResult, number> = { delivered: 0, retried: 0, failed: 0, dropped: 0 };

  count(result: DeliveryResult): void {
    this.#counts[result]++;
  }

  get(result: DeliveryResult): number {
    return this.#counts[result];
  }
}
