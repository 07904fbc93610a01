import assert from "node:assert/strict";
import { type AgentPolicy, type AgentRule, NO_POLICY } from "../../../../src/model/agent_policy.ts";
import { AppError } from "../../../../src/model/error.ts";
import { decideAgent } from "../../../../src/signals/agent/policy.ts";
import { readPolicy } from "../../../../src/signals/agent/policy_input.ts";
import { type Reason, REASONS } from "../../../../src/signals/agent/reasons.ts";

function policy(rules: readonly Partial<AgentRule>[], defaultsApply = true): AgentPolicy {
  return {
    ...NO_POLICY,
    defaultsApply,
    rules: rules.map((rule) => ({ action: "allow", reason: "", ...rule })),
  };
}

function asked(method: string, trigger: string | null, host: string | null = "agent.example") {
  return { method, trigger, host, profile: "web-bot-auth", replay: null } as const;
}

Deno.test("decideAgent takes the default of the reason's class when there are no rules", () => {
  const expected = {
    unsigned: ["review", "default:not_web_bot_auth"],
    unverifiable: ["review", "default:unverifiable"],
    invalid: ["deny", "default:signature_failed"],
    verified: ["allow", "default:verified"],
  } as const;
  for (const reason of Object.keys(REASONS) as Reason[]) {
    const { decision, matched, reason: text } = decideAgent(NO_POLICY, reason, asked("GET", null));
    assert.deepEqual([decision, matched], expected[REASONS[reason].class], reason);
    assert.notEqual(text, "", reason);
  }
});

Deno.test("decideAgent lets the first matching rule decide about a verified agent", () => {
  const rules = [
    { trigger: "crawler", methods: ["POST", "put"], action: "deny", reason: "crawlers do not write" },
    { trigger: "crawler", action: "allow", reason: "crawlers read" },
    { methods: ["DELETE"], action: "deny", reason: "nobody deletes" },
    { trigger: "fetcher", action: "review", reason: "fetchers are looked at" },
  ] as const;
  const rows = [
    { method: "POST", trigger: "crawler", decision: "deny", matched: "rule:0" },
    { method: "PUT", trigger: "crawler", decision: "deny", matched: "rule:0" },
    { method: "GET", trigger: "crawler", decision: "allow", matched: "rule:1" },
    { method: "DELETE", trigger: "crawler", decision: "allow", matched: "rule:1" },
    { method: "DELETE", trigger: "fetcher", decision: "deny", matched: "rule:2" },
    { method: "delete", trigger: null, decision: "deny", matched: "rule:2" },
    { method: "GET", trigger: "fetcher", decision: "review", matched: "rule:3" },
    { method: "GET", trigger: null, decision: "allow", matched: "default:verified" },
  ] as const;
  for (const { method, trigger, decision, matched } of rows) {
    const result = decideAgent(policy(rules), "verified", asked(method, trigger));
    assert.deepEqual([result.decision, result.matched], [decision, matched], `${method} ${trigger}`);
    if (matched.startsWith("rule:")) assert.equal(result.reason, rules[Number(matched.slice(5))]!.reason);
  }
});

Deno.test("decideAgent matches a rule's host with the host that the signature proves", () => {
  const rules = [
    { host: "agent.example", methods: ["POST"], action: "deny" },
    { host: "*.agent.example", action: "review" },
    { host: "agent.example", action: "allow" },
    { trigger: "crawler", action: "deny" },
  ] as const;
  const rows = [
    { host: "agent.example", method: "POST", matched: "rule:0" },
    { host: "agent.example", method: "GET", matched: "rule:2" },
    { host: "eu.agent.example", method: "POST", matched: "rule:1" },
    { host: "a.b.agent.example", method: "GET", matched: "rule:1" },
    { host: "evilagent.example", method: "GET", matched: "default:verified" },
    { host: "agent.example.evil.example", method: "GET", matched: "default:verified" },
    { host: "example", method: "GET", matched: "default:verified" },
    { host: null, method: "GET", matched: "default:verified" },
  ] as const;
  for (const { host, method, matched } of rows) {
    const decided = decideAgent(policy(rules), "verified", asked(method, "fetcher", host));
    assert.equal(decided.matched, matched, `${method} ${host}`);
  }
  for (const reason of Object.keys(REASONS) as Reason[]) {
    if (reason === "verified") continue;
    const { matched } = decideAgent(policy(rules), reason, asked("GET", "crawler", "agent.example"));
    assert.match(matched, /^default:/, `${reason}: an unverified agent has no host`);
  }
});

Deno.test("decideAgent matches a rule's profile and repeats, and reviews what asks to pay", () => {
  const rules = [
    { profile: "visa-tap-payer", repeated: true, action: "deny" },
    { profile: "visa-tap-payer", host: "mcp.visa.com", action: "allow" },
    { repeated: false, methods: ["POST"], action: "review" },
  ] as const;
  const rows = [
    ["visa-tap-payer", "mcp.visa.com", 1, "GET", "rule:0", "deny"],
    ["visa-tap-payer", "mcp.visa.com", 0, "GET", "rule:1", "allow"],
    ["visa-tap-payer", "other.example", 0, "GET", "default:payer", "review"],
    ["visa-tap-payer", "other.example", null, "GET", "default:payer", "review"],
    ["mastercard-agent-pay", "mastercard.example", null, "POST", "default:payer", "review"],
    ["visa-tap-browser", "mcp.visa.com", 3, "POST", "default:verified", "allow"],
    ["visa-tap-browser", "mcp.visa.com", 0, "POST", "rule:2", "review"],
    ["web-bot-auth", "mcp.visa.com", null, "POST", "default:verified", "allow"],
  ] as const;
  for (const [profile, host, seen, method, matched, decision] of rows) {
    const request = { method, host, profile, trigger: null, replay: seen === null ? null : { seen } };
    const decided = decideAgent(policy(rules), "verified", request);
    assert.deepEqual([decided.matched, decided.decision], [matched, decision], `${profile} ${host} ${seen}`);
    const off = decideAgent(policy([], false), "verified", request);
    assert.equal(off.matched, "default:none", `${profile} without defaults`);
  }
});

