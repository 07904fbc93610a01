/** What rules with a condition make of whole sign-ups. */
import assert from "node:assert/strict";
import { DAY_MS } from "../../../src/model/duration.ts";
import { type Answer, startApp, type TestApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";

const SHAPED = "jsmith8271@gmail.com";
const TAJIK = "+992501831234";
/** Of a data centre. */
const HOSTED = "8.8.8.8";
const DOMAIN = "the-campaign-shop.com";

async function add(app: TestApp, when: string, action: string, more: object = {}): Promise<string> {
  const json = { when, action, state: "live", ...more };
  const { status, body, text } = await app.askDirectly("/v1/rules", { json });
  assert.equal(status, 200, text);
  return body.rules[0].id;
}

async function signUp(app: TestApp, json: object, key = app.live): Promise<Answer["body"]> {
  const { status, body, text } = await app.askDirectly("/v1/score/user", { json, key });
  assert.equal(status, 200, text);
  return body;
}

/** As it is stored. */
async function stored(app: TestApp, { request_id }: { request_id: string }): Promise<Answer["body"]> {
  const { status, body } = await app.askDirectly(`/v1/score/${request_id}`);
  assert.equal(status, 200);
  return body;
}

const RULE_FIELDS = [
  "risk_score",
  "verdict",
  "rule",
  "tags",
  "would_have",
  "not_judged",
  "top_signals",
  "summary",
];
const ruleFields = (body: Answer["body"]) => RULE_FIELDS.map((name) => body[name]);

interface Wish {
  readonly when: string;
  readonly action: string;
  readonly tag?: string;
  /** Sign-ups before the one that it is true of. */
  readonly before: number;
  readonly signup: (index: number) => object;
}

/** The four rules that a fraud team wished for. */
const WISHES: readonly Wish[] = [
  {
    when: 'phone.country == "TJ" && ip.country != "TJ"',
    action: "review",
    before: 0,
    signup: () => ({ ip: HOSTED, phone: TAJIK }),
  },
  {
    when: 'signups("asn", "1h") > 20 && ip.network == "datacenter"',
    action: "block",
    before: 20,
    signup: (index) => ({ ip: HOSTED, email: `person${index}@gmail.com` }),
  },
  {
    when: 'email.domain_class == "private" && signups("email_domain", "7d") > 5',
    action: "review",
    before: 5,
    signup: (index) => ({ ip: `81.2.69.${index}`, email: `person${index}@${DOMAIN}` }),
  },
  {
    when: 'email.shape == "initial+surname+9999"',
    action: "tag",
    tag: "run",
    before: 0,
    signup: () => ({ ip: "81.2.69.1", email: SHAPED }),
  },
];

for (const { when, action, tag, before, signup } of WISHES) {
  Deno.test(`live and in shadow: ${when} → ${action}`, async () => {
    await using plain = await startApp();
    await using app = await startApp();
    const more = tag === undefined ? {} : { tag };
    const [live, shadow] = [
      await add(app, when, action, more),
      await add(app, when, action, { ...more, state: "shadow" }),
    ];
    await add(app, when, "block", { state: "draft" });
    for (let index = 0; index < before; index++) {
      const body = await signUp(app, signup(index));
      assert.deepEqual([body.rule, body.would_have, body.tags], [null, [], []], `sign-up ${index}`);
      await signUp(plain, signup(index));
    }
    const without = await signUp(plain, signup(before));
    assert.notEqual(without.verdict, action, "the rule has something to change");
    const body = await signUp(app, signup(before));
    assert.deepEqual(body.would_have, [{ rule_id: shadow, action }]);
    assert.deepEqual(body.not_judged, []);
    if (tag === undefined) {
      assert.equal(body.verdict, action);
      assert.equal(body.risk_score, action === "block" ? 100 : Math.max(without.risk_score, 40));
      assert.deepEqual(body.rule, { id: live, rule_id: live, action, kind: "condition", when });
      assert.deepEqual(body.rule_applied, { id: live, action, kind: "condition", when });
      assert.deepEqual((await app.ask(`/v1/score/${body.request_id}`)).body.rule_applied, body.rule_applied);
      assert.equal(body.top_signals[0], `rule: ${action} when ${when}`);
      assert.match(
        body.summary,
        action === "block" ? /^Blocked by your rule when / : /sent to review by your rule when /,
      );
    } else {
      assert.deepEqual([body.tags, body.rule, "rule_applied" in body], [[tag], null, false]);
      assert.deepEqual([body.verdict, body.risk_score, body.top_signals], [
        without.verdict,
        without.risk_score,
        without.top_signals,
      ]);
    }
    assert.deepEqual(ruleFields(await stored(app, body)), ruleFields(body));
    const { rules } = (await app.ask("/v1/rules")).body;
    const hits = rules.map(({ id, hits }: { id: string; hits: object }) => [id, hits]);
    const once = { "1d": 1, "7d": 1, "30d": 1 };
    assert.deepEqual(hits, [[live, once], [shadow, once], [hits[2][0], { "1d": 0, "7d": 0, "30d": 0 }]]);
    assert.equal(rules[0].last_hit_at, (await stored(app, body)).scored_at);
    await app.ask("/v1/outcome", { json: { request_id: body.request_id, outcome: "fraud" } });
    await eventually(
      async () => (await app.ask(`/v1/rules/${live}`)).body.fraud_share === 1,
      "the label",
    );
  });
}

const ANY = "signup.score >= 0";

interface Row {
  readonly name: string;
  /** Conditions as action, or action and what it overrides; they are true of every sign-up. */
  readonly conditions: readonly (readonly [action: string, overrides?: "block"])[];
  readonly signup: object;
  readonly lists?: Readonly<Record<string, string>>;
  readonly verdict: string;
  readonly score?: number;
  /** The index of the condition that decides, or the action of the list that does; null: none. */
  readonly decided: number | string | null;
  /** Actions of the conditions that name themselves among the signals; absent: all of them. */
  readonly named?: readonly string[];
}

const GOOD = { ip: "81.2.69.1", email: "ann.miller@gmail.com" };
/** A component's verdict is block. */
const BAD = { ip: "81.2.69.1", email: "someone@mailinator.com" };

const ORDER: readonly Row[] = [
  { name: "block", conditions: [["block"]], signup: GOOD, verdict: "block", score: 100, decided: 0 },
  { name: "review", conditions: [["review"]], signup: GOOD, verdict: "review", score: 40, decided: 0 },
  { name: "allow", conditions: [["allow"]], signup: GOOD, verdict: "allow", score: 0, decided: 0 },
  {
    name: "block before review before allow, whatever came first",
    conditions: [["allow"], ["review"], ["block"]],
    signup: GOOD,
    verdict: "block",
    score: 100,
    decided: 2,
  },
  {
    name: "review before allow",
    conditions: [["allow"], ["review"]],
    signup: GOOD,
    verdict: "review",
    score: 40,
    decided: 1,
  },
  {
    name: "the oldest of one action",
    conditions: [["review"], ["review"]],
    signup: GOOD,
    verdict: "review",
    decided: 0,
  },
  {
    name: "a review never lowers",
    conditions: [["review"]],
    signup: BAD,
    verdict: "review",
    score: 70,
    decided: 0,
  },
  {
    name: "an allow moves nothing that a component blocks",
    conditions: [["allow"]],
    signup: BAD,
    verdict: "review",
    score: 70,
    decided: null,
    named: [],
  },
  {
    name: "unless it overrides that",
    conditions: [["allow"], ["allow", "block"]],
    signup: BAD,
    verdict: "allow",
    score: 0,
    decided: 1,
  },
  {
    name: "a list that allows comes first",
    conditions: [["block"]],
    signup: GOOD,
    lists: { "81.2.69.1": "allow" },
    verdict: "allow",
    score: 0,
    decided: "allow",
    named: [],
  },
  {
    name: "a list that blocks comes first",
    conditions: [["allow", "block"]],
    signup: GOOD,
    lists: { "81.2.69.1": "block", "ann.miller@gmail.com": "allow" },
    verdict: "block",
    score: 100,
    decided: "block",
    named: [],
  },
  {
    name: "a review moves nothing that is blocked",
    conditions: [["review"], ["allow"]],
    signup: { ...BAD, strictness: "strictest" },
    verdict: "block",
    decided: null,
    named: [],
  },
];

for (const { name, conditions, signup, lists = {}, verdict, score, decided, named } of ORDER) {
  Deno.test(`order: ${name}`, async () => {
    await using app = await startApp();
    for (const [value, action] of Object.entries(lists)) {
      await app.askDirectly("/v1/rules", { json: { action, values: [value] } });
    }
    const ids: string[] = [];
    for (const [action, overrides] of conditions) {
      ids.push(await add(app, ANY, action, overrides === undefined ? {} : { overrides }));
    }
    const tagging = await add(app, ANY, "tag", { tag: "seen" });
    const body = await signUp(app, signup);
    assert.deepEqual([body.verdict, body.risk_score], [verdict, score ?? body.risk_score]);
    if (typeof decided === "string") {
      assert.deepEqual([body.rule.action, body.rule.rule_id], [decided, body.rule_applied.id]);
      assert.equal(typeof body.rule.value, "string");
    } else {
      assert.equal(body.rule?.rule_id ?? null, decided === null ? null : ids[decided]);
      assert.equal(body.rule_applied?.id, body.rule?.rule_id, "it is told wherever a rule decided");
    }
    assert.deepEqual(body.tags, ["seen"], "a tag is added whatever decides");
    const signals = body.top_signals.filter((signal: string) => signal.startsWith("rule: "));
    const actions = new Set(named ?? conditions.map(([action]) => action));
    const expected = ["block", "review", "allow"].filter((action) => actions.has(action));
    assert.deepEqual(
      signals,
      expected.map((action) => `rule: ${action} when ${ANY}`),
      "each that is true and takes part names itself",
    );
    assert.deepEqual(ruleFields(await stored(app, body)), ruleFields(body));
    const { hits } = (await app.ask(`/v1/rules/${tagging}`)).body;
    assert.equal(hits["1d"], 1);
  });
}

Deno.test("thresholds and strictness decide what a review raises to", async () => {
  await using app = await startApp();
  await add(app, ANY, "review");
  assert.equal((await signUp(app, { ...GOOD, strictness: "lenient" })).risk_score, 55);
  assert.equal((await signUp(app, { ...GOOD, strictness: "strict" })).risk_score, 30);
  const { status, text } = await app.ask("/v1/settings", {
    method: "PUT",
    json: { thresholds: { review: 33, block: 66 } },
  });
  assert.equal(status, 200, text);
  const body = await signUp(app, GOOD);
  assert.deepEqual([body.risk_score, body.verdict], [33, "review"]);
});

Deno.test("what rests on an unknown does not fire and says why; known() asks", async () => {
  await using app = await startApp();
  const unknown = await add(app, 'phone.country == "TJ"', "block");
  const counted = await add(app, 'signups("device", "1h") > 0', "block", { state: "shadow" });
  await add(app, 'known(phone.country) && phone.country == "TJ"', "block");
  await add(app, 'custom.plan == "free" && false', "block");
  await add(app, "!known(phone.country)", "tag", { tag: "no-phone" });
  const body = await signUp(app, GOOD);
  assert.deepEqual([body.rule, body.tags, body.would_have], [null, ["no-phone"], []]);
  assert.deepEqual(body.not_judged.map(({ rule_id }: { rule_id: string }) => rule_id), [unknown, counted]);
  assert.match(body.not_judged[0].reason, /phone\.country is unknown \(no phone number\)/);
  assert.match(body.not_judged[1].reason, /device/);
  assert.deepEqual((await stored(app, body)).not_judged, body.not_judged);
});

Deno.test("variables: score, verdict, components, findings, links, labels and custom fields", async () => {
  await using app = await startApp();
  const first = await signUp(app, { ...BAD, custom: { plan: "pro", seats: 3, beta: true } });
  await app.ask("/v1/outcome", { json: { request_id: first.request_id, outcome: "fraud" } });
  const conditions = [
    "signup.score >= 70",
    'signup.verdict in ["review", "block"]',
    "components.email.score > components.ip.score",
    '"disposable" in findings',
    "linkage.email_ip_count == 1",
    "linkage.ring.size == 2",
    "label_counts.email.fraud == 1 && label_counts.email.legit == 0",
    'custom.plan == "pro" && custom.seats > 2 && custom.beta',
    'first_seen_days("ip") == 0 && fraud("ip", "1h") == 1 && distinct("ip", "email", "1h") == 1',
    "signup.weekday >= 1 && signup.weekday <= 7 && signup.hour < 24",
  ];
  for (const [index, when] of conditions.entries()) await add(app, when, "tag", { tag: `t${index}` });
  const body = await signUp(app, { ...BAD, custom: { plan: "pro", seats: 3, beta: true } });
  assert.deepEqual(body.not_judged, []);
  assert.deepEqual(body.tags, conditions.map((_, index) => `t${index}`));
});

Deno.test("drafts, paused and expired conditions do nothing; a change is in force on the next sign-up", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const id = await add(app, ANY, "block", { state: "draft" });
  const patch = (json: object) => app.askDirectly(`/v1/rules/${id}`, { method: "PATCH", json });
  const verdict = async () => (await signUp(app, GOOD)).verdict;
  assert.equal(await verdict(), "allow");
  await patch({ state: "live" });
  assert.equal(await verdict(), "block");
  await patch({ action: "review" });
  assert.equal(await verdict(), "review");
  await patch({ when: "signup.score > 99" });
  assert.equal(await verdict(), "allow");
  await patch({ when: ANY, state: "paused" });
  assert.equal(await verdict(), "allow");
  await patch({ state: "shadow" });
  assert.equal(await verdict(), "allow");
  await patch({ state: "live", expires_at: new Date(now + DAY_MS).toISOString() });
  assert.equal(await verdict(), "review");
  now += DAY_MS;
  assert.equal(await verdict(), "allow");
  const [other] = [await add(app, ANY, "block")];
  assert.equal(await verdict(), "block");
  await app.askDirectly(`/v1/rules/${other}`, { method: "DELETE" });
  assert.equal(await verdict(), "allow");
});

Deno.test("whole sign-ups only; of the account only; test keys are judged too, and count among themselves", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  await add(app, ANY, "block");
  await add(app, 'signups("ip", "1h") > 1', "tag", { tag: "twice" });
  for (const path of ["/v1/score/ip?ip=81.2.69.1", "/v1/verify/email?email=ann.miller@gmail.com"]) {
    const { body } = await app.ask(path);
    assert.equal(body.verdict, "allow", path);
    assert.equal("rule" in body, false);
  }
  const batch = await app.ask("/v1/batch", { json: { type: "ip", items: ["81.2.69.1"] } });
  assert.equal(batch.body.results[0].verdict, "allow");
  assert.equal((await signUp(app, GOOD, other.key)).verdict, "allow");
  for (const key of [app.live, app.test]) {
    const [one, two] = [await signUp(app, GOOD, key), await signUp(app, GOOD, key)];
    assert.deepEqual([one.verdict, one.tags, two.tags], ["block", [], ["twice"]]);
  }
  const got = (await app.ask("/v1/score/user?ip=81.2.69.1&email=ann.miller@gmail.com")).body;
  assert.deepEqual([got.verdict, got.rule.action, got.tags], ["block", "block", ["twice"]]);
});
