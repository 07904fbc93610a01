/**
 * The sign-ups of one account and mode in memory: read from what is stored, then kept up with what this process judges and
 * what others store. What is made of them is up to the state.
 */
import type { Awaitable } from "../../../concurrency/awaitable.ts";
import { MINUTE_MS } from "../../../model/duration.ts";
import type { KeyMode, ScoreRecord } from "../../../model/records.ts";
import { runInSlices, TimeSlice } from "../../rules/time_slicing.ts";
import type { ToldMark } from "../../../records/change.ts";
import type { SignupStore } from "./past_signups.ts";

/** What others stored is read when they tell; where they do not, this often, where somebody asks for counts; */
const LOOK_MS = 400;
/** and this often what was stored long after its time: by a commit that took so long. */
const FULL_LOOK_MS = MINUTE_MS;
/** Records that are read at once: a few milliseconds. */
const READ_AT_ONCE = 100;
const OVERLAP_MS = { short: 1_500, full: 2 * MINUTE_MS };
/** A judgement waits for what others stored when it was not read for this long. */
const OLD_MS = 900;
/** A longer time is read from the columns. */
const LONG_MS = 10 * MINUTE_MS;
/** What was being judged when the counts began, or may have been stored although its commit failed, is looked for after this time. */
const LATE_MS = [2_000, 2 * MINUTE_MS] as const;
/** A shorter pause leaves little to do. */
const SETTLED_MS = 1_000;
/** What others stored has not been read for this long: counts are unknown. */
const BLIND_MS = 5_000;

interface FollowedSignup {
  /** The place of its score (`signupIdOf`). */
  readonly id: string;
  readonly at: number;
}

/** What sign-ups are noted in. */
interface SignupState<Signup> {
  note(signup: Signup): void;
  /** As if it had not been noted. */
  forget(signup: FollowedSignup): void;
  /** Whether a sign-up since that time is noted, by its id: as it is now. */
  notedSince(at: number): (id: string) => boolean;
  /** Moves what depends on the time on, in steps. */
  advance(at: number): Generator<void>;
}

/** How stored sign-ups are read. */
interface SignupReader<Signup> {
  /** How far back. */
  readonly spanMs: number;
  /** By columns, the oldest first. */
  past(span: { readonly since: number; readonly until: number }): AsyncIterable<readonly Signup[]>;
  /** The sign-ups among scores. @param records by their places */
  ofRecords(records: ReadonlyMap<string, ScoreRecord>): readonly Signup[];
}

interface FollowedParts<Signup, State> {
  readonly store: SignupStore;
  readonly account: string;
  readonly mode: KeyMode;
  readonly now: () => number;
  readonly state: State;
  readonly reader: SignupReader<Signup>;
}

export class FollowedSignups<Signup extends FollowedSignup, State extends SignupState<Signup>> {
  readonly state: State;
  readonly #parts: FollowedParts<Signup, State>;
  /** What happened while the past was read; null when it is read. */
  #meanwhile: (() => void)[] | null = [];
  #looking: Promise<void> | null = null;
  /** Until when everything stored by others was seen; when that was last read with the long overlap; when it is read again. */
  #lookedAt: number;
  #fullAt: number;
  #late: number[] = [];
  /** Until when all that others told is known, or being read. */
  #toldAt = -Infinity;
  /** By how much the clock was ahead of one that is not set, when others were last looked for. */
  #clock = -Infinity;
  /** Places of scores that were looked at since the last long look. */
  #seen = new Set<string>();
  #settledAt = -Infinity;
  #settling: Promise<void> | null = null;
  #isFollowing = false;
  #isStopped = false;
  /** What others told up to here is noted, or being read; null: it has to be looked for. */
  #told: ToldMark | null = null;

  constructor(parts: FollowedParts<Signup, State>) {
    this.#parts = parts;
    this.state = parts.state;
    this.#lookedAt = this.#fullAt = parts.now();
    this.lookLater();
  }

