/** The durable queues and what works them off: messages that hooks took in, events to webhooks, rechecks. */
import type { Keyring } from "./keyring.ts";
import type { HttpClient } from "../net/http/http_client.ts";
import { WebhookSender } from "../net/http/webhook_sender.ts";
import { AlertDelivery } from "../service/alerts/delivery.ts";
import { LateReviews } from "../service/alerts/late_reviews.ts";
import type { AlertMessage } from "../service/alerts/message.ts";
import type { AlertParts } from "../service/alerts/parts.ts";
import { renewAlerts } from "../service/alerts/renew.ts";
import { AlertWatch } from "../service/alerts/watch.ts";
import type { FeedLibrary } from "../feeds/library.ts";
import type { Mailer } from "../service/mail/mailer.ts";
import type { Services } from "../service/context.ts";
import type { Failures } from "../service/failures.ts";
import { HookJobs } from "../service/hooks/events.ts";
import { IssuerKeys } from "../service/hooks/ssf/issuer_keys.ts";
import { fetchKeySet } from "../net/http/key_set_fetch.ts";
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
  readonly feeds: FeedLibrary;
  readonly mail: Mailer | null;
  /** WINNOW_BASE_URL. */
  readonly baseUrl: string | null;
  readonly now: () => number;
  readonly randomBytes: (length: number) => Uint8Array;
}

interface Queues {
  readonly hooks: HookParts;
  readonly webhooks: WebhookParts;
  readonly alerts: AlertParts;
  /** Works the queues off from now on. */
  start(services: Services): void;
  stop(): Promise<void>;
}

export function openQueues(given: OpenQueues): Queues {
  const { store, keyring, failures, http, feeds, mail, baseUrl, now, randomBytes } = given;
  const queues = new JobQueues(store.queue, now);
  const reconsider = () => queues.reconsider();
  store.webhooks.onChange(reconsider);
  store.alerts.onChange(reconsider);
  const hookSeal = new Seal(keyring.secret, "hook", keyring.previous);
  const inbox = new HookInbox(queues.of(HOOK_JOBS, hookSeal), store.hookEvents, store.writer);
  const issuerKeys = new IssuerKeys({ fetch: (url, account) => fetchKeySet(http, url, account), now });
  const hooks = openHooks({ seal: hookSeal, randomBytes, failures, inbox, issuerKeys });
  const seal = new Seal(keyring.secret, "webhook", keyring.previous);
  const deliveries = new DeliveryQueue(queues.of(WEBHOOK_JOBS, seal), store.deliveries);
  const rechecks = new Rechecks(queues.of(RECHECK_JOBS, seal));
  const counts = new DeliveryCounts();
  const events = new WebhookEvents({ store, deliveries, now, counts });
  const sender = new WebhookSender(http);
  const secrets = new EndpointSecrets(seal, randomBytes);
  const webhooks = { deliveries, rechecks, events, secrets, sender, counts, reconsider };
  const alertSeal = new Seal(keyring.secret, "alert", keyring.previous);
  const jobs = queues.of<AlertMessage>("alert", alertSeal);
  const delivery = new AlertDelivery({ store, jobs, seal: alertSeal, sender, mail, now });
  const watch = new AlertWatch({ store, feeds, now, jobs, baseUrl, randomBytes });
  const alerts = { jobs, seal: alertSeal, delivery, watch, reconsider };
  let notices: AccountNotices | null = null;
  return {
    hooks,
    webhooks,
    alerts,
    start(services) {
      jobs.handle(delivery);
      deliveries.handle(new WebhookDelivery({ store, now, ...webhooks }));
      rechecks.handle(new RecheckJobs(services));
      inbox.handle(new HookJobs(services));
      notices = new AccountNotices(services);
      // What is not renewed now is renewed at the next start.
      renewSecrets(store, seal).catch(() => {});
      renewHookSecrets(store, hookSeal).catch(() => {});
      renewAlerts(store, alertSeal).catch(() => {});
      queues.start();
      notices.start();
      watch.start(new LateReviews(services));
    },
    async stop() {
      await notices?.stop();
      await watch.stop();
      await queues.stop();
    },
  };
}
