/** Agent policies in two processes on one store. */
import assert from "node:assert/strict";
import { type AgentPolicy, type AgentRule, NO_POLICY } from "../../../../src/model/agent_policy.ts";
import { NOW, withTwo } from "../../../support/store/agent_records.ts";

const POLICY: AgentPolicy = {
  rules: Array.from({ length: 60 }, (_, index) => ({ action: "deny", reason: `rule ${index}` })),
  defaultsApply: false,
  replayProtection: "nonce",
  updatedAt: NOW,
};

Deno.test("AgentPolicies shows a policy to other processes once they follow the change", async () => {
  await withTwo(async (one, two) => {
    assert.deepEqual(await two.policies.read("acc"), NO_POLICY);
    await one.policies.put("acc", POLICY);
    assert.deepEqual(await one.policies.read("acc"), POLICY);
    await two.store.changes.refresh();
    assert.deepEqual(await two.policies.read("acc"), POLICY);
    assert.deepEqual(await two.policies.read("other"), NO_POLICY);
    const shorter = { ...POLICY, rules: POLICY.rules.slice(0, 1) };
    await two.policies.put("acc", shorter);
    await one.store.changes.refresh();
    assert.deepEqual(await one.policies.read("acc"), shorter);
  });
});

Deno.test("AgentPolicies never caches what was read before a concurrent change", async () => {
  await withTwo(async (one) => {
    const reading = one.policies.read("acc");
    await Promise.all([reading, one.policies.put("acc", POLICY)]);
    assert.deepEqual(await one.policies.read("acc"), POLICY);
  });
});

Deno.test("AgentPolicies stores the later of two policies of one batch completely", async () => {
  const rule = (index: number): AgentRule => ({ action: "deny", reason: `rule ${index}` });
  const many = { ...NO_POLICY, rules: Array.from({ length: 200 }, (_, index) => rule(index)) };
  const few = { ...NO_POLICY, rules: [rule(0)] };
  for (const [first, second] of [[few, many], [many, few]] as const) {
    await withTwo(async (one, two) => {
      await Promise.all([one.policies.put("acc", first), one.policies.put("acc", second)]);
      const stored = await two.policies.read("acc");
      assert.deepEqual(stored.rules, second.rules);
      assert.deepEqual(stored, await one.policies.read("acc"));
    });
  }
});
