/**
 * Sign-ups of each account against what is usual there. Nothing is stored for it: it is built in memory from the score columns
 * of 15 days when an account's next sign-up comes, and the same after a restart; only how close telephone numbers are to each
 * other is known of what this process scored.
 */
import { all, type Awaitable } from "../../concurrency/awaitable.ts";
import { Bulkhead } from "../../concurrency/bulkhead.ts";
import { within } from "../../concurrency/time_limit.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import { KEY_MODES, type KeyMode } from "../../model/records.ts";
import { AccountVelocity } from "../../model/velocity/account_velocity.ts";
import { type Burst, burstsOf, type Surge, surgeOf } from "../../model/velocity/burst.ts";
import type { Span } from "../../model/velocity/limits.ts";
import {
  type VelocityInput,
  velocityKeys,
  velocityMarks,
  type VelocitySignup,
} from "../../model/velocity/signup.ts";
import type { Store } from "../../records/store.ts";
import { FollowedSignups } from "../conditions/counts/followed_signups.ts";
import { signupIdOf, type SignupStore } from "../conditions/counts/past_signups.ts";
import { VelocityReader } from "./past_velocity.ts";

interface VelocitiesParts {
  readonly store: SignupStore & Pick<Store, "peers">;
  /** False: what other processes store is not followed. */
  readonly background: boolean;
  readonly now: () => number;
  readonly random: () => number;
  /** Of all accounts, about. */
  readonly maxBytes?: number;
}

/** A request waits this long for what is stored: the past when an account's first sign-up comes, and what others stored. */
const WAIT_MS = 300;
const CONCURRENT_LOADS = 2;
/** After a failure the past is not read again before this time. */
const RETRY_MS = 10_000;
const MAX_BYTES = 128_000_000;
const MAX_ACCOUNTS = 2_000;
/** What had no sign-up during this time makes room for others. */
const IDLE_MS = 10 * MINUTE_MS;
const NOTES_PER_CHECK = 1_000;

interface Held {
  readonly followed: FollowedSignups<VelocitySignup, AccountVelocity>;
  loading: Promise<void> | null;
  /** By a clock that is not set. */
  readonly startedAt: number;
  usedAt: number;
  failedAt: number | null;
}

/** Sign-ups of a span, and how many are usual; null: that is unknown. */
interface AgainstUsual {
  readonly signups: number;
  readonly usual: number | null;
}

/** An account's sign-ups. */
interface AccountTotals {
  readonly lastHour: AgainstUsual;
  /** Of the current hour of the clock and the 23 before it. */
  readonly day: AgainstUsual;
  /** Since midnight (UTC). */
  readonly today: number;
}

export class Velocities {
  readonly #parts: VelocitiesParts;
  /** The least recently used first. */
  readonly #held = new Map<string, Held>();
  readonly #loads = new Bulkhead(CONCURRENT_LOADS, MAX_ACCOUNTS);
  readonly #seed: number;
  #notes = 0;

  constructor(parts: VelocitiesParts) {
    this.#parts = parts;
    this.#seed = Math.floor(parts.random() * 2 ** 32);
  }

  get #bytes(): number {
    let sum = 0;
    for (const { followed } of this.#held.values()) sum += followed.state.bytes;
    return sum;
  }

  /**
   * Undefined when the account is in memory and no older than a second. Resolves, within a bound of time, when it is, or when
   * it cannot be: then nothing is known of it.
   */
  ready(account: string, mode: KeyMode): Awaitable<void> {
    const now = this.#parts.now();
    const held = this.#use(account, mode, now);
    if (held === null) return;
    const { store, background } = this.#parts;
    if (held.loading !== null) {
      // A replay has time, and is the same each time.
      if (!background) return held.loading;
      const left = WAIT_MS - (performance.now() - held.startedAt);
      return left <= 0 ? undefined : within(held.loading, left);
    }
    const { followed } = held;
    if (!followed.isLoaded) return;
    // A replay is alone, and its clock steps: what is looked up meanwhile would come too late.
    if (!background) return followed.settle();
    const { looking, isOld } = followed.look(!store.peers.isSoleProcess);
    looking?.catch(() => {}); // nothing is known when this goes on
    const waits = all([looking !== null && isOld ? looking : undefined, followed.settle()]);
    if (waits instanceof Promise) return within(waits, WAIT_MS);
  }

