/** What service functions use of webhooks. Constructed once, by app/app.ts. */
import type { DeliveryQueue } from "../../records/endpoints/delivery_queue.ts";
import type { Rechecks } from "../../records/endpoints/rechecks.ts";
import type { DeliveryCounts } from "./delivery_counts.ts";
import type { EndpointSecrets } from "./endpoint_secrets.ts";
import type { WebhookEvents } from "./events.ts";
import type { Sender } from "./sender.ts";

export interface WebhookParts {
  readonly events: WebhookEvents;
  readonly deliveries: DeliveryQueue;
  readonly rechecks: Rechecks;
  readonly secrets: EndpointSecrets;
  readonly sender: Sender;
  readonly counts: DeliveryCounts;
  /** A webhook was changed: its lane may be open now. */
  readonly reconsider: () => void;
}
