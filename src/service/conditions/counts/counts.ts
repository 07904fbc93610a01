/**
 * Counts of an account's sign-ups that its conditions ask for. Nothing is stored for them: they are built in memory from the
 * stored sign-ups when somebody asks first, so that a new condition knows the past. Accounts without such conditions cost
 * nothing.
 */
import { all, type Awaitable } from "../../../concurrency/awaitable.ts";
import { Bulkhead } from "../../../concurrency/bulkhead.ts";
import { within } from "../../../concurrency/time_limit.ts";
import type { Counted } from "../../../model/conditions/count.ts";
import type { DimensionValues } from "../../../model/conditions/dimension.ts";
import { MAX_COUNTED_SIGNUPS } from "../../../model/conditions/counts/signup_counts.ts";
import { MINUTE_MS } from "../../../model/duration.ts";
import { KEY_MODES, type KeyMode } from "../../../model/records.ts";
import type { LabelFollower } from "../../../records/labels/labels.ts";
import type { Store } from "../../../records/store.ts";
import { AccountCounts } from "./account_counts.ts";
import { isCounted, labelOf, signupIdOf, type SignupStore } from "./past_signups.ts";

interface ConditionCountsParts {
  readonly store: SignupStore & Pick<Store, "peers">;
  readonly now: () => number;
  readonly random: () => number;
  /** Sign-ups in memory, of all accounts; fewer where accounts have many counts (`AccountCounts.room`). */
  readonly maxSignups?: number;
  /** A request waits this long for counts that are being built, from when that began. */
  readonly loadWaitMs?: number;
}

const LOAD_WAIT_MS = 1000;
/** A request waits this long for what others stored. */
const LOOK_WAIT_MS = 300;
const CONCURRENT_LOADS = 2;
/** After a failure the past is not read again before this time. */
const RETRY_MS = 2_000;
/** After a reading the past is not read again for this many times as long: a rule that is changed over and over costs no more. */
const REST_SHARE = 2;
const MAX_REST_MS = 10_000;
/** Counts that nobody asked for during this time make room for others. */
const IDLE_MS = 10 * MINUTE_MS;
/** Accounts in memory. */
const MAX_ACCOUNTS = 2_000;
/** The room is looked after each time so many sign-ups were noted. */
const NOTES_PER_CHECK = 1_000;

interface Held {
  readonly counts: AccountCounts;
  /** Answers until `counts` has been read. */
  previous: AccountCounts | null;
  /** What was asked for last. */
  wanted: readonly Counted[];
  usedAt: number;
  readonly startedAt: number;
  loading: Promise<void> | null;
  failedAt: number | null;
  /** By a clock that is not set: the past is not read again before. */
  restUntil: number;
  /** Something that was missed may have changed them: they are read again. */
  isStale: boolean;
}

export class ConditionCounts {
  readonly #parts: ConditionCountsParts;
  /** The least recently used first. */
  readonly #held = new Map<string, Held>();
  readonly #loads = new Bulkhead(CONCURRENT_LOADS, MAX_ACCOUNTS);
  readonly #seed: number;
  readonly #maxSignups: number;
  #notes = 0;

