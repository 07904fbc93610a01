import assert from "node:assert/strict";
import { classify, MAX_RULE_VALUE, type RuleKind, warningFor } from "../../../../src/model/rules/rule.ts";

const CLASSIFIED: readonly (readonly [text: string, kind: RuleKind, value: string])[] = [
  ["8.8.8.8", "ip", "8.8.8.8"],
  ["  8.8.8.8\r", "ip", "8.8.8.8"],
  ["8.8.8.8/32", "ip", "8.8.8.8"],
  ["2001:DB8:0:0::1", "ip", "2001:db8::1"],
  ["2001:db8::1/128", "ip", "2001:db8::1"],
  ["[2001:db8::1]", "ip", "2001:db8::1"],
  ["::ffff:8.8.8.8", "ip", "8.8.8.8"],
  ["::ffff:8.8.8.8/128", "ip", "8.8.8.8"],
  ["8.8.8.8/24", "cidr", "8.8.8.0/24"],
  ["0.0.0.0/0", "cidr", "0.0.0.0/0"],
  ["2001:db8:1:2::/48", "cidr", "2001:db8:1::/48"],
  ["::ffff:10.1.2.3/104", "cidr", "10.0.0.0/8"],
  ["AS15169", "asn", "AS15169"],
  ["as15169", "asn", "AS15169"],
  ["asn 15169", "asn", "AS15169"],
  ["ASN:0015169", "asn", "AS15169"],
  ["asn:15169", "asn", "AS15169"],
  ["asn:AS15169", "asn", "AS15169"],
  ["AS4294967295", "asn", "AS4294967295"],
  ["+442079460958", "phone", "+442079460958"],
  ["+44 20 7946-0958", "phone", "+442079460958"],
  ["+44 (0)20 7946 0958", "phone", "+442079460958"],
  ["+39 (0)6 6982", "phone", "+39066982"],
  ["tel:+1-202-555-0143", "phone", "+12025550143"],
  ["Jane.Doe+Tag@Example.COM", "email", "jane.doe+tag@example.com"],
  ["+1@example.com", "email", "+1@example.com"],
  ["mailto:jane@example.com", "email", "jane@example.com"],
  ["jane@BÜCHER.example", "email", "jane@xn--bcher-kva.example"],
  ["JÜRGEN@example.com", "email", "jürgen@example.com"],
  ['"jane doe"@example.com', "email", '"jane doe"@example.com'],
  ["example.com", "domain", "example.com"],
  ["EXAMPLE.com.", "domain", "example.com"],
  ["*.example.com", "domain", "example.com"],
  [".example.com", "domain", "example.com"],
  ["@example.com", "domain", "example.com"],
  ["*@example.com", "domain", "example.com"],
  ["bücher.example", "domain", "xn--bcher-kva.example"],
  ["xn--bcher-kva.example", "domain", "xn--bcher-kva.example"],
  ["例え。テスト", "domain", "xn--r8jz45g.xn--zckzah"],
  ["https://example.com/", "domain", "example.com"],
  ["http://Example.com:8080", "domain", "example.com"],
  ["https://8.8.8.8/", "ip", "8.8.8.8"],
  ["co.uk", "domain", "co.uk"],
  ["shop.test", "domain", "shop.test"],
];

for (const [text, kind, value] of CLASSIFIED) {
  Deno.test(`classify: ${JSON.stringify(text)} is ${kind} ${value}`, () => {
    assert.deepEqual(classify(text), { kind, value });
    assert.deepEqual(classify(value), { kind, value }, "canonical values stay");
  });
}

