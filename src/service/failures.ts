/** Maps a thrown error to an AppError, and logs internal failures. */
import { AppError } from "../model/error.ts";
import { StoreFailure, WriteConflict } from "../store/failure.ts";

const RETRY_SECONDS = 5;
/** While the store fails, every request fails for the same reason: it is logged once in this time. */
const QUIET_MS = 60_000;

export class Failures {
  readonly #log: (line: string) => void;
  readonly #now: () => number;
  #reason = "";
  #loggedAt = -Infinity;

  constructor(log: (line: string) => void, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** @param requestLine names the request in the log */
  toAppError(thrown: unknown, requestLine: string): AppError {
    if (thrown instanceof AppError) return thrown;
    if (thrown instanceof WriteConflict) {
      return new AppError("unavailable", "conflicting changes at the same time; send the request again", {
        retryAfter: 1,
      });
    }
    if (thrown instanceof StoreFailure) {
      this.#logStoreFailure(thrown.message, requestLine);
      return new AppError("unavailable", "the store cannot be used right now; send the request again", {
        retryAfter: RETRY_SECONDS,
      });
    }
    this.#log(`error ${requestLine}: ${thrown instanceof Error ? thrown.stack : String(thrown)}`);
    return new AppError("internal");
  }

  #logStoreFailure(reason: string, requestLine: string): void {
    const now = this.#now();
    if (reason === this.#reason && now - this.#loggedAt < QUIET_MS) return;
    [this.#reason, this.#loggedAt] = [reason, now];
    this.#log(`error ${requestLine}: ${reason}`);
  }
}