  /** A sign-up that is judged now, to be noted and asked about; null: nothing is known of its account. */
  signup(
    account: string,
    mode: KeyMode,
    { requestId, number, ...input }: VelocityInput & { readonly requestId: string; readonly number: number },
  ): VelocitySignup | null {
    if (!this.#held.has(nameOf(account, mode))) return null;
    return {
      id: signupIdOf(requestId),
      at: this.#parts.now(),
      keys: velocityKeys(input, this.#seed),
      marks: velocityMarks(input),
      number,
    };
  }

  /** Bursts that it is one of, before it is noted. */
  bursts(account: string, mode: KeyMode, signup: VelocitySignup): readonly Burst[] {
    const velocity = this.#known(account, mode);
    return velocity === null ? [] : burstsOf(velocity, signup);
  }

  /** Counts the sign-up from now on, before it is stored. */
  note(account: string, mode: KeyMode, signup: VelocitySignup): void {
    this.#held.get(nameOf(account, mode))?.followed.note(signup);
    if (++this.#notes % NOTES_PER_CHECK === 0) this.#makeRoom(signup.at);
  }

  /** Takes back what was noted, when it could not be stored. */
  forget(account: string, mode: KeyMode, signup: VelocitySignup): void {
    this.#held.get(nameOf(account, mode))?.followed.forget(signup);
  }

  /** Forgets an account, which is read again when its next sign-up comes. */
  drop(account: string): void {
    for (const mode of KEY_MODES) {
      const name = nameOf(account, mode);
      this.#held.get(name)?.followed.stop();
      this.#held.delete(name);
    }
  }

  /** The account's sign-ups against the usual, read when they are not in memory; null: they could not be read in time. */
  async totals(account: string, mode: KeyMode): Promise<AccountTotals | null> {
    await this.ready(account, mode);
    const velocity = this.#known(account, mode);
    if (velocity === null) return null;
    const at = this.#parts.now();
    const of = (span: Span) => ({
      signups: velocity.total(span, at),
      usual: velocity.usualTotal(span, at),
    });
    return { lastHour: of("1h"), day: of("1d"), today: velocity.today(at) };
  }

  /** Of an account whose sign-ups this process scored lately; null: it has no surge, as far as is known. */
  surge(account: string, mode: KeyMode): Surge | null {
    const velocity = this.#known(account, mode);
    return velocity === null ? null : surgeOf(velocity, this.#parts.now());
  }

  #known(account: string, mode: KeyMode): AccountVelocity | null {
    const followed = this.#held.get(nameOf(account, mode))?.followed;
    return followed === undefined || !followed.isLoaded || followed.isBlind ? null : followed.state;
  }

  /** Null: there is no room. */
  #use(account: string, mode: KeyMode, now: number): Held | null {
    const name = nameOf(account, mode);
    let held = this.#held.get(name);
    if (held?.failedAt != null && Math.abs(now - held.failedAt) >= RETRY_MS) held = undefined;
    if (held === undefined) {
      this.#makeRoom(now);
      if (this.#held.size >= MAX_ACCOUNTS || this.#bytes > this.#maxBytes) return null;
      held = this.#begin(account, mode, now);
    }
    held.usedAt = now;
    this.#held.delete(name);
    this.#held.set(name, held);
    return held;
  }

  #begin(account: string, mode: KeyMode, now: number): Held {
    const { store } = this.#parts;
    const seed = this.#seed;
    const followed = new FollowedSignups({
      ...this.#parts,
      account,
      mode,
      state: new AccountVelocity(seed),
      reader: new VelocityReader({ store, account, mode, seed }),
    });
    const held: Held = { followed, loading: null, startedAt: performance.now(), usedAt: now, failedAt: null };
    const load = () => followed.load();
    held.loading = this.#loads.run(load, () => Promise.reject(new Error("too many accounts wait")))
      .catch(() => void (held.failedAt = this.#parts.now()))
      .finally(() => held.loading = null);
    return held;
  }

  get #maxBytes(): number {
    return this.#parts.maxBytes ?? MAX_BYTES;
  }

  /** Those that rest go, the longest first. Where all are busy, others have to wait (`#use`). */
  #makeRoom(now: number): void {
    let excess = this.#bytes - this.#maxBytes;
    for (const [name, { followed, loading, usedAt }] of this.#held) {
      if (excess <= 0 && this.#held.size < MAX_ACCOUNTS) return;
      if (Math.abs(now - usedAt) < IDLE_MS) return;
      if (loading !== null) continue;
      this.#held.delete(name);
      excess -= followed.state.bytes;
    }
  }
}

function nameOf(account: string, mode: KeyMode): string {
  return `${mode} ${account}`;
}
