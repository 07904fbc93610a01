/**
 * A look-up among 100,000 rules of an account against one among 10, the cost of compiling and importing, and what a change, a
 * load and a dry run of an account with many rules cost everybody.
 * Run: `deno bench -A --unstable-kv bench/rules_bench.ts`. Target: at most 2 × for a look-up of a sign-up.
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
import type { Caller } from "../src/model/records.ts";
import { ActiveRules } from "../src/service/rules/active_rules.ts";
import { dryRunRules } from "../src/service/rules/dry_run.ts";
import { addRules, deleteRule } from "../src/service/rules/rules.ts";
import { startApp } from "../tests/support/app/app.ts";
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
const networks = rules.slice(0, 10).filter((rule) => rule.kind === "ip" || rule.kind === "cidr").map((rule) =>
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

/** What the rules of one account cost the process that serves everybody: milliseconds, and the longest stall of its event loop. */
async function costOfRules(count: number): Promise<void> {
  await using app = await startApp();
  const { services } = app.app;
  const { store, rules } = services;
  const account = store.accounts.accountNamed("main")!;
  const caller: Caller = { account, key: store.accounts.keysOf(account.id)[0]! };
  const held = Array.from({ length: count }, (_, index): Rule => {
    const classified = classify(value(index));
    if (!isClassified(classified)) throw new Error(classified.reason);
    return { id: crypto.randomUUID(), action: "allow", ...classified, created_at: "2026-01-01T00:00:00Z" };
  });
  await rules.change(account.id, () => ({ added: held, removed: new Set<string>(), result: 0 }), NOW);
  await app.ask("/v1/score/user", { json: { ip: "8.8.8.8", email: "jane@example.net" } });

  const options = { action: "block", note: null, expiresAt: null } as const;
  let next = 0;
  const names = (length: number) => Array.from({ length }, () => `name${next++}.example.net`);
  const made = await addRules(services, caller, { values: names(20) }, options);
  const ids = made.rules.map(({ id }) => id);
  console.log(`An account with ${count} rules:`);
  await measure("load", 5, async () => await new ActiveRules(store.rules).ready(account.id));
  await measure(
    "add one rule",
    20,
    async () => void await addRules(services, caller, { values: names(1) }, options),
  );
  await measure("delete one rule", 20, async () => void await deleteRule(services, caller, ids.pop()!));
  const tried = ["8.8.8.0/24", "example.net", ...names(8)];
  await measure(
    "dry run of ten rules",
    5,
    async () => void await dryRunRules(services, caller, { values: tried }, options),
  );
}

/** Prints the medians of the time and of the longest stall, which on a busy machine is that of the machine. */
async function measure(name: string, times: number, work: () => Promise<void>): Promise<void> {
  const took: number[] = [];
  const stalls: number[] = [];
  for (let time = 0; time < times; time++) {
    let [stall, running] = [0, true];
    const watching = (async () => {
      for (let last = performance.now(); running;) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        stall = Math.max(stall, performance.now() - last);
        last = performance.now();
      }
    })();
    const started = performance.now();
    await work();
    took.push(performance.now() - started);
    running = false;
    await watching;
    stalls.push(stall);
  }
  const median = (values: number[]) =>
    values.sort((a, b) => a - b)[values.length >> 1]!.toFixed(1).padStart(8);
  console.log(`  ${name.padEnd(22)} ${median(took)} ms, longest stall ${median(stalls)} ms`);
}

await costOfRules(10_000);
await costOfRules(199_000);
