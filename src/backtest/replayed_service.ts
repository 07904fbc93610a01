/** The whole service on a store in memory, with a clock that is set and no outgoing traffic: what a replay runs on. */
import { createApp } from "../app/app.ts";
import { temporaryStore } from "../app/paths.ts";
import type { Config } from "../app/settings/config.ts";
import type { Bundle } from "../feeds/tables/bundle.ts";
import type { Caller, LinkageScoring, Outcome } from "../model/records.ts";
import { createAccount, createKey } from "../service/access/keys.ts";
import { Replay, type ReplayOptions, type SetClock } from "../service/backtest/replay.ts";
import type { Services } from "../service/context.ts";
import type { SignupFields } from "../service/score/read_signup.ts";
import type { SignupScore } from "../service/score/score_signup.ts";

interface ReplayedServiceOptions extends ReplayOptions {
  readonly config: Config;
  readonly linkage: LinkageScoring;
  /** When its account is made, milliseconds since the epoch: not after the first sign-up. */
  readonly start: number;
  readonly log: (line: string) => void;
  readonly bundle?: Bundle;
  /** Of the file, 32 bytes as hex: with it, two replays of one file are the same. */
  readonly seed: string;
  /** A number from 0 to 1, instead of one of the seed; for tests. */
  readonly random?: () => number;
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
    const { config, linkage, start, log, bundle, seed, random = seededRandom(seed) } = options;
    const clock: SetClock = { now: start };
    await using opened = new AsyncDisposableStack();
    const dataDir = await dataFolder(config.dataDir, opened);
    const app = await createApp(settingsOf({ ...config, dataDir }, seed), log, {
      background: false,
      now: () => clock.now,
      ...(bundle === undefined ? {} : { bundle }),
      random,
    });
    opened.defer(() => app.close());
    const { services } = app;
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

/**
 * Of a service that leaves no trace: nothing is asked, what it stores is gone with the process, and its secret is of the
 * file, because hashes and sketches under another one would give other estimates.
 */
function settingsOf(config: Config, seed: string): Config {
  return {
    ...config,
    // In a file, because a row needs 3 kB and there are hundreds of thousands.
    store: temporaryStore(config.dataDir),
    secret: seed,
    secretPrevious: [],
    offline: true,
    feedRefresh: false,
    // A thread of a server may not ask for the name of the machine, and nothing is probed.
    smtpHelo: "localhost",
  };
}

/** The feeds of the data folder are read. Where there is none, an empty one serves until the end. */
async function dataFolder(path: string, opened: AsyncDisposableStack): Promise<string> {
  if (await Deno.stat(path).then(() => true, () => false)) return path;
  const folder = await Deno.makeTempDir({ prefix: "winnow-backtest-" });
  opened.defer(() => Deno.remove(folder, { recursive: true }));
  return folder;
}
