/** The webhooks of an account, for their owner: listed, created, changed, deleted. */
import { type AuditAction, type AuditEvent, changesOf, originOf } from "../../model/access/audit.ts";
import { AppError, invalidField } from "../../model/error.ts";
import type { Caller } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Verdict } from "../../model/verdict.ts";
import { replacedUntil } from "../../model/endpoints/secret_holder.ts";
import { type EventType, MAX_WEBHOOKS, type Webhook } from "../../model/endpoints/webhook.ts";
import { mayOpen, requireLive } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";
import { replaceSecret } from "./endpoint_secrets.ts";

const MAX_URL_LENGTH = 500;

interface NewWebhook {
  readonly url: string;
  readonly events: readonly EventType[];
  readonly verdicts?: readonly Verdict[] | null | undefined;
}

interface WebhookChange {
  readonly url?: string | undefined;
  readonly events?: readonly EventType[] | undefined;
  /** Null: all. */
  readonly verdicts?: readonly Verdict[] | null | undefined;
  readonly enabled?: boolean | undefined;
}

/** @throws AppError test_key_refused, invalid_value, too_many_items, conflict */
export async function createWebhook(
  services: Services,
  caller: Caller,
  { url, events, verdicts }: NewWebhook,
) {
  requireLive(caller, "change webhooks");
  const { store, now, randomBytes, webhooks: { secrets } } = services;
  const account = caller.account.id;
  const { text, sealed } = secrets.made(null);
  const webhook: Webhook = {
    id: `wh_${randomBytes(12).toHex()}`,
    account,
    url: await checkedUrl(services, account, url),
    events: unique(events),
    verdicts: verdicts ? unique(verdicts) : null,
    enabled: true,
    note: null,
    createdAt: now(),
    secret: sealed,
    replaced: [],
  };
  await store.webhooks.change(account, (current) => {
    requireOnlyOne(current, webhook);
    if (current.length < MAX_WEBHOOKS) return [...current, webhook];
    throw new AppError(
      "conflict",
      `an account can have at most ${MAX_WEBHOOKS} webhooks; delete one first`,
    );
  }, audited(services, caller, { action: "webhook_created" }, webhook));
  return { ...await webhookBody(services, webhook), secret: text };
}

/** Webhooks are live: a test key sees none. */
export async function listWebhooks(services: Services, caller: Caller) {
  const webhooks = mayOpen(caller, "live") ? services.store.webhooks.of(caller.account.id) : [];
  return {
    count: webhooks.length,
    sending: !services.webhooks.sender.offline,
    webhooks: await Promise.all(webhooks.map((webhook) => webhookBody(services, webhook))),
  };
}

/** What is not named stays. @throws AppError not_found, test_key_refused, invalid_value */
export async function updateWebhook(services: Services, caller: Caller, id: string, given: WebhookChange) {
  requireLive(caller, "change webhooks");
  const { url, events, verdicts, enabled } = given;
  requireOwn(services, caller, id);
  const account = caller.account.id;
  const checked: { url?: string } = url === undefined
    ? {}
    : { url: await checkedUrl(services, account, url) };
  const changed = await change(services, caller, id, "webhook_changed", (webhook, all) => {
    if (checked.url !== undefined) requireOnlyOne(all, { id, url: checked.url });
    return ({
      ...webhook,
      ...checked,
      ...(events === undefined ? {} : { events: unique(events) }),
      ...(verdicts === undefined ? {} : { verdicts: verdicts === null ? null : unique(verdicts) }),
      ...(enabled === undefined ? {} : { enabled, note: enabled ? null : webhook.note }),
    });
  });
  services.webhooks.reconsider();
  return await webhookBody(services, changed);
}

/** The replaced secret signs in addition to the new one for a day. @throws AppError not_found, test_key_refused, rate_limited */
export async function rotateWebhook(services: Services, caller: Caller, id: string) {
  requireLive(caller, "change webhooks");
  const { now, webhooks: { secrets } } = services;
  const { text, sealed } = secrets.made(null);
  const refusal = "the secret was rotated several times today; try again tomorrow";
  const rotated = (webhook: Webhook) => replaceSecret(webhook, sealed, now(), refusal);
  const changed = await change(services, caller, id, "webhook_changed", rotated);
  return { ...await webhookBody(services, changed), secret: text };
}

