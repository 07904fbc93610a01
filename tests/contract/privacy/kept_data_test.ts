/** Nothing is stored of which it is not known what an erasure does with it. */
import assert from "node:assert/strict";
import { CATALOG } from "../../../src/records/index.ts";
import { KEPT_DATA } from "../../../src/service/privacy/kept_data.ts";

Deno.test("each keyspace of the store says what it holds of a person, and what an erasure does with it", () => {
  const stored = CATALOG.rows.map(({ prefix }) => prefix.join("/"));
  assert.deepEqual(
    Object.keys(KEPT_DATA).sort(),
    stored.toSorted(),
    "a new keyspace needs a row in kept_data.ts",
  );
  for (const [name, { holds, erasure }] of Object.entries(KEPT_DATA)) {
    assert.equal(holds === null, erasure === null, name);
  }
});

Deno.test("what ends by itself does so within a week", () => {
  for (const { prefix, lifetimeMs } of CATALOG.rows) {
    if (KEPT_DATA[prefix.join("/")]?.erasure !== "brief") continue;
    assert.ok(lifetimeMs <= 7 * 86_400_000, prefix.join("/"));
  }
});
