/**
 * People who share an address with many others, and people who chose an exit: what reports of the bare address and proxies seen
 * on it may do to them, at the balanced strictness.
 */
import assert from "node:assert/strict";
import { parseAddress } from "../../../../src/model/address/address.ts";
import { type Known, known } from "../../../../src/model/evidence.ts";
import type { ProxyTraces } from "../../../../src/model/outside_facts.ts";
import {
  DEFAULT_STRICTNESS,
  type Strictness,
  type Verdict,
  verdictOf,
} from "../../../../src/model/verdict.ts";
import type { EgressClaims } from "../../../../src/signals/ip/egress.ts";
import { type IpEvidence, scoreIp } from "../../../../src/signals/ip/score.ts";
import type { SharedKind } from "../../../../src/signals/ip/shared_address.ts";
import { HISTORY, ipEvidence } from "../../../support/fixtures/ip_evidence.ts";

const YES = known(true);
/** What six other accounts report weighs most; one's own label decides what is nobody else's. */
const REPORTED = { ...HISTORY, abuseReports: 6, abuseRisk: 0.8, recentAbuse: true, recentAbuseCounts: true };
const OWN = { ...REPORTED, abuseReports: 1, abuseRisk: 1, own: { count: 1, risk: 1, recent: true } };
const AROUND: ProxyTraces = {
  seen: false,
  rangeConfidence: null,
  sightings: [9, 14, 25, 40, 60, 150, 300, 500],
  active: [4, 16, 200, 500],
  operator: { sightings: 3_000, active: 1_500, size: 3_000 },
};
const NEAR: Known<ProxyTraces> = known(AROUND);
const SEEN: Known<ProxyTraces> = known({ ...AROUND, seen: true });

interface Persona {
  readonly who: string;
  readonly owner?: string;
  readonly ip?: string;
  readonly reserved?: string;
  readonly claims?: Partial<EgressClaims>;
  readonly more?: Partial<IpEvidence>;
  readonly shared: boolean | null;
  readonly kind: SharedKind | null;
  readonly verdict: Verdict;
  readonly most: number;
}

const operator = (kind: EgressClaims["networkOperator"]["kind"]) => ({
  networkOperator: { kind, provider: null, guessed: false },
});

