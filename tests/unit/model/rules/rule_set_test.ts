import assert from "node:assert/strict";
import { parseAddress } from "../../../../src/model/address/address.ts";
import { classify, isClassified, type Rule, type RuleAction } from "../../../../src/model/rules/rule.ts";
import { compileRules, type RuleSubject } from "../../../../src/model/rules/rule_set.ts";
import { matchedComponents } from "../../../support/matched_components.ts";

const NOW = Date.parse("2026-06-01T00:00:00Z");

/** Rules written as `block 10.0.0.0/8`; the id is the text itself. */
function rules(...texts: string[]): Rule[] {
  return texts.map((text) => {
    const [action, value] = text.split(" ") as [RuleAction, string];
    const classified = classify(value);
    assert.ok(isClassified(classified), text);
    return { id: text, action, ...classified, created_at: "2026-01-01T00:00:00Z" };
  });
}

function email(address: string, normalized = address.toLowerCase()): NonNullable<RuleSubject["email"]> {
  return { address, normalized, host: normalized.slice(normalized.lastIndexOf("@") + 1) };
}

function ip(text: string): NonNullable<RuleSubject["ip"]> {
  return parseAddress(text)!;
}

interface Row {
  readonly name: string;
  readonly rules: readonly string[];
  readonly subject: RuleSubject;
  readonly expected: string | null;
}

const ROWS: readonly Row[] = [
  { name: "no rules", rules: [], subject: { ip: ip("8.8.8.8") }, expected: null },
  { name: "an address", rules: ["allow 8.8.8.8"], subject: { ip: ip("8.8.8.8") }, expected: "allow 8.8.8.8" },
  { name: "its neighbour", rules: ["allow 8.8.8.8"], subject: { ip: ip("8.8.8.9") }, expected: null },
  {
    name: "a mapped address",
    rules: ["block ::ffff:8.8.8.8"],
    subject: { ip: ip("8.8.8.8") },
    expected: "block ::ffff:8.8.8.8",
  },
  {
    name: "first of a CIDR",
    rules: ["block 10.0.0.0/8"],
    subject: { ip: ip("10.0.0.0") },
    expected: "block 10.0.0.0/8",
  },
  {
    name: "last of a CIDR",
    rules: ["block 10.0.0.0/8"],
    subject: { ip: ip("10.255.255.255") },
    expected: "block 10.0.0.0/8",
  },
  {
    name: "before a CIDR",
    rules: ["block 10.0.0.0/8"],
    subject: { ip: ip("9.255.255.255") },
    expected: null,
  },
  { name: "after a CIDR", rules: ["block 10.0.0.0/8"], subject: { ip: ip("11.0.0.0") }, expected: null },
  {
    name: "everything v4",
    rules: ["block 0.0.0.0/0"],
    subject: { ip: ip("255.255.255.255") },
    expected: "block 0.0.0.0/0",
  },
  {
    name: "v4 rules leave v6 alone",
    rules: ["block 0.0.0.0/0"],
    subject: { ip: ip("2001:db8::1") },
    expected: null,
  },
  { name: "everything v6", rules: ["block ::/0"], subject: { ip: ip("ffff::1") }, expected: "block ::/0" },
  { name: "v6 rules leave v4 alone", rules: ["block ::/0"], subject: { ip: ip("1.1.1.1") }, expected: null },
  {
    name: "a v6 CIDR",
    rules: ["block 2001:db8::/33"],
    subject: { ip: ip("2001:db8:7fff::9") },
    expected: "block 2001:db8::/33",
  },
  {
    name: "with a v6 CIDR",
    rules: ["block 2001:db8::/33"],
    subject: { ip: ip("2001:db8:8000::9") },
    expected: null,
  },
  {
    name: "the narrower is named",
    rules: ["block 10.0.0.0/8", "block 10.1.0.0/16"],
    subject: { ip: ip("10.1.2.3") },
    expected: "block 10.1.0.0/16",
  },
  {
    name: "block beats a narrower allow",
    rules: ["block 10.0.0.0/8", "allow 10.1.2.3"],
    subject: { ip: ip("10.1.2.3") },
    expected: "block 10.0.0.0/8",
  },
  {
    name: "block beats allow on one value",
    rules: ["allow 10.1.2.3", "block 10.1.2.3"],
    subject: { ip: ip("10.1.2.3") },
    expected: "block 10.1.2.3",
  },
  {
    name: "with the narrower one",
    rules: ["block 10.0.0.0/8", "allow 10.1.0.0/16"],
    subject: { ip: ip("10.2.0.1") },
    expected: "block 10.0.0.0/8",
  },
  {
    name: "an AS number",
    rules: ["block AS15169"],
    subject: { ip: ip("8.8.8.8"), asn: 15169 },
    expected: "block AS15169",
  },
  {
    name: "an unknown AS number",
    rules: ["block AS15169"],
    subject: { ip: ip("8.8.8.8"), asn: null },
    expected: null,
  },
  {
    name: "an address is named over its AS",
    rules: ["block AS15169", "block 8.8.8.8"],
    subject: { ip: ip("8.8.8.8"), asn: 15169 },
    expected: "block 8.8.8.8",
  },
  {
    name: "an AS block beats an address allow",
    rules: ["block AS15169", "allow 8.8.8.8"],
    subject: { ip: ip("8.8.8.8"), asn: 15169 },
    expected: "block AS15169",
  },
  {
    name: "an e-mail address in any case",
    rules: ["block jane@example.com"],
    subject: { email: email("Jane@Example.com") },
    expected: "block jane@example.com",
  },
  {
    name: "its normalised form",
    rules: ["block jane@gmail.com"],
    subject: { email: email("J.ane+x@gmail.com", "jane@gmail.com") },
    expected: "block jane@gmail.com",
  },
  {
    name: "another address",
    rules: ["block jane@example.com"],
    subject: { email: email("joe@example.com") },
    expected: null,
  },
  {
    name: "mail at a domain",
    rules: ["block example.com"],
    subject: { email: email("joe@example.com") },
    expected: "block example.com",
  },
  {
    name: "mail at a sub-domain",
    rules: ["block example.com"],
    subject: { email: email("joe@a.b.example.com") },
    expected: "block example.com",
  },
  {
    name: "no mail at a longer name",
    rules: ["block example.com"],
    subject: { email: email("joe@notexample.com") },
    expected: null,
  },
  {
    name: "no mail at the parent",
    rules: ["block a.example.com"],
    subject: { email: email("joe@example.com") },
    expected: null,
  },
  {
    name: "a domain",
    rules: ["allow example.com"],
    subject: { domain: "example.com" },
    expected: "allow example.com",
  },
  {
    name: "a sub-domain",
    rules: ["allow example.com"],
    subject: { domain: "www.example.com" },
    expected: "allow example.com",
  },
  {
    name: "the narrower domain is named",
    rules: ["allow example.com", "allow www.example.com"],
    subject: { domain: "www.example.com" },
    expected: "allow www.example.com",
  },
  {
    name: "an e-mail rule leaves the domain alone",
    rules: ["block jane@example.com"],
    subject: { domain: "example.com" },
    expected: null,
  },
  {
    name: "an address of mail is named over its domain",
    rules: ["block example.com", "block jane@example.com"],
    subject: { email: email("jane@example.com") },
    expected: "block jane@example.com",
  },
  {
    name: "a domain block beats an address allow",
    rules: ["block example.com", "allow jane@example.com"],
    subject: { email: email("jane@example.com") },
    expected: "block example.com",
  },
  {
    name: "a phone",
    rules: ["block +442079460958"],
    subject: { phone: "+442079460958" },
    expected: "block +442079460958",
  },
  {
    name: "another phone",
    rules: ["block +442079460958"],
    subject: { phone: "+442079460959" },
    expected: null,
  },
  {
    name: "a block of one component beats an allow of another",
    rules: ["allow 8.8.8.8", "block example.com"],
    subject: { ip: ip("8.8.8.8"), email: email("a@example.com") },
    expected: "block example.com",
  },
  {
    name: "an unparsable address matches no e-mail rule",
    rules: ["block jane@example.com"],
    subject: { email: { address: "jane", normalized: "jane", host: "" } },
    expected: null,
  },
  { name: "a hostile host", rules: ["block example.com"], subject: { domain: "__proto__" }, expected: null },
];

