/** Rings found one sign-up at a time are those of a plain union-find over all of them (graphology), by the same rules. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { UndirectedGraph } from "graphology";
import { connectedComponents } from "graphology-components";
import {
  addToCompany,
  type Company,
  isSampled,
  joinedBy,
  mergeCompanies,
} from "../../src/model/linkage/company.ts";
import {
  addToPlace,
  crowdOf,
  isOrganisation,
  joinsByCommonDevice,
  joinsByPattern,
  joinsByReferral,
  type Place,
  sharesDevices,
  viewPlace,
} from "../../src/model/linkage/place.ts";
import { membersOf, mergeNodes, RING_LINKS, type RingLink, ringNode } from "../../src/model/linkage/ring.ts";
import type { SignupId } from "../../src/model/linkage/ring_texts.ts";
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
  shape: value("f", 2),
  class: value("c", 3),
  domain: value("o", 4),
}).map(({ class: of, domain, ...values }): RingValues => ({
  ...values,
  traits: { shape: values.shape, hosting: null, class: of },
  companies: (["email_domain", "referral"] as const).flatMap((link) => {
    const hash = link === "referral" ? values.referral : domain;
    const traits = { shape: values.shape, hosting: null, class: of };
    const known = { isShared: false, isYoung: false, isOld: false };
    return hash === null ? [] : [{ link, hash, traits, subnet: values.subnet, ...known }];
  }),
  line: null,
  operator: null,
  person: values.email ?? values.device ?? values.phone,
  isDoubtedDomain: false,
  kind: null,
  agent: null,
  user: null,
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
  readonly within: "anywhere" | "network" | "device";
}

/** What a value is shared as: patterns and referrals within a network, common devices there too; patterns also at an organisation's domain, and on a common device. */
function sharedAs(link: RingLink, values: RingValues): As[] {
  const { subnet, organisation, device, isCommonDevice } = values;
  if (link === "email_domain" || values[link] === null) return [];
  const shared: As[] = [];
  const add = (within: As["within"], scope: string | null) => {
    if (scope !== null) shared.push({ text: `${link} ${values[link]} ${within} ${scope}`, within });
  };
  const isOfNetwork = link === "email_pattern" || link === "referral";
  if (!isOfNetwork) add("anywhere", "");
  if (isOfNetwork || (link === "device" && isCommonDevice)) add("network", subnet);
  if (link !== "email_pattern") return shared;
  if (organisation !== null) add("anywhere", "");
  if (isCommonDevice) add("device", device);
  return shared;
}

/** Sign-ups of one value so far. */
interface Earlier {
  readonly first: string;
  readonly emails: (string | null)[];
  readonly last: number;
}

/** The oldest that hangs together with it. */
function oldest(graph: UndirectedGraph, id: string): string {
  return connectedComponents(graph).find((ids) => ids.includes(id))!.sort()[0]!;
}

