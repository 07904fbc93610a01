/** Rings found one sign-up at a time are those of a plain union-find over all of them (graphology), by the same rules. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { UndirectedGraph } from "graphology";
import { connectedComponents } from "graphology-components";
import {
  addToPlace,
  isOrganisation,
  joinsByCommonDevice,
  joinsByPattern,
  joinsByReferral,
  type Place,
  sharesDevices,
  viewPlace,
} from "../../src/model/linkage/place.ts";
import {
  membersOf,
  mergeNodes,
  RING_LINKS,
  type RingLink,
  ringNode,
  type SignupId,
} from "../../src/model/linkage/ring.ts";
import { Rings, type RingValues } from "../../src/records/linkage/rings.ts";
import { openStore } from "../support/store/store.ts";
import { rounds } from "../support/rounds.ts";

const NOW = Date.UTC(2036, 6, 1, 12);
/** Several days pass, in which some sign-ups come soon after each other. */
const GAP = 150 * 60_000;
const timeOf = (index: number) => NOW + (index - index % 3) * GAP + (index % 3) * GAP / 6;

/** One of a few values, or none. */
const value = (name: string, count: number) =>
  fc.option(fc.integer({ min: 1, max: count }).map((i) => `${name}${i}`.padEnd(22, "x")), {
    nil: null,
    freq: 3,
  });

const signup = fc.record({
  device: value("d", 12),
  phone: value("p", 30),
  email: value("e", 30),
  email_pattern: value("a", 25),
  referral: value("r", 3),
  subnet: value("s", 2),
  organisation: value("o", 1),
  isCommonDevice: fc.nat(4).map((of5) => of5 === 0),
  isExit: fc.nat(4).map((of5) => of5 === 0),
}).map((values): RingValues => ({
  ...values,
  line: null,
  operator: null,
  person: values.email ?? values.device ?? values.phone,
  isDoubtedDomain: false,
  page: null,
  hasToken: false,
  address: values.email,
  verified: [],
  email_pattern: values.subnet === null ? null : values.email_pattern,
}));

function idOf(index: number): SignupId {
  return timeOf(index).toString(16).padStart(12, "0") + String(index).padStart(20, "0");
}

interface As {
  readonly text: string;
  readonly within: boolean;
}

/** What a value is shared as: patterns, referrals and common devices within a network, at an organisation's domain patterns too, everything else anywhere. */
function sharedAs(link: RingLink, values: RingValues): As[] {
  const within = link === "email_pattern" || link === "referral" ||
    (link === "device" && values.isCommonDevice);
  const text = `${link} ${values[link]}`;
  if (values[link] === null || (within && values.subnet === null)) return [];
  const shared = [{ text: `${text} ${within ? values.subnet : ""}`, within }];
  if (link === "email_pattern" && values.organisation !== null) {
    shared.push({ text: `${text} anywhere`, within: false });
  }
  return shared;
}

/** Sign-ups of one value so far. */
interface Earlier {
  readonly first: string;
  readonly emails: (string | null)[];
  readonly last: number;
}

/** The members of each component of more than one, sorted. What joins is decided in the order of time, by what was seen before. */
function oracle(signups: readonly RingValues[]): string[][] {
  const graph = new UndirectedGraph();
  const seen = new Map<string, Earlier>();
  const places = new Map<string, Place>();
  signups.forEach((values, index) => {
    const now = timeOf(index);
    const own = { pattern: values.email_pattern, device: values.device };
    const viewOf = (place: string | null) => viewPlace(places.get(place ?? "") ?? null, own, now);
    const network = viewOf(values.subnet);
    const atDomain = viewOf(values.organisation);
    const isOfficeDevice = sharesDevices(atDomain, false);
    const joins = (link: RingLink, { emails, last }: Earlier, within: boolean) => {
      const shared = { network, same: emails.length, sinceMs: now - last, isExit: values.isExit };
      if (link === "email_pattern") return within ? joinsByPattern(shared) : !isOrganisation(atDomain, false);
      if (link === "referral") return values.organisation === null && joinsByReferral(shared);
      if (link !== "device") return true;
      return values.isCommonDevice ? joinsByCommonDevice(shared) : !isOfficeDevice;
    };
    graph.addNode(idOf(index));
    let shared = false;
    let joined = false;
    for (const link of RING_LINKS) {
      for (const { text: key, within } of sharedAs(link, values)) {
        const before = seen.get(key);
        if (before !== undefined && joins(link, before, within)) {
          graph.mergeEdge(before.first, idOf(index));
          joined = true;
        }
        if (link === "device") {
          shared = before?.emails.some((email) => values.email === null || email !== values.email) ?? false;
        }
        seen.set(key, {
          first: before?.first ?? idOf(index),
          emails: [...before?.emails ?? [], values.email],
          last: now,
        });
      }
    }
    const marks = {
      ...own,
      sharedDevice: shared ? values.device : null,
      person: joined ? null : values.person,
    };
    const visit = { marks, rates: { days: true, lastHour: false } };
    for (const place of [values.subnet, values.organisation]) {
      if (place !== null) places.set(place, addToPlace(places.get(place) ?? null, visit, "node", now));
    }
  });
  return connectedComponents(graph).filter((ids) => ids.length > 1).map((ids) => ids.sort()).sort();
}

Deno.test("rings are the connected components of the sign-ups, in whatever order their processes see them", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(signup, { maxLength: 60, size: "max" }),
      fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
      async (signups, elsewhere) => {
        const store = await openStore({ now: () => NOW });
        try {
          const isFraud = () => Promise.resolve(false);
          const processes = ["a", "b"].map((node) =>
            new Rings({ engine: store.engine, writer: store.writer, earlier: null, node, isFraud })
          );
          for (const [index, values] of signups.entries()) {
            const now = timeOf(index);
            const rings = processes[elsewhere[index] ? 1 : 0]!;
            const keys = await rings.load("acme", values, now);
            const { change, ring, node } = rings.join("acme", keys, idOf(index), now, true);
            await store.writer.write(change);
            const expected = oracle(signups.slice(0, index + 1)).find((ids) => ids.includes(idOf(index)));
            assert.equal(ring?.size ?? 1, expected?.length ?? 1);
            assert.equal(node, expected?.[0] ?? idOf(index));
          }
          const after = timeOf(signups.length);
          const found = await Array.fromAsync(
            new Rings({ engine: store.engine, writer: store.writer, earlier: null, node: "n", isFraud }).list(
              "acme",
              after,
            ),
          );
          assert.deepEqual(found.map(({ members }) => [...members]).sort(), oracle(signups));
        } finally {
          await store.close();
        }
      },
    ),
    { numRuns: rounds(60) },
  );
});

Deno.test("the members of merged nodes are those of both", () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 250 }), { maxLength: 220, size: "max" })
    .map((numbers) => numbers.sort((a, b) => a - b).map(idOf));
  const continuing = fc.tuple(ids, fc.nat(220), fc.nat(220)).map(([all, from, to]) =>
    [all.slice(0, to), all.slice(Math.min(from, to))] as const
  );
  fc.assert(fc.property(fc.oneof(fc.tuple(ids, ids), continuing), fc.boolean(), ([a, b], turned) => {
    const [one, other] = turned ? [b, a] : [a, b];
    const merged = mergeNodes(ringNode(one, [], 0), ringNode(other, [], 0), NOW);
    assert.deepEqual(membersOf(merged, NOW), [...new Set([...one, ...other])].sort());
  }));
});
