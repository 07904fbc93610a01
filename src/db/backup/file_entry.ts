/**
 * An entry as a backup has it, in bytes, and how many of them are written one after the other: the kind (one byte, with the
 * highest bit when it expires), the lengths of the key (two bytes) and the value (four), when it expires (eight, in
 * milliseconds since the epoch), the key in the bytes of `key_bytes.ts`, the value. Numbers are big-endian. Pure.
 */
import { damaged } from "./backup_file.ts";
import type { DumpEntry } from "./dump_entry.ts";
import type { Value } from "../engine.ts";
import { compareBytes, keyBytes, keyOf, MAX_KEY_BYTES } from "../key_bytes.ts";

/** JSON and counters are JSON text. `deleted`: the key was there before and is gone, in a file that continues another. */
export const KIND = { deleted: 0, json: 1, bytes: 2, counter: 3 } as const;

export interface FileEntry {
  readonly key: Uint8Array;
  readonly kind: number;
  readonly value: Uint8Array;
  /** Milliseconds since the epoch; null: never. */
  readonly expiresAt: number | null;
}

const EXPIRES = 0x80;
const KEY_LENGTH_AT = 1;
const VALUE_LENGTH_AT = 3;
const HEAD_BYTES = 7;
const EXPIRY_BYTES = 8;
/** JSON of the longest value may have six characters for one that is stored as a byte. */
const MAX_VALUE_BYTES = 6 * 65_536;
/** Of one entry. */
export const MAX_ENTRY_BYTES = HEAD_BYTES + EXPIRY_BYTES + MAX_KEY_BYTES + MAX_VALUE_BYTES;

const NOTHING = new Uint8Array();
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** Refuses what is not UTF-8; twice as slow. */
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** What the decoder makes of what is not UTF-8. */
const REPLACEMENT = "\ufffd";

export function packEntry(
  { key: parts, keyBytes: known, value, counter, expiresAt }: DumpEntry,
): FileEntry {
  const key = known ?? keyBytes(parts);
  if (value instanceof Uint8Array) return { key, kind: KIND.bytes, value, expiresAt };
  const kind = counter ? KIND.counter : KIND.json;
  return { key, kind, value: encoder.encode(JSON.stringify(value)), expiresAt };
}

export function deletionOf(key: Uint8Array): FileEntry {
  return { key, kind: KIND.deleted, value: NOTHING, expiresAt: null };
}

/** @throws BackupError when its key or its value cannot be read */
export function unpackEntry({ key, kind, value, expiresAt }: FileEntry): DumpEntry {
  let parts;
  try {
    parts = keyOf(key);
  } catch (error) {
    throw damaged((error as Error).message);
  }
  return {
    key: parts,
    keyBytes: key,
    value: valueOf(kind, value),
    counter: kind === KIND.counter,
    expiresAt,
  };
}

function valueOf(kind: number, bytes: Uint8Array): Value {
  if (kind === KIND.bytes) return bytes;
  let value: Value;
  try {
    const text = decoder.decode(bytes);
    value = JSON.parse(text.includes(REPLACEMENT) ? strict.decode(bytes) : text);
  } catch {
    throw damaged("a value is no JSON");
  }
  if (
    kind === KIND.json || (kind === KIND.counter && Number.isSafeInteger(value) && (value as number) >= 0)
  ) {
    return value;
  }
  throw damaged(`an entry is of a kind ${kind}`);
}

export function isSameEntry(one: FileEntry, other: FileEntry): boolean {
  return one.kind === other.kind && one.expiresAt === other.expiresAt &&
    one.value.length === other.value.length && compareBytes(one.value, other.value) === 0;
}

/** Collects entries as bytes. */
export class EntryBytes {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  #length = 0;

  /** @param room at least `MAX_ENTRY_BYTES` more than what it holds when it is taken */
  constructor(room: number) {
    this.#bytes = new Uint8Array(room);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get length(): number {
    return this.#length;
  }

  /** @throws RangeError when there is no room */
  put({ key, kind, value, expiresAt }: FileEntry): void {
    let at = this.#length;
    this.#bytes[at] = expiresAt === null ? kind : kind | EXPIRES;
    this.#view.setUint16(at + KEY_LENGTH_AT, key.length);
    this.#view.setUint32(at + VALUE_LENGTH_AT, value.length);
    at += HEAD_BYTES;
    if (expiresAt !== null) {
      this.#view.setFloat64(at, expiresAt);
      at += EXPIRY_BYTES;
    }
    this.#bytes.set(key, at);
    this.#bytes.set(value, at += key.length);
    this.#length = at + value.length;
  }

  /** All of them, until the next one is put. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return taken;
  }
}

/** The entries in these bytes, of which they are parts. @throws BackupError */
export function entriesIn(bytes: Uint8Array): FileEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: FileEntry[] = [];
  for (let at = 0; at < bytes.length;) {
    if (at + HEAD_BYTES > bytes.length) throw damaged("an entry is cut off");
    const first = bytes[at]!;
    const expires = first >= EXPIRES;
    const start = at + HEAD_BYTES + (expires ? EXPIRY_BYTES : 0);
    const keyLength = view.getUint16(at + KEY_LENGTH_AT);
    const end = start + keyLength + view.getUint32(at + VALUE_LENGTH_AT);
    if (end > bytes.length) throw damaged("an entry is cut off");
    if (keyLength === 0) throw damaged("an entry has no key");
    if (keyLength > MAX_KEY_BYTES) {
      throw damaged(`a key is ${keyLength} bytes long, at most ${MAX_KEY_BYTES} are allowed`);
    }
    entries.push({
      key: bytes.subarray(start, start + keyLength),
      kind: expires ? first - EXPIRES : first,
      value: bytes.subarray(start + keyLength, end),
      expiresAt: expires ? view.getFloat64(at + HEAD_BYTES) : null,
    });
    at = end;
  }
  return entries;
}
