/** One conversion of what an earlier version stored. */
import type { Engine, Entry } from "../engine.ts";

/** What a store that is opened says of itself. */
export interface FoundStore {
  readonly schema: Entry;
  /** The day from which all is counted; null: it was not counted so far. */
  readonly counted: Entry | null;
  /** The day from which this process counts all; null: it counts nothing. */
  readonly countedFrom: number | null;
}

export interface Migration {
  /** Unique and ascending; that of its file. */
  readonly number: number;
  /** For people. */
  readonly name: string;
  /** Cheap: asked at every opening. */
  readonly applies: (found: FoundStore) => boolean;
  /** Safe when several processes do it at the same time, and when it is repeated after an interruption. */
  readonly run: (engine: Engine, found: FoundStore) => Promise<void>;
}
