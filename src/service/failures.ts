/** What becomes of what a request threw: what its caller is told, and what the log is told. */
import { AppError } from "../model/error.ts";
import { StoreFailure, WriteConflict } from "../store/failure.ts";

const RETRY_SECONDS = 5;
/** While the store fails, every request does, and all for one reason: it is logged again after this long. */
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

  /** @param where the request as a line of the log names it */
  toAppError(thrown: unknown, where: string): AppError {
    if (thrown instanceof AppError) return thrown;
    if (thrown instanceof WriteConflict) {
      return new AppError(
        "unavailable",
        "others kept changing the same thing first; send the request again",
        {
          retryAfter: 1,
        },
      );
    }
    if (thrown instanceof StoreFailure) {
      this.#storeFailed(thrown.message, where);
      return new AppError("unavailable", "the store cannot be used right now; send the request again", {
        retryAfter: RETRY_SECONDS,
      });
    }
    this.#log(`error ${where}: ${thrown instanceof Error ? thrown.stack : String(thrown)}`);
    return new AppError("internal");
  }

  #storeFailed(reason: string, where: string): void {
    const now = this.#now();
    if (reason === this.#reason && now - this.#loggedAt < QUIET_MS) return;
    [this.#reason, this.#loggedAt] = [reason, now];
    this.#log(`error ${where}: ${reason}`);
  }
}
