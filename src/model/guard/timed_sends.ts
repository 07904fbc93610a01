/** Sends in the order of their times, which leave at the beginning. */
import { isDecided, type KnownSend } from "./send.ts";

/** Of sends of a window: how many there were, how many of them are decided, and how many verified. */
export interface Conversion {
  readonly sent: number;
  readonly decided: number;
  readonly verified: number;
}

/** Longer lists are counted at most once in this time. */
const COUNTED_ANEW_MS = 1_000;
const LONG = 250;

export class TimedSends {
  #items: KnownSend[] = [];
  #head = 0;
  #counted: { at: number; span: number; since: number; conversion: Conversion } | null = null;

  get size(): number {
    return this.#items.length - this.#head;
  }

  add(send: KnownSend): void {
    const items = this.#items;
    items.push(send);
    // Those of other nodes come a little later.
    for (let at = items.length - 1; at > this.#head && items[at - 1]!.at > send.at; at--) {
      items[at] = items[at - 1]!;
      items[at - 1] = send;
    }
  }

  remove(send: KnownSend): void {
    const at = this.#items.indexOf(send, this.#head);
    if (at < 0) return;
    if (at === this.#head) this.#head++;
    else this.#items.splice(at, 1);
    if (this.#head > 64 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
  }

  /** The oldest first. @param since exclusive */
  *after(since: number): Generator<KnownSend> {
    for (let at = this.#firstAfter(since); at < this.#items.length; at++) yield this.#items[at]!;
  }

  countAfter(since: number): number {
    return this.#items.length - this.#firstAfter(since);
  }

  /** The send after which only `left` of those since then would be left; null: there are fewer. */
  leaving(since: number, left: number): KnownSend | null {
    const first = this.#firstAfter(since);
    const at = this.#items.length - left - 1;
    return at < first ? null : this.#items[at] ?? null;
  }

  conversion(span: number, now: number, since: number): Conversion {
    const known = this.#counted;
    if (
      known !== null && this.size > LONG && known.span === span && known.since === since &&
      Math.abs(now - known.at) < COUNTED_ANEW_MS
    ) return known.conversion;
    let sent = 0;
    let decided = 0;
    let verified = 0;
    for (let at = this.#firstAfter(Math.max(now - span, since)); at < this.#items.length; at++) {
      const send = this.#items[at]!;
      sent++;
      if (isDecided(send, now)) decided++;
      if (send.outcome === "verified") verified++;
    }
    const conversion = { sent, decided, verified };
    this.#counted = { at: now, span, since, conversion };
    return conversion;
  }

  #firstAfter(since: number): number {
    let [low, high] = [this.#head, this.#items.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#items[middle]!.at > since) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
