/** One account's rules cost the others little: a small change touches few rules, and long work is done in small steps. */
import assert from "node:assert/strict";
import type { Rule } from "../../../../src/model/rules/rule.ts";
import { findConflicts } from "../../../../src/model/rules/rule_conflict.ts";
import { compileRules, RuleSet } from "../../../../src/model/rules/rule_set.ts";
import { IdentifierHasher } from "../../../../src/service/access/identifier_hasher.ts";
import { AccountRules } from "../../../../src/service/rules/account_rules.ts";
import { ActiveRules } from "../../../../src/service/rules/active_rules.ts";
import { hashRules } from "../../../../src/service/rules/hashed_rules.ts";
import { planRules } from "../../../../src/service/rules/rule_plan.ts";
import { runAtOnce } from "../../../../src/service/rules/time_slicing.ts";
import { ChangeLog } from "../../../../src/db/cluster/change_log.ts";
import { Rules } from "../../../../src/records/rules.ts";
import type { Batch, Engine } from "../../../../src/db/engine.ts";
import { openStore } from "../../../support/store/store.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const NOTHING: ReadonlySet<string> = new Set();
const MANY = 24_000;

/** Of every kind in turn. @param rest fields in addition */
function manyRules(count: number, rest: Partial<Rule> = {}): Rule[] {
  return Array.from({ length: count }, (_, index): Rule => {
    const [high, low] = [index >> 8, index & 255];
    const values = [
      ["ip", `20.${high}.${low}.1`],
      ["cidr", `30.${high}.${low}.0/24`],
      ["email", `u${index}@mail.example`],
      ["domain", `h${index}.example.com`],
      ["phone", `+44${String(index).padStart(10, "0")}`],
      ["asn", `AS${index + 1}`],
    ] as const;
    const [kind, value] = values[index % 6]!;
    return { id: `rule ${index}`, action: "block", kind, value, created_at: "2026-11-20T00:00:00Z", ...rest };
  });
}

/** Counts the rules that are compiled or removed during the work. */
async function touched(work: () => unknown): Promise<number> {
  let count = 0;
  const { add, remove } = RuleSet.prototype;
  RuleSet.prototype.add = function (rule) {
    count++;
    add.call(this, rule);
  };
  RuleSet.prototype.remove = function (rule) {
    count++;
    remove.call(this, rule);
  };
  try {
    await work();
  } finally {
    Object.assign(RuleSet.prototype, { add, remove });
  }
  return count;
}

/** Counts the values with rules that are read and written. */
function countChunks(engine: Engine): { read: number; written: number } {
  const counts = { read: 0, written: 0 };
  const [get, commit] = [engine.get.bind(engine), engine.commit.bind(engine)];
  const isChunk = (key: readonly string[]) => key[0] === "rules-chunk";
  engine.get = (keys) => {
    counts.read += keys.filter(isChunk).length;
    return get(keys);
  };
  engine.commit = (batch: Batch) => {
    counts.written += (batch.set ?? []).filter(({ key }) => isChunk(key)).length;
    return commit(batch);
  };
  return counts;
}

Deno.test(`a small change of ${MANY} rules reads, writes and compiles a few, here and in another process`, async (t) => {
  await using stack = new AsyncDisposableStack();
  const store = await openStore();
  stack.defer(() => store.close());
  const here = new ActiveRules(store.rules);
  await here.change("acc", () => ({ added: manyRules(MANY), removed: NOTHING, result: null }), NOW);
  // Another process on the same store.
  const log = new ChangeLog(store.engine, () => NOW);
  await log.start(false);
  const there = new ActiveRules(new Rules(store.engine, store.writer, log, () => crypto.randomUUID()));
  await there.ready("acc");
  const counts = countChunks(store.engine);

  const added: Rule = {
    ...manyRules(1)[0]!,
    id: "added",
    value: "9.9.9.9",
    expires_at: "2026-11-21T00:00:00Z",
  };
  const rows = [
    { name: "one rule added", plan: { added: [added], removed: NOTHING }, touches: 1 },
    {
      name: "its expiry changed",
      plan: { added: [{ ...added, expires_at: "2026-11-22T00:00:00Z" }], removed: new Set(["added"]) },
      touches: 2,
    },
    { name: "one rule deleted", plan: { added: [], removed: new Set(["rule 7000"]) }, touches: 1 },
    {
      name: "a rule expired and another added",
      later: 3,
      plan: { added: [{ ...added, id: "next" }], removed: NOTHING },
      touches: 2,
    },
  ];
  for (const { name, plan, touches, later = 0 } of rows) {
    await t.step(name, async () => {
      Object.assign(counts, { read: 0, written: 0 });
      const now = NOW + later * 86_400_000;
      const change = here.change("acc", () => ({ ...plan, result: null }), now);
      assert.equal(await touched(() => change), touches);
      assert.ok(counts.read <= 2 && counts.written <= 2, JSON.stringify(counts));
      Object.assign(counts, { read: 0, written: 0 });
      assert.equal(await touched(() => log.refresh()), touches);
      assert.ok(counts.read <= 2 && counts.written === 0, JSON.stringify(counts));
      assert.deepEqual(await there.list("acc", now), await here.list("acc", now));
    });
  }
});