  /** The past has been read. */
  get isLoaded(): boolean {
    return this.#meanwhile === null;
  }

  async load(): Promise<void> {
    const { reader, now } = this.#parts;
    const at = now();
    const clock = at - performance.now();
    const mark = this.#parts.store.told.mark();
    this.#check();
    if (reader.spanMs > 0) {
      for await (const signups of reader.past({ since: at - reader.spanMs, until: at + MINUTE_MS })) {
        this.#check();
        for (const signup of signups) this.state.note(signup);
      }
    }
    await this.loadMore(at);
    // The columns may be those of a replica, which is a little behind.
    await this.#look(at, true);
    this.#told = mark;
    this.#toldAt = at;
    this.#clock = clock;
    await runInSlices(this.state.advance(at));
    const meanwhile = this.#meanwhile!;
    this.#meanwhile = null;
    for (const happened of meanwhile) happened();
  }

  /** What the state needs besides sign-ups. */
  protected async loadMore(_at: number): Promise<void> {}

  /** Others take their place: reading the past ends early. */
  stop(): void {
    this.#isStopped = true;
  }

  #check(): void {
    if (this.#isStopped) throw new Error("nobody waits for these counts any more");
  }

  /** A sign-up that this process judges. */
  note(signup: Signup): void {
    if (this.#isFollowing && this.#told === null) this.#seen.add(signup.id);
    if (this.isLoaded) this.state.note(signup);
    else this.#meanwhile!.push(() => this.#noteNew([signup]));
  }

  /** A sign-up that was noted, and whose commit failed. */
  forget(signup: FollowedSignup): void {
    this.#seen.delete(signup.id);
    this.whenLoaded(() => this.state.forget(signup));
    this.lookLater();
  }

  /** What others stored could not be read for too long. */
  get isBlind(): boolean {
    return this.#looking !== null &&
      Math.abs(this.#parts.now() - Math.max(this.#lookedAt, this.#toldAt)) > BLIND_MS;
  }

  /** Looks once more for what is stored later than it should be. */
  lookLater(): void {
    const now = this.#parts.now();
    this.#late = LATE_MS.map((ms) => now + ms);
  }

  /** Moves the windows on after a pause; synchronous where few sign-ups enter or leave them. */
  settle(): Awaitable<void> {
    const now = this.#parts.now();
    const isSettled = Math.abs(now - this.#settledAt) < SETTLED_MS;
    this.#settledAt = now;
    if (this.#settling !== null) return this.#settling;
    if (isSettled) return;
    const steps = this.state.advance(now);
    for (const slice = new TimeSlice(); !steps.next().done;) {
      if (slice.isOver) return this.#settling = runInSlices(steps).finally(() => this.#settling = null);
    }
  }

  /**
   * Reads what others stored when it is time. @param following others store sign-ups too
   * @returns the reading that is under way, and whether what is known is too old
   */
  look(following: boolean): { readonly looking: Promise<void> | null; readonly isOld: boolean } {
    const now = this.#parts.now();
    // Others may have been there for a moment before that was known.
    const isNew = following && !this.#isFollowing;
    this.#isFollowing = following;
    if (!following) this.#told = null;
    const isTold = this.#readTold();
    if (isTold !== null) return isTold;
    const age = Math.abs(now - this.#lookedAt);
    const isLate = this.#late.length > 0 && now >= this.#late[0]!;
    if (!following && !isLate) {
      this.#lookedAt = now;
      return { looking: null, isOld: false };
    }
    if (this.#looking === null && (isNew || isLate || age >= LOOK_MS)) {
      const clock = now - performance.now();
      const mark = this.#parts.store.told.mark();
      this.#lookUntil(
        this.#look(now, isNew || isLate).then(() => {
          this.#told = mark;
          this.#toldAt = now;
          this.#clock = clock;
        }),
      );
    }
    return { looking: this.#looking, isOld: following && age >= OLD_MS };
  }

  /** As `look`, where all is known that others told since the last one; null: they do not tell, or something was missed. */
  #readTold(): { readonly looking: Promise<void> | null; readonly isOld: boolean } | null {
    const { store: { told }, account, now } = this.#parts;
    if (this.#told === null || (this.#late.length > 0 && now() >= this.#late[0]!)) return null;
    // When the clock was set, windows move on: what belongs into them is looked for before that.
    if (Math.abs(now() - performance.now() - this.#clock) >= OLD_MS) return null;
    const ids = told.after("signups", account, this.#told);
    if (ids === null) return null;
    this.#told = told.mark();
    this.#toldAt = now();
    // What is looked for late is looked for from the last look on, however the clock is set meanwhile.
    if (this.#late.length === 0) this.#lookedAt = this.#toldAt;
    this.#seen.clear();
    if (ids.length > 0) {
      const before = this.#looking;
      // They are looked for as what is stored later than it should be.
      this.#lookUntil(this.#readNew(ids, before).catch(() => void (this.#told = null)));
    }
    return { looking: this.#looking, isOld: true };
  }

  #lookUntil(reading: Promise<void>): void {
    const looking = reading.finally(() => {
      // Another one may wait for it.
      if (this.#looking === looking) this.#looking = null;
    });
    this.#looking = looking;
  }

  async #readNew(places: readonly string[], before: Promise<void> | null): Promise<void> {
    await before?.catch(() => {});
    const { store: { scores }, account, reader, now } = this.#parts;
    for (let from = 0; from < places.length; from += READ_AT_ONCE) {
      if (from > 0) await new TimeSlice().next();
      const page = places.slice(from, from + READ_AT_ONCE);
      this.#noteNew(reader.ofRecords(await scores.bySlot(account, page, now())));
    }
  }

  async #look(now: number, isThorough: boolean): Promise<void> {
    const { store: { scores }, account, reader } = this.#parts;
    const full = isThorough || Math.abs(now - this.#fullAt) >= FULL_LOOK_MS;
    let since = Math.min(now, this.#lookedAt) - (full ? OVERLAP_MS.full : OVERLAP_MS.short);
    if (now - since > LONG_MS) {
      const span = { since: Math.max(since, now - reader.spanMs), until: now };
      for await (const signups of reader.past(span)) this.#noteNew(signups);
      since = now - OVERLAP_MS.full;
    }
    const isNoted = this.state.notedSince(since - MINUTE_MS);
    const isNew = (position: string) => !this.#seen.has(position) && !isNoted(position);
    const { positions, records } = await scores.recent(account, since, isNew);
    this.#noteNew(reader.ofRecords(records));
    const rest = positions.filter((position) => isNew(position) && !records.has(position));
    for (let from = 0; from < rest.length; from += READ_AT_ONCE) {
      if (from > 0) await new TimeSlice().next();
      const page = rest.slice(from, from + READ_AT_ONCE);
      this.#noteNew(reader.ofRecords(await scores.bySlot(account, page, now)));
    }
    if (full) this.#seen = new Set(positions);
    else for (const position of positions) this.#seen.add(position);
    this.#lookedAt = now;
    if (full) this.#fullAt = now;
    this.#late = this.#late.filter((at) => at > now || !full);
  }

  /** Those that are not noted yet. The time of a stored one may differ a little from that of the same one, noted. */
  #noteNew(signups: readonly Signup[]): void {
    if (signups.length === 0) return;
    const since = signups.reduce((least, { at }) => Math.min(least, at), Infinity) - MINUTE_MS;
    const isNoted = this.state.notedSince(since);
    for (const signup of signups) if (!isNoted(signup.id)) this.state.note(signup);
  }

  protected whenLoaded(what: () => void): void {
    if (this.isLoaded) what();
    else this.#meanwhile!.push(what);
  }
}
