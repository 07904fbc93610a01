import assert from "node:assert/strict";
import fc from "fast-check";
import { parseAddress } from "../../src/model/address/address.ts";
import { type Known, known, unknown } from "../../src/model/evidence.ts";
import type { EgressClaims } from "../../src/signals/ip/egress.ts";
import type { ProxyTraces } from "../../src/model/outside_facts.ts";
import { type IpEvidence, scoreIp } from "../../src/signals/ip/score.ts";

const TRACES: ProxyTraces = {
  seen: false,
  rangeConfidence: 1,
  sightings: [9, 9, 9, 9, 20, 40, 80, 90],
  active: [4, 10, 30, 40],
  operator: { sightings: 100, active: 40, size: 64 },
};
const REASON = unknown("not_loaded");
const fact = fc.constantFrom<Known<boolean>>(known(true), known(false), REASON);
const kind = fc.constantFrom(
  null,
  "hosting" as const,
  "vpn" as const,
  "vpn_hosting" as const,
  "access" as const,
  "gateway" as const,
  "relay" as const,
  "carrier" as const,
);

const claims: fc.Arbitrary<EgressClaims> = fc.record({
  tor: fact,
  proxy: fact,
  hijacked: fc.constantFrom<Known<string | null>>(known("spamhaus_drop:SBL1"), known(null), REASON),
  vpnList: fact,
  vpnNeighbours: fc.boolean(),
  relayList: fact,
  datacenterList: fact,
  listedVpnProvider: fc.constantFrom(null, "NordVPN"),
  officialDatacenter: fc.constantFrom(null, "AWS"),
  networkOperator: fc.record({ kind, provider: fc.constantFrom(null, "X"), guessed: fc.boolean() }),
  networkOperatorKnown: fc.constantFrom<Known<true>>(known(true), unknown("no_data")),
});

const evidence: fc.Arbitrary<IpEvidence> = fc.record({
  address: fc.constant(parseAddress("8.8.8.8")!),
  reserved: fc.constantFrom(null, null, null, "private use"),
  place: fc.constantFrom(known({ country: "DE", city: null }), REASON),
  network: fc.constantFrom(known({ asn: 1, name: "" }), REASON),
  claims,
  proxies: fc.constantFrom<Known<ProxyTraces>>(REASON, known(TRACES), known({ ...TRACES, seen: true })),
  history: fc.record({
    abuseReports: fc.nat({ max: 50 }),
    recentAbuse: fc.boolean(),
    recentAbuseCounts: fc.boolean(),
    abuseRisk: fc.double({ min: 0, max: 1, noNaN: true }),
    firstSeen: fc.constant("2026-01-01T00:00:00Z"),
    timesSeen: fc.nat(),
  }),
});

const LISTS = ["tor", "proxy", "vpnList", "relayList", "datacenterList"] as const;

Deno.test("an IP score is a whole number from 0 to 100, and every null has its reason", () => {
  fc.assert(fc.property(evidence, (given) => {
    const { breakdown, fields, unknown: reasons } = scoreIp(given);
    assert.ok(Number.isInteger(breakdown.score) && breakdown.score >= 0 && breakdown.score <= 100);
    for (const [name, value] of Object.entries(fields.signals)) {
      assert.equal(value === null, `signals.${name}` in reasons, name);
    }
    for (const [name, value] of Object.entries(fields.geo)) {
      assert.equal(value === null, `geo.${name}` in reasons, name);
    }
  }));
});

Deno.test("a list that cannot decide never raises the score above that of the list saying no", () => {
  fc.assert(fc.property(evidence, fc.constantFrom(...LISTS, "hijacked" as const), (given, list) => {
    const score = (value: unknown) =>
      scoreIp({ ...given, claims: { ...given.claims, [list]: value } }).breakdown.score;
    assert.ok(score(REASON) <= score(list === "hijacked" ? known(null) : known(false)));
  }));
});

Deno.test("only the strongest tier of egress counts", () => {
  fc.assert(fc.property(evidence, (given) => {
    const { findings } = scoreIp(given).breakdown;
    const tiers = findings.filter(({ group }) => group === "egress");
    assert.ok(tiers.filter(({ points }) => points > 0).length <= 1);
    if (tiers.length > 0) assert.ok(tiers[0]!.points > 0);
  }));
});

Deno.test("being named by the Tor, proxy or hijack list never lowers the score", () => {
  fc.assert(fc.property(evidence, fc.constantFrom("tor", "proxy", "hijacked"), (given, list) => {
    const score = (value: unknown) =>
      scoreIp({ ...given, claims: { ...given.claims, [list]: value } }).breakdown.score;
    const hit = list === "hijacked" ? known("x") : known(true);
    const miss = list === "hijacked" ? known(null) : known(false);
    assert.ok(score(hit) >= score(miss));
  }));
});
