import assert from "node:assert/strict";
import {
  domainIdentity,
  type DomainName,
  maskDomain,
  parseDomain,
} from "../../../../src/signals/domain/parse.ts";

const accepted: readonly { name: string; given: string; expected: Partial<DomainName> }[] = [
  {
    name: "upper case and the trailing dot are folded",
    given: "WWW.Example-Shop.CO.UK.",
    expected: {
      host: "www.example-shop.co.uk",
      registrable: "example-shop.co.uk",
      publicSuffix: "co.uk",
      isPublicSuffix: false,
      isReserved: false,
    },
  },
  {
    name: "white space around the name is dropped",
    given: "  iana.org\n",
    expected: { host: "iana.org", unicode: "iana.org" },
  },
  {
    name: "an internationalised name becomes A-labels",
    given: "München.DE",
    expected: { host: "xn--mnchen-3ya.de", unicode: "münchen.de", registrable: "xn--mnchen-3ya.de" },
  },
  { name: "A-labels decode", given: "XN--MNCHEN-3YA.de", expected: { unicode: "münchen.de" } },
  { name: "eszett is kept (non-transitional)", given: "faß.de", expected: { host: "xn--fa-hia.de" } },
  { name: "full-width letters are mapped", given: "ＰＡＹＰＡＬ.com", expected: { host: "paypal.com" } },
  { name: "the ideographic full stop is a dot", given: "iana。org", expected: { host: "iana.org" } },
  { name: "an emoji label is a label", given: "☕.com", expected: { host: "xn--53h.com" } },
  {
    name: "a registry's suffix has no registrable name",
    given: "co.uk",
    expected: {
      registrable: null,
      owner: null,
      publicSuffix: "co.uk",
      isPublicSuffix: true,
      isReserved: false,
    },
  },
  {
    name: "below a private suffix the owner is not the registrant",
    given: "a.me.github.io",
    expected: { registrable: "github.io", owner: "me.github.io", publicSuffix: "io" },
  },
  {
    name: "a private suffix has no owner",
    given: "github.io",
    expected: { registrable: "github.io", owner: null },
  },
  {
    name: "an unlisted top-level domain is a suffix",
    given: "shop.nosuchtld",
    expected: { registrable: "shop.nosuchtld", publicSuffix: "nosuchtld", isReserved: false },
  },
  {
    name: "hyphens in third and fourth place are a host's own business below the registrable name",
    given: "r3---sn-abc.googlevideo.com",
    expected: { host: "r3---sn-abc.googlevideo.com" },
  },
  { name: "a label of 63", given: `${"a".repeat(63)}.com`, expected: { host: `${"a".repeat(63)}.com` } },
  { name: "a numeric top-level name is never delegated", given: "iana.123", expected: { isReserved: true } },
  ...[
    ...[
      "example.com",
      "www.example.org",
      "a.example",
      "x.test",
      "x.invalid",
      "localhost",
      "a.localhost",
      "nas.local",
    ],
    ...["abc.onion", "a.alt", "host.internal", "router.home.arpa", "1.0.10.in-addr.arpa", "intranet", "com"],
  ].map((given) => ({ name: `${given} is reserved`, given, expected: { isReserved: true } })),
  ...["examples.com", "testing.org", "local.io", "example.de", "onion.com"]
    .map((given) => ({ name: `${given} is not reserved`, given, expected: { isReserved: false } })),
];

for (const { name, given, expected } of accepted) {
  Deno.test(`parseDomain: ${name}`, () => {
    const parsed = parseDomain(given);
    assert.ok("host" in parsed, JSON.stringify(parsed));
    for (const [field, value] of Object.entries(expected)) {
      assert.equal(parsed[field as keyof DomainName], value, field);
    }
  });
}

const refused: readonly { given: string; reason: RegExp }[] = [
  { given: "", reason: /empty/ },
  { given: "   ", reason: /empty/ },
  { given: "https://iana.org/x", reason: /URL/ },
  { given: "iana.org/x", reason: /path/ },
  { given: "iana.org?x", reason: /path/ },
  { given: "iana.org:8080", reason: /port/ },
  { given: "jane@iana.org", reason: /e-mail/ },
  { given: "203.0.113.7", reason: /IP address/ },
  { given: "1.2.3", reason: /IP address/ },
  { given: "0x7f.1", reason: /IP address/ },
  { given: "2001:db8::1", reason: /IP address/ },
  { given: "[2001:db8::1]", reason: /IP address/ },
  { given: "::ffff:8.8.8.8", reason: /IP address/ },
  { given: "a..b.com", reason: /empty label/ },
  { given: ".iana.org", reason: /empty label/ },
  { given: "iana.org..", reason: /empty label/ },
  { given: ".", reason: /empty label/ },
  { given: "a b.com", reason: /space/ },
  { given: "a\tb.com", reason: /space or a control/ },
  { given: "\u0000.com", reason: /control/ },
  { given: "_dmarc.iana.org", reason: /underscore/ },
  { given: "ex%41mple.com", reason: /percent/ },
  { given: "-a.com", reason: /hyphen/ },
  { given: "a-.com", reason: /hyphen/ },
  { given: "ab--cd.com", reason: /third and fourth/ },
  { given: "xn--a.com", reason: /internationalised/ },
  { given: "xn--.com", reason: /internationalised/ },
  { given: "xn--paypal.com", reason: /internationalised/ },
  { given: "a\u200db.com", reason: /internationalised/ },
  { given: "\ud800.com", reason: /internationalised/ },
  { given: `${"a".repeat(64)}.com`, reason: /label longer than 63/ },
  { given: `${"ä".repeat(60)}.com`, reason: /label longer than 63/ },
  { given: `${"a.".repeat(127)}com`, reason: /longer than 253/ },
  { given: "a".repeat(1_000_000), reason: /longer than 253/ },
  { given: "a!b.com", reason: /character/ },
];

for (const { given, reason } of refused) {
  Deno.test(`parseDomain refuses ${JSON.stringify(given.slice(0, 40))}`, () => {
    const parsed = parseDomain(given);
    assert.ok(!("host" in parsed), JSON.stringify(parsed));
    assert.match(parsed.reason, reason);
  });
}

function parsedAs(text: string): DomainName {
  const parsed = parseDomain(text);
  assert.ok("host" in parsed);
  return parsed;
}

Deno.test("domainIdentity is what one owner controls", () => {
  for (
    const [given, expected] of [
      ["mail.shop.co.uk", "shop.co.uk"],
      ["shop.co.uk", "shop.co.uk"],
      ["a.me.github.io", "me.github.io"],
      ["github.io", "github.io"],
      ["co.uk", "co.uk"],
      ["localhost", "localhost"],
    ] as const
  ) assert.equal(domainIdentity(parsedAs(given)), expected, given);
});

Deno.test("maskDomain hides the middle of the owner's label", () => {
  for (
    const [given, expected] of [
      ["www.paypal.com", "p•••l.com"],
      ["abc.de", "a•••.de"],
      ["localhost", "l•••t"],
      ["x.me.github.io", "m•••.github.io"],
    ] as const
  ) assert.equal(maskDomain(parsedAs(given)), expected, given);
});
