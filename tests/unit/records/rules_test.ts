/** Rules in chunks with a manifest: a change that lost a conflict leaves no chunks, and a missing chunk is an error. */
import assert from "node:assert/strict";
import type { Rule } from "../../../src/model/rules/rule.ts";
import { Abandoned } from "../../../src/db/failure.ts";
import { Store } from "../../../src/records/store.ts";
import type { RuleManifest } from "../../../src/records/rules.ts";
import { openStore } from "../../support/store/store.ts";

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

const NOTHING: ReadonlySet<string> = new Set();

async function load(store: Store): Promise<{ manifest: RuleManifest | null; rules: Rule[] }> {
  const { manifest, chunks } = await store.rules.load("acc", () => false);
  return { manifest, rules: [...chunks.values()].flat() };
}

Deno.test("a change that came second leaves no chunks behind", async () => {
  await withStore(async (store) => {
    const { rules } = store;
    const before = (await load(store)).manifest;
    await rules.change("acc", { before, dropped: NOTHING, rules: [rule(1)] });
    const many = Array.from({ length: 2500 }, (_, index) => rule(index + 10));
    await assert.rejects(rules.change("acc", { before, dropped: NOTHING, rules: many }), Abandoned);
    assert.equal(await chunks(store), 1);
    assert.deepEqual((await load(store)).rules, [rule(1)]);
  });
});

Deno.test("a change replaces the chunks that it names, and only what is not held is read", async () => {
  await withStore(async (store) => {
    const { rules } = store;
    const many = Array.from({ length: 300 }, (_, index) => rule(index));
    await rules.change("acc", { before: null, dropped: NOTHING, rules: many });
    const first = await rules.load("acc", () => false);
    const [one, two, three] = first.manifest!.chunks;
    await rules.change("acc", { before: first.manifest, dropped: new Set([two!]), rules: [rule(500)] });
    const next = await rules.load("acc", (chunk) => first.chunks.has(chunk));
    assert.deepEqual(next.manifest!.chunks.slice(0, 2), [one, three]);
    assert.deepEqual([...next.chunks.values()], [[rule(500)]]);
    assert.equal(await chunks(store), 3);
    assert.equal(await rules.isNewest("acc", first.manifest), false);
    assert.equal(await rules.isNewest("acc", next.manifest), true);
  });
});

Deno.test("rules with a missing chunk are an error, not an endless loop", async () => {
  await withStore(async (store) => {
    await store.rules.change("acc", { before: null, dropped: NOTHING, rules: [rule(1)] });
    for await (const { key } of store.engine.scan(["rules-chunk", "acc"])) {
      await store.engine.commit({ delete: [key] });
    }
    await assert.rejects(load(store), /rules of account acc/);
  });
});
