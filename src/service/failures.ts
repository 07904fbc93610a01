/** Maps a thrown error to an AppError, and logs internal failures. */
import { hasPassed } from "../concurrency/clock_rules.ts";
import { AppError } from "../model/error.ts";
import type { Log, LogFields } from "../model/log.ts";
import { StoreFailure, WriteConflict } from "../records/failure.ts";

const RETRY_SECONDS = 5;
/** While the store fails, every request fails for the same reason: it is logged once in this time. */
const QUIET_MS = 60_000;

/** What the log says of a request: nothing that its caller chose. */
interface FailedRequest {
  readonly requestId: string;
  readonly method: string;
  /** The row's path, or null. */
  readonly route: string | null;
}

export class Failures {
  readonly #log: Log;
  readonly #now: () => number;
  readonly #isLogged: (error: unknown) => boolean;
  #reason = "";
  #loggedAt = -Infinity;

  /** @param isLogged true: this error is already in the log */
  constructor(log: Log, now: () => number, isLogged: (error: unknown) => boolean = () => false) {
    this.#log = log;
    this.#now = now;
    this.#isLogged = isLogged;
  }

  /** @param request names the request, or what else failed, in the log */
  toAppError(thrown: unknown, request: FailedRequest | string): AppError {
    if (thrown instanceof AppError) return thrown;
    if (thrown instanceof WriteConflict) {
      return new AppError("unavailable", "conflicting changes at the same time; send the request again", {
        retryAfter: 1,
      });
    }
    if (thrown instanceof StoreFailure) {
      if (!this.#isLogged(thrown)) this.#logStoreFailure(thrown.message, request);
      return new AppError("unavailable", "the store cannot be used right now; send the request again", {
        retryAfter: RETRY_SECONDS,
      });
    }
    this.#log.write("error", "request_failed", { ...nameOf(request), ...traceOf(thrown) });
    return new AppError("internal");
  }

  #logStoreFailure(reason: string, request: FailedRequest | string): void {
    const now = this.#now();
    if (reason === this.#reason && !hasPassed(this.#loggedAt, now, QUIET_MS)) return;
    [this.#reason, this.#loggedAt] = [reason, now];
    this.#log.write("error", "request_failed", { ...nameOf(request), message: reason });
  }
}

function nameOf(request: FailedRequest | string): LogFields {
  if (typeof request === "string") return { route: request };
  return { request_id: request.requestId, method: request.method, route: request.route };
}

/** The error's class and where it was thrown. Its message may quote what a caller sent. */
function traceOf(thrown: unknown): LogFields {
  if (!(thrown instanceof Error)) return { error: typeof thrown };
  const { name, stack = "" } = thrown;
  const head = String(thrown);
  const frames = stack.startsWith(head) ? stack.slice(head.length).split("\n") : [];
  const at = frames.filter((line) => /^ +at /.test(line)).map((line) => line.trim().slice(3));
  return { error: /^\w{1,60}$/.test(name) ? name : "Error", at };
}
