import assert from "node:assert/strict";
import { known, unknown } from "../../../../src/model/evidence.ts";
import type { DomainEvidence } from "../../../../src/signals/domain/evidence.ts";
import { scoreDomain } from "../../../../src/signals/domain/score.ts";
import { type DomainChanges, domainEvidence, NOW } from "../../../support/fixtures/domain_evidence.ts";

const DAY = 86_400_000;

function registered(days: number): DomainChanges {
  return { registration: known({ createdAt: new Date(NOW - days * DAY).toISOString(), registrar: null }) };
}

function fired(evidence: DomainEvidence): string[] {
  return scoreDomain(evidence).breakdown.findings.map((finding) => finding.name);
}

const NO_DNS = { resolves: known(false), acceptsMail: known(false), spf: known(false), dmarc: known(false) };

const rows: readonly { name: string; given: DomainEvidence; findings: string[]; score: number }[] = [
  { name: "an old, complete domain", given: domainEvidence("iana.org"), findings: [], score: 0 },
  {
    name: "does not resolve",
    given: domainEvidence("iana.org", { dns: NO_DNS, website: known(false) }),
    findings: ["does_not_resolve"],
    score: 90,
  },
  {
    name: "a mail-only domain resolves enough",
    given: domainEvidence("iana.org", { dns: { ...NO_DNS, acceptsMail: known(true), spf: known(true) } }),
    findings: [],
    score: 0,
  },
  {
    name: "no address and mail unknown is not yet dead",
    given: domainEvidence("iana.org", {
      dns: { ...NO_DNS, acceptsMail: unknown("timeout"), spf: unknown("timeout") },
    }),
    findings: [],
    score: 0,
  },
  {
    name: "reserved",
    given: domainEvidence("shop.test", { dns: NO_DNS }),
    findings: ["reserved"],
    score: 90,
  },
  {
    name: "listed",
    given: domainEvidence("iana.org", { lists: { disposable: "listed" } }),
    findings: ["disposable"],
    score: 78,
  },
  {
    name: "suspected",
    given: domainEvidence("iana.org", { lists: { disposable: "suspected" } }),
    findings: ["disposable_suspected"],
    score: 60,
  },
  {
    name: "its mail host is a disposable service's",
    given: domainEvidence("iana.org", {
      lists: { disposable: "suspected", disposableMx: known(true) },
    }),
    findings: ["disposable"],
    score: 78,
  },
  { name: "imitates a brand", given: domainEvidence("pаypal.com"), findings: ["homograph"], score: 70 },
  {
    name: "six days old",
    given: domainEvidence("iana.org", registered(6)),
    findings: ["first_week"],
    score: 60,
  },
  {
    name: "seven days old",
    given: domainEvidence("iana.org", registered(7)),
    findings: ["first_month"],
    score: 45,
  },
  {
    name: "thirty days old",
    given: domainEvidence("iana.org", registered(30)),
    findings: ["first_quarter"],
    score: 20,
  },
  { name: "ninety days old", given: domainEvidence("iana.org", registered(90)), findings: [], score: 0 },
  {
    name: "registered in the future",
    given: domainEvidence("iana.org", registered(-2)),
    findings: ["first_week"],
    score: 60,
  },
  { name: "a risky TLD, old", given: domainEvidence("shop.xin"), findings: ["risky_tld"], score: 14 },
  {
    name: "a risky TLD, age unknown",
    given: domainEvidence("shop.xin", { registration: unknown("no_data") }),
    findings: ["risky_tld"],
    score: 15,
  },
  {
    name: "no website",
    given: domainEvidence("iana.org", { website: known(false), ...registered(400) }),
    findings: ["no_website"],
    score: 8,
  },
  {
    name: "neither SPF nor DMARC",
    given: domainEvidence("iana.org", {
      ...registered(400),
      dns: { resolves: known(true), acceptsMail: known(true), spf: known(false), dmarc: known(false) },
    }),
    findings: ["no_spf_no_dmarc"],
    score: 8,
  },
  {
    name: "SPF alone is enough",
    given: domainEvidence("iana.org", {
      dns: { resolves: known(true), acceptsMail: known(true), spf: known(true), dmarc: known(false) },
    }),
    findings: [],
    score: 0,
  },
  {
    name: "a free provider is excused from what its age and records say",
    given: domainEvidence("freemail.xin", {
      ...registered(3),
      lists: { freeProvider: true },
      website: known(false),
    }),
    findings: ["free_provider"],
    score: 4,
  },
  {
    name: "reports and recent ones stack",
    given: domainEvidence("iana.org", {
      ...registered(400),
      history: { abuseReports: 2, abuseRisk: 0.4, recentAbuse: true, recentAbuseCounts: true },
    }),
    findings: ["abuse_reports", "recent_abuse"],
    score: 55,
  },
  {
    name: "reports of reporters that do not count",
    given: domainEvidence("iana.org", {
      history: { abuseReports: 9, abuseRisk: 0, recentAbuse: true, recentAbuseCounts: true },
    }),
    findings: [],
    score: 0,
  },
  {
    name: "age is trust only for the registrant, not below a private suffix",
    given: domainEvidence("me.github.io", { website: known(false) }),
    findings: ["no_website"],
    score: 8,
  },
  {
    name: "age lowers what is small",
    given: domainEvidence("iana.org", { website: known(false) }),
    findings: ["no_website"],
    score: 7,
  },
];

