/**
 * Campaigns of accounts: found each minute among those that had new sign-ups, by one process of several, and on demand. What
 * was found is in the store, so all processes answer the same.
 */
import {
  type Campaign,
  CAMPAIGN_STATES,
  type CampaignState,
  isCampaignId,
} from "../../model/campaigns/campaign.ts";
import { changesOf, noteChange, originOf } from "../../model/access/audit.ts";
import { DAY_MS, MINUTE_MS } from "../../model/duration.ts";
import { AppError, invalidField } from "../../model/error.ts";
import { hasControls } from "../../model/printable.ts";
import { type Caller, type KeyMode, linksOwner } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { CampaignRecords, StoredCampaign } from "../../records/campaigns.ts";
import type { Store } from "../../records/store.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";
import type { WebhookEvents } from "../webhooks/events.ts";
import { bodyOf } from "./campaign_body.ts";
import { stateOf, wasHandledIn } from "./campaign_state.ts";
import { LabelCounts } from "./label_counts.ts";
import { lookForCampaigns } from "./pass.ts";

interface CampaignsParts {
  readonly store: Store;
  readonly now: () => number;
  readonly hasher: IdentifierHasher;
  readonly events: WebhookEvents;
  /** Of passes that are asked for. */
  readonly work: {
    /** @throws AppError rate_limited */
    require(caller: Caller): void;
    /** @param rows sign-ups among which campaigns are looked for */
    add(caller: Caller, rows: number): void;
  };
}

type Handled = Parameters<typeof wasHandledIn>[1];

interface Wanted {
  /** Milliseconds since the epoch: with a sign-up since then. */
  readonly since?: number | null;
  /** Null: all. */
  readonly states?: readonly CampaignState[] | null;
  /** Milliseconds since the epoch: that were marked as handled from then on, and before then. */
  readonly handledIn?: Handled | null;
  /** A pass is made now. */
  readonly fresh?: boolean;
  readonly limit?: number;
}

interface StateChange {
  readonly state: CampaignState;
  readonly note?: string | null | undefined;
  /** RFC 3339. */
  readonly until?: string | null | undefined;
}

export const MAX_LISTED = 100;
export const MAX_CAMPAIGN_NOTE = 500;
/** Steps of a campaign that are kept. */
const MAX_HISTORY = 10;
/** Longest time to ignore. */
const MAX_UNTIL_DAYS = 366;
const EVERY_MS = MINUTE_MS;
/** A pass is not made again for this many times as long as it took. */
const REST = 9;
/** Accounts that wait for a pass; others have theirs when they have a further sign-up. */
const MAX_WAITING = 10_000;
const ATTEMPTS = 5;

export class Campaigns {
  readonly #parts: CampaignsParts;
  readonly #labels: LabelCounts;
  /** Owners with sign-ups or labels that no pass of this process has seen, and whose they are. */
  readonly #waiting = new Map<string, { readonly account: string; readonly mode: KeyMode }>();
  /** The pass of each owner that has begun, and the one after it. */
  readonly #running = new Map<string, Promise<void>>();
  readonly #next = new Map<string, Promise<void>>();
  /** One pass at a time. */
  #last: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #working: Promise<void> | null = null;
  #isStopped = false;

  constructor(parts: CampaignsParts) {
    this.#parts = parts;
    this.#labels = new LabelCounts(parts.store);
  }

  /** A sign-up was stored. */
  noted(account: string, mode: KeyMode): void {
    const owner = linksOwner(account, mode);
    if (this.#waiting.size < MAX_WAITING && !this.#waiting.has(owner)) {
      this.#waiting.set(owner, { account, mode });
    }
  }

