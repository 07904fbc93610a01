/** Long lists as a stream of bytes, made while the client reads. */

/** A text, and after it entries separated by commas. */
export type Lines<T> =
  readonly (readonly [text: string, entries?: readonly T[], textOf?: (entry: T) => string])[];

/** Characters that are encoded at a time. */
const CHUNK = 65_536;

/** @param written is called when the last of it was taken */
export async function* linesOf<T>(parts: Lines<T>, written?: () => void): AsyncGenerator<Uint8Array> {
  yield* chunksOf(textsOf(parts));
  written?.();
}

/** Chunks as a response that is a stream takes them. */
export async function* streamOf(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** The texts, joined and encoded in chunks. */
export function* chunksOf(texts: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = "";
  for (const each of texts) {
    text += each;
    if (text.length < CHUNK) continue;
    yield encoder.encode(text);
    text = "";
  }
  if (text !== "") yield encoder.encode(text);
}

function* textsOf<T>(parts: Lines<T>): Generator<string> {
  for (const [text, entries = [], textOf = String] of parts) {
    yield text;
    let comma = "";
    for (const entry of entries) {
      yield comma + textOf(entry);
      comma = ",";
    }
  }
}
