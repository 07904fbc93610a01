/** Owners whose newest records are not in an index yet, and when each is looked at again. */
import { hasPassed, isAhead } from "../../concurrency/clock_rules.ts";

/**
 * Records younger than this stay out of an index, because others of their time may be written yet: by a slow commit, or by
 * another machine whose clock is behind.
 */
export const SETTLED_MS = 2 * 60_000;
/** Until an owner's records are looked at again. */
const PAUSE_MS = 60_000;

interface Due {
  /** How many this process wrote, and when the last one. */
  records: number;
  writtenAt: number;
  /** Not looked at before. */
  at: number;
}

export class DueOwners {
  /** Records that are worth the work. */
  readonly #enough: number;
  readonly #now: () => number;
  readonly #due = new Map<string, Due>();

  constructor(enough: number, now: () => number) {
    this.#enough = enough;
    this.#now = now;
  }

  /** Notes that records of the owner were written. */
  countWritten(owner: string, records: number, now: number): void {
    const due = this.#due.get(owner);
    if (due === undefined) this.#due.set(owner, { records, writtenAt: now, at: 0 });
    else {
      due.records += records;
      due.writtenAt = now;
    }
  }

  /**
   * Notes that the owner may have many records that are not in the index, whoever wrote them and however lately: a process that
   * ended a moment ago may also have left its claim to them.
   */
  expectRecords(owner: string): void {
    if (this.#due.has(owner)) return;
    this.#due.set(owner, { records: this.#enough, writtenAt: this.#now(), at: 0 });
  }

  /** Calls `work` for each owner that wrote enough, one after another. It returns true when there is more to do soon. */
  async each(work: (owner: string) => Promise<boolean>): Promise<void> {
    const now = this.#now();
    for (const [owner, due] of this.#due) {
      if (due.records < this.#enough || isAhead(due.at, now, PAUSE_MS)) continue;
      if (await work(owner)) continue;
      // What was too young is looked at again.
      if (hasPassed(due.writtenAt, now, SETTLED_MS + 1)) this.#due.delete(owner);
      else due.at = now + PAUSE_MS;
    }
  }

  clear(): void {
    this.#due.clear();
  }
}
