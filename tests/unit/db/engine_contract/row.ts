/** A row of the contract that every engine keeps, and what the rows share. */
import type { Engine, Entry } from "../../../../src/db/engine.ts";

/** One store that can be opened more than once. */
export interface Place {
  open(): Promise<Engine>;
}

export interface ContractRow {
  readonly name: string;
  /** It is about values that are over, which Deno KV may return for a while longer. */
  readonly isOver?: boolean;
  run(engine: Engine, place: Place): Promise<void>;
}

/** All entries of a scan. */
export async function all(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

/** The numbers below `count`, as text. */
export function list(count: number): string[] {
  return Array.from({ length: count }, (_, i) => String(i));
}