const PERSONAS: readonly Persona[] = [
  {
    who: "subscriber behind a mobile gateway that others reported",
    claims: operator("mobile"),
    more: { history: REPORTED },
    shared: true,
    kind: "mobile",
    verdict: "allow",
    most: 0,
  },
  {
    who: "the same where the account itself labelled one fraud",
    claims: operator("mobile"),
    more: { history: OWN },
    shared: true,
    kind: "mobile",
    verdict: "allow",
    most: 15,
  },
  {
    who: "subscriber of a carrier known by name only",
    owner: "Vodafone Mobile Ltd",
    more: { history: REPORTED },
    shared: true,
    kind: "mobile",
    verdict: "allow",
    most: 0,
  },
  {
    who: "subscriber of a mobile network with proxies on its gateways",
    claims: operator("mobile"),
    more: { proxies: NEAR },
    shared: true,
    kind: "mobile",
    verdict: "allow",
    most: 4,
  },
  {
    who: "subscriber whose gateway was seen as a proxy",
    claims: operator("mobile"),
    more: { proxies: SEEN },
    shared: true,
    kind: "mobile",
    verdict: "allow",
    most: 6,
  },
  {
    who: "server that sees the inside of carrier-grade NAT",
    ip: "100.64.3.4",
    reserved: "carrier-grade NAT shared space (RFC 6598)",
    shared: true,
    kind: "carrier_nat",
    verdict: "allow",
    most: 0,
  },
  {
    who: "student in a hall of residence, reported",
    owner: "University of Leeds",
    more: { history: REPORTED },
    shared: true,
    kind: "education",
    verdict: "allow",
    most: 0,
  },
  {
    who: "student abroad",
    owner: "Universidad de Chile",
    more: { history: OWN },
    shared: true,
    kind: "education",
    verdict: "allow",
    most: 15,
  },
  {
    who: "pupil at a school district",
    owner: "Fairfax County Public Schools",
    more: { history: REPORTED },
    shared: true,
    kind: "education",
    verdict: "allow",
    most: 0,
  },
  {
    who: "researcher",
    owner: "Technische Hochschule Nuernberg",
    more: { proxies: NEAR },
    shared: true,
    kind: "education",
    verdict: "allow",
    most: 4,
  },
  {
    who: "reader in a public library",
    owner: "Seattle Public Library",
    more: { history: REPORTED },
    shared: true,
    kind: "library",
    verdict: "allow",
    most: 0,
  },
  {
    who: "employee behind a company's gateway",
    claims: operator("gateway"),
    more: { history: REPORTED },
    shared: true,
    kind: "gateway",
    verdict: "allow",
    most: 34,
  },
  {
    who: "tenant of a carrier's space",
    claims: operator("carrier"),
    more: { history: REPORTED },
    shared: true,
    kind: "carrier",
    verdict: "allow",
    most: 0,
  },
  {
    who: "phone behind a privacy relay",
    claims: { relayList: YES },
    more: { history: REPORTED },
    shared: true,
    kind: "relay",
    verdict: "allow",
    most: 12,
  },
  {
    who: "address of a public resolver from an example",
    ip: "8.8.8.8",
    more: { history: REPORTED },
    shared: true,
    kind: "resolver",
    verdict: "allow",
    most: 0,
  },
  {
    who: "user of a Tor exit at a university",
    owner: "University of Leeds",
    claims: { tor: YES },
    more: { history: REPORTED },
    shared: true,
    kind: "tor",
    verdict: "block",
    most: 100,
  },
  {
    who: "user of a Tor exit at a carrier",
    claims: { ...operator("carrier"), tor: YES },
    shared: true,
    kind: "carrier",
    verdict: "review",
    most: 70,
  },
  {
    who: "user of a VPN exit that was reported",
    claims: { vpnList: YES },
    more: { history: REPORTED },
    shared: true,
    kind: "vpn",
    verdict: "block",
    most: 100,
  },
  {
    who: "home line that was reported",
    more: { history: REPORTED },
    shared: null,
    kind: null,
    verdict: "block",
    most: 100,
  },
  {
    who: "home line with proxies around it",
    more: { proxies: NEAR },
    shared: null,
    kind: null,
    verdict: "allow",
    most: 12,
  },
  {
    who: "home line that was seen as a proxy",
    more: { proxies: SEEN },
    shared: null,
    kind: null,
    verdict: "allow",
    most: 18,
  },
  {
    who: "server in a datacenter between proxies",
    claims: operator("hosting"),
    more: { proxies: SEEN },
    shared: false,
    kind: null,
    verdict: "allow",
    most: 34,
  },
  {
    who: "host that sells to universities",
    owner: "Campus Cloud Hosting",
    more: { history: REPORTED },
    shared: null,
    kind: null,
    verdict: "block",
    most: 100,
  },
];

for (const { who, owner, ip, reserved, claims, more, shared, kind, verdict, most } of PERSONAS) {
  Deno.test(`shared places: ${who}`, () => {
    const component = scoreIp(ipEvidence(claims, {
      ...(owner === undefined ? {} : { network: known({ asn: 64500, name: owner }) }),
      ...(ip === undefined ? {} : { address: parseAddress(ip)! }),
      ...(reserved === undefined ? {} : { reserved }),
      ...more,
    }));
    const { score } = component.breakdown;
    assert.deepEqual(component.fields.shared_address, { shared, kind });
    assert.ok(score <= most, `${score} points`);
    assert.equal(verdictOf(score, DEFAULT_STRICTNESS), verdict, `${score} points`);
  });
}

Deno.test("proxies on lines never reach a review on their own, at any strictness, and set no boolean", () => {
  for (const proxies of [NEAR, SEEN]) {
    const { breakdown, fields } = scoreIp(ipEvidence({}, { proxies }));
    assert.equal(breakdown.findings.length, 1);
    for (const strictness of [0, 1, 2, 3] as Strictness[]) {
      assert.equal(verdictOf(breakdown.score, strictness), "allow");
    }
    assert.equal(fields.signals.is_proxy, false);
    assert.ok(fields.proxy_likelihood! > 0.9);
  }
});
