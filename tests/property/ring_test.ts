/** Rings found one sign-up at a time are those of a plain union-find over all of them (graphology). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { UndirectedGraph } from "graphology";
import { connectedComponents } from "graphology-components";
import { RING_LINKS, type SignupId } from "../../src/model/linkage/ring.ts";
import { Rings, type RingValues } from "../../src/store/linkage/rings.ts";
import { openStore } from "../support/store/store.ts";

const NOW = Date.UTC(2036, 6, 1, 12);
const MINUTE = 60_000;

/** One of a few values, or none. */
const value = (name: string, count: number) =>
  fc.option(fc.integer({ min: 1, max: count }).map((i) => `${name}${i}`.padEnd(22, "x")), {
    nil: null,
    freq: 3,
  });

const signup = fc.record({
  device: value("d", 12),
  phone: value("p", 12),
  email: value("e", 12),
  email_pattern: fc.constant(null),
  subnet: value("s", 3),
});

function idOf(index: number): SignupId {
  return (NOW + index * MINUTE).toString(16).padStart(12, "0") + String(index).padStart(20, "0");
}

/** The members of each component of more than one, sorted. */
function oracle(signups: readonly RingValues[]): string[][] {
  const graph = new UndirectedGraph();
  const first = new Map<string, string>();
  signups.forEach((values, index) => {
    graph.addNode(idOf(index));
    for (const link of RING_LINKS) {
      if (values[link] === null) continue;
      const key = `${link} ${values[link]}`;
      const before = first.get(key);
      if (before === undefined) first.set(key, idOf(index));
      else graph.mergeEdge(before, idOf(index));
    }
  });
  return connectedComponents(graph).filter((ids) => ids.length > 1).map((ids) => ids.sort()).sort();
}

Deno.test("rings are the connected components of the sign-ups, in whatever order their processes see them", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(signup, { maxLength: 40 }),
      fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
      async (signups, elsewhere) => {
        const store = await openStore({ now: () => NOW });
        try {
          const isFraud = () => Promise.resolve(false);
          const processes = [0, 1].map(() => new Rings({ engine: store.engine, earlier: null, isFraud }));
          for (const [index, values] of signups.entries()) {
            const now = NOW + index * MINUTE;
            const rings = processes[elsewhere[index] ? 1 : 0]!;
            await rings.load("acme", values, now);
            const { cells, ring, node } = rings.join("acme", values, idOf(index), now, true);
            await store.writer.write({ cells });
            const expected = oracle(signups.slice(0, index + 1)).find((ids) => ids.includes(idOf(index)));
            assert.equal(ring?.size ?? 1, expected?.length ?? 1);
            assert.equal(node, expected?.[0] ?? idOf(index));
          }
          const after = NOW + signups.length * MINUTE;
          const found = await Array.fromAsync(
            new Rings({ engine: store.engine, earlier: null, isFraud }).list("acme", after),
          );
          assert.deepEqual(found.map(({ members }) => [...members]).sort(), oracle(signups));
        } finally {
          await store.close();
        }
      },
    ),
    { numRuns: 60 },
  );
});
