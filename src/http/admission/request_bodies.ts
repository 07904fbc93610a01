/** What is known of the bodies being read, over all requests. */
import { Deadlines } from "../../concurrency/deadlines.ts";

/** How long a body may take to arrive. */
export const BODY_DEADLINE_MS = 30_000;

/** A body mostly arrives with its headers. */
const SLOW_BODY_MS = 250;

/** The bodies being read: their deadlines, and which requests are done with theirs. `app/app.ts` makes one. */
export class RequestBodies extends Deadlines {
  /** From when on a client is slow to send its body. */
  readonly slow = new Deadlines(SLOW_BODY_MS);
  readonly #settled = new WeakSet<Request>();

  override stop(): void {
    super.stop();
    this.slow.stop();
  }

  settle(request: Request): void {
    this.#settled.add(request);
  }

  /** True when reading the request's body has ended, completely or not. */
  isSettled(request: Request): boolean {
    return this.#settled.has(request);
  }
}
