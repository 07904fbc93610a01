/** Delivers the messages of a webhook, one after another: signed, tried again after failures, and given up after a day. */
import { THE_SERVICE } from "../../model/access/audit.ts";
import { FAILING_MS, parseRetryAfter, retryOf } from "../../model/endpoints/retry.ts";
import { standingOf } from "../../model/records.ts";
import type { Webhook } from "../../model/endpoints/webhook.ts";
import type { DeliveryHandler, DeliveryQueue, DeliveryTask } from "../../records/endpoints/delivery_queue.ts";
import type { Attempt, JobResult, Postponed } from "../../records/endpoints/job_queues.ts";
import type { Store } from "../../records/store.ts";
import type { DeliveryCounts } from "./delivery_counts.ts";
import type { EndpointSecrets } from "./endpoint_secrets.ts";
import type { Sender } from "./sender.ts";
import { TargetRates } from "./target_rates.ts";
import { signatureHeaders } from "./signature.ts";
import { changeWebhook } from "./webhook_list.ts";

/** Answers that ask the sender to slow down. */
const SLOWER: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const GONE = 410;

interface DeliveryOptions {
  readonly store: Store;
  readonly deliveries: DeliveryQueue;
  readonly secrets: EndpointSecrets;
  readonly sender: Sender;
  readonly now: () => number;
  readonly counts: DeliveryCounts;
}

/** What came of an attempt, in the words of a delivery. */
interface Sent {
  readonly delivered: boolean;
  /** Status, or why there was no answer. */
  readonly last: string;
  readonly retryAfterMs: number | null;
}

export class WebhookDelivery implements DeliveryHandler {
  readonly #options: DeliveryOptions;
  readonly #rates = new TargetRates();

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  async isOpen(account: string, id: string): Promise<boolean> {
    const { store, sender, deliveries } = this.#options;
    const webhook = store.webhooks.find(account, id);
    if (webhook !== null) return webhook.enabled && !sender.offline;
    await store.webhooks.fresh(account);
    // It was deleted while another process queued an event for it.
    if (store.webhooks.find(account, id) === null) await deliveries.remove({ account, id });
    return false;
  }

  async work(
    task: DeliveryTask,
    { failures, failingSince, signal }: Attempt,
  ): Promise<JobResult | Postponed> {
    const { now, counts, store } = this.#options;
    const webhook = store.webhooks.find(task.account, task.owner);
    if (webhook === null) return { moved: null };
    const account = store.accounts.account(task.account);
    const isGuest = account !== null && standingOf(account) === "guest";
    const wait = this.#rates.take(webhook.url, isGuest, performance.now());
    if (wait > 0) return { postponedUntil: now() + wait };
    const sent = await this.#send(webhook, task, signal);
    if (signal.aborted && !sent.delivered) return { moved: { dueAt: task.dueAt, note: sent.last } };
    if (sent.delivered) return await this.#end(task, sent);
    const attempts = task.attempts + 1;
    const { last, retryAfterMs } = sent;
    const retry = retryOf({ attempts, failures: failures + 1, retryAfterMs }, now());
    const failsForLong = failingSince > 0 && now() - failingSince >= FAILING_MS;
    if (last === String(GONE)) await this.#disable(webhook, "the address answered 410 Gone");
    else if (failsForLong) {
      await this.#disable(webhook, `every delivery failed for a day; the last one: ${last}`);
    } else if (retry !== null) {
      counts.count("retried");
      return { moved: { dueAt: retry.dueAt ?? task.dueAt, note: last }, restUntil: retry.restUntil };
    }
    return await this.#end(task, sent);
  }

  async #send(webhook: Webhook, { content }: DeliveryTask, signal: AbortSignal): Promise<Sent> {
    const { secrets, sender, now, counts } = this.#options;
    const failed = (last: string) => ({ delivered: false, last, retryAfterMs: null });
    const { present, replaced } = secrets.inUse(webhook, now());
    if (content === null) return failed("the message can no longer be read");
    if (present === null) return failed("the webhook's secret can no longer be read: rotate it");
    const { id, body } = content;
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

  async #end(task: DeliveryTask, { delivered, last }: Sent): Promise<JobResult> {
    const { deliveries, now, counts } = this.#options;
    counts.count(delivered ? "delivered" : "failed");
    return await deliveries.ended(task, { endedAt: now(), delivered, last });
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
