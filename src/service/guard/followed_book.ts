/** The sends of one owner in memory: read from the log, kept up with this process and with what other nodes write. */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import { within } from "../../concurrency/time_limit.ts";
import { DAY_MS, MINUTE_MS } from "../../model/duration.ts";
import { GuardBook, KEPT_DAYS } from "../../model/guard/book.ts";
import { type GuardEvent, type GuardRecords, timeOfGuardId } from "../../records/guard.ts";
import type { ToldLists, ToldMark } from "../../records/change.ts";

/** What others wrote is read when they tell; where they do not, this often, where somebody asks; */
const LOOK_MS = 300;
/** and this often what was written long after its time. */
const FULL_LOOK_MS = MINUTE_MS;
/** Clocks of nodes differ, and commits take a while. */
const OVERLAP_MS = { short: 5_000, joined: 15_000, full: 2 * MINUTE_MS };
/** A request waits for what others wrote when it was not read for so long, */
const OLD_MS = 700;
/** at most this long; and for the past of an account. */
const WAIT_MS = 200;
const LOAD_WAIT_MS = 400;
const RETRY_MS = 5_000;
const ADVANCE_MS = 10_000;
/** Entries that are taken in before others have a turn. */
const AT_ONCE = 500;

interface BookParts {
  readonly records: GuardRecords;
  readonly told: ToldLists;
  readonly owner: string;
  readonly account: string;
  readonly now: () => number;
  /** Other processes write too. */
  readonly isShared: () => boolean;
}

export class FollowedBook {
  readonly book = new GuardBook();
  readonly #parts: BookParts;
  /** Entries of the last minutes, with their times: none counts twice. */
  readonly #ids = new Map<string, number>();
  /** Of this process, while the past is read. */
  #meanwhile: (readonly [id: string, event: GuardEvent])[] = [];
  #isLoaded = false;
  #loading: Promise<void> | null = null;
  #looking: Promise<void> | null = null;
  #failedAt: number | null = null;
  #wasShared = false;
  #lookedAt: number;
  #fullAt: number;
  #advancedAt = 0;
  /** What others told up to here is taken in, or being read; null: it has to be looked for. */
  #told: ToldMark | null = null;
  usedAt: number;
  /** When the breaker was last announced by this process. */
  announcedAt = -Infinity;

  constructor(parts: BookParts) {
    this.#parts = parts;
    this.#lookedAt = this.#fullAt = this.usedAt = parts.now();
  }

  get isBusy(): boolean {
    return this.#loading !== null;
  }

