/** Delivers the messages of alerts: those of one after another, tried again after failures, and given up after a day. */
import type { Alert } from "../../model/alerts/alert.ts";
import { standingOf } from "../../model/records.ts";
import { parseRetryAfter, retryOf } from "../../model/endpoints/retry.ts";
import type { Attempt, JobQueue, JobResult, Task, TaskHandler } from "../../records/endpoints/job_queues.ts";
import type { Seal } from "../../records/seal.ts";
import type { Store } from "../../records/store.ts";
import { type Mailer, MailError } from "../mail/mailer.ts";
import type { Sender } from "../webhooks/sender.ts";
import { type AlertMessage, jsonOf, mailOf, slackOf, TEST_KIND } from "./message.ts";

interface DeliveryOptions {
  readonly store: Store;
  readonly jobs: JobQueue<AlertMessage>;
  readonly seal: Seal;
  readonly sender: Sender;
  readonly mail: Mailer | null;
  readonly now: () => number;
}

/** What came of an attempt. */
interface Sent {
  readonly delivered: boolean;
  /** Status, or why there was no answer. */
  readonly last: string;
  /** True: it is of no use to try again. */
  readonly isFinal: boolean;
  readonly retryAfterMs: number | null;
}

const GONE: ReadonlySet<number> = new Set([404, 410]);
const MAX_NOTE = 200;
const NO_MAIL = "an account that signed up by itself sends no e-mail";

export class AlertDelivery implements TaskHandler<AlertMessage> {
  readonly #options: DeliveryOptions;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  async isOpen(account: string, id: string): Promise<boolean> {
    const { store, jobs } = this.#options;
    const alert = store.alerts.find(account, id);
    if (alert !== null) return alert.enabled && this.canSend(alert);
    await store.alerts.fresh(account);
    // It was deleted while another process queued a message for it.
    if (store.alerts.find(account, id) === null) await jobs.remove(account, id);
    return false;
  }

  /** False: there is no mail server, or outgoing traffic is switched off. */
  canSend({ channel }: Pick<Alert, "channel">): boolean {
    return channel === "email" ? this.#options.mail !== null : !this.#options.sender.offline;
  }

  async work(task: Task<AlertMessage>, { failures, signal }: Attempt): Promise<JobResult> {
    const { store, now } = this.#options;
    const { account, owner, content } = task;
    const alert = store.alerts.find(account, owner);
    if (alert === null || content === null) return { moved: null };
    const sent = await this.send(alert, content, signal);
    const { delivered, last, isFinal, retryAfterMs } = sent;
    if (signal.aborted && !delivered) return { moved: { dueAt: task.dueAt, note: last } };
    const retry = delivered || isFinal
      ? null
      : retryOf({ attempts: task.attempts + 1, failures: failures + 1, retryAfterMs }, now());
    if (retry !== null) {
      return { moved: { dueAt: retry.dueAt ?? task.dueAt, note: last }, restUntil: retry.restUntil };
    }
    const { kind } = content;
    // Tests do not wait in the queue.
    if (kind === TEST_KIND) return { moved: null };
    const ended = { at: now(), kind, delivered, note: last.slice(0, MAX_NOTE) };
    return { moved: null, also: store.alerts.sent(account, owner, ended) };
  }

  /** One attempt. Never throws what a target can cause. */
  async send(alert: Alert, message: AlertMessage, signal: AbortSignal): Promise<Sent> {
    const { seal, mail, sender, now } = this.#options;
    const { account, channel } = alert;
    const failed = (last: string, isFinal: boolean): Sent => ({
      delivered: false,
      last,
      isFinal,
      retryAfterMs: null,
    });
    const target = seal.decrypt(alert.sealed);
    if (target === null) return failed("the address can no longer be read: enter it again", true);
    if (channel === "email") {
      const own = this.#options.store.accounts.account(account);
      if (own === null || standingOf(own) !== "member") return failed(NO_MAIL, true);
      if (mail === null) return failed("no mail server is set up here (WINNOW_SMTP_URL)", false);
      try {
        await mail.send({ to: target, ...mailOf(message) }, signal);
        return { delivered: true, last: "sent", isFinal: false, retryAfterMs: null };
      } catch (error) {
        if (!(error instanceof MailError)) throw error;
        return failed(error.message, error.isFinal);
      }
    }
    const body = channel === "slack" ? slackOf(message) : jsonOf(message, alert);
    const headers = { "content-type": "application/json" };
    const reply = await sender.send({ url: target, account, headers, body, signal });
    if ("error" in reply) return failed(reply.error, false);
    const { status } = reply;
    return {
      delivered: status >= 200 && status < 300,
      last: String(status),
      isFinal: GONE.has(status),
      retryAfterMs: parseRetryAfter(reply.retryAfter, now()),
    };
  }
}
