/**
 * Looks each minute, in one process of several, whether the alerts of accounts have something to tell. What was told is in the
 * store, with the message in the same commit, so that each is sent once, whichever process looks and however often.
 */
import { type Alert, ALERT_KINDS, type Findings, MAX_WAITING_ALERTS } from "../../model/alerts/alert.ts";
import { nextTold, NOTHING_TOLD } from "../../model/alerts/told.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import { standingOf } from "../../model/records.ts";
import { type Change, together } from "../../records/change.ts";
import type { JobQueue } from "../../records/endpoints/job_queues.ts";
import { type AlertMessage, messageOf } from "./message.ts";
import type { LateReviews } from "./late_reviews.ts";
import { hotRules, observe, type ObserveParts } from "./observe.ts";
import type { Spoken } from "./parts.ts";
import { RecentTraffics } from "./recent_traffic.ts";

interface WatchParts extends ObserveParts {
  readonly jobs: JobQueue<AlertMessage>;
  /** WINNOW_BASE_URL. */
  readonly baseUrl: string | null;
  readonly randomBytes: (length: number) => Uint8Array;
}

const EVERY_MS = MINUTE_MS;
/** The next look waits this many times as long as the last one took. */
const REST = 9;
/** Accounts that signed up by themselves have their turn, so many a minute. */
const GUESTS_AT_ONCE = 200;

export class AlertWatch {
  readonly #parts: WatchParts;
  readonly #traffics: RecentTraffics;
  /** The last look at each account that is under way. */
  readonly #running = new Map<string, Promise<unknown>>();
  /** Null: this process does not look by itself. */
  #reviews: LateReviews | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #working: Promise<void> | null = null;
  #isStopped = false;
  /** How many guests had their turn. */
  #turn = 0;

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.#traffics = new RecentTraffics(parts.store);
  }

  start(reviews: LateReviews): void {
    this.#reviews = reviews;
    this.#plan(EVERY_MS);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    await this.#working?.catch(() => {});
    await this.#parts.store.alerts.release().catch(() => {});
  }

  /** Looks at the alerts of an account now. */
  check(account: string, onRead: (rows: number) => void): Promise<readonly Spoken[]> {
    return this.#inTurn(account, () => this.#look(account, onRead, true));
  }

  /** One look at an account at a time. */
  async #inTurn(account: string, work: () => Promise<readonly Spoken[]>): Promise<readonly Spoken[]> {
    const before = this.#running.get(account) ?? Promise.resolve();
    const look = before.catch(() => {}).then(work);
    this.#running.set(account, look);
    try {
      return await look;
    } finally {
      if (this.#running.get(account) === look) this.#running.delete(account);
    }
  }

  /** All accounts whose turn it is, unless another process looks at them. */
  async checkAll(): Promise<void> {
    const { store, now } = this.#parts;
    const accounts = this.#due();
    if (accounts.length === 0 || !await store.alerts.claim(now())) return;
    for (const account of accounts) {
      if (this.#isStopped) return;
      // What fails now is looked at again in a minute.
      await this.#inTurn(account, () => this.#look(account, () => {}, false)).catch(() => {});
    }
  }

  #due(): readonly string[] {
    const { store } = this.#parts;
    const isMember = (id: string) => {
      const account = store.accounts.account(id);
      return account !== null && standingOf(account) === "member";
    };
    const all = Map.groupBy(store.alerts.accounts(), isMember);
    const guests = all.get(false) ?? [];
    if (this.#turn >= guests.length) this.#turn = 0;
    const turn = guests.slice(this.#turn, this.#turn += GUESTS_AT_ONCE);
    return [...all.get(true) ?? [], ...turn];
  }

  async #look(id: string, onRead: (rows: number) => void, isAsked: boolean): Promise<readonly Spoken[]> {
    const { store, now } = this.#parts;
    const account = store.accounts.account(id);
    const alerts = store.alerts.of(id).filter(({ enabled }) => enabled);
    if (account === null || account.paused || alerts.length === 0) return [];
    const recent = await this.#traffics.of(id, now(), onRead);
    const observed = await observe(this.#parts, account, recent);
    const late = await this.#reviews?.of(account, isAsked) ?? [];
    const spoken: Spoken[] = [];
    for (const alert of alerts) {
      const findings = {
        ...observed,
        reviews_late: late,
        rule_hits: hotRules(recent, alert.ruleHitsPerHour),
      };
      spoken.push(...await this.#tell(alert, findings));
    }
    return spoken;
  }

  /** Nothing when another process told it meanwhile. */
  async #tell(alert: Alert, findings: Findings): Promise<readonly Spoken[]> {
    const { store, now } = this.#parts;
    const at = now();
    const { revision, told: before } = await store.alerts.state(alert.account, alert.id);
    const told = { ...before };
    const messages: Change[] = [];
    const spoken: Spoken[] = [];
    for (const kind of ALERT_KINDS) {
      const step = nextTold(before[kind] ?? NOTHING_TOLD, findings[kind], at);
      if (step.speaks.length > 0) {
        const message = this.#message(alert, kind, step.speaks, at);
        const queued = this.#queued(alert, message);
        // Too many wait: it is told when there is room.
        if (queued === null) continue;
        messages.push(queued);
        spoken.push({ alert: alert.id, kind, text: message.text });
      }
      if (step.told !== (before[kind] ?? NOTHING_TOLD)) told[kind] = step.told;
    }
    if (ALERT_KINDS.every((kind) => told[kind] === before[kind])) return [];
    return await store.alerts.tell(alert, { revision, told }, together(...messages)) ? spoken : [];
  }

  #message(alert: Alert, kind: typeof ALERT_KINDS[number], findings: Findings[typeof kind], now: number) {
    const { baseUrl, randomBytes } = this.#parts;
    return messageOf({ id: randomBytes(12).toHex(), kind, findings, now, base: baseUrl ?? alert.origin });
  }

  #queued({ account, id }: Alert, message: AlertMessage): Change | null {
    const { jobs } = this.#parts;
    return jobs.append(account, id, message.kind, jobs.sealed(message), MAX_WAITING_ALERTS)?.change ?? null;
  }

  /** By wall time. */
  #plan(inMs: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      const started = performance.now();
      this.#working = this.checkAll().catch(() => {}).finally(() => {
        this.#working = null;
        this.#plan(Math.max(EVERY_MS, REST * (performance.now() - started)));
      });
    }, inMs);
  }
}
