/** Requests and replies between workers and the owner of their store, as bytes. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Batch, Entry, Json, Key, Value } from "../../../../src/db/engine.ts";
import type { Reply, Request } from "../../../../src/db/owner/messages.ts";
import { decodeReply, decodeRequest, encodeReply, encodeRequest } from "../../../../src/db/owner/wire.ts";

const keys = fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 4 });
const json = fc.jsonValue({ noUnicodeString: false, maxDepth: 3 })
  // JSON has one zero.
  .map((value) => JSON.parse(JSON.stringify(value)) as Json);
const values: fc.Arbitrary<Value> = fc.oneof(json, fc.uint8Array({ maxLength: 50 }));
const versions = fc.option(fc.string());
const times = fc.double({ min: 1, max: 2e12, noNaN: true });
const sets = fc.oneof(
  fc.record({ key: keys, value: values }),
  fc.record({ key: keys, value: values, expiresAt: times }),
);
const batches: fc.Arbitrary<Batch> = fc.record({
  check: fc.array(fc.record({ key: keys, version: versions })),
  set: fc.array(sets),
  delete: fc.array(keys),
  add: fc.array(fc.record({ key: keys, by: fc.nat() })),
  sum: fc.array(fc.record({ key: keys, value: fc.tuple(times, fc.nat()), expiresAt: times })),
  own: fc.boolean(),
});
const entries: fc.Arbitrary<Entry> = fc.record({ key: keys, value: values, version: fc.string() });
const id = fc.nat();

const requests: fc.Arbitrary<Request> = fc.oneof(
  fc.record({ id, operation: fc.constant("commit" as const), given: batches }),
  fc.record({ id, operation: fc.constant("get" as const), given: fc.array(keys) }),
  fc.record({
    id,
    operation: fc.constant("scan" as const),
    given: fc.record({ prefix: keys, options: fc.record({ limit: fc.nat(), reverse: fc.boolean() }) }),
  }),
  fc.record({ id, operation: fc.constant("overwrite" as const), given: fc.boolean() }),
  fc.record({ id, operation: fc.constant("fileSizes" as const), given: fc.constant(null) }),
);
const replies: fc.Arbitrary<Reply> = fc.oneof(
  fc.record({ id, entries: fc.array(fc.option(entries)), hasKeys: fc.boolean() }),
  fc.record({ id, answer: json }),
  fc.record({ id, error: fc.string(), isWrong: fc.boolean() }),
);

Deno.test("a request is read as it was written", () => {
  fc.assert(fc.property(requests, (request) => {
    assert.deepEqual(plain(decodeRequest(bytesOf(encodeRequest(request)))), plain(request));
  }));
});

Deno.test("a reply is read as it was written, with the keys that were asked for", () => {
  fc.assert(fc.property(replies, (reply) => {
    const asked: readonly Key[] | null = "entries" in reply && !reply.hasKeys
      ? reply.entries.map((entry) => entry?.key ?? ["absent"])
      : null;
    const read = decodeReply(bytesOf(encodeReply(reply)), (id) => id === reply.id ? asked : null);
    assert.deepEqual(plain(read), plain(reply));
  }));
});

const NONE: readonly (readonly number[])[] = [
  [],
  [0, 0, 0],
  [0, 0, 0, 9, 1],
  [0, 0, 0, 2, 0x7b, 0x7d],
  [0, 0, 0, 4, 0x6e, 0x75, 0x6c, 0x6c],
  [255, 255, 255, 255, 0],
];

Deno.test("what is no message is refused", () => {
  for (const bytes of NONE) {
    assert.throws(() => decodeRequest(Uint8Array.from(bytes)), Error, String(bytes));
    assert.throws(() => decodeReply(Uint8Array.from(bytes), () => null), Error, String(bytes));
  }
});

/** Without the prototypes of what fast-check makes. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Uint8Array.from(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}

function bytesOf(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
