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
  referral_rate_1h: null,
};
const NOTHING: LinkFacts = {
  linkage: LINKAGE,
  ring: null,
  people: 1,
  labelled: 0,
  sinceOther: { device: null, phone: null },
  isSharedDevice: false,
  isFittingDevice: false,
  lacksToken: false,
  isGateway: false,
  isOldDomain: false,
  isAtOrganisation: false,
  ownReports: 0,
  crowds: { line: null, subnet: null, operator: null, domain: null, device: null, page: null },
  bursts: [],
  isInstitution: false,
  hasHistory: true,
};

function ring(size: number, labelled_fraud = 0): Ring {
  return { ring_id: "ring_x", size, labelled_fraud, since: "2036-01-01T00:00:00.000Z", via: ["device"] };
}

function since(device: number | null, phone: number | null = null): Partial<LinkFacts> {
  return { sinceOther: { device, phone } };
}

type Crowds = LinkFacts["crowds"];

/** Sign-ups of the last hour of a network and a domain, and what is usual there. */
function hour(subnet: number, domain: number, usual: { subnet: number; domain: number }): Partial<LinkFacts> {
  const crowd = (usual: number) => ({ lastHour: null, usual, lasting: usual, people: 0 });
  return {
    linkage: { ...LINKAGE, subnet_rate_1h: subnet, domain_rate_1h: domain },
    crowds: { ...NOTHING.crowds, subnet: crowd(usual.subnet), domain: crowd(usual.domain) },
  };
}

function crowd(kind: keyof Crowds, lastHour: number, usual = 0, people = 0): Partial<LinkFacts> {
  return { crowds: { ...NOTHING.crowds, [kind]: { lastHour, usual, lasting: usual, people } } };
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
      ["a burst from a gateway", { ...hour(8, 1, { subnet: 1, domain: 1 }), isGateway: true }, [
        "network_burst",
      ], 7],
      ["two bursts", hour(8, 20, { subnet: 1.6, domain: 0.1 }), ["network_burst", "domain_burst"], 28],
      ["usually as many", hour(40, 40, { subnet: 9, domain: 30 }), [], 0],
      ["few", hour(7, 7, { subnet: 0, domain: 0 }), [], 0],
      ["where nobody came before", hour(8, 1, { subnet: 0, domain: 0 }), ["network_burst"], 15],
      ["the account's first day", { ...hour(20, 20, { subnet: 0, domain: 0 }), hasHistory: false }, [], 0],
      [
        "a flood on the first day",
        { ...hour(21, 21, { subnet: 0, domain: 0 }), hasHistory: false },
        ["network_flood", "domain_flood"],
        86,
      ],
      ["a flood", hour(21, 1, { subnet: 0, domain: 0 }), ["network_flood", "network_burst"], 62],
      ["a flood at an old domain", { ...hour(1, 100, { subnet: 0, domain: 0 }), isOldDomain: true }, [
        "domain_burst",
      ], 15],
      ["more than that", { ...hour(1, 101, { subnet: 0, domain: 0 }), isOldDomain: true }, [
        "domain_flood",
        "domain_burst",
      ], 62],
      ["twenty from an address", crowd("line", 20), [], 0],
      ["sixty at a school", { ...crowd("line", 60), isInstitution: true }, [], 0],
      ["more at a school", { ...crowd("line", 61), isInstitution: true }, ["address_flood"], 62],
      ["twenty-one from an address", crowd("line", 21), ["address_flood"], 62],
      ["as on the days before", crowd("line", 21, 21), ["address_flood"], 62],
      ["an office on its first day here", crowd("line", 40, 0, 40), [], 0],
      ["a library as usual", crowd("line", 60, 12, 10), [], 0],
      ["a gateway", { ...crowd("line", 100), isGateway: true }, [], 0],
      ["a flood from a gateway", { ...crowd("line", 101), isGateway: true }, ["address_flood"], 62],
      ["a /32", crowd("operator", 21), ["operator_flood"], 62],
      ["a provider's /32", crowd("operator", 50, 10), [], 0],
      ["a model of phone", crowd("device", 7), [], 0],
      ["a model of phone, all at once", crowd("device", 8), ["device_burst"], 15],
      ["as usual", crowd("device", 40, 9), [], 0],
      ["a flood of one model", crowd("device", 21), ["device_flood", "device_burst"], 62],
      ["that fits its place", { ...crowd("device", 60), isFittingDevice: true }, ["device_burst"], 15],
      ["without its token", { ...crowd("device", 5), lacksToken: true }, ["missing_token"], 20],
      ["several without", { ...crowd("device", 6), lacksToken: true }, ["device_flood", "missing_token"], 70],
      ["new devices of one page", crowd("page", 60), [], 0],
      ["a flood of them", crowd("page", 61), ["page_flood"], 62],
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
