/** Rules matched against stored scores: the work is bounded for any input, and networks that are not enumerated are unknown. */
import assert from "node:assert/strict";
import type { StoredComponent } from "../../../../src/model/records.ts";
import type { Rule } from "../../../../src/model/rules/rule.ts";
import { IdentifierHasher } from "../../../../src/service/access/identifier_hasher.ts";
import {
  type HashedRules,
  hashRules,
  matchStored,
  MAX_NETWORKS,
} from "../../../../src/service/rules/hashed_rules.ts";
import { type DomainName, parseDomain } from "../../../../src/signals/domain/parse.ts";
import { parseEmail } from "../../../../src/signals/email/parse.ts";
import { ipIdentity, maskIp, parseIp } from "../../../../src/signals/ip/parse.ts";
import { SIGNALS } from "../../../../src/signals/registry.ts";
import { type Address, clientSubnet, networkOf } from "../../../../src/model/address/address.ts";
import { runAtOnce } from "../../../../src/service/rules/time_slicing.ts";

function hashed(...given: Parameters<typeof hashRules>): HashedRules {
  return runAtOnce(hashRules(...given));
}

const hasher = new IdentifierHasher("a secret of the tests");

function networks(...values: string[]): Rule[] {
  return values.map((value, index) => ({
    id: String(index),
    action: "block",
    kind: "cidr",
    value,
    created_at: "2026-11-20T00:00:00.000Z",
  }));
}

/** As a score of the address is stored. */
function stored(text: string): StoredComponent {
  const address = parseIp(text) as Address;
  const wide = address.family === 4 ? 16 : 32;
  const related = [`network:${clientSubnet(address)}`, `network:${networkOf(address, wide).text}/${wide}`];
  return {
    kind: "ip",
    hash: hasher.hash("ip", ipIdentity(address)),
    relatedHashes: hasher.relatedHashes(related),
    mask: maskIp(address),
    score: 0,
    verdict: "allow",
    findings: [],
    trust: [],
    unknown: {},
    rule: null,
  };
}

const CASES: readonly { name: string; rules: string[]; address: string; expected: string }[] = [
  { name: "inside a /16", rules: ["8.8.0.0/16"], address: "8.8.8.8", expected: "match" },
  { name: "inside a /12", rules: ["8.0.0.0/12"], address: "8.8.8.8", expected: "match" },
  { name: "outside it", rules: ["9.0.0.0/12"], address: "8.8.8.8", expected: "no" },
  { name: "inside a /20", rules: ["8.8.0.0/20"], address: "8.8.8.8", expected: "match" },
  { name: "finer than what was kept", rules: ["8.8.8.0/30"], address: "8.8.8.8", expected: "unknown" },
  { name: "all of IPv4", rules: ["0.0.0.0/0"], address: "8.8.8.8", expected: "match" },
  { name: "all of IPv4, of IPv6", rules: ["0.0.0.0/0"], address: "2a00:1450::1", expected: "no" },
  { name: "all of IPv6", rules: ["::/0"], address: "2a00:1450::1", expected: "match" },
  { name: "inside an IPv6 /29", rules: ["2a00:1450::/29"], address: "2a00:1450::1", expected: "match" },
  { name: "inside an IPv6 /40", rules: ["2a00:1450::/40"], address: "2a00:1450::1", expected: "match" },
  { name: "last of an IPv6 /40", rules: ["2a00:1450::/40"], address: "2a00:1450:ff::1", expected: "match" },
  { name: "behind an IPv6 /40", rules: ["2a00:1450::/40"], address: "2a00:1450:100::1", expected: "no" },
  {
    name: "too wide to spell out",
    rules: ["2a00::/12"],
    address: "2a00:1450::1",
    expected: "unknown",
  },
  { name: "too wide to spell out, of IPv4", rules: ["2a00::/12"], address: "8.8.8.8", expected: "no" },
  {
    name: "one too wide and one that matches",
    rules: ["2000::/4", "2a00:1450::/32"],
    address: "2a00:1450::1",
    expected: "match",
  },
];

for (const { name, rules, address, expected } of CASES) {
  Deno.test(`a rule on the past: ${name}`, () => {
    assert.equal(matchStored(hashed(hasher, networks(...rules)), stored(address)), expected);
  });
}

Deno.test("many wide rules are spelled out together within one bound", () => {
  const wide = Array.from({ length: 20 }, (_, index) => `${(0x2000 + index).toString(16)}::/16`);
  const past = hashed(hasher, networks(...wide, "8.8.0.0/16"));
  assert.ok(past.related.size + past.uncertainRelated.size <= MAX_NETWORKS, `${past.related.size} networks`);
  assert.equal(matchStored(past, stored("8.8.8.8")), "match");
  assert.equal(matchStored(past, stored("2013:db9::1")), "unknown");
});

const DEEP = "a.b.c.d.e.f.g.example.com";

const DOMAIN_CASES: readonly { name: string; rule: string; host: string; expected: string }[] = [
  { name: "the domain itself", rule: "example.com", host: "example.com", expected: "match" },
  { name: "a parent", rule: "example.com", host: DEEP, expected: "match" },
  { name: "the deepest parent that is kept", rule: "c.d.e.f.g.example.com", host: DEEP, expected: "match" },
  { name: "a deeper parent than is kept", rule: "b.c.d.e.f.g.example.com", host: DEEP, expected: "unknown" },
  { name: "a deep host itself", rule: DEEP, host: DEEP, expected: "unknown" },
  { name: "a deep host outside it", rule: DEEP, host: "a.b.c.d.e.f.x.example.com", expected: "no" },
  { name: "a deep rule, another domain", rule: DEEP, host: "example.org", expected: "no" },
  { name: "a child", rule: "mail.example.com", host: "example.com", expected: "no" },
];

for (const { name, rule, host, expected } of DOMAIN_CASES) {
  for (const kind of ["domain", "email"] as const) {
    Deno.test(`a domain rule on the past of ${kind}s: ${name}`, () => {
      const past = hashed(hasher, [{ ...networks(rule)[0]!, kind: "domain" }]);
      assert.equal(matchStored(past, storedHost(kind, host)), expected);
    });
  }
}

/** As a score of the domain, or of a mailbox at it, is stored. */
function storedHost(kind: "domain" | "email", host: string): StoredComponent {
  const related = kind === "domain"
    ? SIGNALS.domain.relatedTexts(parseDomain(host) as DomainName, {} as never)
    : SIGNALS.email.relatedTexts({ email: parseEmail(`a@${host}`), waitForMailbox: false }, {} as never);
  return {
    ...stored("8.8.8.8"),
    kind,
    relatedHashes: hasher.relatedHashes(related),
    mask: "•••",
  };
}
