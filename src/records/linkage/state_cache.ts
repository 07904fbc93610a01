/**
 * States of counters that are changed in memory before they are written, so that concurrent requests count each other. A
 * state is read once, and again after a restore; what other processes add is followed in the stream. Where it is not, a state
 * is read again when it is older than REREAD_MS, and what the store has is merged into it: other processes' changes are seen
 * within that time. Bounded; what was dropped is read again.
 */
import { LRUCache } from "lru-cache";
import type { CellUpdate } from "../../db/commit/cell.ts";
import type { TakeState, Writer } from "../../db/commit/writer.ts";
import { type Key, keyOfText, keyText, type Value } from "../../db/engine.ts";
import type { Keyspace } from "../../db/keyspace.ts";
import { RecentStates } from "./recent_states.ts";

const REREAD_MS = 1000;
/** Characters of an entry in addition to its state, roughly. */
const ENTRY_CHARS = 200;

/** The writer, as far as states need it. */
export type StateReader = Pick<
  Writer,
  "readShared" | "isSole" | "isCurrent" | "generation" | "cacheShare" | "dropWritten" | "follow" | "now"
>;

interface StateCacheOptions<State> {
  /** Where the states are stored. */
  readonly keyspace: Keyspace<State, readonly string[]>;
  readonly writer: StateReader;
  /** What this process has in memory and what the store has, as one state. */
  readonly merge: (key: Key, cached: State | null, stored: Value | null, now: number) => State | null;
  /** Characters of a state, roughly. */
  readonly sizeOf: (state: State) => number;
  /** Characters of all states. */
  readonly maxChars: number;
}

type Values = readonly (Value | null)[];

/** A key with its text. */
export interface StateKey {
  readonly key: Key;
  readonly text: string;
}

interface Cached<State> {
  readonly state: State | null;
  readonly readAt: number;
  /** Of the writer, at that time. */
  readonly generation: number;
}

export class StateCache<State extends object | string> {
  readonly keyspace: Keyspace<State, readonly string[]>;
  readonly #options: StateCacheOptions<State>;
  readonly #states: LRUCache<string, Cached<State>>;
  readonly #loading = new Map<string, Promise<void>>();
  readonly #recent = new RecentStates<State>();

