/** The whole service on a store in memory, with a clock that is set and no outgoing traffic: what a replay runs on. */
import { createApp } from "../app.ts";
import type { Config } from "../config.ts";
import type { Bundle } from "../feeds/tables/bundle.ts";
import type { Caller, LinkageScoring, Outcome } from "../model/records.ts";
import { TEMPORARY } from "../store/memory/memory.ts";
import { createAccount, createKey } from "../service/access/keys.ts";
import { Replay, type ReplayOptions, type SetClock } from "../service/backtest/replay.ts";
import type { Services } from "../service/context.ts";
import type { SignupFields } from "../service/score/read_signup.ts";
import type { SignupScore } from "../service/score/score_signup.ts";

export interface ReplayedServiceOptions extends ReplayOptions {
  readonly config: Config;
  readonly linkage: LinkageScoring;
  /** When its account is made, milliseconds since the epoch: not after the first sign-up. */
  readonly start: number;
  readonly log: (line: string) => void;
  readonly bundle?: Bundle;
  /** A number from 0 to 1; for tests. */
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
    const { config, linkage, start, log, bundle, random } = options;
    const clock: SetClock = { now: start };
    await using opened = new AsyncDisposableStack();
    const dataDir = await dataFolder(config.dataDir, opened);
    const app = await createApp(settingsOf({ ...config, dataDir }), log, {
      background: false,
      now: () => clock.now,
      ...(bundle === undefined ? {} : { bundle }),
      ...(random === undefined ? {} : { random }),
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

/** Of a service that leaves no trace: hashes are made under a secret of its own, and nothing is asked or written. */
function settingsOf(config: Config): Config {
  return {
    ...config,
    // In a file, because a row needs 3 kB and there are hundreds of thousands.
    store: `${TEMPORARY}${config.dataDir}`,
    secret: crypto.getRandomValues(new Uint8Array(32)).toHex(),
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
