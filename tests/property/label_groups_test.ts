/** Labels by group: the same whatever the order and whatever was labelled meanwhile. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { DAY_MS } from "../../src/model/duration.ts";
import type { GroupKey } from "../../src/model/groups/group.ts";
import { LabelledGroups } from "../../src/model/groups/labelled_groups.ts";

const KEYS: readonly GroupKey[] = ["domain one.com", "domain two.com", "hosting 16276", "phone_block blk_1"];
const label = fc.record({
  id: fc.integer({ min: 0, max: 30 }).map(String),
  scoredAt: fc.integer({ min: 0, max: 100 }).map((day) => day * DAY_MS),
  at: fc.integer({ min: 100, max: 200 }).map((day) => day * DAY_MS),
  outcome: fc.constantFrom("fraud", "fraud", "legit", null),
  groups: fc.subarray([...KEYS]).chain((keys) =>
    fc.tuple(...keys.map((key) => fc.tuple(fc.constant(key), fc.constantFrom("a", "b", "c", "d", "e", "f"))))
  ),
});

Deno.test("what labels teach depends on the last label of each sign-up alone", () => {
  fc.assert(
    fc.property(fc.array(label, { maxLength: 80 }), fc.integer({ min: 200, max: 400 }), (labels, day) => {
      const now = day * DAY_MS;
      const [all, last] = [new LabelledGroups(0), new LabelledGroups(150 * DAY_MS)];
      for (const each of labels) all.label(each);
      const newest = new Map(labels.map((each) => [each.id, each]));
      for (const each of [...newest.values()].reverse()) last.label(each);
      for (const groups of [all, last]) groups.countCustomers(new Map(KEYS.map((key) => [key, []])), now);
      assert.deepEqual(all.taught(KEYS, now), last.taught(KEYS, now));
      assert.deepEqual(KEYS.map((key) => counts(all, key)), KEYS.map((key) => counts(last, key)));
      for (const each of newest.values()) all.label({ ...each, outcome: null });
      assert.equal(all.size, 0);
      assert.deepEqual(all.taught(KEYS, now), []);
    }),
  );
});

function counts(groups: LabelledGroups, key: GroupKey) {
  const { fraud, legit } = groups.counts(key);
  return [fraud, legit];
}

Deno.test("more labels than are kept: those that came first go", () => {
  const groups = new LabelledGroups(0, 100);
  for (let id = 0; id < 1_000; id++) {
    groups.label({
      id: String(id),
      scoredAt: id,
      at: id,
      outcome: "fraud",
      groups: [[`network ${id}`, "a"], ["domain one.com", String(id)]],
    });
  }
  assert.equal(groups.size, 100);
  assert.deepEqual([groups.counts("domain one.com").fraud, groups.counts("network 5").fraud], [100, 0]);
  assert.equal(groups.counts("network 999").fraud, 1);
});
