/** `clashes`: what decides otherwise about the same sign-ups, across lists of all kinds, trust and live conditions. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { addRules } from "../../support/app/rules.ts";
import { signedIn } from "../../support/app/visitor.ts";

const SIGNUP = {
  ip: "73.15.20.9",
  email: "good.customer@gmail.com",
  phone: "+442083661177",
  user_id: "u-1",
};

interface Clash {
  readonly value: string;
  readonly type: string;
  readonly rule: {
    readonly id: string;
    readonly kind: string;
    readonly value?: string;
    readonly when?: string;
  };
  readonly scores?: number;
}

async function clashesOf(app: TestApp, action: string, ...values: string[]): Promise<Clash[]> {
  const { status, body, text } = await app.ask("/v1/rules?dry_run=true", { json: { action, values } });
  assert.equal(status, 200, text);
  return body.clashes;
}

function shown(clashes: readonly Clash[]) {
  return clashes.map(({ value, type, rule, scores }) => [value, type, rule.value ?? rule.when, scores]);
}

/** An existing rule, an added one, and how they clash in the one stored sign-up (or, with no number, by the tables alone). */
const ROWS: readonly [
  existing: [string, string],
  added: [string, string],
  type: string,
  scores: 1 | undefined,
][] = [
  [["allow", SIGNUP.email], ["block", "AS7922"], "overrides", 1],
  [["allow", SIGNUP.email], ["block", "73.15.20.0/24"], "overrides", 1],
  [["allow", SIGNUP.email], ["block", "country:US"], "overrides", 1],
  [["allow", "user:u-1"], ["block", "country:GB"], "overrides", 1],
  [["block", "country:GB"], ["allow", "user:u-1"], "overridden_by", 1],
  [["block", "phone_prefix:+44208"], ["allow", SIGNUP.email], "overridden_by", 1],
  [["trust", "user:u-1"], ["block", "AS7922"], "overridden_by", 1],
  [["trust", SIGNUP.email], ["block", "73.0.0.0/8"], "overridden_by", 1],
  [["block", "73.15.20.0/24"], ["trust", "user:u-1"], "overrides", 1],
  [["block", "AS7922"], ["trust", SIGNUP.phone], "overrides", 1],
  [["block", "country:US"], ["allow", "73.15.20.44"], "overridden_by", undefined],
  [["block", "AS7922"], ["allow", "73.15.20.44"], "overridden_by", undefined],
  [["allow", "73.15.20.44"], ["block", "AS7922"], "overrides", undefined],
  [["allow", "+442079460958"], ["block", "country:GB"], "overrides", undefined],
];

for (const [existing, added, type, scores] of ROWS) {
  Deno.test(`${added.join(" ")} beside ${existing.join(" ")}: ${type}`, async () => {
    await using app = await startApp();
    await app.ask("/v1/score/user", { json: SIGNUP });
    await addRules(app, ...existing);
    assert.deepEqual(shown(await clashesOf(app, ...added)), [[added[1], type, existing[1], scores]]);
    // Rules that decide alike are no clash.
    const same = added[0] === "block" ? "block" : "allow";
    await addRules(app, same, added[1]);
    const alike = await clashesOf(app, same, "device:0123456789abcdef");
    assert.deepEqual(shown(alike), []);
  });
}

Deno.test("live conditions clash by the stored sign-ups that they are true of; others and tags do not", async () => {
  await using app = await startApp();
  await app.ask("/v1/score/user", { json: SIGNUP });
  const add = async (action: string, when: string, more: Record<string, unknown> = {}) =>
    (await app.ask("/v1/rules", { json: { action, when, state: "live", ...more } })).body.rules[0]
      .id as string;
  const met = 'phone.country == "GB" && ip.country == "US"';
  const id = await add("block", met);
  await add("block", 'phone.country == "TJ"');
  await add("block", met, { state: "shadow" });
  await add("tag", met, { tag: "abroad" });
  for (const [action, value] of [["allow", SIGNUP.email], ["trust", "user:u-1"]] as const) {
    const clashes = await clashesOf(app, action, value);
    assert.deepEqual(shown(clashes), [[value, "overrides", met, 1]], action);
    assert.deepEqual([clashes[0]!.rule.id, clashes[0]!.rule.kind], [id, "condition"]);
  }
  assert.deepEqual(await clashesOf(app, "block", SIGNUP.email), []);
});

Deno.test("the page of a rule, its page of a stored value and GET /v1/rules/{id} name what decides otherwise", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  await app.ask("/v1/score/user", { json: SIGNUP });
  const { rules: [allow] } = await addRules(app, "allow", SIGNUP.email);
  const { rules: [block] } = await addRules(app, "block", "AS7922");
  const { rules: [trust] } = await addRules(app, "trust", "user:u-1");
  const rows: [id: string, expected: [string, string][]][] = [
    [allow.id, [["overridden_by", block.id]]],
    [block.id, [["overridden_by", trust.id], ["overrides", allow.id]]],
    [trust.id, [["overrides", block.id]]],
  ];
  for (const [id, expected] of rows) {
    const { clashes } = (await app.ask(`/v1/rules/${id}`)).body;
    assert.deepEqual(clashes.map(({ type, rule }: Clash) => [type, rule.id]).sort(), expected.sort());
    const { text } = await visitor.get(`/console/rules/${id}`);
    for (const [, other] of expected) assert.ok(text.includes(`/console/rules/${other}`), text);
  }
});
