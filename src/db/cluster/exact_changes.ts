/**
 * Changes of small values that several processes rewrite, each starting from the newest one. What is asked for while a batch
 * is under way becomes the next batch, so a process has at most one at a time, however many ask.
 */
import { retryOnConflict } from "../../concurrency/retry.ts";
import { type Engine, type Key, keyText, MAX_CHECKS, type SetOp, type Value } from "../engine.ts";
import { WriteConflict } from "../failure.ts";

/** What to store, and the caller's result. `set` null: nothing is written. Repeated when another process was faster. */
type ExactChange<T> = (current: Value | null) => {
  readonly set: Omit<SetOp, "key"> | null;
  readonly result: T;
};

interface RequestedChange {
  readonly key: Key;
  readonly change: ExactChange<unknown>;
  readonly done: (result: unknown) => void;
  readonly fail: (error: unknown) => void;
}

const MAX_ATTEMPTS = 100;

export class ExactChanges {
  readonly #engine: Engine;
  #waiting: RequestedChange[] = [];
  #isRunning = false;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Durable when it resolves. @throws WriteConflict when other processes kept changing the value */
  change<T>(key: Key, change: ExactChange<T>): Promise<T> {
    return new Promise((done, fail) => {
      this.#waiting.push({ key, change, done: (result) => done(result as T), fail });
      if (!this.#isRunning) queueMicrotask(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      // By key: the changes of one key follow one another.
      const group = new Map<string, RequestedChange[]>();
      const later: RequestedChange[] = [];
      for (const requested of this.#waiting) {
        const text = keyText(requested.key);
        if (group.has(text)) group.get(text)!.push(requested);
        else if (group.size < MAX_CHECKS) group.set(text, [requested]);
        else later.push(requested);
      }
      this.#waiting = later;
      const all = [...group.values()].flat();
      try {
        const results = await retryOnConflict(() => this.#commit([...group.values()]), {
          when: (error) => error instanceof WriteConflict,
          attempts: MAX_ATTEMPTS,
          pauseMs: (attempt) => Math.random() * Math.min(20, attempt),
        });
        for (const requested of all) requested.done(results.get(requested));
      } catch (error) {
        for (const requested of all) requested.fail(error);
      }
    }
    this.#isRunning = false;
  }

  async #commit(group: readonly (readonly RequestedChange[])[]): Promise<Map<RequestedChange, unknown>> {
    const results = new Map<RequestedChange, unknown>();
    const entries = await this.#engine.get(group.map(([first]) => first!.key));
    const check: { key: Key; version: string | null }[] = [];
    const set: SetOp[] = [];
    for (const [index, changes] of group.entries()) {
      const { key } = changes[0]!;
      const entry = entries[index] ?? null;
      let value = entry?.value ?? null;
      let last: Omit<SetOp, "key"> | null = null;
      for (const requested of changes) {
        const changed = requested.change(value);
        results.set(requested, changed.result);
        if (changed.set !== null) [last, value] = [changed.set, changed.set.value];
      }
      if (last === null) continue;
      check.push({ key, version: entry?.version ?? null });
      set.push({ key, ...last });
    }
    if (set.length > 0 && await this.#engine.commit({ check, set }) === null) {
      throw new WriteConflict("other processes kept changing a shared limit");
    }
    return results;
  }
}
