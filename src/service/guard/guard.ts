/** "May I send?": asks the sends of an account in memory, and writes each answer once. Never a reason that nothing is sent. */
import { all, type Awaitable } from "../../concurrency/awaitable.ts";
import { SharedTimeLimit } from "../../concurrency/shared_time_limit.ts";
import { DAY_MS, HOUR_MS } from "../../model/duration.ts";
import { AppError } from "../../model/error.ts";
import { changesOf, originOf } from "../../model/access/audit.ts";
import { BLOCK_KINDS, type BlockSubject } from "../../model/guard/blocks.ts";
import type { Blocked, GuardBook } from "../../model/guard/book.ts";
import { type AskedSend, type Judgement, judgeSend } from "../../model/guard/judge.ts";
import { type GuardSettings, NO_SETTINGS } from "../../model/guard/limits.ts";
import type { SendOutcome } from "../../model/guard/send.ts";
import { placeOf, type PlaceTotal } from "../../model/guard/totals.ts";
import { type Caller, linksOwner } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import type { Store } from "../../records/store.ts";
import { type GuardEvent, type StoredSend, timeOfGuardId } from "../../records/guard.ts";
import { requireLive } from "../access/seen_mode.ts";
import type { WebhookParts } from "../webhooks/parts.ts";
import { FollowedBook } from "./followed_book.ts";
import { type GuardSettingsChange, settingsWith } from "./settings.ts";

/** The answer does not wait longer for the store. */
const WRITE_WAIT_MS = 1_000;
const MAX_BYTES = 160_000_000;
const MAX_ACCOUNTS = 2_000;
const RANDOM_CHARS = 16;
const SEND_PREFIX = "snd_";

export interface SendAnswer {
  readonly judgement: Judgement;
  /** Null: the store did not take it, and no outcome can be told. */
  readonly sendId: string | null;
  readonly prefix: { readonly sent: number; readonly verified: number };
}

/** What the console shows. */
export interface GuardOverview {
  readonly today: readonly PlaceTotal[];
  readonly fortnight: readonly PlaceTotal[];
  readonly blocked: readonly Blocked[];
  readonly sendsLastHour: number;
  readonly usualHour: number;
}

interface GuardParts {
  readonly store: Store;
  readonly now: () => number;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly webhooks: Pick<WebhookParts, "events">;
}

export class Guard {
  /** The least recently used first. */
  readonly #books = new Map<string, FollowedBook>();
  readonly #parts: GuardParts;
  readonly #writeLimit = new SharedTimeLimit(WRITE_WAIT_MS);

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /**
   * Answers whatever happens to the store.
   * @param reading what it throws is thrown
   */
  async send(caller: Caller, reading: Awaitable<AskedSend>): Promise<SendAnswer> {
    const followed = this.#bookOf(caller);
    const waiting = all([reading, followed.ready()]);
    const [asked] = waiting instanceof Promise ? await waiting : waiting;
    const { store, now } = this.#parts;
    const at = now();
    const settings = store.guard.settings(caller.account.id) ?? NO_SETTINGS;
    const { keys, channel, cost } = asked;
    const { book } = followed;
    const judgement = judgeSend(book, settings, asked, at);
    const { decision, begins, tripped } = judgement;
    const prefix = keys.block === null
      ? book.conversion("carrier", { channel, keys }, DAY_MS, at)
      : book.inBlock(keys.block).conversion(DAY_MS, at, -Infinity);
    const event: StoredSend = {
      type: "send",
      at,
      channel,
      keys,
      cost,
      decision,
      ...(tripped ? { byBreaker: true } : {}),
      ...(begins.length === 0 ? {} : {
        begins: begins.map(({ subject, event: { type: _, ...event } }) => ({ ...subject, event })),
      }),
    };
    const id = this.#id();
    followed.note(id, event);
    const kept = await this.#writeLimit.within(store.commit(store.guard.append(ownerOf(caller), id, event)));
    if (tripped) this.#announce(caller, followed, at);
    return { judgement, sendId: kept ? `${SEND_PREFIX}${id}` : null, prefix };
  }

  /** Durable when it resolves. @throws AppError not_found */
  async outcome(caller: Caller, sendId: string, outcome: SendOutcome): Promise<void> {
    const { store, now } = this.#parts;
    const id = sendId.startsWith(SEND_PREFIX) ? sendId.slice(SEND_PREFIX.length) : "";
    const owner = ownerOf(caller);
    if (timeOfGuardId(id) === null) throw unknownSend();
    const followed = this.#bookOf(caller);
    await followed.ready();
    const { book } = followed;
    const known = book.send(id);
    const send = known ?? await this.#stored(owner, id);
    if (send === null) throw unknownSend();
    const at = now();
    const { country, carrier } = placeOf(send);
    const refused = send.decision === "allow" ? {} : { refused: true } as const;
    // What says nothing new is not written again.
    const before = known?.outcome ?? null;
    if (before === outcome || before === "verified") return;
    const wasKnown = country === null || book.isKnownCountry(country);
    const event: GuardEvent = { type: "outcome", at, send: id, outcome, country, carrier, ...refused };
    const own = this.#id();
    await store.commit(store.guard.append(owner, own, event));
    followed.note(own, event);
    if (!wasKnown && book.isKnownCountry(country)) await store.guard.knowCountries(owner, [country]);
  }