Deno.test("decideAgent names the host in its own sentences", () => {
  const { reason } = decideAgent(NO_POLICY, "verified", asked("GET", null));
  assert.match(reason, /^The request is signed with a key of agent\.example\. /);
  const none = decideAgent(policy([], false), "verified", asked("GET", null));
  assert.match(none.reason, /^No rule matches the agent of agent\.example, /);
});

Deno.test("decideAgent applies rules to verified agents only", () => {
  for (const reason of Object.keys(REASONS) as Reason[]) {
    const { matched } = decideAgent(policy([{ action: "allow" }]), reason, asked("GET", "crawler"));
    assert.equal(matched === "rule:0", reason === "verified", reason);
  }
});

Deno.test("decideAgent reviews an unmatched verified agent when the defaults are off, and keeps the other defaults", () => {
  const off = policy([{ trigger: "crawler" }], false);
  assert.deepEqual(
    [
      decideAgent(off, "verified", asked("GET", null)).decision,
      decideAgent(off, "verified", asked("GET", null)).matched,
    ],
    ["review", "default:none"],
  );
  assert.equal(decideAgent(off, "verified", asked("GET", "crawler")).matched, "rule:0");
  assert.equal(decideAgent(off, "signature_failed", asked("GET", null)).matched, "default:signature_failed");
  assert.equal(decideAgent(off, "not_web_bot_auth", asked("GET", null)).matched, "default:not_web_bot_auth");
});

Deno.test("readPolicy takes what the contract allows", () => {
  const read = readPolicy({
    rules: [
      { trigger: "crawler", action: "deny", methods: ["POST"], reason: "no" },
      { action: "allow" },
      { action: "review", reason: "", surplus: 1 },
      { action: "deny", host: "*.BÜCHER.Example." },
    ],
    defaults_apply_when_no_rule_matches: false,
    replay_protection: "nonce",
    surplus: true,
  }, 5);
  assert.deepEqual(read, {
    rules: [
      { trigger: "crawler", methods: ["POST"], action: "deny", reason: "no" },
      { action: "allow", reason: "" },
      { action: "review", reason: "" },
      { action: "deny", host: "*.xn--bcher-kva.example", reason: "" },
    ],
    defaultsApply: false,
    replayProtection: "nonce",
    updatedAt: 5,
  });
  assert.deepEqual(readPolicy({ rules: [] }, 7), { ...NO_POLICY, updatedAt: 7 });
});

Deno.test("readPolicy names what is wrong", () => {
  const rows: readonly [string, unknown, string][] = [
    ["no body", null, "/rules"],
    ["no rules", {}, "/rules"],
    ["rules an object", { rules: {} }, "/rules"],
    ["rule a string", { rules: ["allow"] }, "/rules/0"],
    ["no action", { rules: [{ action: "allow" }, { trigger: "crawler" }] }, "/rules/1/action"],
    ["other action", { rules: [{ action: "block" }] }, "/rules/0/action"],
    ["trigger a number", { rules: [{ action: "allow", trigger: 1 }] }, "/rules/0/trigger"],
    ["trigger null", { rules: [{ action: "allow", trigger: null }] }, "/rules/0/trigger"],
    ["empty trigger", { rules: [{ action: "allow", trigger: "" }] }, "/rules/0/trigger"],
    ["long trigger", { rules: [{ action: "allow", trigger: "x".repeat(65) }] }, "/rules/0/trigger"],
    ["host a number", { rules: [{ action: "allow", host: 1 }] }, "/rules/0/host"],
    ["host null", { rules: [{ action: "allow", host: null }] }, "/rules/0/host"],
    ["host a URL", { rules: [{ action: "allow", host: "https://agent.example" }] }, "/rules/0/host"],
    ["long host", { rules: [{ action: "allow", host: `${"a.".repeat(127)}aa` }] }, "/rules/0/host"],
    ["methods a string", { rules: [{ action: "allow", methods: "GET" }] }, "/rules/0/methods"],
    ["no methods", { rules: [{ action: "allow", methods: [] }] }, "/rules/0/methods"],
    ["method with a space", { rules: [{ action: "allow", methods: ["GET "] }] }, "/rules/0/methods"],
    ["long reason", { rules: [{ action: "allow", reason: "x".repeat(201) }] }, "/rules/0/reason"],
    [
      "defaults a string",
      { rules: [], defaults_apply_when_no_rule_matches: "yes" },
      "/defaults_apply_when_no_rule_matches",
    ],
    ["other replay protection", { rules: [], replay_protection: "cookie" }, "/replay_protection"],
  ];
  for (const [name, body, pointer] of rows) {
    assert.throws(() => readPolicy(body, 0), (error) => {
      assert.ok(error instanceof AppError && error.code === "invalid_value", name);
      assert.deepEqual(error.extra.errors?.map((problem) => "pointer" in problem && problem.pointer), [
        pointer,
      ], name);
      return true;
    });
  }
});

Deno.test("readPolicy takes 200 rules and refuses 201", () => {
  const rules = (count: number) => ({ rules: Array.from({ length: count }, () => ({ action: "allow" })) });
  assert.equal(readPolicy(rules(200), 0).rules.length, 200);
  assert.throws(() => readPolicy(rules(201), 0), { name: "AppError", code: "too_many_items" });
});
