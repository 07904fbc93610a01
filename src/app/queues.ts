/** The durable queues and what works them off: messages that hooks took in, events to webhooks, rechecks. */
import type { Keyring } from "./keyring.ts";
import type { HttpClient } from "../net/http/http_client.ts";
import { WebhookSender } from "../net/http/webhook_sender.ts";
import type { Services } from "../service/context.ts";
import type { Failures } from "../service/failures.ts";
import { HookJobs } from "../service/hooks/events.ts";
import { type HookParts, openHooks } from "../service/hooks/parts.ts";
import { AccountNotices } from "../service/webhooks/account_notices.ts";
import { WebhookDelivery } from "../service/webhooks/delivery.ts";
import { DeliveryCounts } from "../service/webhooks/delivery_counts.ts";
import { WebhookEvents } from "../service/webhooks/events.ts";
import type { WebhookParts } from "../service/webhooks/parts.ts";
import { RecheckJobs } from "../service/webhooks/recheck.ts";
import { EndpointSecrets } from "../service/webhooks/endpoint_secrets.ts";
import { renewHookSecrets, renewSecrets } from "../service/webhooks/renew_secrets.ts";
import { DeliveryQueue, WEBHOOK_JOBS } from "../records/endpoints/delivery_queue.ts";
import { HOOK_JOBS, HookInbox } from "../records/endpoints/hook_inbox.ts";
import { JobQueues } from "../records/endpoints/job_queues.ts";
import { RECHECK_JOBS, Rechecks } from "../records/endpoints/rechecks.ts";
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
  const queues = new JobQueues(store.queue, now);
  const reconsider = () => queues.reconsider();
  store.webhooks.onChange(reconsider);
  const hookSeal = new Seal(keyring.secret, "hook", keyring.previous);
  const inbox = new HookInbox(queues.of(HOOK_JOBS, hookSeal), store.hookEvents, store.writer);
  const hooks = openHooks({ seal: hookSeal, randomBytes, failures, inbox });
  const seal = new Seal(keyring.secret, "webhook", keyring.previous);
  const deliveries = new DeliveryQueue(queues.of(WEBHOOK_JOBS, seal), store.deliveries);
  const rechecks = new Rechecks(queues.of(RECHECK_JOBS, seal));
  const counts = new DeliveryCounts();
  const events = new WebhookEvents({ store, deliveries, now, counts });
  const sender = new WebhookSender(http);
  const secrets = new EndpointSecrets(seal, randomBytes);
  const webhooks = { deliveries, rechecks, events, secrets, sender, counts, reconsider };
  let notices: AccountNotices | null = null;
  return {
    hooks,
    webhooks,
    start(services) {
      deliveries.handle(new WebhookDelivery({ store, now, ...webhooks }));
      rechecks.handle(new RecheckJobs(services));
      inbox.handle(new HookJobs(services));
      notices = new AccountNotices(services);
      // What is not renewed now is renewed at the next start.
      renewSecrets(store, seal).catch(() => {});
      renewHookSecrets(store, hookSeal).catch(() => {});
      queues.start();
      notices.start();
    },
    async stop() {
      await notices?.stop();
      await queues.stop();
    },
  };
}
