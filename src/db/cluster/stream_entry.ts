/** Entries of the stream, as they are stored: what commits changed of followed values. Pure. */
import type { Json, Key, Value } from "../engine.ts";

/** What a commit added to a value. */
export interface Delta {
  readonly key: Key;
  /** To be merged into what is known of the value; null: that must be read again. */
  readonly value: Value | null;
}

/** What one process changed at one time of its clock. */
interface StreamEntry {
  readonly at: number;
  readonly deltas: readonly Delta[];
}

/** Characters of one entry: of three bytes each they fit into one value. */
const MAX_CHARS = 18_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** One or more entries as they are stored; what does not fit into one is read again. */
export function encodeEntries({ at, deltas }: StreamEntry): Uint8Array[] {
  const entries: Uint8Array[] = [];
  let lines: string[] = [];
  let chars = 0;
  const close = () => {
    entries.push(encoder.encode(`[${at},[${lines.join(",")}]]`));
    [lines, chars] = [[], 0];
  };
  for (const { key, value } of deltas) {
    let line = JSON.stringify([...key, value]);
    if (line.length > MAX_CHARS) line = JSON.stringify([...key, null]);
    if (chars + line.length > MAX_CHARS && lines.length > 0) close();
    lines.push(line);
    chars += line.length;
  }
  close();
  return entries;
}

export function decodeEntry(bytes: Uint8Array): StreamEntry {
  const [at, lines] = JSON.parse(decoder.decode(bytes)) as [number, Json[][]];
  return { at, deltas: lines.map((line) => ({ key: line.slice(0, -1) as string[], value: line.at(-1)! })) };
}
