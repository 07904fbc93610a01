import assert from "node:assert/strict";
import fc from "fast-check";
import { type Known, known, unknown } from "../../src/model/evidence.ts";
import type { DomainEvidence } from "../../src/signals/domain/evidence.ts";
import { homographOf } from "../../src/signals/domain/homograph.ts";
import { domainIdentity, maskDomain, parseDomain } from "../../src/signals/domain/parse.ts";
import { riskyTld } from "../../src/signals/domain/risky_tld.ts";
import { scoreDomain } from "../../src/signals/domain/score.ts";
import { domainEvidence, NOW } from "../support/fixtures/domain_evidence.ts";
import { rounds } from "../support/rounds.ts";

/** Any text, any code units (lone surrogates too), and text made of what trips parsers of names. */
const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 80 }).map((units) =>
    String.fromCharCode(...units)
  ),
  fc.array(
    fc.constantFrom(
      ...[
        "xn--",
        ".",
        "-",
        "--",
        "a",
        "ä",
        "а",
        "ο",
        "ß",
        "\u200d",
        "\u0301",
        "。",
        "１",
        "rn",
        "0",
        "com",
        "co.uk",
      ],
      ...["ǀ", "ュ", "中", "א", "١", "%41", "_", "@", ":", "/", "[", "]", "\u0000", "\ud800", "💩", "Ａ"],
    ),
    { maxLength: 40 },
  ).map((parts) => parts.join("")),
  fc.domain(),
);

Deno.test("parseDomain never throws and answers with a clean host or a reason", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const parsed = parseDomain(text);
      if (!("host" in parsed)) return assert.ok(parsed.reason.length > 0);
      assert.match(parsed.host, /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/);
      assert.ok(parsed.host.length <= 253);
      assert.ok(parsed.registrable === null || `.${parsed.host}`.endsWith(`.${parsed.registrable}`));
      assert.ok(parsed.owner === null || `.${parsed.host}`.endsWith(`.${parsed.owner}`));
      assert.ok(parsed.host.endsWith(parsed.publicSuffix));
      assert.equal(parsed.isPublicSuffix, parsed.registrable === null);
    }),
    { numRuns: rounds(1000) },
  );
});

Deno.test("parseDomain is idempotent on the host and on its Unicode form", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const parsed = parseDomain(text);
      if (!("host" in parsed)) return;
      assert.deepEqual(parseDomain(parsed.host), parsed);
      assert.deepEqual(parseDomain(parsed.unicode), parsed);
    }),
    { numRuns: rounds(1000) },
  );
});

Deno.test("identity and mask exist for every name and do not hold its subdomains", () => {
  fc.assert(fc.property(hostile, (text) => {
    const parsed = parseDomain(text);
    if (!("host" in parsed)) return;
    assert.ok(parsed.host.endsWith(domainIdentity(parsed)));
    assert.ok(maskDomain(parsed).includes("•••"));
  }));
});

Deno.test("homographOf never throws, and its parts agree", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const parsed = parseDomain(text);
      if (!("host" in parsed)) return;
      const { detected, target, why, share } = homographOf(parsed.host);
      assert.equal(detected, why !== null);
      assert.equal(detected, share > 0);
      assert.ok(share <= 1);
      assert.ok(detected || target === null);
    }),
    { numRuns: rounds(1000) },
  );
});

