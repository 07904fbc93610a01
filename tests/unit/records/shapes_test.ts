/** What a restore takes for rules and reputation. */
import assert from "node:assert/strict";
import { SHAPES } from "../../../src/records/shapes/shapes.ts";

const RULE = {
  id: "1",
  action: "block",
  kind: "email",
  value: "j•••@example.com",
  created_at: "2026-11-22T00:00:00.000Z",
};
const REPORTER = { reports: 1, labels: 1, days: [[20_000, 2]] };

const ROWS: readonly {
  name: string;
  keyspace: "ruleChunk" | "reputationOf";
  value: unknown;
  good: boolean;
}[] = [
  { name: "a rule", keyspace: "ruleChunk", value: [RULE], good: true },
  {
    name: "a rule made of a ref, by an import",
    keyspace: "ruleChunk",
    value: [{ ...RULE, hash: "AAAAAAAAAAAAAAAAAAAAAA", import_id: "imp_0", note: "one\ntwo" }],
    good: true,
  },
  { name: "a rule for a device", keyspace: "ruleChunk", value: [{ ...RULE, kind: "device" }], good: true },
  {
    name: "a rule with a hash that is none",
    keyspace: "ruleChunk",
    value: [{ ...RULE, hash: 1 }],
    good: false,
  },
  { name: "a value over two lines", keyspace: "ruleChunk", value: [{ ...RULE, value: "•\n" }], good: false },
  { name: "a reporter", keyspace: "reputationOf", value: REPORTER, good: true },
  {
    name: "a reporter with days of reports",
    keyspace: "reputationOf",
    value: { ...REPORTER, reportDays: [[20_000, 1]] },
    good: true,
  },
  {
    name: "a reporter with other days",
    keyspace: "reputationOf",
    value: { ...REPORTER, reportDays: [["x", 1]] },
    good: false,
  },
];

for (const { name, keyspace, value, good } of ROWS) {
  Deno.test(`restore: ${name} is ${good ? "taken" : "refused"}`, () => {
    assert.equal(SHAPES[keyspace]!.value(value), good);
  });
}
