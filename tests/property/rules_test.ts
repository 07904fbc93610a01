import assert from "node:assert/strict";
import fc from "fast-check";
import { contains, parseCidr } from "../../src/model/address/address.ts";
import {
  classify,
  isClassified,
  isStronger,
  type Rule,
  RULE_ACTIONS,
  verdictOfRule,
} from "../../src/model/rules/rule.ts";
import { findConflicts } from "../../src/model/rules/rule_conflict.ts";
import { asnOf, compileRules, type RuleSubject } from "../../src/model/rules/rule_set.ts";
import { runAtOnce } from "../../src/service/rules/time_slicing.ts";
import { NOW, rule, ruleList, subject } from "../support/fixtures/random_rules.ts";
import { matchedComponents } from "../support/matched_components.ts";
import { rounds } from "../support/rounds.ts";

function under(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`);
}

/** The specification, read off without any index. */
function matches(
  rule: Rule,
  { ip, asn, email, domain, phone, device, user, country, carrier }: RuleSubject,
): boolean {
  if (rule.expires_at !== undefined && Date.parse(rule.expires_at) <= NOW) return false;
  switch (rule.kind) {
    case "ip":
    case "cidr":
      return ip !== undefined && contains(parseCidr(rule.value)!, ip);
    case "asn":
      return ip !== undefined && asn === asnOf(rule.value);
    case "email":
      return email?.normalized === rule.value;
    case "domain":
      return (email !== undefined && under(email.host, rule.value)) ||
        (domain !== undefined && under(domain, rule.value));
    case "phone":
      return phone === rule.value;
    case "device":
      return `device:${device}` === rule.value;
    case "user":
      return `user:${user}` === rule.value;
    case "country":
      return `country:${country}` === rule.value;
    case "carrier":
      return carrier != null && `carrier:${carrier}`.toLowerCase() === rule.value.toLowerCase();
    case "phone_prefix":
      return phone?.startsWith(rule.value.slice("phone_prefix:".length)) ?? false;
  }
}

Deno.test("RuleSet decides as reading every rule would: trust if any trusts, else block if any blocks, else allow", () => {
  let decided = 0;
  fc.assert(
    fc.property(ruleList, subject, (list, given) => {
      const hits = list.filter((entry) => matches(entry, given));
      const action = RULE_ACTIONS.findLast((action) => hits.some((hit) => hit.action === action)) ?? null;
      const set = compileRules(list);
      const found = set.match(given, NOW);
      assert.equal(found?.action ?? null, action);
      if (found !== null) assert.ok(hits.includes(found));
      const components = matchedComponents(set, given, NOW);
      const actions = Object.values(components).map((entry) => entry.action);
      assert.equal(RULE_ACTIONS.findLast((each) => actions.includes(each)) ?? null, action);
      for (const [component, entry] of Object.entries(components)) {
        const alone = component === "ip"
          ? { ip: given.ip, asn: given.asn }
          : { [component]: given[component as Exclude<keyof RuleSubject, "ip" | "asn">] };
        assert.ok(matches(entry, alone as RuleSubject), component);
      }
      if (found !== null) decided++;
    }),
    { numRuns: rounds(3000) },
  );
  assert.ok(decided > 500, `${decided} decisions`);
});

Deno.test("the order of the rules changes neither the decision nor how narrow the named rule is", () => {
  fc.assert(
    fc.property(ruleList, subject, (list, given) => {
      const one = compileRules(list).match(given, NOW);
      const other = compileRules([...list].reverse()).match(given, NOW);
      assert.deepEqual([one?.action, one?.kind], [other?.action, other?.kind]);
    }),
    { numRuns: rounds(500) },
  );
});

Deno.test("findConflicts names exactly the rules that hold the candidate, and those of the other action inside it", () => {
  fc.assert(
    fc.property(ruleList, rule, (list, candidate) => {
      const reported = new Map(
        runAtOnce(findConflicts(compileRules(list), [candidate], NOW))[0]!.map((conflict) =>
          [conflict.rule.id, conflict] as const
        ),
      );
      if (reported.size >= 20) return;
      for (const entry of list) {
        const live = entry.expires_at === undefined || Date.parse(entry.expires_at) > NOW;
        const above = live && holds(entry, candidate);
        const differs = verdictOfRule(entry.action) !== verdictOfRule(candidate.action);
        const below = live && !above && differs && holds(candidate, entry);
        const weaker = !differs && isStronger(candidate.action, entry.action);
        assert.equal(
          reported.has(entry.id),
          (above && !weaker) || below,
          JSON.stringify([entry, candidate]),
        );
        const conflict = reported.get(entry.id);
        if (conflict === undefined) continue;
        const same = entry.kind === candidate.kind && entry.value === candidate.value;
        if (entry.action === candidate.action) {
          assert.equal(conflict.type, same ? "duplicate" : "swallowed_by");
        } else if (!differs) assert.equal(conflict.type, "swallowed_by");
        else {
          const isFirst = isStronger(candidate.action, entry.action);
          assert.equal(conflict.type, isFirst ? "overrides" : "overridden_by");
        }
      }
    }),
    { numRuns: rounds(2000) },
  );
});

type Value = Pick<Rule, "kind" | "value">;

/** Every value the inner rule matches is matched by the outer one. */
function holds(outer: Value, inner: Value): boolean {
  if (outer.kind === inner.kind && outer.value === inner.value) return true;
  const wide = outer.kind === "ip" || outer.kind === "cidr" ? parseCidr(outer.value) : null;
  const narrow = inner.kind === "ip" || inner.kind === "cidr" ? parseCidr(inner.value) : null;
  if (wide !== null && narrow !== null) return wide.prefix <= narrow.prefix && contains(wide, narrow.address);
  if (outer.kind === "carrier" && inner.kind === "carrier") {
    return outer.value.toLowerCase() === inner.value.toLowerCase();
  }
  if (outer.kind === "phone_prefix" && (inner.kind === "phone" || inner.kind === "phone_prefix")) {
    return numberOf(inner.value).startsWith(numberOf(outer.value));
  }
  if (outer.kind !== "domain" || (inner.kind !== "domain" && inner.kind !== "email")) return false;
  return under(inner.value.slice(inner.value.indexOf("@") + 1), outer.value);
}

function numberOf(value: string): string {
  return value.slice(value.indexOf("+"));
}

const noise = fc.oneof(
  fc.string({ unit: "binary", maxLength: 400 }),
  fc.string({
    unit: fc.constantFrom(..."0123456789abcdefASN.:/@+*-[]()% \u0000\ud800\ufffdüß。".split("")),
    maxLength: 60,
  }),
  fc.webUrl(),
  fc.emailAddress(),
  fc.ipV6(),
);

Deno.test("classify never throws, and its canonical value is classified as itself", () => {
  fc.assert(
    fc.property(noise, (text) => {
      const answer = classify(text);
      if (isClassified(answer)) assert.deepEqual(classify(answer.value), answer);
      else assert.ok(answer.reason.length > 0);
    }),
    { numRuns: rounds(5000) },
  );
});
