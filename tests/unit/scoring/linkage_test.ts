import assert from "node:assert/strict";
import type { Ring } from "../../../src/model/linkage/ring.ts";
import { type LinkFacts, scoreLinkage } from "../../../src/scoring/linkage.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LINKAGE = {
  device_email_count: 1,
  email_device_count: 1,
  email_ip_count: 1,
  subnet_rate_1h: 1,
  domain_rate_1h: 1,
};
const NOTHING: LinkFacts = {
  linkage: LINKAGE,
  ring: null,
  people: 1,
  labelled: 0,
  sinceOther: { device: null, phone: null },
  isSharedDevice: false,
  isSharedNetwork: false,
  ownReports: 0,
  usual: { subnet: null, domain: null },
};

function ring(size: number, labelled_fraud = 0): Ring {
  return { ring_id: "ring_x", size, labelled_fraud, since: "2036-01-01T00:00:00.000Z", via: ["device"] };
}

function since(device: number | null, phone: number | null = null): Partial<LinkFacts> {
  return { sinceOther: { device, phone } };
}

function hour(subnet: number, domain: number, usual: LinkFacts["usual"]): Partial<LinkFacts> {
  return { linkage: { ...LINKAGE, subnet_rate_1h: subnet, domain_rate_1h: domain }, usual };
}

const ROWS:
  readonly (readonly [name: string, given: Partial<LinkFacts>, fired: readonly string[], points: number])[] =
    [
      ["nothing", {}, [], 0],
      ["unknown counts", { linkage: { ...LINKAGE, device_email_count: null, subnet_rate_1h: null } }, [], 0],
      ["a repeat on the device", since(HOUR), ["device_repeat"], 50],
      ["a family's second one", since(HOUR + 1), [], 0],
      ["a repeat of the phone", since(null, MINUTE), ["phone_repeat"], 50],
      ["both", since(MINUTE, MINUTE), ["device_repeat", "phone_repeat"], 75],
      ["six addresses", { linkage: { ...LINKAGE, device_email_count: 6 } }, ["device_emails"], 20],
      ["five addresses", { linkage: { ...LINKAGE, device_email_count: 5 } }, [], 0],
      [
        "six addresses on a shared device",
        { linkage: { ...LINKAGE, device_email_count: 6 }, isSharedDevice: true },
        [],
        0,
      ],
      ["a household", { ring: ring(3) }, [], 0],
      ["a ring", { ring: ring(4) }, ["ring_member"], 50],
      ["somebody tries four times", { ring: ring(4), people: 1 }, [], 0],
      ["one labelled", { ring: ring(2, 1) }, ["ring_fraud"], 36],
      ["two labelled", { ring: ring(3, 2) }, ["ring_fraud"], 60],
      ["two labelled, in a component's own score", { ring: ring(3, 2), ownReports: 2 }, [], 0],
      ["three labelled, two of them there", { ring: ring(3, 3), ownReports: 2 }, ["ring_fraud"], 36],
      ["a ring with labels", { ring: ring(9, 5) }, ["ring_fraud", "ring_member"], 60],
      ["a burst", hour(8, 1, { subnet: 1, domain: 1 }), ["network_burst"], 15],
      ["a burst from a shared network", { ...hour(8, 1, { subnet: 1, domain: 1 }), isSharedNetwork: true }, [
        "network_burst",
      ], 7],
      ["two bursts", hour(8, 40, { subnet: 1.6, domain: 0.1 }), ["network_burst", "domain_burst"], 28],
      ["usually as many", hour(40, 40, { subnet: 9, domain: 30 }), [], 0],
      ["few", hour(7, 7, { subnet: 0.01, domain: 0.01 }), [], 0],
      ["never seen before", hour(500, 500, { subnet: null, domain: null }), [], 0],
    ];

for (const [name, given, fired, points] of ROWS) {
  Deno.test(`scoreLinkage: ${name}`, () => {
    const people = given.ring?.size ?? 1;
    const labelled = given.ring?.labelled_fraud ?? 0;
    const { findings, score } = scoreLinkage({ ...NOTHING, people, labelled, ...given });
    assert.deepEqual(findings.map((finding) => finding.name), fired);
    assert.equal(score, points);
  });
}
