/** The rules of an account, changed step by step, against the same rules compiled from scratch. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { DAY_MS } from "../../src/model/duration.ts";
import type { Rule } from "../../src/model/rules/rule.ts";
import { findConflicts } from "../../src/model/rules/rule_conflict.ts";
import { compileRules, type RuleSet } from "../../src/model/rules/rule_set.ts";
import { AccountRules } from "../../src/service/rules/account_rules.ts";
import { runAtOnce } from "../../src/service/rules/time_slicing.ts";
import type { ChunkChange, LoadedChunks } from "../../src/records/rules.ts";
import { NOW, rule, subject } from "../support/fixtures/random_rules.ts";
import { rounds } from "../support/rounds.ts";

/** A step in the life of an account's rules: some are added and removed, or time passes. */
const step = fc.oneof(
  fc.record({ add: fc.array(rule, { maxLength: 4 }), remove: fc.array(fc.nat(), { maxLength: 3 }) }),
  fc.constantFrom("wait", "remove all", "another process"),
);

/** The store, with chunks of three rules. */
class Chunks {
  #made = 0;
  manifest: { readonly chunks: readonly string[] } | null = null;
  readonly #chunks = new Map<string, readonly Rule[]>();

  change({ before, dropped, rules }: ChunkChange): void {
    assert.deepEqual(before, this.manifest);
    const chunks = (before?.chunks ?? []).filter((id) => !dropped.has(id));
    for (let from = 0; from < rules.length; from += 3) {
      const id = `chunk ${this.#made++}`;
      // As read back: other objects.
      this.#chunks.set(id, structuredClone(rules.slice(from, from + 3)));
      chunks.push(id);
    }
    this.manifest = { chunks };
  }

  load(into: AccountRules): LoadedChunks {
    const wanted = (this.manifest?.chunks ?? []).filter((id) => !into.hasChunk(id));
    return {
      manifest: this.manifest,
      chunks: new Map(wanted.map((id) => [id, structuredClone(this.#chunks.get(id)!)])),
    };
  }

  get rules(): Rule[] {
    return (this.manifest?.chunks ?? []).flatMap((id) => [...this.#chunks.get(id)!]);
  }
}

Deno.test("rules that were added, removed, extended and expired one by one are those compiled from scratch", () => {
  let [found, purged] = [0, 0];
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), fc.array(subject, { maxLength: 6 }), (steps, subjects) => {
      let [now, made] = [NOW - 2 * DAY_MS, 0];
      const store = new Chunks();
      // The process that makes the changes, and one that reads them now and then.
      const [own, other] = [new AccountRules(), new AccountRules()];
      let expected: Rule[] = [];
      for (const next of steps) {
        runAtOnce(own.advance(now));
        if (next === "wait") now += DAY_MS;
        else if (next === "another process") runAtOnce(other.apply(store.load(other)));
        else if (next === "remove all") {
          store.change(own.stage([], "all"));
          expected = [];
        } else {
          const removed = new Set(next.remove.flatMap((index) => expected[index % 8]?.id ?? []));
          const live = expected.filter(({ id, expires_at }) =>
            !removed.has(id) && (expires_at === undefined || Date.parse(expires_at) > now)
          );
          // One rule is extended: the same id with another expiry.
          const extended = live.filter(({ expires_at }) => expires_at !== undefined).slice(0, 1)
            .map(({ expires_at: _, ...lasting }) => lasting);
          const added = next.add.map((entry): Rule => ({ ...entry, id: `rule ${made++}` }));
          const gone = new Set([...removed, ...extended.map(({ id }) => id)]);
          if (gone.size === 0 && added.length === 0) continue;
          const before = store.rules.length;
          store.change(own.stage([...added, ...extended], gone));
          if (store.rules.length < before + added.length + extended.length - gone.size) purged++;
          expected = [...live.filter(({ id }) => !gone.has(id)), ...added, ...extended];
        }
        runAtOnce(own.apply(store.load(own)));
      }
      runAtOnce(other.apply(store.load(other)));
      const live = (rules: Iterable<Rule>) =>
        [...rules].filter(({ expires_at }) => expires_at === undefined || Date.parse(expires_at) > now)
          .sort((a, b) => a.id < b.id ? -1 : 1);
      for (const rules of [own, other]) {
        runAtOnce(rules.advance(now));
        assert.deepEqual(live(rules.all()), live(expected));
        assert.equal(rules.live, live(expected).length);
        assert.equal(rules.size, store.rules.length);
        const fresh = compileRules(rules.all());
        for (const given of subjects) {
          const [one, same] = [rules.compiled.match(given, now), fresh.match(given, now)];
          assert.deepEqual([one?.action, one?.kind, one?.value], [same?.action, same?.kind, same?.value]);
          if (one !== null) found++;
        }
        const reported = (set: RuleSet) =>
          runAtOnce(findConflicts(set, [...rules.all()].slice(0, 5), now))
            .map((list) => list.map((conflict) => `${conflict.type} ${conflict.rule.id}`).sort());
        if (rules.size < 20) assert.deepEqual(reported(rules.compiled), reported(fresh));
        for (const entry of rules.all()) rules.compiled.remove(entry);
        assert.equal(rules.compiled.size, 0);
        for (const given of subjects) assert.equal(rules.compiled.match(given, now), null);
      }
    }),
    { numRuns: rounds(1500) },
  );
  assert.ok(found > 500 && purged > 100, `${found} matches, ${purged} changes that removed expired rules`);
});
