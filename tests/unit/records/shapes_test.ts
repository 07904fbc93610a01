/** What a restore takes for rules, reputation and scores. */
import assert from "node:assert/strict";
import type { ScoreRecord, StoredComponent } from "../../../src/model/records.ts";
import { packScore } from "../../support/fixtures/packed_score.ts";
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

Deno.test("restore: plain records, damaged in any place, are taken when the shapes take them", () => {
  const component: StoredComponent = {
    kind: "ip",
    hash: "iqLdPU1mH5eRXMAzS0Ygil",
    relatedHashes: ["A-A09ARZaFvr"],
    mask: "20.23.70.•",
    ...{ score: 0, verdict: "allow", findings: [], trust: [], unknown: {}, rule: null },
  };
  const record: ScoreRecord = {
    ...{ id: "req_01a2244e-5ebd-7000-a909-002d13a2558e", account: "acc_a", key: "key_a", mode: "live" },
    ...{ subject: "ip", via: "single", at: 1_795_905_445_565, expiresAt: 0, score: 0, verdict: "allow" },
    ...{ strictness: 1, summary: null, topSignals: [], rule: null, agentDecision: null, dataVersion: "x" },
    components: [component],
    facts: {},
  };
  const { parts, rest } = packScore(record);
  const takes = (line: string) =>
    SCORE_SEGMENTS.row.value(new TextEncoder().encode([parts.length, ...parts, line].join("\n")));
  const whole = `0 ${parts.map((_, at) => at).join(",")} ${rest}`;
  // With one more field it is left to the shapes.
  const shaped = (line: string) => line.endsWith("}") ? `${line.slice(0, -1)},"transaction":null}` : line;
  assert.deepEqual([takes(whole), takes(shaped(whole))], [true, true]);
  const characters = [...`"\\[]{},:-09azé•`, "\u0001", "\u007f", ""];
  let refused = 0;
  for (let at = 0; at < whole.length; at++) {
    for (const character of characters) {
      const damaged = whole.slice(0, at) + character + whole.slice(at + 1);
      const isTaken = takes(damaged);
      assert.equal(isTaken, takes(shaped(damaged)), damaged);
      if (!isTaken) refused++;
    }
  }
  assert.ok(refused > whole.length, `${refused} were refused`);
});
