/** A ring of the largest size, all labelled, is a value that the store takes. */
import assert from "node:assert/strict";
import {
  countFraudOf,
  joiningNode,
  MAX_RING_MEMBERS,
  mergeNodes,
  relabelMember,
  type RingNode,
} from "../../../../src/model/linkage/ring.ts";

const NOW = Date.UTC(2026, 10, 23);

function idOf(index: number): string {
  return (NOW - 1_000_000 + index).toString(16).padStart(12, "0") + index.toString(16).padStart(20, "0");
}

Deno.test("more labels than a value holds: the newest stay, each with its group", () => {
  let node: RingNode | null = null;
  for (let index = 0; index < 620; index++) node = mergeNodes(node, joiningNode(idOf(index), 1, false), NOW);
  const group = idOf(0);
  for (let index = 0; index < 620; index++) node = relabelMember(node!, idOf(index), true, group);
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