  start(): void {
    // Cards say how many of a campaign are labelled.
    this.#parts.store.labels.onChange((changed) => {
      if (changed !== null && changed.by !== null) this.noted(changed.account, changed.by.record.mode);
    });
    this.#plan(EVERY_MS);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#working?.catch(() => {});
    await this.#last.catch(() => {});
  }

  /** The largest explanation first. @throws AppError rate_limited */
  async list(
    caller: Caller,
    { since = null, states = null, handledIn = null, fresh = false, limit = MAX_LISTED }: Wanted = {},
  ): Promise<Campaign[]> {
    const { account, mode } = subjectOf(caller);
    if (fresh) await this.#fresh(caller);
    const now = this.#parts.now();
    const found = (await this.#records.list(linksOwner(account, mode), now))
      .filter((campaign) => since === null || campaign.last >= since)
      .filter((campaign) => states === null || states.includes(stateOf(campaign, now)))
      .filter((campaign) => handledIn === null || wasHandledIn(campaign, handledIn))
      .sort((one, other) =>
        other.signups - one.signups || other.last - one.last || (one.id < other.id ? -1 : 1)
      )
      .slice(0, limit);
    if (found.length === 0) return [];
    const first = found.reduce((earliest, campaign) => Math.min(earliest, campaign.first), Infinity);
    const labels = await this.#labels.of(account, first);
    return await Promise.all(found.map((campaign) => bodyOf(this.#parts, caller, campaign, labels)));
  }

  /** @throws AppError not_found */
  async get(caller: Caller, id: string): Promise<Campaign> {
    return await this.#body(caller, await this.#find(caller, id));
  }

  /** Ids of requests, the newest first. @throws AppError not_found */
  async members(caller: Caller, id: string, { limit }: { readonly limit: number }): Promise<string[]> {
    const { members } = await this.#find(caller, id);
    const slots = members.split(" ").slice(-limit);
    const records = await this.#parts.store.scores.bySlot(caller.account.id, slots, this.#parts.now());
    return slots.flatMap((slot) => records.get(slot)?.id ?? []).reverse();
  }

  /** Durable when it resolves. @throws AppError invalid_value, not_found */
  async setState(caller: Caller, id: string, { state, note, until = null }: StateChange): Promise<Campaign> {
    const { store, now } = this.#parts;
    const { account, mode } = subjectOf(caller);
    if (!CAMPAIGN_STATES.includes(state)) {
      throw invalidField("/state", `must be ${CAMPAIGN_STATES.join(", ")}`);
    }
    if (note != null && note.length > MAX_CAMPAIGN_NOTE) {
      throw invalidField("/note", `must have at most ${MAX_CAMPAIGN_NOTE} characters`);
    }
    if (note != null && hasControls(note)) throw invalidField("/note", "must not have control characters");
    const at = now();
    const end = until === null ? null : Date.parse(until);
    if (end !== null && state !== "ignored") throw invalidField("/until", "is only for ignored campaigns");
    if (end !== null && !(end > at && end <= at + MAX_UNTIL_DAYS * DAY_MS)) {
      throw invalidField("/until", "must be a time in the next year");
    }
    const before = await this.#find(caller, id);
    const changed = await this.#records.change(linksOwner(account, mode), id, (current) => {
      const now = { state, note: note === undefined ? current.note : note === "" ? null : note };
      return {
        ...current,
        ...now,
        until: end,
        history: [...current.history, { at: timestamp(at), ...now }].slice(-MAX_HISTORY),
        signupsBefore: current.signups,
        announced: current.signups,
      };
    }, at);
    if (changed === null) throw notFound();
    await store.audit.record({
      account,
      action: "campaign_changed",
      subjects: [id],
      names: [changed.text],
      changes: {
        ...changesOf(
          { state: stateOf(before, at), until: before.until === null ? "none" : timestamp(before.until) },
          { state, until: end === null ? "none" : timestamp(end) },
        ),
        ...noteChange(before.note, changed.note),
      },
    }, originOf(caller));
    return await this.#body(caller, changed);
  }

  get #records(): CampaignRecords {
    return this.#parts.store.campaigns;
  }

  async #find(caller: Caller, id: string): Promise<StoredCampaign> {
    const { account, mode } = subjectOf(caller);
    const found = isCampaignId(id)
      ? await this.#records.get(linksOwner(account, mode), id, this.#parts.now())
      : null;
    if (found === null) throw notFound();
    return found;
  }

  async #body(caller: Caller, campaign: StoredCampaign): Promise<Campaign> {
    const labels = await this.#labels.of(caller.account.id, campaign.first);
    return await bodyOf(this.#parts, caller, campaign, labels);
  }

  async #fresh(caller: Caller): Promise<void> {
    this.#parts.work.require(caller);
    await this.#passOf(subjectOf(caller), (rows) => this.#parts.work.add(caller, rows));
  }

  /** A pass that sees all that is stored now; several that ask at once have one. */
  #passOf(subject: { account: string; mode: KeyMode }, onRead: (rows: number) => void): Promise<void> {
    const owner = linksOwner(subject.account, subject.mode);
    const running = this.#running.get(owner);
    if (running === undefined) return this.#begin(owner, subject, onRead);
    let next = this.#next.get(owner);
    if (next === undefined) {
      next = running.catch(() => {}).then(() => {
        this.#next.delete(owner);
        return this.#begin(owner, subject, onRead);
      });
      this.#next.set(owner, next);
    }
    return next;
  }

  #begin(
    owner: string,
    subject: { account: string; mode: KeyMode },
    onRead: (rows: number) => void,
  ): Promise<void> {
    const pass = this.#inTurn(async () => {
      this.#waiting.delete(owner);
      for (let attempt = 1;; attempt++) {
        if (await lookForCampaigns(this.#parts, subject, onRead)) return;
        if (attempt === ATTEMPTS) {
          throw new AppError("unavailable", "campaigns are being looked for; try again");
        }
      }
    }).finally(() => {
      if (this.#running.get(owner) === pass) this.#running.delete(owner);
    });
    this.#running.set(owner, pass);
    return pass;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.catch(() => {}).then(work);
    this.#last = result;
    return result;
  }

  /** By wall time. */
  #plan(inMs: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      const started = performance.now();
      // What fails now is looked for a minute later.
      this.#working = this.#passes().catch(() => {}).finally(() => {
        this.#working = null;
        this.#plan(Math.max(EVERY_MS, REST * (performance.now() - started)));
      });
    }, inMs);
  }

  async #passes(): Promise<void> {
    for (const [owner, subject] of [...this.#waiting]) {
      if (this.#isStopped) return;
      this.#waiting.delete(owner);
      const claimed = await this.#records.claim(owner, this.#parts.now(), EVERY_MS / 2);
      // A pass a moment ago, or one that fails, has not seen the newest sign-ups: the next one does.
      if (claimed === null) this.noted(subject.account, subject.mode);
      else await this.#passOf(subject, () => {}).catch(() => this.noted(subject.account, subject.mode));
    }
  }
}

/** Test keys see what test keys scored. */
function subjectOf({ account, key }: Caller): { readonly account: string; readonly mode: KeyMode } {
  return { account: account.id, mode: key.mode };
}

function notFound(): AppError {
  return new AppError("not_found", "your account has no campaign with this id");
}