  /** Lifts what is refused for a while; false: nothing is. Durable when it resolves. */
  async lift(caller: Caller, subject: BlockSubject): Promise<boolean> {
    const { store, now } = this.#parts;
    const followed = this.#bookOf(caller);
    await followed.ready();
    const at = now();
    const state = followed.book.block(subject);
    if (!BLOCK_KINDS.includes(subject.kind) || state.until <= at) return false;
    const event: GuardEvent = { type: "lift", at, kind: subject.kind, name: subject.name };
    const id = this.#id();
    await store.commit(store.guard.append(ownerOf(caller), id, event));
    followed.note(id, event);
    const lifted = { account: caller.account.id, action: "guard_lifted", names: [state.shown] } as const;
    await store.audit.record(lifted, originOf(caller));
    return true;
  }

  async settings(caller: Caller): Promise<GuardSettings> {
    const { store } = this.#parts;
    await store.guard.readSettings(caller.account.id);
    return store.guard.settings(caller.account.id) ?? NO_SETTINGS;
  }

  /** In force in this process when it resolves. @throws AppError invalid_value, test_key_refused */
  async changeSettings(caller: Caller, change: GuardSettingsChange): Promise<GuardSettings> {
    requireLive(caller, "change what may be sent");
    const { store } = this.#parts;
    const account = caller.account.id;
    const before = await this.settings(caller);
    const after = settingsWith(before, change);
    const changes = changesOf(inWords(before), inWords(after));
    if (Object.keys(changes).length === 0) return before;
    const event = store.audit.entry({ account, action: "guard_settings_changed", changes }, originOf(caller));
    return await store.guard.changeSettings(
      account,
      (current) => settingsWith(current ?? NO_SETTINGS, change),
      event,
    );
  }

  async overview(caller: Caller): Promise<GuardOverview> {
    const followed = this.#bookOf(caller);
    await followed.ready();
    const { book } = followed;
    const now = this.#parts.now();
    return {
      today: book.totals.since(now),
      fortnight: book.totals.since(now - 13 * DAY_MS),
      blocked: book.blocked(now),
      sendsLastHour: book.passedInHour(now),
      usualHour: book.usualHour(now),
    };
  }

  /** Forgets an account, which is read again when it asks next. */
  drop(account: string): void {
    for (const mode of ["live", "test"] as const) this.#books.delete(linksOwner(account, mode));
  }

  async #stored(owner: string, id: string): Promise<StoredSend | null> {
    const event = await this.#parts.store.guard.event(owner, id, this.#parts.now());
    return event?.type === "send" ? event : null;
  }

  /** Once an hour over all nodes; what fails now is announced with the next send that is refused. */
  #announce(caller: Caller, followed: FollowedBook, at: number): void {
    if (Math.abs(at - followed.announcedAt) < HOUR_MS) return;
    followed.announcedAt = at;
    this.#announceOnce(caller, followed.book, at).catch(() => followed.announcedAt = -Infinity);
  }

  async #announceOnce({ account: { id } }: Caller, book: GuardBook, at: number): Promise<void> {
    const { store, webhooks: { events } } = this.#parts;
    const data = {
      tripped_at: timestamp(at),
      sends_last_hour: book.passedInHour(at),
      usual_hour: book.usualHour(at),
    };
    const event = { account: id, type: "guard.tripped", id: `guard_${at}_${id}`, data } as const;
    await store.notices.announce(
      id,
      "guard",
      at,
      (before) => Math.abs(at - before) < HOUR_MS,
      events.change([event]),
    );
  }

  #id(): string {
    const { store, randomBytes } = this.#parts;
    const view = new DataView(randomBytes(8).buffer);
    const digits = (at: number) => view.getUint32(at).toString(36).padStart(RANDOM_CHARS / 2, "0");
    return store.guard.idTime() + digits(0) + digits(4);
  }

  #bookOf(caller: Caller): FollowedBook {
    const owner = ownerOf(caller);
    let followed = this.#books.get(owner);
    if (followed === undefined) {
      const { store, now } = this.#parts;
      this.#makeRoom();
      followed = new FollowedBook({
        records: store.guard,
        told: store.told,
        owner,
        account: caller.account.id,
        now,
        isShared: () => !store.peers.isSoleProcess,
      });
    } else this.#books.delete(owner);
    this.#books.set(owner, followed);
    return followed;
  }

  /** Those that were not asked for the longest go, and are read again when they ask. */
  #makeRoom(): void {
    let bytes = 0;
    for (const { book } of this.#books.values()) bytes += book.bytes;
    for (const [owner, { book, isBusy }] of this.#books) {
      if (bytes <= MAX_BYTES && this.#books.size < MAX_ACCOUNTS) return;
      if (isBusy) continue;
      this.#books.delete(owner);
      bytes -= book.bytes;
    }
  }
}

function ownerOf({ account, key }: Caller): string {
  return linksOwner(account.id, key.mode);
}

function unknownSend(): AppError {
  return new AppError("not_found", "your account has no send with this id in the last 16 days");
}

function inWords({ permittedCountries, budgets, limits }: GuardSettings): Record<string, string> {
  const texts = (values: Readonly<Record<string, number>>) =>
    Object.entries(values).map(([name, value]) => `${name} ${value}`).join(", ") || "default";
  return {
    permitted_countries: permittedCountries === null ? "all" : permittedCountries.join(", ") || "no country",
    budgets: texts(budgets),
    limits: texts(limits),
  };
}