for (const row of ROWS) {
  Deno.test(`RuleSet.match: ${row.name}`, () => {
    const set = compileRules(rules(...row.rules));
    assert.equal(set.match(row.subject, NOW)?.id ?? null, row.expected);
  });
}

Deno.test("RuleSet.match: a rule counts until the moment it expires", () => {
  const [rule] = rules("block 8.8.8.8");
  const set = compileRules([{ ...rule!, expires_at: "2026-06-01T00:00:00Z" }]);
  assert.equal(set.match({ ip: ip("8.8.8.8") }, NOW - 1)?.id, "block 8.8.8.8");
  assert.equal(set.match({ ip: ip("8.8.8.8") }, NOW), null);
});

Deno.test("RuleSet.match: an expired rule does not hide the one beneath it, or an equal one", () => {
  const expired = { expires_at: "2026-01-02T00:00:00Z" };
  const [wide, narrow, mail, domain] = rules(
    "block 10.0.0.0/8",
    "block 10.1.0.0/16",
    "block a@b.example",
    "block b.example",
  );
  const set = compileRules([wide!, { ...narrow!, ...expired }, { ...mail!, ...expired }, {
    ...domain!,
    ...expired,
  }, { ...domain!, id: "again" }]);
  assert.equal(set.match({ ip: ip("10.1.2.3") }, NOW)?.id, "block 10.0.0.0/8");
  assert.equal(set.match({ email: email("a@b.example") }, NOW)?.id, "again");
});

Deno.test("RuleSet.match: each component alone has its own rule, all together the strongest", () => {
  const set = compileRules(
    rules("allow 8.8.8.0/24", "block example.com", "allow +442079460958", "block shop.example"),
  );
  const subject = {
    ip: ip("8.8.8.8"),
    email: email("a@example.com"),
    phone: "+442079460958",
    domain: "x.shop.example",
  };
  const components = matchedComponents(set, subject, NOW);
  assert.deepEqual(
    Object.fromEntries(Object.entries(components).map(([component, rule]) => [component, rule.id])),
    {
      ip: "allow 8.8.8.0/24",
      email: "block example.com",
      phone: "allow +442079460958",
      domain: "block shop.example",
    },
  );
  assert.equal(set.match(subject, NOW)?.id, "block example.com");
  assert.deepEqual(matchedComponents(set, { ip: ip("9.9.9.9") }, NOW), {});
  assert.equal(set.match({ ip: ip("9.9.9.9") }, NOW), null);
});