Deno.test("rules of an account that expired are removed with later changes, a few with each", async () => {
  const rules = new AccountRules();
  const chunks = new Map([0, 1, 2].map((chunk) => [
    `chunk ${chunk}`,
    manyRules(100, { expires_at: "2026-11-19T00:00:00Z" }).map((rule) => ({
      ...rule,
      id: `${chunk} ${rule.id}`,
    })),
  ]));
  runAtOnce(rules.apply({ manifest: { chunks: [...chunks.keys()] }, chunks }));
  runAtOnce(rules.advance(NOW));
  assert.deepEqual([rules.size, rules.live], [300, 0]);
  const one = rules.stage(manyRules(1), NOTHING);
  assert.ok(one.rules.length < 300 && one.rules.length > 150, `${one.rules.length} rules stay`);
  const many = rules.stage(manyRules(300), NOTHING);
  assert.equal(many.rules.length, 300, "as many as are added, at least");
  assert.equal(await touched(() => rules.find("block", { kind: "ip", value: "20.0.0.1" }, NOW)), 0);
});

/** The most calls of `count` between two steps. */
function longestStep(steps: Iterator<void, unknown>, counted: () => number): number {
  for (let [most, before] = [0, 0];;) {
    const step = steps.next();
    most = Math.max(most, counted() - before);
    before = counted();
    if (step.done) return most;
  }
}

Deno.test("work on many rules is done in steps of a few hundred", async (t) => {
  const rules = manyRules(6_000);
  await t.step("loading", () => {
    const chunks = new Map(
      Array.from({ length: 50 }, (_, i) => [`${i}`, rules.slice(120 * i, 120 * (i + 1))]),
    );
    const account = new AccountRules();
    const steps = account.apply({ manifest: { chunks: [...chunks.keys()] }, chunks });
    const most = longestStep(steps, () => account.compiled.size);
    assert.ok(most <= 200 && account.size === 6_000, `${most} rules in one step`);
    const dropped = account.apply({ manifest: null, chunks: new Map() });
    const gone = longestStep(dropped, () => 6_000 - account.compiled.size);
    assert.ok(gone <= 200, `${gone} rules in one step`);
    assert.deepEqual([...account.all()], []);
  });
  await t.step("expiry", () => {
    const account = new AccountRules();
    const timed = manyRules(6_000, { expires_at: "2026-11-19T00:00:00Z" });
    runAtOnce(account.apply({ manifest: { chunks: ["1"] }, chunks: new Map([["1", timed]]) }));
    const most = longestStep(account.advance(NOW), () => 6_000 - account.live);
    assert.ok(most <= 500 && account.live === 0, `${most} rules in one step`);
  });
  await t.step("planning", () => {
    let looked = 0;
    class Watched extends AccountRules {
      override find(...given: Parameters<AccountRules["find"]>): Rule | null {
        looked++;
        return super.find(...given);
      }
    }
    const options = { action: "allow", note: null, expiresAt: null } as const;
    const wanted = rules.map(({ kind, value }) => ({ kind, value, ...options }));
    const limit = { most: 10_000, advice: "" };
    const most = longestStep(planRules(new Watched(), wanted, NOW, limit), () => looked);
    assert.ok(most <= 200 && looked === 6_000, `${most} candidates in one step`);
  });
  await t.step("hashing", () => {
    let hashes = 0;
    class Watched extends IdentifierHasher {
      override hashes(...given: Parameters<IdentifierHasher["hashes"]>): readonly string[] {
        hashes++;
        return super.hashes(...given);
      }
    }
    const hasher = new Watched("a secret of the tests");
    const wide: Rule = { ...rules[1]!, value: "64.0.0.0/3" };
    const most = longestStep(hashRules(hasher, [...rules, wide]), () => hashes);
    assert.ok(most <= 200 && hashes > 6_000, `${most} hashes in one step`);
  });
  await t.step("conflicts", () => {
    const candidates = [
      { action: "block", kind: "cidr", value: "0.0.0.0/0" },
      { action: "block", kind: "domain", value: "example.com" },
    ] as const;
    const set = compileRules(rules);
    let steps = 0;
    for (const found = findConflicts(set, candidates, NOW); !found.next().done;) steps++;
    // A third of the rules are networks, a third names.
    assert.ok(steps >= 4_000 / 200 - 2, `${steps} steps`);
  });
});
