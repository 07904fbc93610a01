/** How many sign-ups of a window have each value, of all columns in one table. */
import type { Counter, Question } from "../conditions/counts/counters.ts";
import { NumberTable } from "../conditions/counts/number_table.ts";
import type { SignupLog } from "../conditions/counts/signup_log.ts";
import { COLUMNS } from "./signup.ts";

export class Values implements Counter {
  readonly ofLabels = false;
  readonly #counts = new NumberTable();

  get bytes(): number {
    return this.#counts.bytes;
  }

  enter(log: SignupLog, row: number): void {
    this.#add(log, row, 1);
  }

  leave(log: SignupLog, row: number): void {
    this.#add(log, row, -1);
  }

  clear(): void {
    this.#counts.clear();
  }

  get(key: number): number {
    return this.#counts.get(key);
  }

  count(_log: SignupLog, { value }: Question): number {
    return this.get(value);
  }

  #add(log: SignupLog, row: number, by: 1 | -1): void {
    for (let column = 0; column < COLUMNS; column++) {
      const key = log.value(column, row);
      if (key !== 0) this.#counts.add(key, by);
    }
  }
}
