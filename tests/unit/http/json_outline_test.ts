import assert from "node:assert/strict";
import { outlineOf } from "../../../src/http/json_outline.ts";

const ROWS: readonly [json: string, values: number, lists: Record<string, number>][] = [
  ["1", 1, {}],
  ["[]", 1, { "": 0 }],
  ["[ ]", 1, { "": 0 }],
  ["[1]", 2, { "": 1 }],
  ["[1,[2,3],{}]", 6, { "": 3 }],
  ['{"a":[1,2,3],"b":[]}', 6, { "/a": 3, "/b": 0 }],
  ['{"a":[[1,2],[3]],"b":{"c":[1,2]}}', 10, { "/a": 2 }],
  ['{"a":["],[", "\\"]", "\\\\"]}', 4, { "/a": 3 }],
  ['{"a":[1],"a":[1,2],"a":[]}', 6, { "/a": 2 }],
  ['{"\\u0061" : [1,2]}', 3, { "/a": 2 }],
  ['{"a":"b","c":[{"d":[1,2,3]}]}', 7, { "/c": 1 }],
];

for (const [json, values, lists] of ROWS) {
  Deno.test(`the outline of ${json}`, () => {
    const outline = outlineOf(new TextEncoder().encode(json));
    assert.deepEqual(Object.fromEntries(outline.lists), lists);
    assert.ok(outline.values >= values && outline.values <= 2 * values, `${outline.values}`);
  });
}

Deno.test("a text that is cut off has an outline", () => {
  for (const json of ["[1,2", '{"a":[1,2', '{"a', "]]]", '"\\', "{[,,,"]) {
    assert.ok(outlineOf(new TextEncoder().encode(json)).values > 0);
  }
  assert.equal(outlineOf(new TextEncoder().encode('{"a":[1,2')).lists.get("/a"), 2);
});
