import assert from "node:assert/strict";
import fc from "fast-check";
import { layoutRing, type Point } from "../../../../../../src/http/cases/pages/ring_layout.ts";

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** The smallest distance of two points of the list. */
function closest(points: readonly Point[]): number {
  return Math.min(...points.flatMap((one, at) => points.slice(at + 1).map((other) => distance(one, other))));
}

const graphs = fc.integer({ min: 2, max: 60 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    values: fc.array(
      fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { minLength: 2, maxLength: count }),
      { maxLength: 40 },
    ),
  })
);

Deno.test("layoutRing: members are apart, all is inside the square, and the same ring gets the same drawing", () => {
  fc.assert(fc.property(graphs, ({ count, values }) => {
    const layout = layoutRing(count, values);
    assert.deepEqual(layout, layoutRing(count, values));
    assert.equal(layout.members.length, count);
    assert.equal(layout.values.length, values.length);
    assert.ok(closest(layout.members) >= 2 * layout.memberRadius, "circles do not cover each other");
    for (const { x, y } of [...layout.members, ...layout.values]) {
      assert.ok(x >= 9 && y >= 9 && x <= layout.size - 9 && y <= layout.size - 9, `${x}, ${y}`);
    }
  }));
});

Deno.test("layoutRing: values of the same members do not cover each other", () => {
  for (const count of [2, 3, 5, 15, 60]) {
    const all = Array.from({ length: count }, (_, member) => member);
    for (const values of [2, 3, 5]) {
      const layout = layoutRing(count, Array.from({ length: values }, () => all));
      assert.ok(closest(layout.values) >= 18, `${count} members, ${values} values`);
    }
  }
});

Deno.test("layoutRing: members that share a value are neighbours on the circle", () => {
  const { members } = layoutRing(8, [[0, 2, 4, 6], [1, 3, 5, 7]]);
  const step = distance(members[0]!, members[2]!);
  for (const group of [[0, 2, 4, 6], [1, 3, 5, 7]]) {
    for (const [at, member] of group.slice(1).entries()) {
      assert.ok(Math.abs(distance(members[group[at]!]!, members[member]!) - step) < 0.5, `${member}`);
    }
  }
});
