/** Which batches of workers become one, and what that is. */
import assert from "node:assert/strict";
import { type Batch, type Key, MAX_MUTATIONS } from "../../../../src/db/engine.ts";
import { joinable, joined } from "../../../../src/db/owner/joined_batches.ts";

const set = (...names: string[]) => names.map((name) => ({ key: [name], value: 1 }));
const sum = (by: number, ...names: string[]) =>
  names.map((name) => ({ key: [name], value: [10 - by, by] as const, expiresAt: by }));
const own = (batch: Batch): Batch => ({ ...batch, own: true });
const many = (count: number, of: string) => Array.from({ length: count }, (_, index) => `${of} ${index}`);
const check = [{ key: ["a"], version: null }];
const gone: readonly Key[] = [["a"]];

const ROWS: readonly { readonly name: string; readonly batches: readonly Batch[]; readonly count: number }[] =
  [
    { name: "one", batches: [{ check }], count: 1 },
    { name: "sets and sums", batches: [own({ set: set("a") }), own({ sum: sum(1, "b") })], count: 2 },
    { name: "sets of one key", batches: [own({ set: set("a") }), own({ set: set("a") })], count: 2 },
    { name: "sums of one key", batches: [own({ sum: sum(1, "a") }), own({ sum: sum(2, "a") })], count: 2 },
    { name: "a sum of what is set", batches: [own({ set: set("a") }), own({ sum: sum(1, "a") })], count: 1 },
    {
      name: "a set of what is summed",
      batches: [own({ sum: sum(1, "a") }), own({ set: set("a") })],
      count: 1,
    },
    { name: "a check first", batches: [own({ check }), own({ set: set("b") })], count: 1 },
    { name: "a check then", batches: [own({ set: set("b") }), own({ check })], count: 1 },
    { name: "a delete first", batches: [own({ delete: gone }), own({ set: set("a") })], count: 1 },
    { name: "a delete then", batches: [own({ set: set("a") }), own({ delete: gone })], count: 1 },
    { name: "others' keys", batches: [own({ set: set("a") }), { set: set("b") }], count: 1 },
    {
      name: "as many as one batch takes",
      batches: [
        own({ set: set(...many(MAX_MUTATIONS - 1, "a")) }),
        own({ sum: sum(1, "b") }),
        own({ add: [{ key: ["c"], by: 1 }] }),
      ],
      count: 2,
    },
  ];

Deno.test("batches are one where their order makes no difference", async (t) => {
  for (const { name, batches, count } of ROWS) {
    await t.step(name, () => assert.equal(joinable(batches), count));
  }
});

Deno.test("joined batches add up, and the last set of a key counts", () => {
  const add = (by: number) => [{ key: ["n"], by }];
  const one = own({ set: [{ key: ["a"], value: 1 }], add: add(1), sum: sum(1, "s", "t") });
  const two = own({ set: [{ key: ["a"], value: 2 }], add: add(2), sum: sum(2, "s") });
  assert.deepEqual(joined([one, two]), {
    set: [{ key: ["a"], value: 1 }, { key: ["a"], value: 2 }],
    add: add(3),
    sum: [{ key: ["s"], value: [8, 3], expiresAt: 2 }, ...sum(1, "t")],
    own: true,
  });
  assert.equal(joined([one]), one);
});
