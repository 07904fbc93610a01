/** Rules in chunks with a manifest: a change that lost a conflict leaves no chunks, and a missing chunk is an error. */
import assert from "node:assert/strict";
import type { Rule } from "../../../../src/model/rules/rule.ts";
import { RulesChanged } from "../../../../src/store/failure.ts";
import { Store } from "../../../../src/store/store.ts";
import { openStore } from "../../../support/store/store.ts";

async function withStore(test: (store: Store) => Promise<void>): Promise<void> {
  const store = await openStore();
  try {
    await test(store);
  } finally {
    await store.close();
  }
}

function rule(index: number): Rule {
  return {
    id: `rule-${index}`,
    action: "block",
    kind: "domain",
    value: `d${index}.example`,
    created_at: "2026-11-20T00:00:00.000Z",
  };
}

async function chunks(store: Store): Promise<number> {
  let count = 0;
  for await (const _ of store.engine.scan(["rules-chunk", "acc"])) count++;
  return count;
}

Deno.test("a change that came second leaves no chunks behind", async () => {
  await withStore(async (store) => {
    const { rules } = store;
    const before = await rules.load("acc");
    await rules.change("acc", before, [rule(1)], new Set());
    const many = Array.from({ length: 500 }, (_, index) => rule(index + 10));
    await assert.rejects(rules.change("acc", before, many, new Set()), RulesChanged);
    assert.equal(await chunks(store), 1);
    assert.deepEqual((await rules.load("acc")).rules, [rule(1)]);
  });
});

Deno.test("rules with a missing chunk are an error, not an endless loop", async () => {
  await withStore(async (store) => {
    await store.rules.change("acc", await store.rules.load("acc"), [rule(1)], new Set());
    for await (const { key } of store.engine.scan(["rules-chunk", "acc"])) {
      await store.engine.commit({ delete: [key] });
    }
    await assert.rejects(store.rules.load("acc"), /rules of account acc/);
  });
});
