import assert from "node:assert/strict";
import { known, unknown } from "../../../../src/model/evidence.ts";
import type { DomainEvidence } from "../../../../src/signals/domain/evidence.ts";
import { homographOf } from "../../../../src/signals/domain/homograph.ts";
import { parseDomain } from "../../../../src/signals/domain/parse.ts";
import { scoreDomain } from "../../../../src/signals/domain/score.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;

/** An honest, old domain of which everything is known. */
function evidenceOf(host: string, changes: Partial<DomainEvidence> = {}): DomainEvidence {
  const name = parseDomain(host);
  assert.ok("host" in name);
  return {
    name,
    homograph: homographOf(name.host),
    lists: { disposable: null, disposableMx: known(false), freeProvider: false, aliasProvider: false },
    dns: { resolves: known(true), acceptsMail: known(true), spf: known(true), dmarc: known(true) },
    registration: known({ createdAt: "2001-03-04T05:06:07Z", registrar: "A Registrar, Inc." }),
    website: known(true),
    history: {
      abuseReports: 0,
      recentAbuse: false,
      recentAbuseCounts: false,
      abuseRisk: 0,
      firstSeen: "2026-11-20T12:00:00Z",
      timesSeen: 1,
    },
    now: NOW,
    ...changes,
  };
}

function registered(days: number): Partial<DomainEvidence> {
  return { registration: known({ createdAt: new Date(NOW - days * DAY).toISOString(), registrar: null }) };
}

function fired(evidence: DomainEvidence): string[] {
  return scoreDomain(evidence).breakdown.findings.map((finding) => finding.name);
}

const NO_DNS = { resolves: known(false), acceptsMail: known(false), spf: known(false), dmarc: known(false) };
const LISTS = evidenceOf("iana.org").lists;
const HISTORY = evidenceOf("iana.org").history;

const rows: readonly { name: string; given: DomainEvidence; findings: string[]; score: number }[] = [
  { name: "an old, complete domain", given: evidenceOf("iana.org"), findings: [], score: 0 },
  {
    name: "does not resolve",
    given: evidenceOf("iana.org", { dns: NO_DNS, website: known(false) }),
    findings: ["does_not_resolve"],
    score: 90,
  },
  {
    name: "a mail-only domain resolves enough",
    given: evidenceOf("iana.org", { dns: { ...NO_DNS, acceptsMail: known(true), spf: known(true) } }),
    findings: [],
    score: 0,
  },
  {
    name: "no address and mail unknown is not yet dead",
    given: evidenceOf("iana.org", {
      dns: { ...NO_DNS, acceptsMail: unknown("timeout"), spf: unknown("timeout") },
    }),
    findings: [],
    score: 0,
  },
  { name: "reserved", given: evidenceOf("shop.test", { dns: NO_DNS }), findings: ["reserved"], score: 90 },
  {
    name: "listed",
    given: evidenceOf("iana.org", { lists: { ...LISTS, disposable: "listed" } }),
    findings: ["disposable"],
    score: 78,
  },
  {
    name: "suspected",
    given: evidenceOf("iana.org", { lists: { ...LISTS, disposable: "suspected" } }),
    findings: ["disposable_suspected"],
    score: 60,
  },
  {
    name: "its mail host is a disposable service's",
    given: evidenceOf("iana.org", {
      lists: { ...LISTS, disposable: "suspected", disposableMx: known(true) },
    }),
    findings: ["disposable"],
    score: 78,
  },
  { name: "imitates a brand", given: evidenceOf("pаypal.com"), findings: ["homograph"], score: 70 },
  { name: "six days old", given: evidenceOf("iana.org", registered(6)), findings: ["first_week"], score: 60 },
  {
    name: "seven days old",
    given: evidenceOf("iana.org", registered(7)),
    findings: ["first_month"],
    score: 45,
  },
  {
    name: "thirty days old",
    given: evidenceOf("iana.org", registered(30)),
    findings: ["first_quarter"],
    score: 20,
  },
  { name: "ninety days old", given: evidenceOf("iana.org", registered(90)), findings: [], score: 0 },
  {
    name: "registered in the future",
    given: evidenceOf("iana.org", registered(-2)),
    findings: ["first_week"],
    score: 60,
  },
  { name: "a risky TLD, old", given: evidenceOf("shop.xin"), findings: ["risky_tld"], score: 14 },
  {
    name: "a risky TLD, age unknown",
    given: evidenceOf("shop.xin", { registration: unknown("no_data") }),
    findings: ["risky_tld"],
    score: 15,
  },
  {
    name: "no website",
    given: evidenceOf("iana.org", { website: known(false), ...registered(400) }),
    findings: ["no_website"],
    score: 8,
  },
  {
    name: "neither SPF nor DMARC",
    given: evidenceOf("iana.org", {
      ...registered(400),
      dns: { resolves: known(true), acceptsMail: known(true), spf: known(false), dmarc: known(false) },
    }),
    findings: ["no_spf_no_dmarc"],
    score: 8,
  },
  {
    name: "SPF alone is enough",
    given: evidenceOf("iana.org", {
      dns: { resolves: known(true), acceptsMail: known(true), spf: known(true), dmarc: known(false) },
    }),
    findings: [],
    score: 0,
  },
  {
    name: "a free provider is excused from what its age and records say",
    given: evidenceOf("freemail.xin", {
      ...registered(3),
      lists: { ...LISTS, freeProvider: true },
      website: known(false),
    }),
    findings: ["free_provider"],
    score: 4,
  },
  {
    name: "reports and recent ones stack",
    given: evidenceOf("iana.org", {
      ...registered(400),
      history: { ...HISTORY, abuseReports: 2, abuseRisk: 0.4, recentAbuse: true, recentAbuseCounts: true },
    }),
    findings: ["abuse_reports", "recent_abuse"],
    score: 55,
  },
  {
    name: "reports of reporters that do not count",
    given: evidenceOf("iana.org", {
      history: { ...HISTORY, abuseReports: 9, abuseRisk: 0, recentAbuse: true, recentAbuseCounts: true },
    }),
    findings: [],
    score: 0,
  },
  {
    name: "age is trust only for the registrant, not below a private suffix",
    given: evidenceOf("me.github.io", { website: known(false) }),
    findings: ["no_website"],
    score: 8,
  },
  {
    name: "age lowers what is small",
    given: evidenceOf("iana.org", { website: known(false) }),
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
  assert.deepEqual(scoreDomain(evidenceOf("iana.org")), {
    ...scoreDomain(evidenceOf("iana.org")),
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
  const { fields, breakdown, unknown: why } = scoreDomain(evidenceOf("iana.org", {
    lists: { ...LISTS, disposableMx: late },
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
      evidenceOf("iana.org", { registration: known({ createdAt, registrar: "R" }) }),
    );
    assert.equal(fields.registration.age_days, null, `${createdAt}`);
    assert.equal(fields.registration.registrar, "R");
    assert.equal(fields.signals.newly_registered, null);
    assert.match(why["registration.age_days"]!, /^no_data/);
  }
});

Deno.test("scoreDomain: a new domain is newly_registered until its 30th day", () => {
  assert.equal(scoreDomain(evidenceOf("iana.org", registered(29))).fields.signals.newly_registered, true);
  assert.equal(scoreDomain(evidenceOf("iana.org", registered(30))).fields.signals.newly_registered, false);
});
