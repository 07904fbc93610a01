import assert from "node:assert/strict";
import { packScore } from "../../../support/fixtures/packed_score.ts";
import { RETENTION_MS, type ScoreRecord } from "../../../../src/model/records.ts";
import { unpackScore } from "../../../../src/records/scores/score_codec.ts";

const AT = 1_795_000_000_000;
const RULE = { id: "r1", action: "block", kind: "domain", value: 'a"b.example' } as const;

const PLAIN: ScoreRecord = {
  id: "req_00000000-0000-7000-8000-000000000000",
  account: "acc_1",
  key: "key_1",
  mode: "live",
  subject: "ip",
  via: "single",
  at: AT,
  expiresAt: AT + RETENTION_MS,
  score: 34,
  verdict: "allow",
  strictness: 1,
  summary: 'Low risk (34): IP address: datacenter "x".',
  topSignals: ["ip: datacenter"],
  rule: null,
  agentDecision: null,
  components: [{
    kind: "ip",
    hash: "lpWEeaO8LMkzsaIQH1beSv",
    relatedHashes: ["V2GP4RGF51HQ", "Ij-ltFCaaO8p"],
    mask: "20.0.0.•",
    score: 34,
    verdict: "allow",
    findings: [["datacenter", "egress", 34, "datacenter"]],
    trust: [],
    unknown: { "signals.is_tor": "not_loaded" },
    rule: null,
  }],
  dataVersion: "bundle 1",
};

const SIGNUP: ScoreRecord = {
  ...PLAIN,
  subject: "user",
  via: "user",
  rule: RULE,
  agentDecision: "deny",
  transaction: "t1",
  components: [
    { ...PLAIN.components[0]!, rule: RULE },
    {
      ...PLAIN.components[0]!,
      kind: "email",
      relatedHashes: [],
      mask: 'j•••@"x".example\n',
      trust: [["aged", 0.7, "aged"]],
    },
  ],
};

for (
  const [name, record] of [["a single value", PLAIN], [
    "a signup with rule, agent and own id",
    SIGNUP,
  ]] as const
) {
  Deno.test(`a packed record comes back as it was: ${name}`, () => {
    assert.deepEqual(unpackScore(packScore(record)), record);
    assert.equal(JSON.parse(packScore(record).parts[0]!).data, record.dataVersion, "the stored name");
  });
}

Deno.test("records packed until 2026-11-20 are read", () => {
  for (const record of [PLAIN, SIGNUP]) {
    const { account, key, mode, subject, via, strictness, dataVersion, components, expiresAt: _, ...rest } =
      record;
    const without = <T extends object>(object: T) =>
      Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined));
    const packed = {
      parts: [
        JSON.stringify({ account, key, mode, subject, via, strictness, data: dataVersion }),
        ...components.map(({ findings, trust, unknown }) => JSON.stringify({ findings, trust, unknown })),
      ],
      rest: JSON.stringify({
        ...without(rest),
        components: components.map(({ findings: _f, trust: _t, unknown: _u, relatedHashes, ...own }) =>
          without({ ...own, also: relatedHashes })
        ),
      }),
    };
    assert.deepEqual(unpackScore(packed), record);
  }
});