  constructor(options: StateCacheOptions<State>) {
    this.keyspace = options.keyspace;
    this.#options = options;
    this.#states = new LRUCache({
      maxSize: Math.ceil(options.maxChars * options.writer.cacheShare),
      sizeCalculation: ({ state }) => ENTRY_CHARS + (state === null ? 0 : options.sizeOf(state)),
      dispose: ({ state }, text, reason) => {
        if (reason !== "evict" || state === null || options.writer.isSole) return;
        this.#addRecent(keyOfText(text), text, state, options.writer.now);
      },
    });
    options.writer.follow(this.keyspace.topic, ({ key, value }, text, about) => {
      if (value !== null) this.#take(key, text, value, about);
      else if (!about.isOwn) this.#drop(text);
    });
  }

  /** What was added to a state: all of it when it is the first. */
  #take(key: Key, text: string, value: Value, { isOwn, isFirst }: Parameters<TakeState>[2]): void {
    const { merge, writer: { now, generation } } = this.#options;
    const cached = this.#states.peek(text);
    if (cached !== undefined) {
      if (!isOwn) this.#states.set(text, { ...cached, state: merge(key, cached.state, value, now) });
    } else if (isFirst) this.#states.set(text, { state: this.keyspace.read(value), readAt: now, generation });
    else this.#addRecent(key, text, this.keyspace.read(value), now);
  }

  /** What is in memory needs it no more; what is not may be read from a store that does not show it yet. */
  #addRecent(key: Key, text: string, added: State, now: number): void {
    const merged = (one: State, other: State) =>
      this.#options.merge(key, one, this.keyspace.stored(other), now)!;
    this.#recent.add(text, added, merged, performance.now());
  }

  /** What is being read meanwhile is not kept. */
  #drop(text: string): void {
    this.#states.delete(text);
    this.#recent.delete(text);
  }

  /** Null when the store holds nothing there, or it was not read. @param text of the key */
  get(text: string): State | null {
    return this.#states.get(text)?.state ?? null;
  }

  /** Keeps the time of the last read. */
  set(text: string, state: State, now: number): void {
    const { generation } = this.#options.writer;
    const { readAt, generation: readIn } = this.#states.peek(text) ?? { readAt: now, generation };
    this.#states.set(text, { state, readAt, generation: readIn });
  }

  /** Forgets all states of an account, which are read again; what was written of them is not put back. */
  forget(owner: string): void {
    const beginning = `${keyText(this.keyspace.below(owner))}\u0000`;
    this.#options.writer.dropWritten(beginning);
    this.#recent.clear();
    for (const text of [...this.#states.keys()]) if (text.startsWith(beginning)) this.#states.delete(text);
  }

  /** Keeps the state, and returns its write. @param merging how it is merged into the stored one */
  put({ key, text }: StateKey, state: State, write: StateWrite<State>, now: number): CellUpdate {
    this.set(text, state, now);
    return new StateUpdate(this, key, text, state, write);
  }

  /** What is in memory is all that is stored. */
  get isCurrent(): boolean {
    return this.#options.writer.isCurrent;
  }

  isStale(text: string, now: number, rereadMs = REREAD_MS): boolean {
    const cached = this.#states.peek(text);
    const { isCurrent, generation } = this.#options.writer;
    if (cached === undefined || cached.generation !== generation) return true;
    return Math.abs(now - cached.readAt) >= rereadMs && !isCurrent;
  }

  /**
   * Reads the states that are missing or old; concurrent callers share a read. Null when there is nothing to read.
   * @param rereadMs from which age on a state is old, where other processes write
   */
  read(keys: readonly StateKey[], now: number, rereadMs = REREAD_MS): Promise<unknown> | null {
    const missing: StateKey[] = [];
    const waiting: Promise<void>[] = [];
    for (const each of keys) {
      const { text } = each;
      if (!this.isStale(text, now, rereadMs)) continue;
      const running = this.#loading.size === 0 ? undefined : this.#loading.get(text);
      if (running !== undefined) waiting.push(running);
      else missing.push(each);
    }
    if (missing.length > 0) {
      const values = this.#options.writer.readShared(missing.map(({ key }) => key));
      if (!(values instanceof Promise)) this.#took(missing, values, now, false);
      else {
        const reading = this.#takeLater(missing, values, now);
        for (const { text } of missing) this.#loading.set(text, reading);
        waiting.push(reading);
      }
    }
    return waiting.length === 0 ? null : Promise.all(waiting);
  }

  async #takeLater(keys: readonly StateKey[], reading: Promise<Values>, now: number): Promise<void> {
    try {
      this.#took(keys, await reading, now, true);
    } finally {
      for (const { text } of keys) this.#loading.delete(text);
    }
  }

  /** @param withAbsent false: reading them costs nothing, so that what the store does not hold needs no entry */
  #took(keys: readonly StateKey[], values: Values, now: number, withAbsent: boolean): void {
    const { generation, isSole } = this.#options.writer;
    for (const [index, { key, text }] of keys.entries()) {
      const cached = this.#states.peek(text)?.state ?? null;
      let state = this.#options.merge(key, cached, values[index] ?? null, now);
      for (const added of this.#recent.of(text)) {
        state = this.#options.merge(key, state, this.keyspace.stored(added), now);
      }
      // Others may add something before this process does: that is merged into what is kept.
      if (state !== null || withAbsent || !isSole) this.#states.set(text, { state, readAt: now, generation });
    }
  }
}

/** How a state is written: merged into the stored one, or as it is in memory while that is all that is stored. */
export interface StateWrite<State> {
  readonly expiresAt: number;
  merge(stored: State | null, state: State): State;
  /**
   * What this process added, as a state that others merge into theirs. Absent: all of the state.
   * @param earlier what it added in the same commit before
   */
  delta?(state: State, earlier: State | null): State;
}

/** Of a class, since a sign-up writes ten of them: objects of closures would cost it several times the memory. */
class StateUpdate<State extends object | string> implements CellUpdate {
  readonly key: Key;
  readonly text: string;
  readonly exact = false;
  readonly merges = true;
  readonly expiresAt: number;
  readonly #states: StateCache<State>;
  readonly #state: State;
  readonly #write: StateWrite<State>;

  constructor(states: StateCache<State>, key: Key, text: string, state: State, write: StateWrite<State>) {
    this.key = key;
    this.text = text;
    this.expiresAt = write.expiresAt;
    this.#states = states;
    this.#state = state;
    this.#write = write;
  }

  change(current: Value | null): Value {
    const { keyspace } = this.#states;
    return keyspace.stored(this.#write.merge(keyspace.read(current), this.#newest));
  }

  delta(earlier: Value | null): Value {
    const { keyspace } = this.#states;
    const newest = this.#newest;
    return keyspace.stored(this.#write.delta?.(newest, keyspace.read(earlier)) ?? newest);
  }

  whole(): Value {
    return this.#states.keyspace.stored(this.#newest);
  }

  get #newest(): State {
    return this.#states.get(this.text) ?? this.#state;
  }
}

export function stateKey(key: Key): StateKey {
  return { key, text: keyText(key) };
}

/** The state of a value: of its own key, or of the first that has one under an earlier secret. */
export function firstState<State extends object | string>(
  states: StateCache<State>,
  { text, earlier }: { readonly text: string; readonly earlier: readonly StateKey[] },
): State | null {
  const own = states.get(text);
  if (own !== null || earlier.length === 0) return own;
  return earlier.map(({ text }) => states.get(text)).find((state) => state !== null) ?? null;
}
