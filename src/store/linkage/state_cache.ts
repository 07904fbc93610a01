/**
 * States of counters that are changed in memory before they are written, so that concurrent requests count each other. A
 * state is read again when it is older than REREAD_MS, and what the store has is merged into it: other processes' changes
 * are seen within that time. Bounded; what was dropped is read again.
 */
import { LRUCache } from "lru-cache";
import type { Writer } from "../commit/writer.ts";
import { type Key, keyText, type Value } from "../engine.ts";

export const REREAD_MS = 1000;
/** Characters of an entry in addition to its state, roughly. */
const ENTRY_CHARS = 200;

interface StateCacheOptions<State> {
  readonly writer: Pick<Writer, "readShared">;
  /** What this process has in memory and what the store has, as one state. */
  readonly merge: (key: Key, cached: State | null, stored: Value | null, now: number) => State | null;
  /** Characters of a state, roughly. */
  readonly sizeOf: (state: State) => number;
  /** Characters of all states. */
  readonly maxChars: number;
}

interface Cached<State> {
  readonly state: State | null;
  readonly readAt: number;
}

export class StateCache<State extends object | string> {
  readonly #options: StateCacheOptions<State>;
  readonly #states: LRUCache<string, Cached<State>>;
  readonly #loading = new Map<string, Promise<void>>();

  constructor(options: StateCacheOptions<State>) {
    this.#options = options;
    this.#states = new LRUCache({
      maxSize: options.maxChars,
      sizeCalculation: ({ state }) => ENTRY_CHARS + (state === null ? 0 : options.sizeOf(state)),
    });
  }

  /** Null when the store holds nothing there, or it was not read. @param text of the key */
  get(text: string): State | null {
    return this.#states.get(text)?.state ?? null;
  }

  /** Keeps the time of the last read. */
  set(text: string, state: State, now: number): void {
    this.#states.set(text, { state, readAt: this.#states.peek(text)?.readAt ?? now });
  }

  isStale(text: string, now: number): boolean {
    const cached = this.#states.peek(text);
    return cached === undefined || Math.abs(now - cached.readAt) >= REREAD_MS;
  }

  /** Reads the states that are missing or old; concurrent callers share a read. Null when there is nothing to read. */
  read(keys: readonly Key[], now: number): Promise<unknown> | null {
    const missing: Key[] = [];
    const waiting: Promise<void>[] = [];
    for (const key of keys) {
      const text = keyText(key);
      if (!this.isStale(text, now)) continue;
      const running = this.#loading.get(text);
      if (running !== undefined) waiting.push(running);
      else missing.push(key);
    }
    if (missing.length > 0) {
      const reading = this.#readAll(missing, now);
      for (const key of missing) this.#loading.set(keyText(key), reading);
      waiting.push(reading);
    }
    return waiting.length === 0 ? null : Promise.all(waiting);
  }

  async #readAll(keys: readonly Key[], now: number): Promise<void> {
    const { writer, merge } = this.#options;
    try {
      const values = await writer.readShared(keys);
      for (const [index, key] of keys.entries()) {
        const text = keyText(key);
        const cached = this.#states.peek(text)?.state ?? null;
        const state = merge(key, cached, values[index] ?? null, now);
        this.#states.set(text, { state, readAt: now });
      }
    } finally {
      for (const key of keys) this.#loading.delete(keyText(key));
    }
  }
}
