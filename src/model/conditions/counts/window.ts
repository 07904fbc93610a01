/** A span of time up to now, which moves on over the log; a sign-up is in it until it is exactly as old as the span. */
import type { Counter, Question } from "./counters.ts";
import type { SignupLog } from "./signup_log.ts";

export class Window {
  readonly ms: number;
  readonly counters: Counter[] = [];
  /** Numbers of sign-ups: from `#from` up to `#to` they are counted; those behind are counted when the window moves. */
  #from = 0;
  #to = 0;
  /** Earlier sign-ups, and those of exactly this time, are out. */
  #since = -Infinity;

  constructor(ms: number) {
    this.ms = ms;
  }

  /**
   * Never back: of an earlier time, what has left stays out.
   * @param steps sign-ups that enter or leave at most
   * @returns false when there are more
   */
  advance(log: SignupLog, at: number, steps: number = Infinity): boolean {
    this.#since = Math.max(this.#since, at - this.ms);
    const isOut = this.#from < log.end && log.at(this.#from) <= this.#since;
    const first = isOut ? log.after(this.#since) : this.#from;
    if (first >= this.#to) this.leaveBefore(log, first);
    else this.leaveBefore(log, Math.min(first, this.#from + steps));
    for (const end = Math.min(log.end, this.#to + steps); this.#to < end; this.#to++) {
      for (const counter of this.counters) counter.enter(log, this.#to);
    }
    return this.#from === first && this.#to === log.end;
  }

  count(log: SignupLog, counter: Counter, { value, what, at }: Pick<Question, "value" | "what" | "at">) {
    return counter.count(log, { value, what, at, since: this.#since, from: this.#from });
  }

  /** Sign-ups with smaller numbers are out. */
  leaveBefore(log: SignupLog, number: number): void {
    if (number <= this.#from) return;
    if (number >= this.#to) { for (const counter of this.counters) counter.clear(); }
    else {
      for (let each = this.#from; each < number; each++) {
        for (const counter of this.counters) counter.leave(log, each);
      }
    }
    this.#from = number;
    this.#to = Math.max(this.#to, number);
  }

  /** A sign-up has come between others, or behind all of them. */
  inserted(log: SignupLog, number: number): void {
    if (number < this.#from) {
      this.#from++;
      this.#to++;
    } else if (number < this.#to) {
      this.#to++;
      for (const counter of this.counters) counter.enter(log, number);
    }
  }

  /** A sign-up is about to be removed. */
  removing(log: SignupLog, number: number): void {
    if (number >= this.#to) return;
    if (number < this.#from) this.#from--;
    else for (const counter of this.counters) counter.leave(log, number);
    this.#to--;
  }

  relabel(log: SignupLog, number: number, isFraud: boolean): void {
    if (number < this.#from || number >= this.#to) return;
    const was = log.isFraud(number);
    for (const counter of this.counters) {
      if (!counter.ofLabels) continue;
      counter.leave(log, number);
      log.setFraud(number, isFraud);
      counter.enter(log, number);
      log.setFraud(number, was);
    }
  }
}
