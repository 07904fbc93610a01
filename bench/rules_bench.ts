/**
 * A look-up among 100,000 rules of an account against one among 10, and the cost of compiling and importing.
 * Run: `deno bench -A bench/rules_bench.ts`. Target: at most 2 × for a look-up.
 */
import {
  type Address,
  addressFromV4,
  addressFromV6,
  networkOf,
  parseCidr,
} from "../src/model/address/address.ts";
import { classify, isClassified, type Rule } from "../src/model/rules/rule.ts";
import { compileRules, type RuleSubject } from "../src/model/rules/rule_set.ts";
import { parseRuleFile } from "../tests/support/fixtures/rule_file.ts";

const NOW = 1_780_000_000_000;
let seed = 42;

/** Linear congruential, so that every run measures the same rules. */
function random(below: number): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

function word(): number {
  return random(2 ** 32);
}

function address(): Address {
  if (random(4) > 0) return addressFromV4(word());
  return addressFromV6([(0x20000000 | random(2 ** 28)) >>> 0, word(), word(), word()]);
}

function value(index: number): string {
  const ip = address();
  const prefix = ip.family === 4 ? 12 + random(21) : 24 + random(41);
  return [
    ip.text,
    `${networkOf(ip, prefix).text}/${prefix}`,
    `user${random(1e9)}@mail${random(1e6)}.example`,
    `host${random(1e9)}.example.com`,
    `+44${String(random(1e10)).padStart(10, "0")}`,
    `AS${1 + random(400_000)}`,
  ][index % 6]!;
}

const rules = Array.from({ length: 100_000 }, (_, index): Rule => {
  const classified = classify(value(index));
  if (!isClassified(classified)) throw new Error(classified.reason);
  const action = index % 2 ? "block" : "allow";
  return { id: String(index), action, ...classified, created_at: "2026-01-01T00:00:00Z" };
});

const few = compileRules(rules.slice(0, 10));
const many = compileRules(rules);

function signup(): RuleSubject {
  const mail = `user${random(1e9)}@mail${random(1e6)}.example`;
  return {
    ip: address(),
    asn: 500_000 + random(400_000),
    email: { address: mail, normalized: mail, host: mail.slice(mail.indexOf("@") + 1) },
    domain: `a.host${random(1e9)}.example.com`,
    phone: `+33${random(1e10)}`,
  };
}

function addressOnly({ ip, asn }: RuleSubject): RuleSubject {
  return { ...(ip === undefined ? {} : { ip }), asn: asn ?? null };
}

/** The same subjects for both sets, because a match costs more than none, for any number of rules. */
const unmatched = Array.from({ length: 2_000 }, signup).filter((s) => many.match(s, NOW) === null).slice(
  0,
  1_000,
);
const networks = few.rules.filter((rule) => rule.kind === "ip" || rule.kind === "cidr").map((rule) =>
  parseCidr(rule.value)!
);
const known = Array.from(
  { length: 1_000 },
  (_, i): RuleSubject => ({ ip: networks[i % networks.length]!.address }),
);

for (
  const [group, subjects] of [
    ["signups that no rule matches", unmatched],
    ["addresses that no rule matches", unmatched.map(addressOnly)],
    ["addresses that a rule matches", known],
  ] as const
) {
  Deno.bench({ name: `${subjects.length} ${group}, 10 rules`, group, baseline: true }, () => {
    for (const subject of subjects) few.match(subject, NOW);
  });
  Deno.bench({ name: `${subjects.length} ${group}, 100,000 rules`, group }, () => {
    for (const subject of subjects) many.match(subject, NOW);
  });
}

const file = rules.slice(0, 10_000).map(({ value }) => value).join("\n");
const csv = rules.slice(0, 10_000).map(({ id, value }) => `"${id}","a ""note""","${value}"`).join("\n");

Deno.bench({ name: "read 10,000 plain lines", group: "import", n: 10, warmup: 2 }, () => {
  parseRuleFile(file);
});
Deno.bench({ name: "read 10,000 quoted CSV lines", group: "import", n: 10, warmup: 2 }, () => {
  parseRuleFile(csv);
});
Deno.bench({ name: "compile 100,000 rules", group: "compile", n: 5, warmup: 1 }, () => {
  compileRules(rules);
});
