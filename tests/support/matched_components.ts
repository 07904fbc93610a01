/** The rule that decides each component of a request when it is scored alone. */
import type { Rule } from "../../src/model/rules/rule.ts";
import type { RuleSet, RuleSubject } from "../../src/model/rules/rule_set.ts";

export function matchedComponents(set: RuleSet, subject: RuleSubject, now: number): Record<string, Rule> {
  const { ip, asn, email, phone, domain, device, user, country, carrier } = subject;
  const parts: readonly (readonly [component: string, part: RuleSubject])[] = [
    ["ip", ip === undefined ? {} : { ip, asn: asn ?? null }],
    ["email", email === undefined ? {} : { email }],
    ["phone", phone === undefined ? {} : { phone }],
    ["domain", domain === undefined ? {} : { domain }],
    ["device", device === undefined ? {} : { device }],
    ["user", user === undefined ? {} : { user }],
    ["country", country === undefined ? {} : { country }],
    ["carrier", carrier === undefined ? {} : { carrier }],
  ];
  return Object.fromEntries(parts.flatMap(([component, part]) => {
    const rule = set.match(part, now);
    return rule === null ? [] : [[component, rule]];
  }));
}
