/** An entry of a store in a dump. */
import type { NewEntry } from "../engine.ts";

export type DumpEntry = NewEntry;

export type EntrySink = (entries: readonly DumpEntry[]) => Promise<void>;
