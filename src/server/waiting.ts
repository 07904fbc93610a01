/** A start waits for a store on another machine, and says so: in the log, to systemd, and at `/readyz`. */
import type { Config } from "../app/settings/config.ts";
import type { Log } from "../model/log.ts";
import { isStoreAway, reachStore } from "../app/open_store.ts";
import type { ServiceManager } from "./service_manager.ts";

/** Between attempts to reach the store. */
const PAUSE_MS = 1_000;
/** How often the log says that the start still waits. */
const LOG_MS = 60_000;

interface WaitOptions {
  readonly config: Config;
  readonly log: Log;
  readonly manager: ServiceManager;
  /** Resolves when the server is to stop. */
  readonly stop: Promise<void>;
  /** Called before the first pause. */
  readonly onWait: () => void;
}

/**
 * Does what needs the store, again when the store can be reached.
 * @returns null when the server is to stop
 * @throws what `work` throws for another reason, as a wrong password or a store of a newer version
 */
export async function whenReachable<T>(work: () => Promise<T>, options: WaitOptions): Promise<T | null> {
  const { config, log, manager, stop, onWait } = options;
  const began = performance.now();
  let loggedAt = -Infinity;
  let isReached = true;
  const stopped = stop.then(() => true);
  for (;;) {
    try {
      if (!isReached) {
        await reachStore(config);
        const seconds = Math.round((performance.now() - began) / 100) / 10;
        log.write("info", "store_reached", { seconds });
      }
      return await work();
    } catch (error) {
      if (!isStoreAway(config, error)) throw error;
      isReached = false;
      const message = `the start waits for the store: ${(error as Error).message}`;
      if (performance.now() - loggedAt >= LOG_MS) {
        loggedAt = performance.now();
        log.write("warn", "store_waiting", { message });
      }
      onWait();
      await manager.waiting(message);
    }
    const pause = Promise.withResolvers<false>();
    const timer = setTimeout(pause.resolve, PAUSE_MS, false);
    const isStopped = await Promise.race([stopped, pause.promise]);
    clearTimeout(timer);
    if (isStopped) return null;
  }
}
