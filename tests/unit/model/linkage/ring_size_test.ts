/** A ring of the largest size, all labelled, is a value that the store takes. */
import assert from "node:assert/strict";
import {
  countFraudOf,
  joiningNode,
  mergeNodes,
  relabelMember,
  type RingNode,
} from "../../../../src/model/linkage/ring.ts";
import { nodeWithout } from "../../../../src/model/linkage/without.ts";
import { MAX_RING_MEMBERS } from "../../../../src/model/linkage/ring_texts.ts";

const NOW = Date.UTC(2026, 10, 23);

function idOf(index: number): string {
  return (NOW - 1_000_000 + index).toString(16).padStart(12, "0") + index.toString(16).padStart(20, "0");
}

Deno.test("more labels than a value holds: the newest stay, each with its group", () => {
  let node: RingNode | null = null;
  for (let index = 0; index < 620; index++) node = mergeNodes(node, joiningNode(idOf(index), 1, false), NOW);
  const group = idOf(0);
  for (let index = 0; index < 620; index++) {
    node = relabelMember(node!, idOf(index), true, { group, at: NOW });
  }
  const { m, f, w = "" } = node!;
  assert.equal(m.length / 32, MAX_RING_MEMBERS);
  assert.ok(JSON.stringify(node).length < 60_000, `${JSON.stringify(node).length}`);
  const fraud = f.length / 32;
  assert.ok(fraud > 400, `${fraud}`);
  assert.equal(w.length, 2 * f.length);
  assert.ok(f.endsWith(idOf(619)));
  // An id without its group would count for every group.
  assert.deepEqual([countFraudOf(node!, group, NOW), countFraudOf(node!, idOf(7), NOW)], [fraud, 0]);
});

Deno.test("a label that was taken back stays so when an earlier state is merged, and one that is given again stays, too", () => {
  const [one, two] = [idOf(1), idOf(2)];
  const ring = mergeNodes(joiningNode(one, 1, false), joiningNode(two, 1, false), NOW);
  const label = (node: RingNode, fraud: boolean, at: number) =>
    relabelMember(node, one, fraud, { group: one, at });
  const given = label(ring, true, NOW);
  const ended = label(given, false, NOW + 1);
  // By a clock that is behind.
  const again = label(ended, true, NOW);
  const rows: readonly (readonly [string, RingNode, RingNode, number])[] = [
    ["taken back", ended, given, 0],
    ["given again", again, ended, 1],
    ["given again, and the first", again, given, 1],
    ["with a new member", ended, mergeNodes(given, joiningNode(idOf(3), 1, false), NOW), 0],
  ];
  for (const [what, newer, older, fraud] of rows) {
    for (const merged of [mergeNodes(newer, older, NOW), mergeNodes(older, newer, NOW)]) {
      assert.equal(countFraudOf(merged, one, NOW), fraud, what);
      assert.equal(merged.f.length, 32 * fraud, what);
      assert.equal((merged.w ?? "").length, 64 * fraud, what);
    }
  }
  const later = NOW + 31 * 86_400_000;
  assert.equal(
    mergeNodes(ended, joiningNode(later.toString(16).padStart(12, "0").padEnd(32, "0"), 1, false), later).u,
    undefined,
  );
});

Deno.test("an erasure leaves nothing of the person's labels in a ring", () => {
  const [one, two] = [idOf(1), idOf(2)];
  const ring = mergeNodes(joiningNode(one, 1, false), joiningNode(two, 1, false), NOW);
  const given = relabelMember(ring, one, true, { group: one, at: NOW });
  const ended = relabelMember(given, one, false, { group: one, at: NOW + 1 });
  assert.ok(JSON.stringify(ended).includes(one));
  for (const node of [given, ended, { ...ended, m: two }]) {
    const left = nodeWithout(node, new Set([one]));
    assert.ok(left !== null && !JSON.stringify(left).includes(one), JSON.stringify(left));
  }
});

Deno.test("labels that are given and taken back leave room for those that stay", () => {
  let node: RingNode | null = null;
  for (let index = 0; index < 620; index++) node = mergeNodes(node, joiningNode(idOf(index), 1, false), NOW);
  const label = (index: number, fraud: boolean, at: number) =>
    node = relabelMember(node!, idOf(index), fraud, { group: idOf(0), at });
  for (let index = 0; index < 400; index++) {
    label(index, true, NOW + index);
    label(index, false, NOW + index);
  }
  for (let index = 500; index < 600; index++) label(index, true, NOW + 1000);
  node = mergeNodes(node, joiningNode(idOf(700), 1, false), NOW);
  assert.equal(countFraudOf(node, idOf(0), NOW), 100);
  assert.ok(node.u!.length <= 4_500 && JSON.stringify(node).length < 60_000);
});
