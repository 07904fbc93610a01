/**
 * Deletes expired rows, a few at a time: it walks through the table in the order of keys, again and again. Readers ignore
 * expired rows anyway; the sweep only frees their space. An index on the expiry would slow down every write.
 */
import type { PostgresLink } from "./connection.ts";
import { PAGE_END, SWEEP } from "./table.ts";

const EVERY_MS = 5000;
/** Rows examined in one step. */
const ROWS_PER_STEP = 2000;

export class Sweeper {
  readonly #link: PostgresLink;
  readonly #now: () => number;
  /** The walk starts at a random letter, so that short-lived processes do not all sweep the same rows. */
  #at = new Uint8Array([0x02, 0x61 + Math.floor(Math.random() * 26)]);
  readonly #timer: ReturnType<typeof setInterval>;
  #running: Promise<unknown> | null = null;

  constructor(link: PostgresLink, now: () => number) {
    this.#link = link;
    this.#now = now;
    this.#timer = setInterval(() => {
      this.#running ??= this.step().catch(() => {}).finally(() => this.#running = null);
    }, EVERY_MS);
    Deno.unrefTimer(this.#timer);
  }

  /** Examines the next rows; returns how many were deleted. */
  async step(): Promise<number> {
    const from = this.#at;
    const { rows } = await this.#link.query(PAGE_END, [from, ROWS_PER_STEP - 1]);
    const last = rows[0]?.key as Uint8Array | undefined;
    const to = last ?? END;
    this.#at = last === undefined ? START : new Uint8Array(last);
    return (await this.#link.query(SWEEP, [from, to, this.#now(), ROWS_PER_STEP])).count;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}

const START = new Uint8Array();
/** Sorts after every key. */
const END = new Uint8Array([0xff]);
