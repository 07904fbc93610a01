/** Rule values that name their kind: `user:`, `phone_prefix:`, `country:`, `carrier:`, and `asn:`. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { addRules } from "../../support/app/rules.ts";

const SIGNUP = {
  ip: "73.15.20.9",
  email: "good.customer@gmail.com",
  phone: "+442083661177",
  user_id: "u-1",
};

async function verdictOf(app: TestApp, json: Record<string, unknown>) {
  const { verdict, rule_applied } = (await app.ask("/v1/score/user", { json })).body;
  return [verdict, rule_applied?.kind ?? null];
}

interface Row {
  readonly given: string;
  readonly kind: string;
  /** Canonical. */
  readonly value: string;
  readonly match: Record<string, unknown>;
  readonly not: Record<string, unknown>;
  /** Of the value alone: the path, and whether the rule decides. */
  readonly singles?: readonly (readonly [path: string, decides: boolean])[];
}

const ROWS: readonly Row[] = [
  {
    given: "user:u-1",
    kind: "user",
    value: "user:u-1",
    match: SIGNUP,
    not: { ...SIGNUP, user_id: "U-1" },
    singles: [[`/v1/verify/email?email=${SIGNUP.email}`, false]],
  },
  {
    given: "phone prefix: +44 208",
    kind: "phone_prefix",
    value: "phone_prefix:+44208",
    match: SIGNUP,
    not: { ...SIGNUP, phone: "+442079460958" },
    singles: [["/v1/lookup/phone?phone=%2B442083661177", true], [
      "/v1/lookup/phone?phone=%2B442079460958",
      false,
    ]],
  },
  {
    given: "country:us",
    kind: "country",
    value: "country:US",
    match: SIGNUP,
    not: { ...SIGNUP, ip: "185.220.101.1" },
    singles: [["/v1/score/ip?ip=73.15.20.9", true], ["/v1/lookup/phone?phone=%2B442083661177", false]],
  },
  {
    given: "Country:UK",
    kind: "country",
    value: "country:GB",
    match: SIGNUP,
    not: { ...SIGNUP, phone: "+12025550143" },
    singles: [["/v1/lookup/phone?phone=%2B442083661177", true], ["/v1/score/ip?ip=73.15.20.9", false]],
  },
  {
    given: "asn:7922",
    kind: "asn",
    value: "AS7922",
    match: SIGNUP,
    not: { ...SIGNUP, ip: "8.8.8.8" },
    singles: [["/v1/score/ip?ip=73.15.20.9", true]],
  },
];

for (const { given, kind, value, match, not, singles = [] } of ROWS) {
  Deno.test(`${given} blocks sign-ups and singles that have it, and others not`, async () => {
    await using app = await startApp();
    const before = await verdictOf(app, not);
    const added = await addRules(app, "block", given);
    assert.deepEqual([added.rules[0].kind, added.rules[0].value], [kind, value]);
    assert.deepEqual(await verdictOf(app, match), ["block", kind]);
    assert.deepEqual(await verdictOf(app, not), before);
    for (const [path, decides] of singles) {
      const { rule_applied } = (await app.ask(path)).body;
      assert.equal(rule_applied?.kind, decides ? kind : undefined, path);
    }
    const again = await addRules(app, "block", value);
    assert.match(again.skipped[0].reason, /already exists/, "its own canonical value");
    // A narrower rule of the same action is the one that is named; an allow rule overrides nothing.
    await addRules(app, "allow", value, "user:u-1");
    assert.deepEqual(await verdictOf(app, match), ["block", kind]);
  });
}

Deno.test("the narrowest of several block rules is named, block before allow", async () => {
  await using app = await startApp();
  await addRules(app, "allow", SIGNUP.phone);
  const order = ["country:GB", "phone_prefix:+44", "phone_prefix:+44208", SIGNUP.phone];
  for (const value of order) {
    await addRules(app, "block", value);
    const { rule_applied } =
      (await app.ask(`/v1/lookup/phone?phone=${encodeURIComponent(SIGNUP.phone)}`)).body;
    assert.deepEqual([rule_applied.action, rule_applied.value], ["block", value]);
  }
});

Deno.test("a value that names a kind and is none of it is skipped with the reason", async () => {
  await using app = await startApp();
  const values = [
    "country:XQ",
    "country:Germany",
    "phone_prefix:",
    "phone_prefix:0044",
    "user:",
    "carrier: ",
  ];
  const { added, skipped } = await addRules(app, "block", ...values);
  assert.equal(added, 0);
  assert.deepEqual(
    skipped.map(({ reason }: { reason: string }) =>
      /^not a (?:country|phone prefix|user|carrier): /.test(reason)
    ),
    values.map(() => true),
  );
});

Deno.test("the beginning of a number is no phone rule: it is skipped, and a phone prefix is offered", async () => {
  await using app = await startApp();
  const { skipped, added } = await addRules(app, "block", "+992501834", "+442083661177");
  assert.equal(added, 1);
  assert.deepEqual(skipped.map(({ suggestion }: { suggestion: string }) => suggestion), [
    "phone_prefix:+992501834",
  ]);
  const { imported, skipped: lines } = (await app.ask("/v1/rules/import?action=block", {
    raw: "phone,note\n+992 50 1834,run\n+442079460958,one\ncountry:TJ,all\n",
    headers: { "content-type": "text/csv" },
  })).body;
  assert.equal(imported, 2);
  const line = lines.find(({ line }: { line: number }) => line === 2);
  assert.equal(line.suggestion, "phone_prefix:+992501834");
  assert.equal((await addRules(app, "block", line.suggestion)).added, 1, "what is offered works");
  assert.deepEqual(await verdictOf(app, { phone: "+992501834455" }), ["block", "phone_prefix"]);
});

Deno.test("a carrier that no range of numbers has is told, when it is added and when it is imported", async () => {
  await using app = await startApp();
  const warning =
    /^no known range of numbers is of carrier:(Tcel|<b>x<\/b>): the rule matches nothing; names are as in phone\.carrier/;
  const json = { action: "block", values: ["carrier:Tcel", "carrier:tcell"] };
  const [unknown, known] = (await app.ask("/v1/rules", { json })).body.rules;
  assert.match(unknown.warning, warning);
  assert.equal(known.warning, undefined);
  const { body, text } = await app.ask("/v1/rules/import?action=block", {
    raw: "carrier:<b>x</b>\n",
    headers: { "content-type": "text/plain" },
  });
  assert.match(body.warnings[0]?.warning ?? text, warning);
});

Deno.test("rules of named kinds come back from an export", async () => {
  await using app = await startApp();
  await using other = await startApp();
  await addRules(app, "block", "country:TJ", "carrier:Tcell, Inc", "phone_prefix:+99250183");
  await addRules(app, "trust", "user:u-1");
  const rules = (await app.ask("/v1/rules")).body.rules;
  const file = [
    "value,action",
    ...rules.map(({ value, action }: { value: string; action: string }) => `"${value}",${action}`),
  ]
    .join("\n");
  const back =
    (await other.ask("/v1/rules/import", { raw: file, headers: { "content-type": "text/csv" } })).body;
  assert.equal(back.imported, 4, JSON.stringify(back));
  const shown = async (of: TestApp) =>
    (await of.ask("/v1/rules")).body.rules
      .map(({ action, kind, value }: Record<string, string>) => [action, kind, value]);
  assert.deepEqual(await shown(other), await shown(app));
});
