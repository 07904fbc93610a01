import assert from "node:assert/strict";
import fc from "fast-check";
import { homographOf } from "../../src/signals/domain/homograph.ts";
import { domainIdentity, isDomainName, maskDomain, parseDomain } from "../../src/signals/domain/parse.ts";
import { riskyTld } from "../../src/signals/domain/risky_tld.ts";

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
      if (!isDomainName(parsed)) return assert.ok(parsed.reason.length > 0);
      assert.match(parsed.host, /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/);
      assert.ok(parsed.host.length <= 253);
      assert.ok(parsed.registrable === null || `.${parsed.host}`.endsWith(`.${parsed.registrable}`));
      assert.ok(parsed.owner === null || `.${parsed.host}`.endsWith(`.${parsed.owner}`));
      assert.ok(parsed.host.endsWith(parsed.publicSuffix));
      assert.equal(parsed.isPublicSuffix, parsed.registrable === null);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("parseDomain is idempotent on the host and on its Unicode form", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const parsed = parseDomain(text);
      if (!isDomainName(parsed)) return;
      assert.deepEqual(parseDomain(parsed.host), parsed);
      assert.deepEqual(parseDomain(parsed.unicode), parsed);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("identity and mask exist for every name and do not hold its subdomains", () => {
  fc.assert(fc.property(hostile, (text) => {
    const parsed = parseDomain(text);
    if (!isDomainName(parsed)) return;
    assert.ok(parsed.host.endsWith(domainIdentity(parsed)));
    assert.ok(maskDomain(parsed).includes("•••"));
  }));
});

Deno.test("homographOf never throws, and its parts agree", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const parsed = parseDomain(text);
      if (!isDomainName(parsed)) return;
      const { is, target, why, share } = homographOf(parsed.host);
      assert.equal(is, why !== null);
      assert.equal(is, share > 0);
      assert.ok(share <= 1);
      assert.ok(is || target === null);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("plain ASCII words without look-alike letters are never homographs", () => {
  const letters = fc.string({
    unit: fc.constantFrom(..."abcdefghijklopqstuwxyz"),
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(fc.property(letters, (label) => {
    assert.equal(homographOf(`${label}.com`).is, false);
  }));
});

Deno.test("riskyTld depends on the top-level name alone", () => {
  fc.assert(fc.property(fc.domain(), fc.domain(), (one, other) => {
    const top = one.slice(one.lastIndexOf("."));
    assert.deepEqual(riskyTld(one), riskyTld(`${other.split(".")[0]}${top}`));
  }));
});