const REFUSED: readonly (readonly [text: string, reason: RegExp])[] = [
  ["", /empty/],
  ["   ", /empty/],
  ["1.2.3", /not an IP/],
  ["01.02.03.04", /not an IP/],
  ["256.1.1.1", /not an IP/],
  ["1.2.3.4.5", /not an IP/],
  ["1.2.3.4/33", /not an IP/],
  ["1.2.3.4/-1", /not an IP/],
  ["1.2.3.4/255.255.255.0", /not an IP/],
  ["1.2.3.4-1.2.3.9", /not an IP/],
  ["1.2.3.*", /not an IP/],
  ["1.2.3.4:8080", /not an IP/],
  ["fe80::1%eth0", /not an IP/],
  ["2001:db8::/129", /not an IP/],
  ["https://1.2.3/", /not an IP/],
  ["AS0", /AS number/],
  ["AS4294967296", /AS number/],
  ["15169", /country code/],
  ["020 7946 0958", /country code/],
  ["0044 20 7946 0958", /country code/],
  ["2026-01-31", /country code/],
  ["+1", /phone/],
  ["+1800FLOWERS", /phone/],
  ["+12345678901234567", /phone/],
  ["+cmd|' /C calc'!A0", /phone/],
  ["=cmd|' /C calc'!A0", /not an IP/],
  ["-example.com", /not an IP/],
  ["@SUM(A1:A9)", /not an IP/],
  ["jane@", /e-mail/],
  ["@", /not an IP/],
  ["jane@localhost", /e-mail/],
  ["jane doe@example.com", /e-mail/],
  ["Jane <jane@example.com>", /e-mail/],
  ["jane@[192.0.2.1]", /e-mail/],
  ["jane\u0000@example.com", /e-mail/],
  [`${"a".repeat(65)}@example.com`, /e-mail/],
  ["localhost", /not an IP/],
  ["com", /not an IP/],
  ["example..com", /not an IP/],
  ["exa mple.com", /not an IP/],
  ["exam_ple.com", /not an IP/],
  ["example.123", /not an IP/],
  ["xn--a.example", /not an IP/],
  [`${"a".repeat(64)}.com`, /not an IP/],
  ["https://example.com/path", /more than a host/],
  ["ftp://example.com", /more than a host/],
  ["https://jane@example.com/", /e-mail|more than a host/],
  ["example.com/path", /not an IP/],
  ["ex\ufffdample.com", /UTF-8/],
  ["a".repeat(MAX_RULE_VALUE + 1), /longer/],
  [" ".repeat(1000), /longer/],
  ["\ud800.com", /not an IP/],
  ["__proto__", /not an IP/],
];

for (const [text, reason] of REFUSED) {
  Deno.test(`classify refuses ${JSON.stringify(text.slice(0, 40))}`, () => {
    const answer = classify(text);
    assert.ok("reason" in answer, JSON.stringify(answer));
    assert.match(answer.reason, reason);
  });
}

Deno.test("classify asks the given phone reader about every number with a +", () => {
  const asked: string[] = [];
  const reader = (text: string) => {
    asked.push(text);
    return text.includes("999") ? null : "+1";
  };
  assert.deepEqual(classify("tel:+52 1 55", reader), { kind: "phone", value: "+1" });
  assert.ok("reason" in classify("+999", reader));
  assert.ok("reason" in classify("020 7946", reader));
  assert.deepEqual(asked, ["+52 1 55", "+999"]);
});

Deno.test("warningFor names what is broad and nothing else", () => {
  const lists = {
    isFreeProvider: (host: string) => host === "gmail.com",
    isPublicSuffix: (host: string) => host === "co.uk",
    isCarrier: (name: string) => name === "Tcell",
  };
  const rows: readonly (readonly ["allow" | "block", RuleKind, string, RegExp | null])[] = [
    ["allow", "domain", "gmail.com", /free mail provider/],
    ["block", "domain", "gmail.com", null],
    ["allow", "domain", "example.com", null],
    ["allow", "domain", "co.uk", /public suffix/],
    ["block", "domain", "co.uk", /public suffix/],
    ["allow", "email", "jane@gmail.com", null],
    ["allow", "asn", "AS15169", /whole network/],
    ["block", "asn", "AS15169", null],
    ["allow", "cidr", "10.0.0.0/8", /wider than a \/16/],
    ["allow", "cidr", "10.0.0.0/15", /wider/],
    ["allow", "cidr", "10.0.0.0/16", null],
    ["block", "cidr", "0.0.0.0/0", null],
    ["allow", "cidr", "2001::/31", /wider than a \/32/],
    ["allow", "cidr", "2001:db8::/32", null],
    ["allow", "ip", "8.8.8.8", null],
    ["allow", "phone", "+442079460958", null],
    ["block", "carrier", "carrier:Tcel", /matches nothing/],
    ["block", "carrier", "carrier:Tcell", null],
  ];
  for (const [action, kind, value, expected] of rows) {
    const warning = warningFor({ action, kind, value }, lists);
    if (expected === null) assert.equal(warning, null, `${action} ${value}`);
    else assert.match(warning ?? "", expected, `${action} ${value}`);
  }
});
