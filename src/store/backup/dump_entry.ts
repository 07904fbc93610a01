/** An entry of a store in a dump. */
import type { Key, Value } from "../engine.ts";

export interface DumpEntry {
  readonly key: Key;
  readonly value: Value;
  /** True: a counter, whose value is a number. */
  readonly counter: boolean;
  /** Milliseconds since the epoch; null: never. */
  readonly expiresAt: number | null;
}

export type EntrySink = (entries: readonly DumpEntry[]) => Promise<void>;
