/** What service functions use of webhooks. Constructed once, by app/app.ts. */
import type { Lane } from "../../db/queue/lane.ts";
import type { DeliveryCounts } from "./delivery_counts.ts";
import type { EndpointSecrets } from "./endpoint_secrets.ts";
import type { WebhookEvents } from "./events.ts";
import type { Sender } from "./sender.ts";

export interface WebhookParts {
  readonly events: WebhookEvents;
  readonly secrets: EndpointSecrets;
  readonly sender: Sender;
  readonly counts: DeliveryCounts;
  /** A job was appended to the lane. */
  readonly wake: (lane: Lane) => void;
  /** A webhook was changed: its lane may be open now. */
  readonly reconsider: () => void;
}
