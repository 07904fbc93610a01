/** A service on a store of its own with the account that a replay scores for, and a clock that the rows set. */
import type { Caller, LinkageScoring, Outcome } from "../model/records.ts";
import { createAccount, createKey } from "../service/access/keys.ts";
import { Replay, type ReplayOptions, type SetClock } from "../service/backtest/replay.ts";
import type { Services } from "../service/context.ts";
import type { SignupFields } from "../service/score/read_signup.ts";
import type { SignupScore } from "../service/score/score_signup.ts";

export interface ReplayAppOptions {
  /** Of the file, 32 bytes as hex: with it, two replays of one file are the same. */
  readonly seed: string;
  /** Milliseconds since the epoch, as the rows set it. */
  readonly now: () => number;
  /** A number from 0 to 1. */
  readonly random: () => number;
}

export interface ReplayApp {
  readonly services: Services;
  readonly close: () => Promise<void>;
}

export interface ReplayedServiceOptions extends ReplayOptions {
  /** Constructs the service: nothing of it outlives the replay. */
  readonly open: (options: ReplayAppOptions) => Promise<ReplayApp>;
  readonly linkage: LinkageScoring;
  /** When its account is made, milliseconds since the epoch: not after the first sign-up. */
  readonly start: number;
  readonly seed: string;
}

/** The account of a replay is limited by nothing. */
const NO_LIMIT = 1_000_000_000;

export class ReplayedService implements AsyncDisposable {
  readonly services: Services;
  readonly caller: Caller;
  readonly #opened: AsyncDisposableStack;
  readonly #replay: Replay;

  private constructor(services: Services, caller: Caller, replay: Replay, opened: AsyncDisposableStack) {
    this.#opened = opened;
    this.services = services;
    this.caller = caller;
    this.#replay = replay;
  }

  static async start(options: ReplayedServiceOptions): Promise<ReplayedService> {
    const { open, linkage, start, seed } = options;
    const clock: SetClock = { now: start };
    await using opened = new AsyncDisposableStack();
    const { services, close } = await open({ seed, now: () => clock.now, random: seededRandom(seed) });
    opened.defer(close);
    const created = await createAccount(services, {
      name: "backtest",
      monthlyQuota: null,
      madeBy: "operator",
    });
    const account = { ...created, linkageScoring: linkage };
    await services.store.accounts.putAccount(account);
    const { key } = await createKey(services, { account, mode: "live", name: "", ratePerMinute: NO_LIMIT });
    const caller = { account, key };
    const replay = new Replay(services, caller, clock, options);
    return new ReplayedService(services, caller, replay, opened.move());
  }

  /** See `Replay.score`. */
  score(fields: SignupFields, at: number, label: Outcome | null): Promise<SignupScore> {
    return this.#replay.score(fields, at, label);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.disposeAsync();
  }
}

/**
 * Numbers from 0 to 1, the same for the same seed (mulberry32).
 * @param seed at least four bytes as hex
 */
function seededRandom(seed: string): () => number {
  let state = Number.parseInt(seed.slice(0, 8), 16);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