  constructor(parts: ConditionCountsParts) {
    this.#parts = parts;
    this.#seed = Math.floor(parts.random() * 2 ** 32);
    this.#maxSignups = parts.maxSignups ?? MAX_COUNTED_SIGNUPS;
    parts.store.labels.onChange((changed) => this.#labelled(changed));
  }

  /** Sign-ups in memory. */
  get size(): number {
    return [...this.#held.values()].reduce((sum, { counts }) => sum + counts.counts.size, 0);
  }

  get #room(): number {
    return [...this.#held.values()].reduce((sum, { counts }) => sum + counts.room, 0);
  }

  get bytes(): number {
    return [...this.#held.values()].reduce((sum, { counts }) => sum + counts.counts.bytes, 0);
  }

  /**
   * Undefined when the counts are in memory and no older than a second. Resolves, within a bound of time, when they are or when
   * they cannot be: then they are unknown.
   */
  ready(account: string, mode: KeyMode, wanted: readonly Counted[]): Awaitable<void> {
    if (wanted.length === 0) return;
    const name = nameOf(account, mode);
    const now = this.#parts.now();
    let held = this.#held.get(name);
    if (held !== undefined && held.wanted !== wanted) {
      if (held.counts.covers(wanted)) held.wanted = wanted;
      else held = this.#begin(account, mode, wanted, held);
    }
    const isFailed = held?.failedAt != null && Math.abs(now - held.failedAt) >= RETRY_MS;
    if (held === undefined || held.isStale || isFailed) held = this.#begin(account, mode, wanted, held);
    this.#use(name, held, now);
    if (held.loading !== null) {
      const left = (this.#parts.loadWaitMs ?? LOAD_WAIT_MS) - Math.abs(now - held.startedAt);
      return left <= 0 ? undefined : within(held.loading, left);
    }
    const counts = held.counts.isLoaded ? held.counts : held.previous;
    if (counts === null) return;
    const { looking, isOld } = counts.look(!this.#parts.store.peers.isSoleProcess);
    looking?.catch(() => {}); // counts are unknown when this goes on
    const waits = all([looking !== null && isOld ? looking : undefined, counts.settle()]);
    if (waits instanceof Promise) return within(waits, LOOK_WAIT_MS);
  }

  /**
   * A count for a sign-up that is judged now: it is included, and is noted afterwards. Null: its dimension is unknown, or there
   * is a `reason`.
   */
  count(account: string, mode: KeyMode, wanted: Counted, values: DimensionValues, at: number): number | null {
    return countsOf(this.#held.get(nameOf(account, mode)), wanted)?.count(wanted, values, at) ?? null;
  }

  /** Why nothing can be counted, a sentence fragment; null: it can, when the dimension is known. */
  reason(account: string, mode: KeyMode, wanted: Counted, at: number): string | null {
    const held = this.#held.get(nameOf(account, mode));
    const counts = countsOf(held, wanted);
    if (counts === null) {
      return held?.failedAt == null
        ? "the sign-ups of the past are still being read"
        : "the sign-ups of the past could not be read";
    }
    if (counts.isBlind) return "what other processes stored could not be read";
    if (!counts.counts.isCutOff(wanted, at)) return null;
    return "there are more sign-ups than are kept in memory for counting";
  }

  /** Forgets an account, which is read again when somebody asks. */
  drop(account: string): void {
    for (const mode of KEY_MODES) {
      const name = nameOf(account, mode);
      this.#held.get(name)?.counts.stop();
      this.#held.delete(name);
    }
  }

  /** Whether something is counted, so that sign-ups have to be noted. */
  holds(account: string, mode: KeyMode): boolean {
    return this.#held.has(nameOf(account, mode));
  }

  /** Counts the sign-up from now on, before it is stored: sign-ups that are judged concurrently count each other. */
  note(account: string, mode: KeyMode, values: DimensionValues, at: number, requestId: string): void {
    const held = this.#held.get(nameOf(account, mode));
    if (held === undefined) return;
    const signup = { id: signupIdOf(requestId), at, values };
    held.counts.note(signup);
    held.previous?.note(signup);
    if (++this.#notes % NOTES_PER_CHECK === 0) this.#makeRoom(at);
  }

  /** Takes back what was noted, when it could not be stored. */
  forget(account: string, mode: KeyMode, at: number, requestId: string): void {
    const held = this.#held.get(nameOf(account, mode));
    const signup = { id: signupIdOf(requestId), at };
    held?.counts.forget(signup);
    held?.previous?.forget(signup);
  }

  #use(name: string, held: Held, now: number): void {
    held.usedAt = now;
    this.#held.delete(name);
    this.#held.set(name, held);
  }

  #begin(account: string, mode: KeyMode, wanted: readonly Counted[], before: Held | undefined): Held {
    const now = this.#parts.now();
    this.#makeRoom(now);
    const others = this.#room - (before?.counts.room ?? 0);
    const share = Math.floor(this.#maxSignups / (1 + this.#held.size));
    const counts = new AccountCounts({
      store: this.#parts.store,
      account,
      mode,
      wanted,
      seed: this.#seed,
      room: Math.max(share, this.#maxSignups - others),
      now: this.#parts.now,
    });
    const held: Held = {
      counts,
      previous: before === undefined ? null : before.counts.isLoaded ? before.counts : before.previous,
      wanted,
      usedAt: now,
      startedAt: now,
      loading: null,
      failedAt: null,
      restUntil: 0,
      isStale: false,
    };
    before?.counts.stop();
    held.loading = this.#load(held, before).finally(() => {
      held.loading = null;
      this.#makeRoom(this.#parts.now());
    });
    return held;
  }

  async #load(held: Held, before: Held | undefined): Promise<void> {
    await before?.loading;
    const restMs = (before?.restUntil ?? 0) - performance.now();
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    const load = async () => {
      const started = performance.now();
      try {
        await held.counts.load();
      } finally {
        const ended = performance.now();
        held.restUntil = ended + Math.min(MAX_REST_MS, REST_SHARE * (ended - started));
      }
    };
    try {
      await this.#loads.run(load, () => Promise.reject(new Error("too many accounts wait")));
      held.previous = null;
    } catch {
      held.failedAt = this.#parts.now();
    }
  }

  /** Idle accounts go first; then the largest ones keep less, but their share. */
  #makeRoom(now: number): void {
    let excess = this.#room - this.#maxSignups;
    for (const [name, { counts, usedAt, loading }] of this.#held) {
      const isFull = this.#held.size >= MAX_ACCOUNTS;
      if (excess <= 0 && !isFull) return;
      if (loading !== null || !isFull && Math.abs(now - usedAt) < IDLE_MS) continue;
      this.#held.delete(name);
      excess -= counts.room;
    }
    const share = Math.floor(this.#maxSignups / this.#held.size);
    const largest = [...this.#held.values()].map(({ counts }) => counts)
      .sort((one, other) => other.room - one.room);
    for (const counts of largest) {
      if (excess <= 0) return;
      const before = counts.room;
      counts.dropTo(Math.max(share, before - excess));
      excess -= before - counts.room;
    }
  }

  /** Labels of this process apply at once, those of others when their change was read. */
  #labelled: LabelFollower = async (changed) => {
    if (changed === null) return this.#held.forEach((held) => held.isStale = true);
    const { account, requestId, by } = changed;
    const held = KEY_MODES.flatMap((mode) => this.#held.get(nameOf(account, mode)) ?? []);
    if (held.length === 0) return;
    const { store, now } = this.#parts;
    const record = by?.record ?? await store.scores.get(account, requestId, now());
    if (record === null || !isCounted(record, record.mode)) return;
    const outcome = by === null ? (await store.labels.get(account, requestId))?.outcome ?? null : by.outcome;
    const label = labelOf(record, outcome);
    const labelled = this.#held.get(nameOf(account, record.mode));
    labelled?.counts.label(label);
    labelled?.previous?.label(label);
  };
}

/** Null: those that have the count are still being read. */
function countsOf(held: Held | undefined, wanted: Counted): AccountCounts | null {
  if (held === undefined) return null;
  if (held.counts.isLoaded) return held.counts;
  return held.previous?.covers([wanted]) ? held.previous : null;
}

function nameOf(account: string, mode: KeyMode): string {
  return `${mode} ${account}`;
}
