/** The range index answers as a plain scan over all ranges does. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { addressFromV4, addressFromV6 } from "../../src/model/address/address.ts";
import type { RangeClaim, RangeList } from "../../src/feeds/catalog/feed.ts";
import { buildRangeIndex } from "../../src/feeds/ranges/range_build.ts";
import { CATEGORY, NO_HIT, type RangeHit } from "../../src/feeds/ranges/range_hit.ts";
import { RangeIndex } from "../../src/feeds/ranges/range_index.ts";
import { rounds } from "../support/rounds.ts";

type V6 = readonly [number, number, number, number];
interface Range {
  readonly first: bigint;
  readonly last: bigint;
}

const CLAIMS: readonly RangeClaim[] = [
  { category: "tor" },
  { category: "proxy" },
  { category: "vpn" },
  { category: "vpn", provider: "Example VPN" },
  { category: "vpn", provider: "Everyone's VPN", consumer: true },
  { category: "datacenter" },
  { category: "datacenter", operator: "Example Cloud" },
  { category: "relay", label: "place" },
  { category: "cdn", operator: "Example Edge" },
];

const MAX = { 4: 2n ** 32n - 1n, 6: 2n ** 128n - 1n } as const;

function wordsOf(value: bigint, width: 1 | 4): number[] {
  return Array.from(
    { length: width },
    (_, word) => Number((value >> BigInt(32 * (width - 1 - word))) & 0xffffffffn),
  );
}

function listOf(claim: RangeClaim, ranges: readonly Range[], family: 4 | 6): RangeList {
  const width = family === 4 ? 1 : 4;
  const words = Uint32Array.from(
    ranges.flatMap(({ first, last }) => [...wordsOf(first, width), ...wordsOf(last, width)]),
  );
  const none = new Uint32Array();
  const rows = { v4: none, v6: none, v4Labels: none, v6Labels: none, labels: [] };
  return { claim, rows: { ...rows, [family === 4 ? "v4" : "v6"]: words } };
}

/** The rules of the index, spelt out for one address. */
function scan(lists: readonly (readonly Range[])[], address: bigint): RangeHit {
  const hits = CLAIMS.filter((_, index) =>
    lists[index]!.some(({ first, last }) => first <= address && address <= last)
  );
  const relay = hits.some(({ category }) => category === "relay");
  const operator = hits.find(({ category, operator }) => category === "datacenter" && operator !== undefined)
    ?.operator;
  const named = hits.filter(({ provider, consumer }) => provider !== undefined && !consumer).at(-1)?.provider;
  const consumer = named === undefined ? hits.find((claim) => claim.consumer)?.provider : undefined;
  let mask = 0;
  for (const claim of hits) if (!claim.consumer) mask |= CATEGORY[claim.category];
  if (relay) {
    mask &= ~CATEGORY.vpn;
    if (operator === undefined) mask &= ~CATEGORY.datacenter;
  } else if (consumer !== undefined) mask |= CATEGORY.vpn | CATEGORY.relay;
  return {
    mask,
    vpnProvider: relay ? null : named ?? consumer ?? null,
    hijackedSource: null,
    datacenterOperator: operator ?? null,
  };
}

/** Ranges that crowd together, touch, nest, repeat and reach both ends of the space. */
function rangesIn(family: 4 | 6): fc.Arbitrary<Range[]> {
  const near = fc.bigInt({ min: 0n, max: 40n });
  const anywhere = fc.bigInt({ min: 0n, max: MAX[family] });
  const base = fc.oneof(
    near,
    near.map((n) => MAX[family] - n),
    near.map((n) => 2n ** 16n - 20n + n),
    anywhere,
  );
  const length = fc.oneof(near, fc.constantFrom(0n, 2n ** 16n - 1n, 2n ** 8n - 1n), anywhere);
  const range = fc.tuple(base, length).map(([first, size]) => {
    const last = first + size;
    return { first, last: last > MAX[family] ? MAX[family] : last };
  });
  return fc.array(range, { maxLength: 8 });
}

for (const family of [4, 6] as const) {
  Deno.test(`the IPv${family} index equals a scan over all ranges`, () => {
    fc.assert(
      fc.property(
        fc.tuple(...CLAIMS.map(() => rangesIn(family))),
        fc.array(fc.bigInt({ min: 0n, max: MAX[family] }), { maxLength: 5 }),
        (lists, others) => {
          const index = new RangeIndex(
            buildRangeIndex(CLAIMS.map((claim, i) => listOf(claim, lists[i]!, family))),
          );
          const edges = lists.flat().flatMap(({ first, last }) => [first - 1n, first, last, last + 1n]);
          for (const value of [...edges, ...others, 0n, MAX[family]]) {
            if (value < 0n || value > MAX[family]) continue;
            const words = wordsOf(value, family === 4 ? 1 : 4);
            const classification = family === 4
              ? index.classificationOfV4(words[0]!)
              : index.classificationOfV6(words as unknown as V6);
            assert.deepEqual(index.hit(classification), scan(lists, value), `${value}`);
          }
        },
      ),
      { numRuns: rounds(300) },
    );
  });
}

Deno.test("labels of one list: the range that begins later decides, then the shorter", () => {
  const ranges = fc.array(fc.tuple(fc.nat(60), fc.nat(30), fc.nat(3)), { minLength: 1, maxLength: 12 });
  fc.assert(fc.property(ranges, (given) => {
    const none = new Uint32Array();
    const rows = {
      v4: Uint32Array.from(given.flatMap(([first, size]) => [first + 100, first + size + 100])),
      v4Labels: Uint32Array.from(given, ([, , label]) => label),
      v6: none,
      v6Labels: none,
      labels: ["a", "b", "c", "d"],
    };
    const index = new RangeIndex(
      buildRangeIndex([{ claim: { category: "hijacked", label: "source" }, rows }]),
    );
    for (let address = 90; address < 220; address++) {
      let best: number | null = null;
      for (const [i, [first, size]] of given.entries()) {
        if (address < first + 100 || address > first + size + 100) continue;
        const [bestFirst, bestSize] = best === null ? [-1, 0] : given[best]!;
        if (first > bestFirst || (first === bestFirst && size <= bestSize)) best = i;
      }
      const expected = best === null ? null : rows.labels[given[best]![2]]!;
      assert.equal(index.lookup(addressFromV4(address)).hijackedSource, expected, `${address}`);
    }
  }));
});

Deno.test("an empty index knows nothing, a full one keeps 128 bits", () => {
  const empty = new RangeIndex(buildRangeIndex([]));
  assert.equal(empty.lookup(addressFromV4(0xffffffff)), NO_HIT);
  assert.equal(empty.lookup(addressFromV6([0x20010db8, 0, 0, 1])), NO_HIT);
  const host = { first: (0x20010470n << 96n) + 5n, last: (0x20010470n << 96n) + 5n };
  const index = new RangeIndex(buildRangeIndex([listOf({ category: "tor" }, [host], 6)]));
  const masks = [4, 5, 6].map((last) => index.lookup(addressFromV6([0x20010470, 0, 0, last])).mask);
  assert.deepEqual(masks, [0, CATEGORY.tor, 0]);
  assert.deepEqual(index.size, { v4: 1, v6: 3 });
});
