/** The time that a request may wait for outside evidence. Work that takes longer continues in the background, for the next call. */
import { type Known, unknown } from "../model/evidence.ts";
import { type Account, standingOf } from "../model/records.ts";
import type { Awaitable } from "./awaitable.ts";

/** On whose behalf outside sources are asked; they are shared fairly between accounts. */
export type Asker = Pick<Account, "id" | "madeBy" | "standing">;

/** The service itself: feeds, probes of the queue, commands. */
const SERVICE: Asker = { id: "", madeBy: "operator" };

export class Budget {
  readonly account: Asker;
  /** False: only what is in memory counts, and no outside source is asked, not even for the next call. */
  readonly mayAsk: boolean;
  readonly #deadline: number;
  /** Waiting calls share one timer. */
  #waiting = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param milliseconds from now; Infinity: only the limits of the source apply */
  constructor(milliseconds: number, account: Asker = SERVICE, mayAsk = true) {
    this.account = account;
    this.mayAsk = mayAsk;
    this.#deadline = performance.now() + milliseconds;
  }

  static ofMemory(account: Asker): Budget {
    return new Budget(0, account, false);
  }

  get isGuest(): boolean {
    return standingOf(this.account) === "guest";
  }

  /**
   * For a fetch that continues without the request, and that other accounts may join. The names it resolves are counted apart
   * from the account's other questions, so that those do not hold up who joined.
   */
  forFetch(milliseconds: number): Budget {
    return new Budget(milliseconds, { ...this.account, id: `${this.account.id} fetch` }, this.mayAsk);
  }

  /**
   * For keys of agents' directories: they are no evidence about a person, and a directory that is asked is in memory for the
   * next call. A request that takes only what is in memory does not wait for them. Its agents are those of visitors, so they have
   * the account's share of fetches once more, and never use up that of its own calls.
   */
  forKeys(): Budget {
    return this.mayAsk ? this : new Budget(0, { ...this.account, id: `${this.account.id} edge` });
  }

  /** Milliseconds left, never negative. */
  remaining(): number {
    return Math.max(0, this.#deadline - performance.now());
  }

  /** The answer if it is available in time, otherwise `unknown("timeout")`; the work is not cancelled. A rejection becomes `unknown("unavailable")`. */
  within<T>(work: Awaitable<Known<T>>): Awaitable<Known<T>> {
    return work instanceof Promise ? this.all([work]).then(([answer]) => answer) : work;
  }

  /** As `within` for each of them: an answer in time counts even when others are late. */
  all<T extends readonly unknown[]>(
    tasks: readonly [...{ [I in keyof T]: Promise<Known<T[I]>> }],
  ): Promise<{ -readonly [I in keyof T]: Known<T[I]> }> {
    return new Promise((resolve) => {
      const answers: (Known<unknown> | undefined)[] = tasks.map(() => undefined);
      let missing = tasks.length;
      const finish = () => {
        this.#waiting.delete(expire);
        if (this.#waiting.size === 0) {
          clearTimeout(this.#timer);
          this.#timer = undefined;
        }
        resolve(answers as { -readonly [I in keyof T]: Known<T[I]> });
      };
      const expire = () => {
        for (let index = 0; index < answers.length; index++) answers[index] ??= unknown("timeout");
        finish();
      };
      for (const [index, task] of tasks.entries()) {
        const settle = (answer: Known<unknown>) => {
          if (answers[index] !== undefined) return;
          answers[index] = answer;
          if (--missing === 0) finish();
        };
        task.then(settle, () => settle(unknown("unavailable")));
      }
      this.#waiting.add(expire);
      // Work that is settled already is processed before the timer.
      if (this.#deadline !== Infinity) this.#timer ??= setTimeout(() => this.#expire(), this.remaining());
    });
  }

  #expire(): void {
    for (const expire of [...this.#waiting]) expire();
  }
}
