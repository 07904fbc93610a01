/** What happens to the store and the processes that share it, as events of the log. */
import type { Log } from "./model/log/log.ts";

/** Takes the error when commits begin to fail, and null when they succeed again. */
export function storeEvents(log: Log): (failure: unknown) => void {
  let failedAt = 0;
  return (failure) => {
    if (failure === null) {
      const seconds = Math.round((performance.now() - failedAt) / 100) / 10;
      return log.write("info", "store_recovered", { seconds });
    }
    failedAt = performance.now();
    const message = failure instanceof Error ? failure.message : String(failure);
    log.write("error", "store_failed", { message });
  };
}

/** Takes the numbers of processes that joined or left. */
export function peerEvents(log: Log): (joined: readonly number[], left: readonly number[]) => void {
  return (joined, left) => {
    for (const peer of joined) log.write("info", "peer_joined", { peer });
    for (const peer of left) log.write("info", "peer_left", { peer });
  };
}
