/** The alerts of an account, for its people: listed, created, changed, deleted, tried. */
import { type AuditAction, type AuditEvent, changesOf, originOf } from "../../model/access/audit.ts";
import {
  type Alert,
  type Channel,
  MAX_ALERTS,
  MAX_GUEST_ALERTS,
  MAX_RULE_HITS,
  MAX_TESTS_PER_HOUR,
} from "../../model/alerts/alert.ts";
import { AppError, invalidField } from "../../model/error.ts";
import { type Caller, standingOf } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import { together } from "../../records/change.ts";
import { mayOpen, requireLive } from "../access/seen_mode.ts";
import { addWork, requireWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { mailAddress } from "../mail/mail_address.ts";
import { messageOf, TEST_KIND } from "./message.ts";

const MAX_URL_LENGTH = 500;
/** Of each score that is read for a look. */
const CELLS = 7;
const HOUR_NAME = "alert test";

interface AlertChange {
  /** For Slack and a URL. */
  readonly url?: string | undefined;
  /** For e-mail. */
  readonly to?: string | undefined;
  /** Null: it tells of no rule. */
  readonly rule_hits_per_hour?: number | null | undefined;
  readonly enabled?: boolean | undefined;
}

interface NewAlert extends AlertChange {
  readonly kind: Channel;
}

/** @param origin where the console is, for links @throws AppError test_key_refused, invalid_value, conflict */
export async function createAlert(services: Services, caller: Caller, given: NewAlert, origin: string) {
  requireLive(caller, "change alerts");
  const { store, now, randomBytes, alerts: { seal } } = services;
  const account = caller.account.id;
  const target = await checkedTarget(services, caller, given.kind, given);
  if (target === null) throw invalidField(given.kind === "email" ? "/to" : "/url", "is missing");
  const alert: Alert = {
    id: `alr_${randomBytes(12).toHex()}`,
    account,
    channel: given.kind,
    sealed: seal.encrypt(target),
    ruleHitsPerHour: checkedHits(given.rule_hits_per_hour ?? null),
    enabled: given.enabled ?? true,
    origin,
    createdAt: now(),
  };
  const most = standingOf(caller.account) === "member" ? MAX_ALERTS : MAX_GUEST_ALERTS;
  await store.alerts.change(account, (current) => {
    requireOnlyOne(services, current, alert.id, target);
    if (current.length < most) return [...current, alert];
    throw new AppError("conflict", `an account can have at most ${most} alerts; delete one first`);
  }, audited(services, caller, { action: "alert_created" }, alert));
  return await alertBody(services, alert);
}

/** Alerts are live: a test key sees none. */
export async function listAlerts(services: Services, caller: Caller) {
  const alerts = mayOpen(caller, "live") ? services.store.alerts.of(caller.account.id) : [];
  return {
    count: alerts.length,
    sending: !services.webhooks.sender.offline,
    mail: services.mail !== null && standingOf(caller.account) === "member",
    alerts: await Promise.all(alerts.map((alert) => alertBody(services, alert))),
  };
}

/** What is not named stays. @throws AppError not_found, test_key_refused, invalid_value, conflict */
export async function updateAlert(services: Services, caller: Caller, id: string, given: AlertChange) {
  requireLive(caller, "change alerts");
  const { store, alerts: { seal, reconsider } } = services;
  const before = requireOwn(services, caller, id);
  const target = await checkedTarget(services, caller, before.channel, given);
  const sealed = target === null ? null : seal.encrypt(target);
  const { rule_hits_per_hour: hits, enabled } = given;
  const changed = (alert: Alert): Alert => ({
    ...alert,
    ...(sealed === null ? {} : { sealed }),
    ...(hits === undefined ? {} : { ruleHitsPerHour: checkedHits(hits) }),
    ...(enabled === undefined ? {} : { enabled }),
  });
  const after = changed(before);
  const changes = changesOf(wordsOf(services, before), wordsOf(services, after));
  await store.alerts.change(caller.account.id, (all) => {
    if (!all.some((alert) => alert.id === id)) throw notFound();
    if (target !== null) requireOnlyOne(services, all, id, target);
    return all.map((alert) => alert.id === id ? changed(alert) : alert);
  }, audited(services, caller, { action: "alert_changed", changes }, after));
  reconsider();
  return await alertBody(services, requireOwn(services, caller, id));
}

/** Deletes it with its messages that wait. @throws AppError not_found, test_key_refused */
export async function deleteAlert(services: Services, caller: Caller, id: string): Promise<void> {
  requireLive(caller, "change alerts");
  const { store, alerts: { jobs } } = services;
  const account = caller.account.id;
  const before = requireOwn(services, caller, id);
  const also = together(
    audited(services, caller, { action: "alert_deleted" }, before),
    store.alerts.forgotten(account, id),
  );
  await store.alerts.change(account, (all) => {
    if (!all.some((alert) => alert.id === id)) throw notFound();
    return all.filter((alert) => alert.id !== id);
  }, also);
  await jobs.remove(account, id);
}

/** Sends a message at once. @throws AppError not_found, test_key_refused, rate_limited */
export async function testAlert(services: Services, caller: Caller, id: string) {
  requireLive(caller, "change alerts");
  const { pageLimiter, now, alerts: { delivery }, baseUrl, randomBytes } = services;
  const alert = requireOwn(services, caller, id);
  const rate = await pageLimiter.take(`${HOUR_NAME} ${caller.account.id}`, MAX_TESTS_PER_HOUR, now());
  if (!rate.allowed) {
    const detail = `an account can try its alerts ${MAX_TESTS_PER_HOUR} times an hour`;
    throw new AppError("rate_limited", detail, { retryAfter: rate.retryAfterSeconds });
  }
  const message = messageOf({
    id: randomBytes(12).toHex(),
    kind: TEST_KIND,
    findings: [{ text: "Somebody of your account tried this alert: nothing is wrong." }],
    now: now(),
    base: baseUrl ?? alert.origin,
  });
  const { delivered, last } = await delivery.send(alert, message, new AbortController().signal);
  await services.store.commit(audited(services, caller, { action: "alert_tested" }, alert));
  return { delivered, note: last };
}

/** Looks now whether there is something to tell. @throws AppError test_key_refused, rate_limited */
export async function checkAlerts(services: Services, caller: Caller) {
  requireLive(caller, "check alerts");
  requireWork(services, caller);
  const spoken = await services.alerts.watch.check(
    caller.account.id,
    (rows) => addWork(services, caller, WORK.searchedCell * CELLS * rows),
  );
  return {
    count: spoken.length,
    sent: spoken.map(({ alert, kind, text }) => ({ alert_id: alert, kind, text })),
  };
}

async function alertBody({ store, alerts: { jobs, seal } }: Services, alert: Alert) {
  const { id, account, channel, ruleHitsPerHour, enabled, createdAt } = alert;
  const target = seal.decrypt(alert.sealed);
  const [{ last }, { length }] = await Promise.all([
    store.alerts.state(account, id),
    jobs.count(account, id),
  ]);
  return {
    alert_id: id,
    kind: channel,
    url: channel === "email" ? null : target,
    to: channel === "email" ? target : null,
    rule_hits_per_hour: ruleHitsPerHour,
    enabled,
    created_at: timestamp(createdAt),
    pending: length,
    last: last === null
      ? null
      : { kind: last.kind, at: timestamp(last.at), delivered: last.delivered, note: last.note },
  };
}

function checkedHits(hits: number | null): number | null {
  if (hits === null || (Number.isInteger(hits) && hits >= 1 && hits <= MAX_RULE_HITS)) return hits;
  throw invalidField("/rule_hits_per_hour", `must be a whole number from 1 to ${MAX_RULE_HITS}, or null`);
}

/** Null: none is given. @throws AppError invalid_value */
async function checkedTarget(
  services: Services,
  caller: Caller,
  channel: Channel,
  { url, to }: AlertChange,
): Promise<string | null> {
  if (channel === "email" && url !== undefined) throw invalidField("/url", "is not for e-mail; use `to`");
  if (channel !== "email" && to !== undefined) throw invalidField("/to", "is for e-mail alone; use `url`");
  if (to !== undefined) return checkedAddress(services, caller, to);
  return url === undefined ? null : await checkedUrl(services, caller.account.id, url);
}

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

/** The operator's own accounts choose whom they write to. One that signed up by itself does not: a free key fills no mailbox. */
function checkedAddress({ mail }: Services, { account }: Caller, text: string): string {
  const address = mailAddress(text);
  if (address === null) throw invalidField("/to", "must be one e-mail address");
  if (mail === null) {
    throw invalidField("/kind", "no e-mail is sent here: no mail server is set up (WINNOW_SMTP_URL)");
  }
  if (standingOf(account) === "guest") {
    throw invalidField("/kind", "an account that signed up by itself sends no e-mail; use slack or url");
  }
  return address;
}

/** @throws AppError conflict: one message to an address is enough */
function requireOnlyOne(
  { alerts: { seal } }: Services,
  all: readonly Alert[],
  id: string,
  target: string,
): void {
  const other = all.find((alert) => alert.id !== id && seal.decrypt(alert.sealed) === target);
  if (other !== undefined) {
    throw new AppError("conflict", `the alert ${other.id} goes there already; change it instead`);
  }
}

/** For the audit log: of a URL its host and of an address its domain, since the rest is a secret or a person's. */
function wordsOf({ alerts: { seal } }: Services, alert: Alert) {
  const { channel, ruleHitsPerHour, enabled } = alert;
  return {
    target: nameOf(channel, seal.decrypt(alert.sealed)),
    "rule hits": ruleHitsPerHour === null ? "none" : String(ruleHitsPerHour),
    enabled: enabled ? "yes" : "no",
  };
}

function nameOf(channel: Channel, target: string | null): string {
  if (target === null) return channel;
  const host = channel === "email" ? target.slice(target.lastIndexOf("@")) : new URL(target).host;
  return `${channel} ${host}`;
}

function audited(
  services: Services,
  caller: Caller,
  event: { readonly action: AuditAction } & Pick<AuditEvent, "changes">,
  alert: Alert,
) {
  const what = { subjects: [alert.id], names: [wordsOf(services, alert).target] };
  const account = caller.account.id;
  return services.store.audit.entry({ ...event, ...what, account }, originOf(caller));
}

/** @throws AppError not_found */
function requireOwn({ store }: Services, caller: Caller, id: string): Alert {
  const alert = store.alerts.find(caller.account.id, id);
  if (alert === null || !mayOpen(caller, "live")) throw notFound();
  return alert;
}

function notFound(): AppError {
  return new AppError("not_found", "your account has no such alert");
}
