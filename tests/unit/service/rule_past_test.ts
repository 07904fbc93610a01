/** Rules held against stored scores: whatever an account sends, the work is bounded, and what is not spelled out is unknown. */
import assert from "node:assert/strict";
import type { StoredComponent } from "../../../src/domain/records.ts";
import type { Rule } from "../../../src/domain/rule.ts";
import { Identify, SHORT_HASH } from "../../../src/service/identify.ts";
import { MAX_NETWORKS, pastRules, whatItSays } from "../../../src/service/rule_past.ts";
import { ipIdentity, maskIp, parseIp } from "../../../src/signals/ip/parse.ts";
import { neighbourhood, networkOf } from "../../../src/domain/address.ts";

const identify = new Identify("a secret of the tests");

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
  const address = parseIp(text).address!;
  const wide = address.family === 4 ? 16 : 32;
  const beside = [`network:${neighbourhood(address)}`, `network:${networkOf(address, wide).text}/${wide}`];
  return {
    kind: "ip",
    hash: identify.of("ip", ipIdentity(address)),
    also: beside.map((name) => identify.of("also", name).slice(0, SHORT_HASH)),
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
  { name: "beside it", rules: ["9.0.0.0/12"], address: "8.8.8.8", expected: "no" },
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
    name: "one too wide beside one that matches",
    rules: ["2000::/4", "2a00:1450::/32"],
    address: "2a00:1450::1",
    expected: "match",
  },
];

for (const { name, rules, address, expected } of CASES) {
  Deno.test(`a rule on the past: ${name}`, () => {
    assert.equal(whatItSays(pastRules(identify, networks(...rules)), stored(address)), expected);
  });
}

Deno.test("many wide rules are spelled out together within one bound", () => {
  const wide = Array.from({ length: 20 }, (_, index) => `${(0x2000 + index).toString(16)}::/16`);
  const past = pastRules(identify, networks(...wide, "8.8.0.0/16"));
  assert.ok(past.also.size + past.unsure.size <= MAX_NETWORKS, `${past.also.size} networks`);
  assert.equal(whatItSays(past, stored("8.8.8.8")), "match");
  assert.equal(whatItSays(past, stored("2013:db9::1")), "unknown");
});
