/**
 * `quota.low`, `feed.stale` and `signups.surge`: looked for now and then, for accounts with a webhook that wants them, and
 * announced once.
 */
import { HOUR_MS, MINUTE_MS } from "../../model/duration.ts";
import { type Account, standingOf } from "../../model/records.ts";
import { SPANS } from "../../model/velocity/limits.ts";
import { timestamp } from "../../model/timestamp.ts";
import { NO_CHANGE } from "../../records/change.ts";
import { monthStart } from "../../records/usage.ts";
import type { Services } from "../context.ts";
import type { NewEvent } from "./events.ts";

const TICK_MS = 5_000;
/** Per cent of the monthly quota. */
const THRESHOLDS = [80, 100] as const;
/** The time of a feed's last confirmation is known as exactly as this. */
const SAME_MS = MINUTE_MS;
/** A surge has ended when there was none for so long; that it lasts is noted this often. */
const CALM_MS = 2 * HOUR_MS;
const LASTS_MS = CALM_MS / 4;

export class AccountNotices {
  readonly #services: Services;
  #timer: ReturnType<typeof setInterval> | null = null;
  #checking: Promise<void> | null = null;

  constructor(services: Services) {
    this.#services = services;
  }

  start(): void {
    // The next check repeats what a failure of the store prevented; that is reported elsewhere.
    this.#timer ??= setInterval(() => void this.check().catch(() => {}), TICK_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#checking?.catch(() => {});
  }

  check(): Promise<void> {
    return this.#checking ??= this.#check().finally(() => this.#checking = null);
  }

  async #check(): Promise<void> {
    const { store, webhooks: { events } } = this.#services;
    for (const id of store.webhooks.accounts()) {
      const account = store.accounts.account(id);
      if (account === null) continue;
      if (events.wanted(id, "quota.low")) await this.#quota(account);
      if (events.wanted(id, "feed.stale") && standingOf(account) === "member") await this.#feeds(account);
      if (events.wanted(id, "signups.surge")) await this.#surge(account);
    }
  }

  async #quota({ id, monthlyQuota }: Account): Promise<void> {
    const { store: { usage }, now } = this.#services;
    const month = usage.monthOf(now());
    if (monthlyQuota === null || monthlyQuota === 0) return;
    const used = await usage.used(id, month);
    // Of several thresholds that were passed since the last check only the highest is announced.
    const threshold = THRESHOLDS.findLast((percent) => used >= monthlyQuota * percent / 100);
    if (threshold === undefined) return;
    const data = {
      month,
      used,
      monthly_quota: monthlyQuota,
      threshold_percent: threshold,
      resets_at: timestamp(monthStart(now(), 1)),
    };
    const event = { account: id, type: "quota.low", id: `quota_${month}_${threshold}_${id}`, data } as const;
    await this.#announce(event, `quota-${month}`, threshold, (before) => before >= threshold);
  }

  async #feeds({ id }: Account): Promise<void> {
    const { feeds, now } = this.#services;
    for (const { name, state, age, lastError } of feeds.statuses()) {
      if (state !== "stale" || age === null) continue;
      const confirmed = now() - age;
      const data = {
        feed: name,
        age_seconds: Math.floor(age / 1000),
        confirmed_at: timestamp(confirmed),
        last_error: lastError,
      };
      const event = {
        account: id,
        type: "feed.stale",
        id: `feed_${name}_${Math.floor(confirmed / 1000)}_${id}`,
        data,
      } as const;
      const isSame = (before: number) => Math.abs(before - confirmed) < SAME_MS;
      // Announced again when it lasts longer than a notice is kept.
      await this.#announce(event, `feed-${name}`, confirmed, isSame);
    }
  }

  /** Each process looks at the accounts whose sign-ups it scores. */
  async #surge({ id }: Account): Promise<void> {
    const { velocity, now, store: { notices } } = this.#services;
    const surge = velocity.surge(id, "live");
    if (surge === null) return;
    const at = now();
    const lastsAt = await notices.last(id, "surge");
    if (lastsAt !== null && at - lastsAt < CALM_MS) {
      if (at - lastsAt >= LASTS_MS) await notices.announceAll(id, [["surge", at]], NO_CHANGE);
      return;
    }
    const data = {
      signups: surge.signups,
      within_seconds: SPANS[surge.span].ms / 1000,
      usual: Number(surge.usual.toFixed(1)),
    };
    const event = { account: id, type: "signups.surge", id: `surge_${at}_${id}`, data } as const;
    await this.#announce(event, "surge", at, (before) => at - before < CALM_MS);
  }

  async #announce(
    event: NewEvent,
    name: string,
    value: number,
    isAnnounced: (before: number) => boolean,
  ): Promise<void> {
    const { store, webhooks: { events } } = this.#services;
    const { account } = event;
    if (await store.notices.last(account, name).then((last) => last !== null && isAnnounced(last))) return;
    await store.notices.announce(account, name, value, isAnnounced, events.change([event]));
  }
}