/** Deletes it with its deliveries, also those that wait. @throws AppError not_found, test_key_refused */
export async function deleteWebhook(services: Services, caller: Caller, id: string): Promise<void> {
  requireLive(caller, "change webhooks");
  const { store, webhooks } = services;
  const account = caller.account.id;
  const before = requireOwn(services, caller, id);
  await store.webhooks.change(account, (all) => {
    if (!all.some((webhook) => webhook.id === id)) throw notFound();
    return all.filter((webhook) => webhook.id !== id);
  }, audited(services, caller, { action: "webhook_deleted" }, before));
  await webhooks.deliveries.remove({ account, id });
}

/** Null when it is not among them. */
export function changeWebhook(
  all: readonly Webhook[],
  id: string,
  change: (webhook: Webhook, all: readonly Webhook[]) => Webhook,
): readonly Webhook[] | null {
  return all.some((webhook) => webhook.id === id)
    ? all.map((webhook) => webhook.id === id ? change(webhook, all) : webhook)
    : null;
}

async function change(
  services: Services,
  caller: Caller,
  id: string,
  action: AuditAction,
  changed: (webhook: Webhook, all: readonly Webhook[]) => Webhook,
): Promise<Webhook> {
  const { webhooks } = services.store;
  const before = requireOwn(services, caller, id);
  const after = changed(before, webhooks.of(caller.account.id));
  const changes = {
    ...changesOf(webhookWords(before), webhookWords(after)),
    ...(before.secret === after.secret ? {} : { secret: ["earlier", "replaced"] as const }),
  };
  await webhooks.change(caller.account.id, (all) => {
    const result = changeWebhook(all, id, changed);
    if (result === null) throw notFound();
    return result;
  }, audited(services, caller, { action, changes }, before));
  return requireOwn(services, caller, id);
}

/** For the audit log: of the address its host, since the rest of it may be a secret. */
function webhookWords({ url, events, verdicts, enabled }: Webhook) {
  return {
    host: new URL(url).host,
    events: events.join(" "),
    verdicts: verdicts?.join(" ") ?? "all",
    enabled: enabled ? "yes" : "no",
  };
}

async function webhookBody({ webhooks, now }: Services, webhook: Webhook) {
  const { length, refused } = await webhooks.deliveries.count(webhook);
  const until = replacedUntil(webhook, now());
  return {
    webhook_id: webhook.id,
    url: webhook.url,
    events: [...webhook.events],
    verdicts: webhook.verdicts === null ? null : [...webhook.verdicts],
    enabled: webhook.enabled,
    note: webhook.note,
    created_at: timestamp(webhook.createdAt),
    old_secret_until: until === null ? null : timestamp(until),
    pending: length,
    dropped: refused,
  };
}

/** @throws AppError conflict: one message to an address is enough */
function requireOnlyOne(all: readonly Webhook[], { id, url }: Pick<Webhook, "id" | "url">): void {
  const other = all.find((webhook) => webhook.id !== id && webhook.url === url);
  if (other !== undefined) {
    throw new AppError("conflict", `the webhook ${other.id} has this URL; change its events instead`);
  }
}

/** @throws AppError invalid_value */
async function checkedUrl(
  { webhooks: { sender } }: Services,
  account: string,
  text: string,
): Promise<string> {
  const refuse = (why: string) => invalidField("/url", why);
  if (text.length > MAX_URL_LENGTH) throw refuse(`may have at most ${MAX_URL_LENGTH} characters`);
  const url = URL.parse(text.trim());
  if (url === null) throw refuse("must be an absolute URL");
  const why = await sender.refusal(url.href, account);
  if (why !== null) throw refuse(why);
  // It is not sent, so two URLs that differ by it are one.
  url.hash = "";
  return url.href;
}

function audited(
  { store }: Services,
  caller: Caller,
  event: Pick<AuditEvent, "action" | "changes">,
  { id, url }: Pick<Webhook, "id" | "url">,
) {
  const what = { subjects: [id], names: [new URL(url).host] };
  return store.audit.entry({ ...event, ...what, account: caller.account.id }, originOf(caller));
}

/** @throws AppError not_found */
export function requireOwn({ store }: Services, caller: Caller, id: string): Webhook {
  const webhook = store.webhooks.find(caller.account.id, id);
  if (webhook === null || !mayOpen(caller, "live")) throw notFound();
  return webhook;
}

function notFound(): AppError {
  return new AppError("not_found", "your account has no such webhook");
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
