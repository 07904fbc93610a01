/**
 * The counts of one account and mode in memory: built from its stored sign-ups, then kept up with what this process judges and
 * what others store.
 */
import type { Awaitable } from "../../../concurrency/awaitable.ts";
import type { Counted } from "../../../model/conditions/count.ts";
import type { DimensionValues } from "../../../model/conditions/dimension.ts";
import {
  type CountedLabel,
  type CountedSignup,
  SignupCounts,
  spanOf,
  valuesFor,
} from "../../../model/conditions/counts/signup_counts.ts";
import { MINUTE_MS } from "../../../model/duration.ts";
import { type KeyMode, RETENTION_MS, retentionOf } from "../../../model/records.ts";
import { runInSlices, TimeSlice } from "../../rules/time_slicing.ts";
import { pastLabels, pastSignups, signupsOf, type SignupStore } from "./past_signups.ts";

/** What others stored is read this often, where somebody asks for counts; */
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

/** A sign-up takes one room for so many counts, some 30 bytes for each; more where it is counted by more. */
const COUNTS_PER_ROOM = 10;

interface AccountCountsParts {
  readonly store: SignupStore;
  readonly account: string;
  readonly mode: KeyMode;
  readonly wanted: readonly Counted[];
  readonly seed: number;
  /** What it may take at first. */
  readonly room: number;
  readonly now: () => number;
}

export class AccountCounts {
  readonly counts: SignupCounts;
  readonly #parts: AccountCountsParts;
  /** What a sign-up takes, in rooms. */
  readonly #weight: number;
  readonly #spanMs: number;
  /** What happened while the past was read; null when it is read. */
  #meanwhile: (() => void)[] | null = [];
  #looking: Promise<void> | null = null;
  /** Until when everything stored by others was seen; when that was last read with the long overlap; when it is read again. */
  #lookedAt: number;
  #fullAt: number;
  #late: number[] = [];
  /** Places of scores that were looked at since the last long look. */
  #seen = new Set<string>();
  #settledAt = -Infinity;
  #settling: Promise<void> | null = null;
  #isFollowing = false;
  #isStopped = false;

