import assert from "node:assert/strict";
import fc from "fast-check";
import type { Known } from "../../src/model/evidence.ts";
import { known, unknown } from "../../src/model/evidence.ts";
import { scoreOf } from "../../src/scoring/evaluate.ts";
import type { EmailEvidence } from "../../src/signals/email/evidence.ts";
import { machineProbability } from "../../src/signals/email/machine_generated.ts";
import { emailIdentity, maskEmail, parseEmail } from "../../src/signals/email/parse.ts";
import { scoreEmail } from "../../src/signals/email/score.ts";
import { repairSyntax, typoOf } from "../../src/signals/email/typo.ts";
import { emailEvidence, NOW } from "../support/fixtures/email_evidence.ts";
import { rounds } from "../support/rounds.ts";

const DOMAINS = [
  ...[
    "gmail.com",
    "googlemail.com",
    "me.com",
    "pm.me",
    "ya.ru",
    "tuta.com",
    "jane.fastmail.com",
    "outlook.com",
  ],
  ...["company.co", "gmial.com", "lve.com", "bücher.de", "example.com", "xn--pypal-4ve.com", "[192.0.2.1]"],
];

const anyText = fc.string({ unit: "binary", maxLength: 330 });
const localPart = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9.+_-]{1,20}$/),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
  fc.stringMatching(/^"[a-zA-Z .@+\\]{0,12}"$/),
);
const address = fc.tuple(localPart, fc.constantFrom(...DOMAINS)).map(([local, domain]) =>
  `${local}@${domain}`
);
const email = fc.oneof(address, anyText, fc.emailAddress());

Deno.test("parseEmail never throws, and identity and mask are bounded by the input", () => {
  fc.assert(fc.property(email, (text) => {
    const input = parseEmail(text);
    assert.equal(input.mailbox === null, input.reason !== null);
    assert.ok(emailIdentity(input).length <= 4 * text.length + 64);
    assert.ok(maskEmail(input).length <= 2 * text.length + 64);
  }));
});

Deno.test("normalising a normalised address changes nothing", () => {
  fc.assert(
    fc.property(fc.oneof(address, fc.emailAddress()), (text) => {
      const once = parseEmail(text);
      fc.pre(once.mailbox !== null);
      const twice = parseEmail(once.normalized);
      assert.equal(twice.normalized, once.normalized);
      assert.equal(twice.identity, once.identity);
    }),
    { numRuns: rounds(2000) },
  );
});

Deno.test("one mailbox has one identity, however it is tagged and capitalised", () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9]{0,10}$/);
  fc.assert(
    fc.property(
      name,
      name,
      fc.constantFrom("gmail.com", "outlook.com", "company.co", "proton.me"),
      (local, tag, domain) => {
        const plain = parseEmail(`${local}@${domain}`);
        const dressed = parseEmail(`${local.toUpperCase()}+${tag}@${domain.toUpperCase()}`);
        assert.equal(dressed.identity, plain.identity);
        assert.equal(dressed.tagged, true);
      },
    ),
  );
});

Deno.test("suggestions never throw, differ from what was typed and parse", () => {
  fc.assert(fc.property(email, (text) => {
    const repaired = repairSyntax(text);
    if (repaired === null) return;
    assert.notEqual(repaired, text);
    assert.equal(parseEmail(repaired).reason, null);
  }));
  fc.assert(fc.property(fc.stringMatching(/^[a-z0-9.-]{0,40}$/), (host) => {
    assert.notEqual(typoOf(host)?.domain, host);
  }));
});

Deno.test("the handle model answers with a probability or not at all", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 64 }), (local) => {
    const probability = machineProbability(local, "company.co");
    if (probability.known) assert.ok(probability.value >= 0 && probability.value <= 1, local);
  }));
});

const WHY = unknown("timeout");

function maybe<T>(values: fc.Arbitrary<T>): fc.Arbitrary<Known<T>> {
  return fc.oneof(values.map(known), fc.constant(WHY));
}

