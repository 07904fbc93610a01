/** What is counted of the sign-ups in a window. What is asked includes the sign-up that is judged, which is not in the log yet. */
import { DAY_MS } from "../../duration.ts";
import { pairKey } from "./key.ts";
import { NumberTable } from "./number_table.ts";
import type { SignupLog } from "./signup_log.ts";

/** What is asked of a counter. */
export interface Question {
  /** Of the sign-up that is judged: what it is counted by, and its own value of what is told apart (0: none). */
  readonly value: number;
  readonly what: number;
  readonly at: number;
  /** The window: later than `since`, from this number of the log on. */
  readonly since: number;
  readonly from: number;
}

export interface Counter {
  /** It depends on labels. */
  readonly ofLabels: boolean;
  readonly bytes: number;
  enter(log: SignupLog, number: number): void;
  leave(log: SignupLog, number: number): void;
  clear(): void;
  count(log: SignupLog, question: Question): number;
}

export class Signups implements Counter {
  readonly ofLabels = false;
  readonly #column: number;
  readonly #counts = new NumberTable();

  constructor(column: number) {
    this.#column = column;
  }

  get bytes(): number {
    return this.#counts.bytes;
  }

  enter(log: SignupLog, number: number): void {
    this.#add(log, number, 1);
  }

  leave(log: SignupLog, number: number): void {
    this.#add(log, number, -1);
  }

  #add(log: SignupLog, number: number, by: 1 | -1): void {
    const value = log.value(this.#column, number);
    if (value !== 0) this.#counts.add(value, by);
  }

  clear(): void {
    this.#counts.clear();
  }

  count(_log: SignupLog, { value }: Question): number {
    return this.#counts.get(value) + 1;
  }
}

export class Fraud implements Counter {
  readonly ofLabels = true;
  readonly #column: number;
  readonly #counts = new NumberTable();

  constructor(column: number) {
    this.#column = column;
  }

  get bytes(): number {
    return this.#counts.bytes;
  }

  enter(log: SignupLog, number: number): void {
    this.#add(log, number, 1);
  }

  leave(log: SignupLog, number: number): void {
    this.#add(log, number, -1);
  }

  #add(log: SignupLog, number: number, by: 1 | -1): void {
    const value = log.isFraud(number) ? log.value(this.#column, number) : 0;
    if (value !== 0) this.#counts.add(value, by);
  }

  clear(): void {
    this.#counts.clear();
  }

  count(_log: SignupLog, { value }: Question): number {
    return this.#counts.get(value);
  }
}

export class Distinct implements Counter {
  readonly ofLabels = false;
  readonly #column: number;
  readonly #what: number;
  /** Sign-ups with both. */
  readonly #pairs = new NumberTable();
  readonly #counts = new NumberTable();

  constructor(column: number, what: number) {
    this.#column = column;
    this.#what = what;
  }

  get bytes(): number {
    return this.#pairs.bytes + this.#counts.bytes;
  }

  enter(log: SignupLog, number: number): void {
    const [value, what] = this.#of(log, number);
    if (value !== 0 && what !== 0 && this.#pairs.add(pairKey(value, what), 1) === 1) {
      this.#counts.add(value, 1);
    }
  }

  leave(log: SignupLog, number: number): void {
    const [value, what] = this.#of(log, number);
    if (value !== 0 && what !== 0 && this.#pairs.add(pairKey(value, what), -1) === 0) {
      this.#counts.add(value, -1);
    }
  }

  #of(log: SignupLog, number: number): [value: number, what: number] {
    return [log.value(this.#column, number), log.value(this.#what, number)];
  }

  clear(): void {
    this.#pairs.clear();
    this.#counts.clear();
  }

  count(_log: SignupLog, { value, what }: Question): number {
    const isNew = what !== 0 && this.#pairs.get(pairKey(value, what)) === 0;
    return this.#counts.get(value) + (isNew ? 1 : 0);
  }
}

/** In the place of a time: the first sign-up is gone, and which one is the first now is looked up when it is asked for. */
const LOOK = -1;

export class FirstSeen implements Counter {
  readonly ofLabels = false;
  readonly #column: number;
  readonly #counts = new NumberTable();
  readonly #firsts = new NumberTable();

  constructor(column: number) {
    this.#column = column;
  }

  get bytes(): number {
    return this.#counts.bytes + this.#firsts.bytes;
  }

  enter(log: SignupLog, number: number): void {
    const value = log.value(this.#column, number);
    if (value === 0) return;
    const [first, at] = [this.#firsts.get(value), log.at(number)];
    if (this.#counts.add(value, 1) === 1 || (first !== LOOK && at < first)) this.#firsts.set(value, at);
  }

  leave(log: SignupLog, number: number): void {
    const value = log.value(this.#column, number);
    if (value === 0) return;
    if (this.#counts.add(value, -1) === 0) this.#firsts.set(value, 0);
    else if (this.#firsts.get(value) === log.at(number)) this.#firsts.set(value, LOOK);
  }

  clear(): void {
    this.#counts.clear();
    this.#firsts.clear();
  }

  count(log: SignupLog, { value, at, from }: Question): number {
    if (this.#counts.get(value) === 0) return 0;
    let first = this.#firsts.get(value);
    if (first === LOOK) {
      const number = log.next(this.#column, value, from);
      first = number === null ? at : log.at(number);
      this.#firsts.set(value, first);
    }
    return Math.max(0, Math.floor((at - first) / DAY_MS));
  }
}