  constructor(parts: AccountCountsParts) {
    const { wanted, mode, seed, room, now } = parts;
    this.#parts = parts;
    this.#weight = Math.max(1, wanted.length / COUNTS_PER_ROOM);
    const maxSignups = Math.floor(room / this.#weight);
    this.counts = new SignupCounts(wanted, { seed, maxSignups, retentionMs: retentionOf(mode) });
    this.#spanMs = spanOf(wanted, retentionOf(mode));
    this.#lookedAt = this.#fullAt = now();
    this.lookLater();
  }

  /** What it takes in memory: its sign-ups, where it has no more counts than one room is for. */
  get room(): number {
    return this.counts.size * this.#weight;
  }

  /** Drops the oldest of its sign-ups. */
  dropTo(room: number): void {
    this.counts.dropTo(Math.floor(room / this.#weight));
  }

  /** The past has been read. */
  get isLoaded(): boolean {
    return this.#meanwhile === null;
  }

  covers(wanted: readonly Counted[]): boolean {
    return wanted.every((count) => this.counts.has(count));
  }

  async load(): Promise<void> {
    const { store, wanted, now } = this.#parts;
    const at = now();
    this.#check();
    if (this.#spanMs > 0) {
      const past = { since: at - this.#spanMs, until: at + MINUTE_MS };
      for await (const signups of pastSignups(store, this.#parts, valuesFor(wanted), past)) {
        this.#check();
        for (const signup of signups) this.counts.note(signup);
      }
    }
    const full = wanted.some(({ of }) => of === "labels");
    if (full || wanted.some(({ of }) => of === "fraud")) {
      const since = at - (full ? RETENTION_MS : this.#spanMs);
      for await (const label of pastLabels(store, this.#parts, { since, full, now: at })) {
        this.counts.label(label);
      }
    }
    // The columns may be those of a replica, which is a little behind.
    await this.#look(at, true);
    await runInSlices(this.counts.advance(at));
    const meanwhile = this.#meanwhile!;
    this.#meanwhile = null;
    for (const happened of meanwhile) happened();
  }

  /** Others take their place: reading the past ends early. */
  stop(): void {
    this.#isStopped = true;
  }

  #check(): void {
    if (this.#isStopped) throw new Error("nobody waits for these counts any more");
  }

  /** A sign-up that this process judges. */
  note(signup: CountedSignup): void {
    if (this.#isFollowing) this.#seen.add(signup.id);
    if (this.isLoaded) this.counts.note(signup);
    else this.#meanwhile!.push(() => this.#noteNew([signup]));
  }

  /** A sign-up that was noted, and whose commit failed. */
  forget(signup: Pick<CountedSignup, "id" | "at">): void {
    this.#seen.delete(signup.id);
    this.#whenLoaded(() => this.counts.forget(signup));
    this.lookLater();
  }

  label(label: CountedLabel): void {
    this.#whenLoaded(() => this.counts.label(label));
  }

  count(count: Counted, values: DimensionValues, at: number): number | null {
    return this.isLoaded && !this.isBlind ? this.counts.count(count, values, at) : null;
  }

  /** What others stored could not be read for too long. */
  get isBlind(): boolean {
    return this.#looking !== null && Math.abs(this.#parts.now() - this.#lookedAt) > BLIND_MS;
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
    const steps = this.counts.advance(now);
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
    const age = Math.abs(now - this.#lookedAt);
    const isLate = this.#late.length > 0 && now >= this.#late[0]!;
    if (!following && !isLate) {
      this.#lookedAt = now;
      return { looking: null, isOld: false };
    }
    if (this.#looking === null && (isNew || isLate || age >= LOOK_MS)) {
      this.#looking = this.#look(now, isNew || isLate).finally(() => this.#looking = null);
    }
    return { looking: this.#looking, isOld: following && age >= OLD_MS };
  }

  async #look(now: number, isThorough: boolean): Promise<void> {
    const { store } = this.#parts;
    const full = isThorough || Math.abs(now - this.#fullAt) >= FULL_LOOK_MS;
    let since = Math.min(now, this.#lookedAt) - (full ? OVERLAP_MS.full : OVERLAP_MS.short);
    if (now - since > LONG_MS) {
      const { wanted } = this.#parts;
      const span = { since: Math.max(since, now - this.#spanMs), until: now };
      for await (const signups of pastSignups(store, this.#parts, valuesFor(wanted), span)) {
        this.#noteNew(signups);
      }
      since = now - OVERLAP_MS.full;
    }
    const isNoted = this.counts.notedSince(since - MINUTE_MS);
    const isNew = (position: string) => !this.#seen.has(position) && !isNoted(position);
    const { positions, records } = await store.scores.recent(this.#parts.account, since, isNew);
    this.#noteNew(signupsOf(records, this.#parts.mode));
    const rest = positions.filter((position) => isNew(position) && !records.has(position));
    for (let from = 0; from < rest.length; from += READ_AT_ONCE) {
      if (from > 0) await new TimeSlice().next();
      const page = rest.slice(from, from + READ_AT_ONCE);
      this.#noteNew(
        signupsOf(await store.scores.bySlot(this.#parts.account, page, now), this.#parts.mode),
      );
    }
    if (full) this.#seen = new Set(positions);
    else for (const position of positions) this.#seen.add(position);
    this.#lookedAt = now;
    if (full) this.#fullAt = now;
    this.#late = this.#late.filter((at) => at > now || !full);
  }

  /** Those that are not noted yet. The time of a stored one may differ a little from that of the same one, noted. */
  #noteNew(signups: readonly CountedSignup[]): void {
    if (signups.length === 0) return;
    const since = signups.reduce((least, { at }) => Math.min(least, at), Infinity) - MINUTE_MS;
    const isNoted = this.counts.notedSince(since);
    for (const signup of signups) if (!isNoted(signup.id)) this.counts.note(signup);
  }

  #whenLoaded(what: () => void): void {
    if (this.isLoaded) what();
    else this.#meanwhile!.push(what);
  }
}