for (const { name, given, findings, score } of rows) {
  Deno.test(`scoreDomain: ${name}`, () => {
    assert.deepEqual(fired(given), findings);
    assert.equal(scoreDomain(given).breakdown.score, score);
  });
}

Deno.test("scoreDomain: fields of the specification, all known", () => {
  assert.deepEqual(scoreDomain(domainEvidence("iana.org")), {
    ...scoreDomain(domainEvidence("iana.org")),
    kind: "domain",
    unknown: {},
    fields: {
      domain: "iana.org",
      abuse_reports: 0,
      signals: {
        resolves: true,
        mx_found: true,
        has_spf: true,
        has_dmarc: true,
        is_disposable: false,
        is_homograph: false,
        is_free_provider: false,
        is_risky_tld: false,
        newly_registered: false,
      },
      registration: { created_at: "2001-03-04T05:06:07Z", age_days: 9392, registrar: "A Registrar, Inc." },
    },
  });
});

Deno.test("scoreDomain: unknown is null with its reason and costs nothing", () => {
  const late = unknown("timeout");
  const { fields, breakdown, unknown: why } = scoreDomain(domainEvidence("iana.org", {
    lists: { disposableMx: late },
    dns: { resolves: late, acceptsMail: late, spf: late, dmarc: late },
    registration: unknown("no_data", "no RDAP server for this top-level name"),
    website: unknown("pending"),
  }));
  assert.equal(breakdown.score, 0);
  assert.deepEqual(breakdown.findings, []);
  assert.deepEqual(fields.signals, {
    resolves: null,
    mx_found: null,
    has_spf: null,
    has_dmarc: null,
    is_disposable: false,
    is_homograph: false,
    is_free_provider: false,
    is_risky_tld: false,
    newly_registered: null,
  });
  assert.deepEqual(fields.registration, { created_at: null, age_days: null, registrar: null });
  const noData = "no_data: no RDAP server for this top-level name";
  assert.deepEqual(why, {
    "signals.resolves": "timeout",
    "signals.mx_found": "timeout",
    "signals.has_spf": "timeout",
    "signals.has_dmarc": "timeout",
    "signals.newly_registered": noData,
    "registration.created_at": noData,
    "registration.age_days": noData,
    "registration.registrar": noData,
  });
});

Deno.test("scoreDomain: a missing or invalid registration date leaves the age unknown", () => {
  for (const createdAt of [null, "", "soon", "2026-13-45"]) {
    const { fields, unknown: why } = scoreDomain(
      domainEvidence("iana.org", { registration: known({ createdAt, registrar: "R" }) }),
    );
    assert.equal(fields.registration.age_days, null, `${createdAt}`);
    assert.equal(fields.registration.registrar, "R");
    assert.equal(fields.signals.newly_registered, null);
    assert.match(why["registration.age_days"]!, /^no_data/);
  }
});

Deno.test("scoreDomain: a new domain is newly_registered until its 30th day", () => {
  assert.equal(scoreDomain(domainEvidence("iana.org", registered(29))).fields.signals.newly_registered, true);
  assert.equal(
    scoreDomain(domainEvidence("iana.org", registered(30))).fields.signals.newly_registered,
    false,
  );
});
