/** Delivers the messages of a webhook, one after another: signed, tried again after failures, and given up after a day. */
import { THE_SERVICE } from "../../model/access/audit.ts";
import { FAILING_MS, parseRetryAfter, retryOf } from "../../model/endpoints/retry.ts";
import { standingOf } from "../../model/records.ts";
import type { Webhook } from "../../model/endpoints/webhook.ts";
import type { Job, Lane } from "../../db/queue/lane.ts";
import type { JobHandler, JobResult, Postponed } from "../../db/queue/queue_worker.ts";
import type { Store } from "../../records/store.ts";
import type { DeliveryCounts } from "./delivery_counts.ts";
import type { EndpointSecrets } from "./endpoint_secrets.ts";
import { eventOf, type QueuedMessage } from "./events.ts";
import type { Sender } from "./sender.ts";
import { TargetRates } from "./target_rates.ts";
import { signatureHeaders } from "./signature.ts";
import { changeWebhook } from "./webhook_list.ts";

/** Answers that ask the sender to slow down. */
const SLOWER: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const GONE = 410;

interface DeliveryOptions {
  readonly store: Store;
  readonly secrets: EndpointSecrets;
  readonly sender: Sender;
  readonly now: () => number;
  readonly counts: DeliveryCounts;
}

/** What came of an attempt, in the words of a delivery. */
interface Attempt {
  readonly delivered: boolean;
  /** Status, or why there was no answer. */
  readonly last: string;
  readonly retryAfterMs: number | null;
}

export class WebhookDelivery implements JobHandler {
  readonly #options: DeliveryOptions;
  readonly #rates = new TargetRates();

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  async isOpen(lane: Lane): Promise<boolean> {
    const { store, sender } = this.#options;
    const webhook = this.#webhookOf(lane);
    if (webhook !== null) return webhook.enabled && !sender.offline;
    await store.webhooks.fresh(lane.account);
    // It was deleted while another process queued an event for it.
    if (this.#webhookOf(lane) === null) await store.queue.remove(lane);
    return false;
  }

  async work(
    lane: Lane,
    job: Job,
    failures: number,
    signal: AbortSignal,
    failingSince: number,
  ): Promise<JobResult | Postponed> {
    const webhook = this.#webhookOf(lane);
    if (webhook === null) return { moved: null };
    const { now, counts, store } = this.#options;
    const account = store.accounts.account(lane.account);
    const isGuest = account !== null && standingOf(account) === "guest";
    const wait = this.#rates.take(webhook.url, isGuest, performance.now());
    if (wait > 0) return { postponedUntil: now() + wait };
    const attempt = await this.#attempt(webhook, job, signal);
    if (signal.aborted && !attempt.delivered) return { moved: { dueAt: job.dueAt, note: attempt.last } };
    if (attempt.delivered) return await this.#end(webhook, job, attempt);
    const attempts = job.attempts + 1;
    const { last, retryAfterMs } = attempt;
    const retry = retryOf({ attempts, failures: failures + 1, retryAfterMs }, now());
    const failsForLong = failingSince > 0 && now() - failingSince >= FAILING_MS;
    if (last === String(GONE)) await this.#disable(webhook, "the address answered 410 Gone");
    else if (failsForLong) {
      await this.#disable(webhook, `every delivery failed for a day; the last one: ${last}`);
    } else if (retry !== null) {
      counts.count("retried");
      return { moved: { dueAt: retry.dueAt ?? job.dueAt, note: last }, restUntil: retry.restUntil };
    }
    return await this.#end(webhook, job, attempt);
  }

  #webhookOf({ account, name }: Lane): Webhook | null {
    return this.#options.store.webhooks.find(account, name.slice(name.indexOf(".") + 1));
  }

  async #attempt(webhook: Webhook, job: Job, signal: AbortSignal): Promise<Attempt> {
    const { secrets, sender, now, counts } = this.#options;
    const failed = (last: string) => ({ delivered: false, last, retryAfterMs: null });
    const text = secrets.seal.decrypt(job.sealed);
    const { present, replaced } = secrets.inUse(webhook, now());
    if (text === null) return failed("the message can no longer be read");
    if (present === null) return failed("the webhook's secret can no longer be read: rotate it");
    const { id, body } = JSON.parse(text) as QueuedMessage; // as `WebhookEvents` wrote it
    const timestamp = Math.floor(now() / 1000);
    const headers = {
      ...signatureHeaders([present, ...replaced], { id, timestamp, body }),
      "content-type": "application/json",
    };
    const began = performance.now();
    const reply = await sender.send({ url: webhook.url, account: webhook.account, headers, body, signal });
    counts.seconds.add((performance.now() - began) / 1000);
    if ("error" in reply) return failed(reply.error);
    const { status, retryAfter } = reply;
    const delivered = status >= 200 && status < 300;
    const retryAfterMs = SLOWER.has(status) ? parseRetryAfter(retryAfter, now()) : null;
    return { delivered, last: String(status), retryAfterMs };
  }

  async #end({ account, id }: Webhook, job: Job, { delivered, last }: Attempt): Promise<JobResult> {
    const { store, now, counts } = this.#options;
    counts.count(delivered ? "delivered" : "failed");
    const also = await store.deliveries.ended(account, id, job.id, {
      type: eventOf(job),
      at: job.at,
      endedAt: now(),
      delivered,
      attempts: job.attempts + 1,
      last,
      sealed: job.sealed,
    });
    return { moved: null, also };
  }

  async #disable(webhook: Webhook, note: string): Promise<void> {
    const { store } = this.#options;
    const { account, id } = webhook;
    const event = { account, action: "webhook_disabled", subjects: [id] } as const;
    const audit = store.audit.entry(event, THE_SERVICE);
    // It may have been deleted meanwhile.
    const disabled = (each: Webhook) => ({ ...each, enabled: false, note });
    await store.webhooks.change(account, (all) => changeWebhook(all, id, disabled) ?? all, audit);
  }
}
