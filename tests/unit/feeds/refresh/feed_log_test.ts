import assert from "node:assert/strict";
import { gatherFeedLines } from "../../../../src/feeds/refresh/feed_log.ts";

Deno.test("a few lines about feeds stay separate, many become one, other lines are not delayed", () => {
  const lines: string[] = [];
  const gathered = gatherFeedLines((line) => lines.push(line));
  gathered.log("winnow listening");
  assert.deepEqual(lines, ["winnow listening"]);
  gathered.log("feeds: tor: refused");
  gathered.flush();
  assert.deepEqual(lines.slice(1), ["feeds: tor: refused"]);
  for (let i = 0; i < 10; i++) gathered.log(`feeds: f${i}: no way out`);
  gathered.flush();
  assert.equal(lines.length, 3);
  assert.match(lines[2]!, /^feeds: 10 could not be fetched now, the first: f0: no way out/);
});
