import assert from "node:assert/strict";
import fc from "fast-check";
import { packScore } from "../../../support/fixtures/packed_score.ts";
import { FACTS } from "../../../../src/model/facts/table.ts";
import type { FactValue } from "../../../../src/model/facts/fact.ts";
import { RETENTION_MS, type ScoreRecord } from "../../../../src/model/records.ts";
import { signupId } from "../../../../src/model/linkage/ring.ts";
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

const FACTS_OF_SIGNUP = {
  "ip.country": "TJ",
  "ip.city": "Душанбе|%41;",
  "ip.asn": 16276,
  "ip.org": 'OVH "SAS"',
  "ip.network": "datacenter",
  "email.domain": "x.example",
  "email.domain_class": "private",
  "email.domain_age_days": 0,
  "email.shape": "initial+surname+9999",
  "phone.country": "TJ",
  "phone.line_type": "mobile",
  "phone.carrier": "Tcell",
  "phone.block": "blk_Zr1c0d3EoQ",
  "phone.block_shown": "+992 50 183 ••••",
  "device.browser": "Chrome",
  "device.browser_major": 141,
  "device.os": "Plan 9",
  "device.automation": false,
  "device.is_common": true,
  "domain.age_days": 12,
  "signup.hour": new Date(AT).getUTCHours(),
  "signup.weekday": 7,
  "signup.user_agent_family": "Chrome",
  "signup.referral": "X1",
  "custom.referral": "X1",
  "custom.plan": 'a"|b',
  "custom.seats": 2.5,
  "custom.trial": false,
} as const;

/** One component of each kind. */
const ALL: ScoreRecord = {
  ...SIGNUP,
  components: (["ip", "email", "phone", "domain", "device"] as const).map((kind) => ({
    ...PLAIN.components[0]!,
    kind,
    mask: kind === "email" ? "j•••@mail.x.example" : "•",
  })),
};

const CONDITIONS: NonNullable<ScoreRecord["conditions"]> = {
  decided: {
    id: "rule_1",
    action: "review",
    when: 'phone.country == "TJ"',
    before: { score: 12, verdict: "allow" },
  },
  tags: ["ring"],
  hit: ["rule_1", "rule_2"],
  would: [["rule_3", "block"]],
  notJudged: [["rule_4", "ip.asn: not given"]],
};

Deno.test("facts, and what conditions said, come back as they were", () => {
  const rows: readonly ScoreRecord[] = [
    { ...ALL, facts: FACTS_OF_SIGNUP },
    { ...ALL, facts: FACTS_OF_SIGNUP, conditions: CONDITIONS },
    ...["block" as const, null].map((overrides) => ({
      ...ALL,
      conditions: { ...CONDITIONS, decided: { ...CONDITIONS.decided!, action: "allow" as const, overrides } },
    })),
    { ...ALL, conditions: { decided: null, tags: [], hit: [], would: [], notJudged: [] } },
    { ...ALL, facts: {} },
    { ...ALL, facts: { "device.browser": "Opera", "signup.hour": 3, "signup.user_agent_family": "curl" } },
  ];
  for (const record of rows) assert.deepEqual(unpackScore(packScore(record)), record);
});

const ACTOR = {
  type: "likely_human",
  proven: false,
  basis: "device_signals",
  operator: null,
  trigger: null,
  detail: 'Nothing about the "browser" looks automated.',
} as const;
const WHOLE: ScoreRecord = {
  ...ALL,
  signup: {
    linkage: {
      device_email_count: 1,
      email_device_count: 1,
      email_ip_count: null,
      subnet_rate_1h: 2,
      domain_rate_1h: 3,
      referral_rate_1h: 4,
    },
    ring: null,
    node: "0".repeat(12) + "7000" + "8".padEnd(16, "0"),
    actor: ACTOR,
    agent: null,
    userId: "u",
    links: { score: 0, findings: [], counted: false },
  },
};

Deno.test("a whole sign-up comes back as it was; who acted is a part that others share", () => {
  const record = { ...WHOLE, signup: { ...WHOLE.signup!, node: signupId(WHOLE.id) } };
  for (const more of [{}, { facts: FACTS_OF_SIGNUP }, { conditions: CONDITIONS }]) {
    const packed = packScore({ ...record, ...more });
    assert.deepEqual(unpackScore(packed), { ...record, ...more });
    assert.ok(packed.parts.includes(JSON.stringify(Object.values(ACTOR))));
    assert.ok(!packed.rest.includes("browser"));
  }
});

Deno.test("a sign-up of before 2026-11-23 has who acted in its own text", () => {
  const record = { ...WHOLE, signup: { ...WHOLE.signup!, node: signupId(WHOLE.id) } };
  const { parts, rest } = packScore(record);
  const earlier = JSON.parse(rest);
  earlier.signup[0] = earlier.signup[0].slice(0, 5);
  earlier.signup[2] = Object.values(ACTOR);
  const { signup } = unpackScore({ parts: parts.slice(0, -1), rest: JSON.stringify(earlier) });
  assert.deepEqual(signup, {
    ...record.signup,
    linkage: { ...record.signup.linkage, referral_rate_1h: null },
  });
});

Deno.test("any facts come back as they were", () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom("0", "z", "%", "%=", "blk_", "+ ••••", "g+s.9", "mail.x.example"),
  );
  const valueOf = (name: keyof typeof FACTS): fc.Arbitrary<FactValue> => {
    const { type } = FACTS[name];
    if (type === "number") return fc.nat();
    return type === "boolean" ? fc.boolean() : text.filter((value) => value !== "");
  };
  const facts = fc.record(
    Object.fromEntries((Object.keys(FACTS) as (keyof typeof FACTS)[]).map((name) => [name, valueOf(name)])),
    { requiredKeys: [] },
  );
  fc.assert(fc.property(facts, (facts) => {
    const record = { ...ALL, facts };
    assert.deepEqual(unpackScore(packScore(record)).facts, { ...facts });
  }));
});

Deno.test("what follows from the rest of a record is not stored", () => {
  const { rest, parts } = packScore({ ...ALL, facts: FACTS_OF_SIGNUP });
  const stored = [...parts, rest].join("\n");
  assert.equal(JSON.parse(rest).facts, "e2|5|0|i+s+9999;pTJ|0|Tcell|Zr1c0d3EoQ|992 50 183 ;s||||7");
  assert.match(stored, /^"iTJ\|\|.*\|16276\|OVH \\"SAS\\"\|2"$/m);
  for (const absent of ["private", "x.example|", "••••", "mobile", "Chrome"]) {
    assert.ok(!stored.includes(absent), absent);
  }
});

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