Deno.test("plain ASCII words without look-alike letters are never homographs", () => {
  const letters = fc.string({
    unit: fc.constantFrom(..."abcdefghijklopqstuwxyz"),
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(fc.property(letters, (label) => {
    assert.equal(homographOf(`${label}.com`).detected, false);
  }));
});

Deno.test("riskyTld depends on the top-level name alone", () => {
  fc.assert(fc.property(fc.domain(), fc.domain(), (one, other) => {
    const top = one.slice(one.lastIndexOf("."));
    assert.deepEqual(riskyTld(one), riskyTld(`${other.split(".")[0]}${top}`));
  }));
});

function maybe<T>(value: fc.Arbitrary<T>): fc.Arbitrary<Known<T>> {
  return fc.option(value, { nil: null }).map((one) => one === null ? unknown("timeout") : known(one));
}

const flag = maybe(fc.boolean());

const evidence: fc.Arbitrary<DomainEvidence> = fc.record({
  host: fc.constantFrom("iana.org", "shop.xin", "xn--pypal-4ve.com", "me.github.io", "shop.test", "co.uk"),
  disposable: fc.constantFrom(null, "listed" as const, "suspected" as const),
  disposableMx: flag,
  freeProvider: fc.boolean(),
  aliasProvider: fc.boolean(),
  resolves: flag,
  acceptsMail: flag,
  spf: flag,
  dmarc: flag,
  website: flag,
  age: maybe(fc.integer({ min: -5, max: 2000 })),
  abuseRisk: fc.double({ min: 0, max: 1, noNaN: true }),
  recentAbuse: fc.boolean(),
  recentAbuseCounts: fc.boolean(),
}).map((given) => {
  const { disposable, disposableMx, freeProvider, aliasProvider, resolves, acceptsMail, spf, dmarc } = given;
  const { website, recentAbuse, recentAbuseCounts, abuseRisk } = given;
  const createdAt = (days: number) => new Date(NOW - days * 86_400_000).toISOString();
  return domainEvidence(given.host, {
    lists: { disposable, disposableMx, freeProvider, aliasProvider },
    dns: { resolves, acceptsMail, spf, dmarc },
    registration: given.age.known
      ? known({ createdAt: createdAt(given.age.value), registrar: null })
      : given.age,
    website,
    history: { abuseReports: 3, recentAbuse, recentAbuseCounts, abuseRisk },
  });
});

Deno.test("scoreDomain: 0 to 100, and every null has its reason and nothing else has", () => {
  fc.assert(fc.property(evidence, (given) => {
    const { breakdown, fields, unknown: why } = scoreDomain(given);
    assert.ok(Number.isInteger(breakdown.score) && breakdown.score >= 0 && breakdown.score <= 100);
    const nulls = [
      ...Object.entries(fields.signals).map(([name, value]) => [`signals.${name}`, value] as const),
      ...Object.entries(fields.registration).map(([name, value]) => [`registration.${name}`, value] as const),
    ].filter(([, value]) => value === null).map(([path]) => path);
    assert.deepEqual(Object.keys(why).toSorted(), nulls.toSorted());
  }));
});

Deno.test("scoreDomain: what becomes unknown never raises what fired", () => {
  const blank: readonly ((given: DomainEvidence) => DomainEvidence)[] = [
    (given) => ({ ...given, lists: { ...given.lists, disposableMx: unknown("timeout") } }),
    (given) => ({ ...given, dns: { ...given.dns, resolves: unknown("timeout") } }),
    (given) => ({ ...given, dns: { ...given.dns, acceptsMail: unknown("timeout") } }),
    (given) => ({ ...given, dns: { ...given.dns, spf: unknown("timeout") } }),
    (given) => ({ ...given, dns: { ...given.dns, dmarc: unknown("timeout") } }),
    (given) => ({ ...given, website: unknown("timeout") }),
  ];
  fc.assert(fc.property(evidence, fc.constantFrom(...blank), (given, forget) => {
    const before = scoreDomain(given).breakdown;
    const after = scoreDomain(forget(given)).breakdown;
    assert.ok(after.score <= before.score, `${before.score} -> ${after.score}`);
  }));
});

Deno.test("scoreDomain: an unknown age fires no row of age", () => {
  fc.assert(fc.property(evidence, (given) => {
    const { findings } = scoreDomain({ ...given, registration: unknown("timeout") }).breakdown;
    assert.deepEqual(findings.filter((finding) => finding.group === "age"), []);
  }));
});