/** The members of each component of more than one, sorted. What joins is decided in the order of time, by what was seen before. */
function oracle(signups: readonly RingValues[]): string[][] {
  const graph = new UndirectedGraph();
  const parts = new UndirectedGraph();
  const shapes = new Map<string, { readonly first: string; n: number }>();
  const companies = new Map<string, Company>();
  const seen = new Map<string, Earlier>();
  const places = new Map<string, Place>();
  signups.forEach((values, index) => {
    const now = timeOf(index);
    const own = { pattern: values.email_pattern, device: values.device };
    const viewOf = (place: string | null) => viewPlace(places.get(place ?? "") ?? null, own, now);
    const network = viewOf(values.subnet);
    const atDomain = viewOf(values.organisation);
    const isOfficeDevice = sharesDevices(atDomain, network, false);
    const joins = (link: RingLink, { emails, last }: Earlier, within: As["within"]) => {
      const shared = { network, same: emails.length, sinceMs: now - last, isExit: values.isExit };
      if (link === "email_pattern") {
        if (within === "device") return true;
        return within === "network" ? joinsByPattern(shared) : !isOrganisation(atDomain, false);
      }
      if (link === "referral") return values.organisation === null && joinsByReferral(shared);
      if (link !== "device") return true;
      if (within === "network") return values.organisation === null && joinsByCommonDevice(shared);
      return !values.isCommonDevice && !isOfficeDevice;
    };
    const id = idOf(index);
    graph.addNode(id);
    parts.addNode(id);
    let shared = false;
    let joined = false;
    for (const link of RING_LINKS) {
      for (const { text: key, within } of sharedAs(link, values)) {
        const before = seen.get(key);
        if (before !== undefined && joins(link, before, within)) {
          graph.mergeEdge(before.first, id);
          parts.mergeEdge(before.first, id);
          joined = true;
        }
        if (link === "device" && (within === "network" || !values.isCommonDevice)) {
          shared = before?.emails.some((email) => values.email === null || email !== values.email) ?? false;
        }
        seen.set(key, {
          first: before?.first ?? idOf(index),
          emails: [...before?.emails ?? [], values.email],
          last: now,
        });
      }
    }
    const part = oldest(parts, id);
    const shape = values.shape === null || values.subnet === null || !joined
      ? null
      : `${values.shape} ${values.subnet}`;
    if (shape !== null) {
      const before = shapes.get(shape);
      const n = before?.n ?? 0;
      const isCrowd = crowdOf(network) > 0;
      if (before !== undefined && !values.isExit && !isCrowd && n >= 2 && 2 * (n + 1) >= network.patterns) {
        graph.mergeEdge(before.first, id);
      }
      shapes.set(shape, { first: before?.first ?? part, n: n + 1 });
    }
    const all = companies.get("") ?? null;
    for (const company of isOrganisation(atDomain, false) ? [] : values.companies) {
      const before = companies.get(`${company.link} ${company.hash}`) ?? null;
      for (const other of joinedBy(before, company, all, now)) {
        graph.mergeEdge(other, id);
        joined = true;
      }
    }
    for (const company of values.companies) {
      const name = `${company.link} ${company.hash}`;
      companies.set(name, addToCompany(companies.get(name) ?? null, company, part, now));
    }
    if (isSampled(id)) {
      companies.set("", addToCompany(all, { traits: values.traits, subnet: null }, null, now));
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
            const keys = await rings.load("acme", values, idOf(index), now);
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

const node = fc.record({
  members: fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }),
  own: fc.nat(12),
  parent: fc.option(fc.integer({ min: 0, max: 40 }), { nil: null }),
  score: fc.option(fc.nat(100), { nil: null }),
}).map(({ members, own, parent, score }) => {
  const ids = members.sort((a, b) => a - b).map(idOf);
  const whole = ringNode(ids, ids.slice(0, 2), 1);
  return {
    ...whole,
    ...(own >= ids.length ? {} : { y: ids.slice(0, own).join("") }),
    ...(parent === null ? {} : { q: idOf(parent) }),
    ...(score === null ? {} : { h: score }),
  };
});

Deno.test("states of rings and companies merge in any order, however often", () => {
  const merge = (nodes: readonly (typeof node extends fc.Arbitrary<infer Node> ? Node : never)[]) =>
    nodes.reduce<ReturnType<typeof mergeNodes> | null>((all, each) => mergeNodes(all, each, NOW), null);
  fc.assert(fc.property(fc.array(node, { minLength: 1, maxLength: 5 }), (nodes) => {
    const merged = merge(nodes);
    assert.deepEqual(merge(nodes.toReversed()), merged);
    assert.deepEqual(merge([...nodes, ...nodes]), merged);
  }));
  const visits = fc.array(
    fc.record({
      part: fc.nat(20).map(idOf),
      shape: value("f", 3),
      subnet: value("s", 6),
      hours: fc.nat(24 * 5),
    }),
    { minLength: 1, maxLength: 8 },
  );
  const companyOf = (all: typeof visits extends fc.Arbitrary<infer Visits> ? Visits : never) =>
    all.reduce<Company | null>(
      (company, { part, shape, subnet, hours }) =>
        addToCompany(
          company,
          { traits: { shape, hosting: null, class: null }, subnet },
          part,
          NOW + hours * 3_600_000,
        ),
      null,
    )!;
  const mergeAll = (companies: readonly Company[]) =>
    companies.reduce<Company | null>((all, each) => mergeCompanies(all, each), null);
  fc.assert(fc.property(fc.array(visits, { minLength: 1, maxLength: 4 }), (lists) => {
    const companies = lists.map(companyOf);
    const merged = mergeAll(companies);
    assert.deepEqual(mergeAll(companies.toReversed()), merged);
    assert.deepEqual(mergeAll([...companies, ...companies]), merged);
  }));
});
