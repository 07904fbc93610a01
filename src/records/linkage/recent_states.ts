/**
 * What was added to states in the last seconds. Two processes that write one state at the same time may hide each other's
 * part in the store until it is put back (`db/commit/merged_cells.ts`): a state that is read meanwhile is completed with this.
 */
import { RECENT_MS } from "../../db/cluster/stream.ts";

/** Of a busier process the older half goes earlier. */
const MAX_HALF = 50_000;

export class RecentStates<State> {
  #young = new Map<string, State>();
  #old = new Map<string, State>();
  #since = -Infinity;

  /** @param now by a clock that is not set */
  add(text: string, state: State, merge: (one: State, other: State) => State, now: number): void {
    if (now - this.#since >= RECENT_MS || this.#young.size >= MAX_HALF) this.#turn(now);
    const before = this.#young.get(text);
    this.#young.set(text, before === undefined ? state : merge(before, state));
  }

  of(text: string): readonly State[] {
    const [old, young] = [this.#old.get(text), this.#young.get(text)];
    return [old, young].filter((state) => state !== undefined);
  }

  delete(text: string): void {
    this.#old.delete(text);
    this.#young.delete(text);
  }

  clear(): void {
    this.#old.clear();
    this.#young.clear();
  }

  #turn(now: number): void {
    this.#old = now - this.#since >= 2 * RECENT_MS ? new Map() : this.#young;
    this.#young = new Map();
    this.#since = now;
  }
}
