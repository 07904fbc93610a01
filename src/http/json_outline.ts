/** Counts what a JSON text holds without making objects of it: a text of 4 MB can become more than 100 MB of them. Pure. */

export interface JsonOutline {
  /** Values that the text holds, in any depth; at least as many as there are, and at most twice as many. */
  readonly values: number;
  /** Entries of the arrays that a schema may bound, by JSON Pointer: the text itself, and fields of its object. */
  readonly lists: ReadonlyMap<string, number>;
}

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACE = 0x20;

/** The count of a text that is not JSON is arbitrary. */
export function outlineOf(bytes: Uint8Array): JsonOutline {
  const lists = new Map<string, number>();
  const decoder = new TextDecoder();
  let [values, depth] = [1, 0];
  // Where the last text began and ended, and the array that is being counted.
  let [textFrom, textTo] = [0, 0];
  let list: string | null = null;
  let [listDepth, commas, isEmpty] = [0, 0, true];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte <= SPACE || byte === COLON) continue;
    if (byte === COMMA) {
      values++;
      if (depth === listDepth && list !== null) commas++;
      continue;
    }
    if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (list !== null && depth === listDepth) {
        lists.set(list, Math.max(lists.get(list) ?? 0, isEmpty ? 0 : commas + 1));
        list = null;
      }
      depth--;
      continue;
    }
    isEmpty = false;
    if (byte === QUOTE) {
      const from = at;
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
      if (depth === 1) [textFrom, textTo] = [from, at + 1];
      continue;
    }
    if (byte !== OPEN_LIST && byte !== OPEN_OBJECT) continue;
    depth++;
    values++;
    if (byte === OPEN_OBJECT || list !== null || depth > 2) continue;
    list = depth === 1 ? "" : pointerOf(decoder.decode(bytes.subarray(textFrom, textTo)));
    [listDepth, commas, isEmpty] = [depth, 0, true];
  }
  if (list !== null) lists.set(list, Math.max(lists.get(list) ?? 0, commas + 1));
  return { values, lists };
}

/** @param text of a field's name, in quotes */
function pointerOf(text: string): string | null {
  try {
    return `/${JSON.parse(text)}`;
  } catch {
    return null;
  }
}
