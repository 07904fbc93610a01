/** What is known of the bodies being read, over all requests. */
import { Deadlines } from "../concurrency/deadlines.ts";

/** How long a body may take to arrive. */
export const BODY_DEADLINE_MS = 30_000;

/** The bodies being read: their deadlines, and which requests are done with theirs. `app.ts` makes one. */
export class RequestBodies extends Deadlines {
  readonly #settled = new WeakSet<Request>();

  settle(request: Request): void {
    this.#settled.add(request);
  }

  /** True when reading the request's body has ended, completely or not. */
  isSettled(request: Request): boolean {
    return this.#settled.has(request);
  }
}
