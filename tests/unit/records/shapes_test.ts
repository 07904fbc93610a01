/** What a restore takes for rules, reputation and scores. */
import assert from "node:assert/strict";
import { SCORE_SEGMENTS } from "../../../src/records/scores/score_chunk.ts";
import { scoreChunk } from "../../support/store/backups.ts";
import { REPUTATION_OF } from "../../../src/records/reputation/reputation_rows.ts";
import { RULE_CHUNK } from "../../../src/records/rules.ts";

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
  keyspace: typeof RULE_CHUNK | typeof REPUTATION_OF;
  value: unknown;
  good: boolean;
}[] = [
  { name: "a rule", keyspace: RULE_CHUNK, value: [RULE], good: true },
  {
    name: "a rule made of a ref, by an import",
    keyspace: RULE_CHUNK,
    value: [{ ...RULE, hash: "AAAAAAAAAAAAAAAAAAAAAA", import_id: "imp_0", note: "one\ntwo" }],
    good: true,
  },
  { name: "a rule for a device", keyspace: RULE_CHUNK, value: [{ ...RULE, kind: "device" }], good: true },
  {
    name: "a rule with a hash that is none",
    keyspace: RULE_CHUNK,
    value: [{ ...RULE, hash: 1 }],
    good: false,
  },
  { name: "a value over two lines", keyspace: RULE_CHUNK, value: [{ ...RULE, value: "•\n" }], good: false },
  { name: "a reporter", keyspace: REPUTATION_OF, value: REPORTER, good: true },
  {
    name: "a reporter with days of reports",
    keyspace: REPUTATION_OF,
    value: { ...REPORTER, reportDays: [[20_000, 1]] },
    good: true,
  },
  {
    name: "a reporter with other days",
    keyspace: REPUTATION_OF,
    value: { ...REPORTER, reportDays: [["x", 1]] },
    good: false,
  },
];

const CHUNK = new TextDecoder().decode(scoreChunk("j•••@example.com"));
const SCORE_ROWS: readonly [name: string, from: string | RegExp, to: string, good: boolean][] = [
  ["a score with facts, and what conditions said", "", "", true],
  ["facts of a later version", '"iTJ|', '"z1|', true],
  ["facts that are no text", /"facts":"[^"]*"/, '"facts":[1]', false],
  ["a field of an account's own that is a list", '"plan":"pro"', '"plan":["pro"]', false],
  ["a part that is neither facts nor of conditions", /"iTJ[^"]*"/, '{"a":1}', false],
  ["a sign-up without who acted", /\["unknown",[^\]]*\]/, '"iTJ"', false],
  [
    "a sign-up of before, with who acted in it",
    ",[],null,null,null]",
    ',["unknown",false,"none",null,null,""],null,null,null]',
    true,
  ],
  ["a condition that decided, without the score of before", '"true",5,"allow"]', '"true"]', false],
  ["a condition that decided, with its word", '"true",5,"allow"]', '"true",5,"allow",1]', true],
  ["a condition that decided, with another word", '"true",5,"allow"]', '"true",5,"allow","block"]', false],
  ["a condition with another action", '"block"', '"burn"', false],
];

for (const [name, from, to, good] of SCORE_ROWS) {
  Deno.test(`restore: ${name} is ${good ? "taken" : "refused"}`, () => {
    const chunk = CHUNK.replace(from, to);
    assert.equal(chunk === CHUNK, from === "");
    assert.equal(SCORE_SEGMENTS.row.value(new TextEncoder().encode(chunk)), good);
  });
}

for (const { name, keyspace, value, good } of ROWS) {
  Deno.test(`restore: ${name} is ${good ? "taken" : "refused"}`, () => {
    assert.equal(keyspace.row.value(value), good);
  });
}
