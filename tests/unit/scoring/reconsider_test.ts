/** What a label changes in stored sign-ups is what it would change in new ones. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { ScoreRecord, StoredComponent } from "../../../src/model/records.ts";
import { overallAt } from "../../../src/scoring/calibration_replay.ts";
import { type LinkFacts, scoreLinkage } from "../../../src/scoring/linkage.ts";
import { reconsider } from "../../../src/scoring/reconsider.ts";

const NO_LINKAGE = {
  device_account_count: null,
  device_email_count: null,
  email_device_count: null,
  ip_account_count: null,
  subnet_rate_1h: null,
  domain_rate_1h: null,
};

function facts(given: { emails: number; people: number; repeat: boolean; labelled: number }): LinkFacts {
  const ring = {
    ring_id: "ring_1",
    size: 9,
    labelled_fraud: given.labelled,
    since: "",
    via: ["phone" as const],
  };
  return {
    linkage: { ...NO_LINKAGE, device_email_count: given.emails } as unknown as LinkFacts["linkage"], // the rest is null
    ring,
    people: given.people,
    labelled: given.labelled,
    sinceOther: { device: given.repeat ? 1 : null, phone: null },
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
    hasHistory: false,
  };
}

function signup(links: ReturnType<typeof scoreLinkage>, counted: boolean, phone = 0): ScoreRecord {
  const stored = {
    score: links.score,
    findings: links.findings.map(({ name, group, points, text }) => [name, group, points, text] as const),
    counted,
  };
  const component: StoredComponent = {
    kind: "phone",
    hash: "h",
    relatedHashes: [],
    mask: "",
    score: phone,
    verdict: "allow",
    findings: [],
    trust: [],
    unknown: {},
    rule: null,
  };
  const record = {
    subject: "user",
    strictness: 1,
    score: 0,
    rule: null,
    agentDecision: null,
    components: [component],
    signup: { links: stored, ring: null },
  } as unknown as ScoreRecord; // what `reconsider` reads of one
  return { ...record, verdict: overallAt(record, 1).verdict };
}

const some = fc.record({
  emails: fc.integer({ min: 0, max: 9 }),
  people: fc.integer({ min: 1, max: 9 }),
  repeat: fc.boolean(),
  before: fc.integer({ min: 0, max: 3 }),
  now: fc.integer({ min: 0, max: 3 }),
  counted: fc.boolean(),
});

Deno.test("labels in the ring count as they do in a new sign-up, where links are part of the score", () => {
  fc.assert(fc.property(some, ({ before, now, counted, ...rest }) => {
    const record = signup(scoreLinkage(facts({ ...rest, labelled: before })), counted);
    const expected = signup(scoreLinkage(facts({ ...rest, labelled: now })), counted);
    assert.deepEqual(reconsider(record, { labelled: now }), overallAt(expected, 1));
  }));
});

Deno.test("own reports raise a component, and nothing is said where the record does not give its verdict", () => {
  const record = signup(scoreLinkage(facts({ emails: 0, people: 1, repeat: false, labelled: 0 })), false);
  assert.equal(reconsider(record, { own: { phone: { risk: 1, count: 1 } } })!.verdict, "block");
  assert.equal(reconsider(record, { own: { phone: { risk: null, count: 1 } } })!.verdict, "allow");
  assert.equal(reconsider(record, { own: { phone: { risk: 0, count: 0 } } })!.verdict, "allow");
  assert.equal(reconsider({ ...record, verdict: "block" }, { labelled: 3 }), null);
  const component = { ...record.components[0]!, score: 90, verdict: "block" as const };
  assert.notEqual(reconsider(record, { components: [component] })!.verdict, "allow");
});

Deno.test("a score that an account's own thresholds decided is reconsidered with them", () => {
  const plain = signup(scoreLinkage(facts({ emails: 0, people: 1, repeat: false, labelled: 0 })), false, 50);
  const thresholds = { review: 45, block: 99 };
  assert.equal(plain.verdict, "review");
  const own = { ...plain, thresholds, verdict: overallAt(plain, thresholds).verdict };
  assert.equal(own.verdict, "allow");
  const again = { ...plain.components[0]!, score: 60 };
  assert.equal(reconsider(own, { components: [again] })!.verdict, "review", "48 of 60 points are above 45");
  assert.equal(reconsider({ ...own, verdict: "review" }, { components: [again] }), null);
  const reports = { own: { phone: { risk: 0.9, count: 1 } } };
  assert.deepEqual([reconsider(own, reports)!.verdict, reconsider(plain, reports)!.verdict], [
    "review",
    "block",
  ]);
});
