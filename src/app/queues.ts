/** The durable queues and what works them off: messages that hooks took in, events to webhooks, rechecks. */
import type { Keyring } from "./keyring.ts";
import type { HttpClient } from "../net/http/http_client.ts";
import { WebhookSender } from "../net/http/webhook_sender.ts";
import type { Services } from "../service/context.ts";
import type { Failures } from "../service/failures.ts";
import { HOOK_LANE, HookJobs } from "../service/hooks/events.ts";
import { type HookParts, openHooks } from "../service/hooks/parts.ts";
import { AccountNotices } from "../service/webhooks/account_notices.ts";
import { WebhookDelivery } from "../service/webhooks/delivery.ts";
import { DeliveryCounts } from "../service/webhooks/delivery_counts.ts";
import { WEBHOOK_LANE, WebhookEvents } from "../service/webhooks/events.ts";
import type { WebhookParts } from "../service/webhooks/parts.ts";
import { Rechecks } from "../service/webhooks/recheck.ts";
import { RECHECK_LANE } from "../service/webhooks/recheck_jobs.ts";
import { EndpointSecrets } from "../service/webhooks/endpoint_secrets.ts";
import { renewHookSecrets, renewSecrets } from "../service/webhooks/renew_secrets.ts";
import type { Lane } from "../db/queue/lane.ts";
import { type JobHandler, QueueWorker } from "../db/queue/queue_worker.ts";
import { Seal } from "../records/seal.ts";
import type { Store } from "../records/store.ts";

interface OpenQueues {
  readonly store: Store;
  readonly keyring: Keyring;
  readonly failures: Failures;
  readonly http: HttpClient;
  readonly now: () => number;
  readonly randomBytes: (length: number) => Uint8Array;
}

interface Queues {
  readonly hooks: HookParts;
  readonly webhooks: WebhookParts;
  /** Works the queues off from now on. */
  start(services: Services): void;
  stop(): Promise<void>;
}

export function openQueues({ store, keyring, failures, http, now, randomBytes }: OpenQueues): Queues {
  const handlers: Record<string, JobHandler> = {};
  const worker = new QueueWorker(store.queue, handlers, now);
  const wake = (lane: Lane) => worker.wake(lane);
  const reconsider = () => worker.reconsider();
  const hooks = openHooks({ keyring, randomBytes, failures, wake });
  const secrets = new EndpointSecrets(new Seal(keyring.secret, "webhook", keyring.previous), randomBytes);
  const counts = new DeliveryCounts();
  store.webhooks.onChange(reconsider);
  const events = new WebhookEvents({ store, seal: secrets.seal, now, wake, counts });
  const webhooks = { events, secrets, sender: new WebhookSender(http), counts, wake, reconsider };
  let notices: AccountNotices | null = null;
  return {
    hooks,
    webhooks,
    start(services) {
      handlers[WEBHOOK_LANE] = new WebhookDelivery({ store, now, ...webhooks });
      handlers[RECHECK_LANE] = new Rechecks(services);
      handlers[HOOK_LANE] = new HookJobs(services);
      notices = new AccountNotices(services);
      // What is not renewed now is renewed at the next start.
      renewSecrets(store, secrets.seal).catch(() => {});
      renewHookSecrets(store, hooks.secrets.seal).catch(() => {});
      worker.start();
      notices.start();
    },
    async stop() {
      await notices?.stop();
      await worker.stop();
    },
  };
}
