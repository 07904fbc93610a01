import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Address,
  addressFromV4,
  addressFromV6,
  compareAddresses,
} from "../../src/model/address/address.ts";
import { intervalTable, type NumberedRange } from "../support/fixtures/bundle.ts";
import { rounds } from "../support/rounds.ts";

/** A few addresses at the ends of the space and across the borders of the directories, so that ranges meet often. */
const v4 = fc.tuple(fc.constantFrom(0, 0xffff, 0x1_0000, 0x1234_fff0, 0xffff_fff0), fc.nat({ max: 15 }))
  .map(([base, low]) => addressFromV4(base + low));
const v6 = fc.tuple(
  fc.constantFrom(0x2a00_0000, 0xffff_ffff),
  fc.constantFrom(0, 1, 2, 0xffff_ffff),
  fc.constantFrom(0, 1, 0xffff_ffff),
  fc.constantFrom(0, 1, 2, 0xffff_fffe, 0xffff_ffff),
).map((words) => addressFromV6(words));

const rangeOf = (address: fc.Arbitrary<Address>) =>
  fc.tuple(address, address, fc.integer({ min: 1, max: 0xffffff - 1 })).map(([a, b, number]): NumberedRange =>
    compareAddresses(a, b) <= 0 ? { first: a, last: b, number } : { first: b, last: a, number }
  );
const ranges = fc.array(fc.oneof(rangeOf(v4), rangeOf(v6)), { maxLength: 12 });

/** The range that starts last, and of those the narrowest, wins. */
function naive(all: readonly NumberedRange[], address: Address): number {
  const holding = all
    .filter(({ first }) => first.family === address.family)
    .filter(({ first, last }) =>
      compareAddresses(first, address) <= 0 && compareAddresses(address, last) <= 0
    );
  const best =
    holding.toSorted((a, b) => compareAddresses(b.first, a.first) || compareAddresses(a.last, b.last))[0];
  return best?.number ?? 0;
}

/** Ranges that are the very same would leave it open which number counts. */
function distinct(all: readonly NumberedRange[]): NumberedRange[] {
  const seen = new Set<string>();
  return all.filter(({ first, last }) => {
    const key = `${first.text}-${last.text}`;
    return seen.has(key) ? false : Boolean(seen.add(key));
  });
}

Deno.test("an interval table answers as a search through all ranges does", () => {
  fc.assert(
    fc.property(ranges, fc.array(fc.oneof(v4, v6), { maxLength: 20 }), (given, asked) => {
      const all = distinct(given);
      const table = intervalTable(all);
      const borders = all.flatMap(({ first, last }) => [first, last]);
      for (const address of [...asked, ...borders]) {
        assert.equal(table.numberOf(address), naive(all, address), address.text);
      }
    }),
    { numRuns: rounds(500) },
  );
});

Deno.test("the order in which ranges are given does not matter", () => {
  fc.assert(fc.property(ranges, (given) => {
    const all = distinct(given);
    const tables = [all, all.toReversed()].map((order) => intervalTable(order).columns);
    assert.deepEqual(tables[0], tables[1]);
  }));
});
