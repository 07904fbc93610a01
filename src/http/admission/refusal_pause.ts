/**
 * Answers to refused requests are held back for a moment when one account, or one network of anonymous callers, gets more of
 * them than an ordinary client does: a client that repeats immediately would otherwise be refused thousands of times a second, at
 * the cost of everybody else. Meanwhile the request has no place of those in progress, and its body is not read. `app/app.ts`
 * makes one.
 */
import type { Deadlines } from "../../concurrency/deadlines.ts";
import { RateLimiter } from "../../service/access/rate_limit.ts";

/** How long an answer is held back. */
export const PAUSE_MS = 250;
/** Answers in a second that are not delayed. */
const ORDINARY = 20;
const SECOND_MS = 1_000;
/** Answers that are held back at a time, over all clients. */
const MOST_WAITING = 512;

interface PauseOptions {
  /** Their time is the length of the pause. */
  readonly pauses: Pick<Deadlines, "begin" | "stop">;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
  readonly mostWaiting?: number;
}

export class RefusalPause {
  readonly #answered = new RateLimiter(SECOND_MS);
  readonly #pauses: PauseOptions["pauses"];
  readonly #now: () => number;
  readonly #mostWaiting: number;
  /** What gives each answer that is held back. */
  readonly #waiting = new Set<() => void>();

  constructor({ pauses, now = () => performance.now(), mostWaiting = MOST_WAITING }: PauseOptions) {
    this.#pauses = pauses;
    this.#now = now;
    this.#mostWaiting = mostWaiting;
  }

  /** Answers that are held back. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** @param party an account, or a network; null: the answer is not a refusal */
  after(response: Response, party: string | null): Response | Promise<Response> {
    if (party === null || this.#answered.spend(party, ORDINARY, this.#now(), 1)) return response;
    if (this.#waiting.size >= this.#mostWaiting) {
      // To continue, the client has to connect again, which delays it too.
      response.headers.set("connection", "close");
      return response;
    }
    return new Promise((resolve) => {
      const answer = () => {
        this.#waiting.delete(answer);
        resolve(response);
      };
      this.#waiting.add(answer);
      this.#pauses.begin(answer);
    });
  }

  /** Gives the answers that are held back. */
  stop(): void {
    this.#pauses.stop();
    for (const answer of this.#waiting) answer();
  }
}
