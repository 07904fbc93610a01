/** Work on a file that other processes lock for a moment. */
import { retryOnConflict } from "../../concurrency/retry.ts";

/** How long an operation waits for the locks of other processes. */
const LOCKED_MS = 15_000;

/**
 * Several processes share the file, and SQLite lets one write at a time: work that met another's lock had no effect and is
 * repeated. It must build its batch in each attempt.
 */
export function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + LOCKED_MS;
  return retryOnConflict(work, {
    when: (error) => performance.now() <= deadline && /database is locked|SQLITE_BUSY/.test(String(error)),
    attempts: Infinity,
    pauseMs: backOff,
  });
}

function backOff(attempt: number): number {
  return Math.min(50, 2 ** (attempt - 1)) * (0.5 + Math.random());
}
