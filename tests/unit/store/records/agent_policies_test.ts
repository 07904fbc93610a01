/** What is kept about agents, on a real store that two processes share. */
import assert from "node:assert/strict";
import { type AgentPolicy, type AgentRule, NO_POLICY } from "../../../../src/model/agent_policy.ts";
import type { AgentActivity } from "../../../../src/store/records/agent_activity.ts";
import type { AgentNonces } from "../../../../src/store/records/agent_nonces.ts";
import type { AgentPolicies } from "../../../../src/store/records/agent_policies.ts";
import { Store } from "../../../../src/store/store.ts";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

class Process {
  readonly store: Store;
  readonly policies: AgentPolicies;
  readonly nonces: AgentNonces;
  readonly activity: AgentActivity;

  constructor(store: Store) {
    this.store = store;
    this.policies = store.agentPolicies;
    this.nonces = store.agentNonces;
    this.activity = store.agentActivity;
  }
}

/** Two processes on one store. */
async function withTwo(test: (one: Process, two: Process) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir({ prefix: "winnow-test-" });
  const opened: Store[] = [];
  const open = async () => {
    const options = { now: () => NOW, random: Math.random, id: () => crypto.randomUUID(), follow: false };
    const store = await Store.open({ location: `${dir}/winnow.kv`, ...options });
    opened.push(store);
    return new Process(store);
  };
  try {
    await test(await open(), await open());
  } finally {
    for (const store of opened) await store.close();
    await Deno.remove(dir, { recursive: true });
  }
}

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

Deno.test("AgentNonces accepts a signature once, over all processes", async () => {
  await withTwo(async (one, two) => {
    const until = NOW + MINUTE;
    const takes = [one, two, one, two, one, two].map(({ nonces }) =>
      nonces.take(["acc", "live"], "hash", until, NOW)
    );
    assert.equal((await Promise.all(takes)).filter((taken) => taken).length, 1);
    assert.equal(await two.nonces.take(["acc", "test"], "hash", until, NOW), true, "another scope");
    assert.equal(await two.nonces.take(["other", "live"], "hash", until, NOW), true, "another account");
    assert.equal(
      await one.nonces.take(["acc", "live"], "hash", until, until),
      false,
      "until its last moment",
    );
    assert.equal(
      await one.nonces.take(["acc", "live"], "hash", until + MINUTE, until + 1),
      true,
      "used again later",
    );
  });
});

Deno.test("AgentActivity counts the last hour by the minute, over all processes", async () => {
  await withTwo(async (one, two) => {
    const come = async ({ store, activity }: Process, minute: number): Promise<number> => {
      let counted = 0;
      const cell = activity.update("acc", "agent", NOW + minute * MINUTE, (count) => counted = count);
      await store.writer.write({ cells: [cell] });
      return counted;
    };
    assert.equal(await come(one, 0), 1);
    assert.equal(await come(two, 0), 2);
    assert.equal(await come(one, 59), 3);
    assert.equal(await one.activity.count("acc", "agent", NOW + 59 * MINUTE), 3);
    assert.equal(await one.activity.count("acc", "agent", NOW + 60 * MINUTE), 1);
    assert.equal(await come(two, 60), 2);
    assert.equal(await come(two, 58), 3, "a clock a little behind counts too");
    assert.equal(await come(one, 500), 1);
    assert.equal(await one.activity.count("acc", "other", NOW), 0);
    assert.equal(await one.activity.count("other", "agent", NOW), 0);
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