const flag = maybe(fc.boolean());
const evidence: fc.Arbitrary<EmailEvidence> = fc.record({
  text: address,
  lists: fc.record({
    disposable: fc.constantFrom("listed" as const, "suspected" as const, null),
    disposableMx: flag,
    freeProvider: fc.boolean(),
    aliasProvider: fc.boolean(),
  }),
  mail: fc.record({ exists: flag, acceptsMail: flag, spf: flag, dmarc: flag }),
  ageDays: maybe(fc.integer({ min: 0, max: 4000 })),
  website: flag,
  mailbox: fc.record({
    status: fc.constantFrom("verified", "catch_all", "pending", "unsupported", "unavailable", "unknown"),
    exists: flag,
    catchAll: flag,
    reply: fc.constantFrom("accepted", "not_found", "disabled", "full", "temporary", null),
  }),
  footprint: fc.record({ hasAvatar: flag, breachCount: maybe(fc.nat(5)) }),
  abuseRisk: fc.double({ min: 0, max: 1, noNaN: true }),
}).map(({ text, ageDays, abuseRisk, ...facts }) =>
  emailEvidence(text, {
    ...facts,
    history: {
      abuseRisk,
      recentAbuse: abuseRisk > 0.5,
      recentAbuseCounts: abuseRisk > 0.5,
      abuseReports: abuseRisk > 0 ? 1 : 0,
    },
    createdAt: ageDays.known ? known(new Date(NOW - ageDays.value * 86_400_000).toISOString()) : WHY,
  })
);

Deno.test("a score is an integer from 0 to 100 and deliverability from 0 to 99, whatever the evidence", () => {
  fc.assert(fc.property(evidence, (given) => {
    const { breakdown, fields } = scoreEmail(given);
    assert.ok(Number.isInteger(breakdown.score) && breakdown.score >= 0 && breakdown.score <= 100);
    assert.ok(fields.deliverability_score >= 0 && fields.deliverability_score <= 99);
  }));
});

/** Each makes one bad fact unknown; good facts may of course be missed. */
const FORGET: Readonly<Record<string, (given: EmailEvidence) => EmailEvidence>> = {
  exists: (e) => e.mail.exists.known && !e.mail.exists.value ? { ...e, mail: { ...e.mail, exists: WHY } } : e,
  acceptsMail: (e) =>
    e.mail.acceptsMail.known && !e.mail.acceptsMail.value
      ? { ...e, mail: { ...e.mail, acceptsMail: WHY } }
      : e,
  spf: (e) => ({ ...e, mail: { ...e.mail, spf: WHY } }),
  dmarc: (e) => ({ ...e, mail: { ...e.mail, dmarc: WHY } }),
  website: (e) => ({ ...e, website: WHY }),
  disposableMx: (e) => ({ ...e, lists: { ...e.lists, disposableMx: WHY } }),
};

for (const [name, forget] of Object.entries(FORGET)) {
  Deno.test(`not knowing ${name} never raises the score`, () => {
    fc.assert(fc.property(evidence, (given) => {
      assert.ok(scoreEmail(forget(given)).breakdown.score <= scoreEmail(given).breakdown.score);
    }));
  });
}

Deno.test("knowing nothing at all from outside scores no higher than the address alone deserves", () => {
  fc.assert(fc.property(address, (text) => {
    const blank = scoreEmail(emailEvidence(text));
    const local = [
      "failed_syntax",
      "reserved_domain",
      "homograph",
      "typo_squat",
      "address_literal",
      "quoted_handle",
    ];
    local.push("machine_made_handle", "role_account", "tagged", "risky_tld");
    assert.deepEqual(
      blank.breakdown.findings.map((finding) => finding.name).filter((name) => !local.includes(name)),
      [],
    );
  }));
});

Deno.test("a fired finding never lowers the score", () => {
  fc.assert(fc.property(evidence, fc.nat(), (given, at) => {
    const { findings, trust, score } = scoreEmail(given).breakdown;
    fc.pre(findings.length > 0);
    const without = findings.filter((_, i) => i !== at % findings.length);
    assert.ok(scoreOf(without, trust) <= score);
  }));
});
