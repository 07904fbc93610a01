/**
 * Requests to the owner and its replies as bytes: the length of a JSON text in four bytes, big-endian, the text, and then the
 * values that are bytes, one after the other. Where the text has such a value, it has its length. Pure.
 */
import type { Batch, Entry, Json, Key, SetOp, SumOp, Value } from "../engine.ts";
import type { Operation, Reply, Request } from "./messages.ts";

const HEAD = 4;
const NEVER = 0;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The length of bytes, or a list with the value. */
type Packed = number | readonly [Json];
type PackedEntry = readonly [value: Packed, version: string, key?: Key];
type PackedBatch = readonly [
  check: readonly (readonly [key: Key, version: string | null])[],
  set: readonly (readonly [key: Key, value: Packed, expiresAt: number])[],
  deleted: readonly Key[],
  add: readonly (readonly [key: Key, by: number])[],
  sum: readonly (readonly [key: Key, value: SumOp["value"], expiresAt: number])[],
  own: boolean,
];
/** Entries, another answer, or what went wrong and whether no engine takes it. */
type PackedReply =
  | readonly [id: number, entries: readonly (PackedEntry | null)[]]
  | readonly [id: number, none: null, answer: Json]
  | readonly [id: number, none: null, answer: null, error: string, isWrong: boolean];

export function encodeRequest({ id, operation, given }: Request): Uint8Array[] {
  const values: Uint8Array[] = [];
  return joined([id, operation, operation === "commit" ? packBatch(given, values) : given], values);
}

/** @throws Error when it is none */
export function decodeRequest(bytes: Uint8Array): Request {
  const { text, values } = read(bytes);
  const [id, operation, given] = text as [number, Operation, unknown];
  // The sender is the same program, which types what it sends.
  return {
    id,
    operation,
    given: operation === "commit" ? batchOf(given as PackedBatch, values) : given,
  } as Request;
}

export function encodeReply(reply: Reply): Uint8Array[] {
  const { id } = reply;
  const values: Uint8Array[] = [];
  let packed: PackedReply;
  if ("error" in reply) packed = [id, null, null, reply.error, reply.isWrong];
  else if ("entries" in reply) {
    const { entries, hasKeys } = reply;
    packed = [id, entries.map((entry) => entry && packEntry(entry, hasKeys, values))];
  } else packed = [id, null, reply.answer];
  return joined(packed, values);
}

/** @param keysOf the keys that a request asked for; null: the reply has them. @throws Error when it is none */
export function decodeReply(bytes: Uint8Array, keysOf: (id: number) => readonly Key[] | null): Reply {
  const { text, values } = read(bytes);
  const [id, packed, answer, error, isWrong] = text as [
    number,
    (PackedEntry | null)[] | null,
    Json,
    string?,
    boolean?,
  ];
  if (error !== undefined) return { id, error, isWrong: isWrong! };
  if (packed === null) return { id, answer };
  const keys = keysOf(id);
  const entries = packed.map((entry, at): Entry | null => {
    if (entry === null) return null;
    const [value, version, key = keys![at]!] = entry;
    return { key, value: unpack(value, values), version };
  });
  return { id, entries, hasKeys: keys === null };
}

function packEntry({ key, value, version }: Entry, hasKey: boolean, values: Uint8Array[]): PackedEntry {
  return hasKey ? [pack(value, values), version, key] : [pack(value, values), version];
}

function packBatch(batch: Batch, values: Uint8Array[]): PackedBatch {
  const { check = [], set = [], delete: deleted = [], add = [], sum = [], own = false } = batch;
  return [
    check.map(({ key, version }) => [key, version]),
    set.map(({ key, value, expiresAt }) => [key, pack(value, values), expiresAt ?? NEVER]),
    deleted,
    add.map(({ key, by }) => [key, by]),
    sum.map(({ key, value, expiresAt }) => [key, value, expiresAt]),
    own,
  ];
}

function batchOf([check, set, deleted, add, sum, own]: PackedBatch, values: Values): Batch {
  return {
    check: check.map(([key, version]) => ({ key, version })),
    set: set.map(([key, packed, expiresAt]): SetOp => {
      const value = unpack(packed, values);
      return expiresAt === NEVER ? { key, value } : { key, value, expiresAt };
    }),
    delete: deleted,
    add: add.map(([key, by]) => ({ key, by })),
    sum: sum.map(([key, value, expiresAt]) => ({ key, value, expiresAt })),
    own,
  };
}

function pack(value: Value, values: Uint8Array[]): Packed {
  if (!(value instanceof Uint8Array)) return [value];
  values.push(value);
  return value.length;
}

function unpack(packed: Packed, values: Values): Value {
  return typeof packed === "number" ? values.next(packed) : packed[0];
}

function joined(message: unknown, values: readonly Uint8Array[]): Uint8Array[] {
  const text = encoder.encode(JSON.stringify(message));
  const head = new Uint8Array(HEAD);
  new DataView(head.buffer).setUint32(0, text.length);
  return [head, text, ...values];
}

/** The values that follow the text, in its order. */
interface Values {
  /** A copy, which may be kept for long without the rest of the message. */
  next(length: number): Uint8Array;
}

function read(bytes: Uint8Array): { readonly text: unknown; readonly values: Values } {
  let at = HEAD + new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(0);
  if (at > bytes.length) throw new Error("a message that is cut off");
  const text: unknown = JSON.parse(decoder.decode(bytes.subarray(HEAD, at)));
  if (!Array.isArray(text)) throw new Error("no message");
  return { text, values: { next: (length) => bytes.slice(at, at += length) } };
}
