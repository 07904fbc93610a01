/** An entry of a store as a dump carries it. */
import type { Key, Value } from "../engine.ts";

export interface Dumped {
  readonly key: Key;
  readonly value: Value;
  /** The value is a number that is added to. */
  readonly counter: boolean;
  /** Milliseconds since the epoch; null: it stays. */
  readonly expiresAt: number | null;
}

export type TakeDumped = (entries: readonly Dumped[]) => Promise<void>;
