/** Pages of a dump: two sources as one. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { MergedPages, type Pages } from "../../../../src/db/postgres/dump_pages.ts";

type Row = NonNullable<Awaited<ReturnType<Pages["next"]>>>[number];

function pages(all: readonly (readonly Row[])[]): Pages {
  const left = [...all];
  return { next: () => Promise.resolve(left.shift() ?? null) };
}

/** Each key once and in order, cut into pages of which some are empty. */
function source(rank: number): fc.Arbitrary<readonly (readonly Row[])[]> {
  const keys = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 30 });
  return fc.tuple(keys, fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 6 })).map(([found, cuts]) => {
    const rows = found.toSorted((a, b) => a - b).map((key) => ({
      key: Uint8Array.of(key),
      shown: (key + rank) % 3 > 0,
      rank,
      entry: () => ({ key: [String(key)], value: rank, counter: false, expiresAt: null }),
    }));
    const bounds = [0, ...cuts.toSorted((a, b) => a - b), rows.length];
    return bounds.slice(1).map((end, at) => rows.slice(bounds[at], end));
  });
}

Deno.test("rows of two sources come in the order of keys, and of one key the one with the higher rank", async () => {
  await fc.assert(fc.asyncProperty(source(0), source(1), async (one, other) => {
    for (const [first, second] of [[one, other], [other, one]] as const) {
      const merged = new MergedPages(pages(first), pages(second));
      const found: Row[] = [];
      for (let rows = await merged.next(); rows !== null; rows = await merged.next()) found.push(...rows);
      const expected = new Map([...one.flat(), ...other.flat()].map((row) => [row.key[0]!, row]));
      assert.deepEqual(found, [...expected].sort(([a], [b]) => a - b).map(([, row]) => row));
    }
  }));
});
