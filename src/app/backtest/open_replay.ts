/** The whole service on a store in memory, with a clock that is set and no outgoing traffic: what a replay runs on. */
import type { ReplayApp, ReplayAppOptions } from "../../backtest/replayed_service.ts";
import type { Bundle } from "../../feeds/tables/bundle.ts";
import { createApp } from "../app.ts";
import { temporaryStore } from "../paths.ts";
import type { Config } from "../settings/config.ts";

/** @param bundle read already @param random a number from 0 to 1, instead of one of the seed; both for tests */
export function openReplay(
  config: Config,
  log: (line: string) => void,
  given: { readonly bundle?: Bundle; readonly random?: () => number } = {},
): (options: ReplayAppOptions) => Promise<ReplayApp> {
  return async ({ seed, now, random }) => {
    await using opened = new AsyncDisposableStack();
    const dataDir = await dataFolder(config.dataDir, opened);
    const app = await createApp(settingsOf({ ...config, dataDir }, seed), log, {
      background: false,
      now,
      random,
      ...given,
    });
    opened.defer(() => app.close());
    const kept = opened.move();
    return { services: app.services, close: () => kept.disposeAsync() };
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
