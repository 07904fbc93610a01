/** Which rules of a changing set have expired: a heap by time, so that what expires is found without looking at the rest. */
import type { Rule } from "./rule.ts";

interface Timed {
  readonly at: number;
  readonly rule: Rule;
}

/** Rules moved per step. */
const RULES_PER_STEP = 500;
/** With this many times as many entries as rules (and a few more), the entries of removed rules are dropped. */
const MAX_STALE = 2;

export class RuleExpiry {
  /** A binary heap, the earliest first; an entry counts only while its rule is in `#timed`. */
  #heap: Timed[] = [];
  /** Rules that will expire, by id. */
  readonly #timed = new Map<string, Rule>();
  /** Rules that have expired and were not removed yet, by id, in the order in which they expired. */
  readonly #expired = new Map<string, Rule>();

  /** How many rules have expired by the last `advance`. */
  get expired(): number {
    return this.#expired.size;
  }

  add(rule: Rule): void {
    if (rule.expires_at === undefined) return;
    this.#timed.set(rule.id, rule);
    this.#push({ at: Date.parse(rule.expires_at), rule });
  }

  remove({ id }: Rule): void {
    this.#expired.delete(id);
    if (!this.#timed.delete(id) || this.#heap.length < MAX_STALE * this.#timed.size + RULES_PER_STEP) return;
    const heap = this.#heap;
    this.#heap = [];
    for (const entry of heap) if (this.#isCurrent(entry)) this.#push(entry);
  }

  /** To be run in slices. @param now milliseconds since the epoch */
  *advance(now: number): Generator<void, void> {
    for (let moved = 1; this.#heap.length > 0 && this.#heap[0]!.at <= now; moved++) {
      const entry = this.#pop();
      if (this.#isCurrent(entry)) {
        this.#timed.delete(entry.rule.id);
        this.#expired.set(entry.rule.id, entry.rule);
      }
      if (moved % RULES_PER_STEP === 0) yield;
    }
  }

  /** Up to `most` of the expired rules, the earliest first. */
  *oldest(most: number): IterableIterator<Rule> {
    let left = most;
    for (const rule of this.#expired.values()) {
      if (left-- <= 0) return;
      yield rule;
    }
  }

  #isCurrent({ rule }: Timed): boolean {
    return this.#timed.get(rule.id) === rule;
  }

  #push(entry: Timed): void {
    const heap = this.#heap;
    let at = heap.length;
    for (let above = (at - 1) >> 1; at > 0 && heap[above]!.at > entry.at; above = (at - 1) >> 1) {
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = entry;
  }

  #pop(): Timed {
    const heap = this.#heap;
    const [first, last] = [heap[0]!, heap.pop()!];
    if (heap.length === 0) return first;
    let at = 0;
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      if (below + 1 < heap.length && heap[below + 1]!.at < heap[below]!.at) below++;
      if (heap[below]!.at >= last.at) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = last;
    return first;
  }
}