  /** When it ends, within a bound of time, what is known is at most a second old, or cannot be. */
  ready(): Awaitable<void> {
    const now = this.usedAt = this.#parts.now();
    if (!this.#isLoaded) {
      if (this.#failedAt !== null && Math.abs(now - this.#failedAt) < RETRY_MS) return;
      this.#loading ??= this.#load().catch(() => void (this.#failedAt = this.#parts.now()))
        .finally(() => this.#loading = null);
      return within(this.#loading, LOAD_WAIT_MS);
    }
    if (Math.abs(now - this.#advancedAt) >= ADVANCE_MS) this.#advance(now);
    if (!this.#parts.isShared()) {
      this.#wasShared = false;
      this.#told = null;
      this.#lookedAt = this.#fullAt = now;
      return;
    }
    const waits = this.#readTold(now);
    if (waits !== null) return waits.looking === null ? undefined : within(waits.looking, WAIT_MS);
    const age = Math.abs(now - this.#lookedAt);
    if (age >= LOOK_MS && this.#looking === null) this.#lookUntil(this.#look(now).catch(() => {}));
    if (age >= OLD_MS && this.#looking !== null) return within(this.#looking, WAIT_MS);
  }

  /** Null: others do not tell, or something was missed. */
  #readTold(now: number): { readonly looking: Promise<void> | null } | null {
    const { told, owner } = this.#parts;
    const ids = this.#told === null ? null : told.after("sends", owner, this.#told);
    if (ids === null) return null;
    this.#told = told.mark();
    this.#lookedAt = this.#fullAt = now;
    const news = ids.filter((id) => !this.#ids.has(id));
    if (news.length > 0) {
      const before = this.#looking;
      this.#lookUntil(this.#readNew(news, before).catch(() => void (this.#told = null))); // they are looked for
    }
    return { looking: this.#looking };
  }

  #lookUntil(reading: Promise<void>): void {
    const looking = reading.finally(() => {
      // Another one may wait for it.
      if (this.#looking === looking) this.#looking = null;
    });
    this.#looking = looking;
  }

  async #readNew(ids: readonly string[], before: Promise<void> | null): Promise<void> {
    await before;
    const times = ids.flatMap((id) => timeOfGuardId(id) ?? []);
    const [first, last] = [Math.min(...times), Math.max(...times)];
    for await (const [id, event] of this.#parts.records.since(this.#parts.owner, first, last)) {
      this.#take(id, event);
    }
  }

  /** Something that this process writes. */
  note(id: string, event: GuardEvent): void {
    if (this.#isLoaded) this.#take(id, event);
    else this.#meanwhile.push([id, event]);
  }

  async #load(): Promise<void> {
    const { records, owner, account, now } = this.#parts;
    const at = now();
    this.#told = this.#parts.told.mark();
    await records.readSettings(account);
    this.book.knowCountries(await records.countries(owner));
    await this.#read(at - KEPT_DAYS * DAY_MS);
    this.#lookedAt = this.#fullAt = at;
    this.#isLoaded = true;
    for (const [id, event] of this.#meanwhile) this.#take(id, event);
    this.#meanwhile = [];
    this.#advance(at);
  }

  async #look(now: number): Promise<void> {
    const mark = this.#parts.told.mark();
    const full = Math.abs(now - this.#fullAt) >= FULL_LOOK_MS;
    // Others may have been there for a moment before that was known.
    const overlap = full ? OVERLAP_MS.full : this.#wasShared ? OVERLAP_MS.short : OVERLAP_MS.joined;
    await this.#read(Math.min(now, this.#lookedAt) - overlap);
    this.#wasShared = true;
    this.#told = mark;
    this.#lookedAt = now;
    if (full) this.#fullAt = now;
  }

  async #read(since: number): Promise<void> {
    let count = 0;
    for await (const [id, event] of this.#parts.records.since(this.#parts.owner, since)) {
      this.#take(id, event);
      if (++count % AT_ONCE === 0) await new Promise((done) => setTimeout(done, 0));
    }
  }

  #advance(now: number): void {
    this.#advancedAt = now;
    this.book.advance(now);
    const kept = this.#keptMs;
    for (const [id, at] of this.#ids) if (now - at > kept) this.#ids.delete(id);
  }

  /** How long ids are known: longer than what is read again. */
  get #keptMs(): number {
    return 2 * (this.#wasShared ? OVERLAP_MS.full : OVERLAP_MS.joined);
  }

  #take(id: string, event: GuardEvent): void {
    const { now } = this.#parts;
    if (this.#ids.has(id)) return;
    const at = timeOfGuardId(id) ?? event.at;
    const read = now();
    if (Math.abs(read - at) <= this.#keptMs) this.#ids.set(id, at);
    if (event.type === "send") {
      const { type: _, begins = [], byBreaker = false, ...send } = event;
      this.book.note({ ...send, id, byBreaker }, read);
      for (const { event: begun, ...subject } of begins) {
        this.book.happened(subject, { ...begun, type: "blocked" });
      }
    } else if (event.type === "outcome") {
      const { send, outcome, at, country, carrier, refused = false } = event;
      this.book.tell({ id: send, outcome, at, country, carrier, refused });
    } else this.book.happened(event, { at: event.at, type: "lifted" });
  }
}
