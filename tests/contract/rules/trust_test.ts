/** `action: "trust"`: one person's identifiers, allowed whatever else matches, until a label of fraud. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { refOf } from "../../support/app/ring.ts";
import { signedIn } from "../../support/app/visitor.ts";
import { addRules } from "../../support/app/rules.ts";
import { eventually } from "../../support/eventually.ts";
import { NOW } from "../../support/fixtures/agent_verification.ts";
import { makeAgentKey, signAgentRequest } from "../../support/servers/key_directory.ts";
import { addWebhook, Receiver, SENDING } from "../../support/servers/webhook_receiver.ts";

const DEVICE = "9f86d081884c7d659a2feaa0c55ad015";
/** A Tor exit with an address that nobody owns: blocked by its components too. */
const SIGNUP = {
  ip: "185.220.101.1",
  email: "ann.smith@gmail.com",
  phone: "+442083661177",
  device_id: DEVICE,
  user_id: "user-81",
};

async function signUp(app: TestApp, json: Record<string, unknown> = SIGNUP) {
  return (await app.ask("/v1/score/user", { json })).body;
}

async function rulesOf(app: TestApp): Promise<string[]> {
  const { rules } = (await app.ask("/v1/rules")).body;
  return rules.map(({ action, value }: { action: string; value: string }) => `${action} ${value}`);
}

for (const value of ["user:user-81", SIGNUP.email, SIGNUP.phone, `device:${DEVICE}`]) {
  Deno.test(`trust in ${value.split(/[:@]/)[0]} comes before block rules and components, and is noted`, async () => {
    await using app = await startApp();
    await addRules(app, "block", SIGNUP.ip);
    await addRules(app, "block", value);
    assert.equal((await signUp(app)).verdict, "block");
    const added = await app.ask("/v1/rules", {
      json: { action: "trust", values: [value], note: "our auditor" },
    });
    assert.deepEqual([added.status, added.body.added, added.body.skipped], [200, 1, []], added.text);
    const body = await signUp(app);
    assert.deepEqual([body.verdict, body.risk_score], ["allow", 0]);
    const { id, action, note, author } = body.rule_applied;
    assert.deepEqual([id, action, note], [added.body.rules[0].id, "trust", "our auditor"]);
    assert.match(author, /^key_/, "who trusted");
    assert.deepEqual([body.rule.id, body.rule.action, body.rule.note], [id, "trust", "our auditor"]);
    assert.match(body.summary, /^Allowed: you trust this person \(.*"our auditor"\)\.$/);
    assert.equal(body.components.ip.verdict, "block", "the others keep their own results");
    const stored = (await app.ask(`/v1/score/${body.request_id}`)).body;
    assert.deepEqual([stored.rule_applied.action, stored.verdict, stored.rule_applied.note], [
      "trust",
      "allow",
      "our auditor",
    ]);
    // Of somebody else, nothing.
    const other = await signUp(app, {
      ip: SIGNUP.ip,
      email: "bob@gmail.com",
      device_id: "0".repeat(32),
      user_id: "user-8",
    });
    assert.deepEqual([other.verdict, other.rule_applied.action], ["block", "block"]);
  });
}

Deno.test("trust decides singles of the value, and no others", async () => {
  await using app = await startApp();
  await addRules(app, "trust", SIGNUP.email);
  await addRules(app, "block", "gmail.com");
  const rows: [path: string, verdict: string][] = [
    [`/v1/verify/email?email=${SIGNUP.email}`, "allow"],
    ["/v1/verify/email?email=bob@gmail.com", "block"],
    ["/v1/score/domain?domain=gmail.com", "block"],
  ];
  for (const [path, verdict] of rows) assert.equal((await app.ask(path)).body.verdict, verdict, path);
});

Deno.test("a ref can be trusted; it decides its value alone", async () => {
  await using app = await startApp();
  await addRules(app, "block", SIGNUP.ip);
  const { request_id } = await signUp(app);
  for (const part of ["ip", "email"]) {
    const ref = await refOf(app, request_id, part);
    const { status, body, text } = await app.ask("/v1/rules", { json: { action: "trust", refs: [ref] } });
    if (part === "ip") assert.deepEqual([status, body.errors[0].pointer], [400, "/refs"], text);
    else assert.deepEqual([status, body.rules[0].action, body.rules[0].hashed], [200, "trust", true], text);
  }
  assert.deepEqual([(await signUp(app)).verdict, (await signUp(app)).rule_applied.hashed], ["allow", true]);
});

Deno.test("a ref can be among the values; one of an address or of another account names no person", async () => {
  await using app = await startApp();
  const { request_id } = await signUp(app);
  const stranger = await app.account("stranger");
  const [email, ip] = [await refOf(app, request_id, "email"), await refOf(app, request_id, "ip")];
  const json = { action: "trust", values: [email, ip, "user:u-1"] };
  const { body, text } = await app.ask("/v1/rules", { json });
  assert.deepEqual([body.added, body.skipped.length], [2, 1], text);
  assert.match(body.skipped[0].reason, /^trust is for one person/);
  assert.equal((await signUp(app)).rule.action, "trust");
  const theirs = await app.ask("/v1/rules", { json: { ...json, values: [email] }, key: stranger.key });
  assert.deepEqual([theirs.body.added, theirs.body.skipped.length], [0, 1], theirs.text);
  const many = await app.ask("/v1/rules", { json: { action: "trust", values: Array(501).fill(email) } });
  assert.deepEqual([many.status, many.body.code], [400, "too_many_items"], many.text);
});

Deno.test("a number of a service is not trusted by its ref either, nor what no recent score shows", async () => {
  await using app = await startApp();
  const { body } = await app.ask("/v1/score/user", { json: { ip: "8.8.8.8", phone: "+18005551234" } });
  const ofService = await refOf(app, body.request_id, "phone");
  const { request_id } = await signUp(app);
  const [email, phone] = [await refOf(app, request_id, "email"), await refOf(app, request_id, "phone")];
  const trust = (ref: string) => app.ask("/v1/rules", { json: { action: "trust", refs: [ref] } });
  const refused = await trust(ofService);
  assert.deepEqual([refused.status, /toll-free/.test(refused.text)], [400, true], refused.text);
  assert.equal((await trust(phone)).status, 200);
  await app.ask("/v1/privacy/erase", { json: { request_id } });
  const unknown = await trust(email);
  assert.deepEqual([unknown.status, /no recent score/.test(unknown.text)], [400, true], unknown.text);
});

Deno.test("a disposable address is not trusted by its ref either, and its page offers nothing", async () => {
  await using app = await startApp();
  const { body } = await app.ask("/v1/score/user", { json: { ip: "8.8.8.8", email: "a@mailinator.com" } });
  const visitor = await signedIn(app);
  for (const part of ["ip", "email"]) {
    const ref = await refOf(app, body.request_id, part);
    const page = await visitor.get(`/console/rules/for/${ref}?action=trust`);
    assert.equal(page.status, 400, part);
    assert.match(page.text, /Trust is for one person/, part);
    assert.doesNotMatch(page.text, /Every later score|Trust it/, part);
    const { status } = await app.ask("/v1/rules", { json: { action: "trust", refs: [ref] } });
    assert.equal(status, 400, part);
  }
  assert.equal((await app.ask("/v1/rules")).body.rules.length, 0);
});

Deno.test("what many people share is not trusted: skipped with the reason, or 400 where nothing is left", async () => {
  await using app = await startApp();
  const shared = [
    "203.0.113.7",
    "203.0.113.0/24",
    "AS64500",
    "gmail.com",
    "country:TJ",
    "carrier:Tcell",
    "phone_prefix:+99250183",
    "someone@mailinator.com",
    "*@gmail.com",
    "+18002752273",
  ];
  for (const value of shared) {
    const { status, body, text } = await app.ask("/v1/rules", { json: { action: "trust", values: [value] } });
    assert.deepEqual([status, body.code, body.errors[0].pointer], [400, "invalid_value", "/values"], text);
    assert.match(body.errors[0].detail, /^trust is for one person/, value);
  }
  const mixed =
    (await app.ask("/v1/rules", { json: { action: "trust", values: [...shared, "user:u-1"] } })).body;
  assert.deepEqual(mixed.rules.map(({ value }: { value: string }) => value), ["user:u-1"]);
  assert.deepEqual(mixed.skipped.map(({ value }: { value: string }) => value), shared);
  const file = "value,action\nuser:u-2,trust\n203.0.113.7,trust\n203.0.113.8,block\n";
  const imported = (await app.ask("/v1/rules/import", {
    raw: file,
    headers: { "content-type": "text/csv" },
  })).body;
  assert.equal(imported.imported, 2);
  assert.match(imported.skipped.find(({ line }: { line: number }) => line === 3).reason, /one person/);
  assert.deepEqual(await rulesOf(app), ["trust user:u-1", "trust user:u-2", "block 203.0.113.8"]);
});

Deno.test("trust in a person is none in an agent that is denied, and the score says both", async () => {
  await using app = await startApp({ now: () => NOW * 1000 });
  await addRules(app, "trust", SIGNUP.email);
  const agent = await signAgentRequest({ key: await makeAgentKey(), now: NOW - 3600 });
  const { verdict, summary, rule_applied } = await signUp(app, { email: SIGNUP.email, agent });
  assert.deepEqual([verdict, rule_applied], ["block", undefined], summary);
  assert.match(summary, /agent.*you trust this person/);
});

Deno.test("a fraud label ends trust, by what decided and by the trusted value, with one event each", async () => {
  await using app = await startApp({ env: SENDING });
  await using receiver = new Receiver();
  await addWebhook(app, receiver.url(), { events: ["trust.ended"] });
  const before = (await signUp(app)).request_id;
  await app.ask("/v1/rules", { json: { action: "trust", values: ["user:user-81"], note: "auditor" } });
  await addRules(app, "trust", SIGNUP.email);
  await addRules(app, "trust", "other@gmail.com");
  await addRules(app, "block", SIGNUP.phone);
  const label = (request_id: string, outcome: string) =>
    app.ask("/v1/outcome", { json: { request_id, outcome } });
  await label(before, "legit");
  assert.equal((await rulesOf(app)).length, 4, "a good label ends nothing");
  const single = (await app.ask(`/v1/verify/email?email=other@gmail.com`)).body.request_id;
  const labelled = await label(before, "fraud");
  assert.equal(labelled.body.recorded, 1, labelled.text);
  assert.deepEqual(await rulesOf(app), ["trust other@gmail.com", `block ${SIGNUP.phone}`]);
  assert.equal((await signUp(app)).verdict, "block");
  await label(single, "fraud");
  await label(single, "fraud");
  assert.deepEqual(await rulesOf(app), [`block ${SIGNUP.phone}`]);
  await receiver.take(3);
  await eventually(() => receiver.received.length >= 3, "all events");
  const told = receiver.received.map(({ event: { type, data } }) => ({ type, data }));
  assert.deepEqual(told.map(({ type }) => type), Array(3).fill("trust.ended"));
  assert.deepEqual(
    told.map(({ data }) => [data.kind, data.request_id, data.user_id, data.note]).sort(),
    [
      ["email", before, "user-81", null],
      ["email", single, null, null],
      ["user", before, "user-81", "auditor"],
    ].sort(),
  );
  assert.doesNotMatch(JSON.stringify(told), /@|ann/, "no event holds a value");
  // The same label again says nothing new; another one does.
  await addRules(app, "trust", "other@gmail.com");
  await label(single, "fraud");
  assert.deepEqual(await rulesOf(app), [`block ${SIGNUP.phone}`, "trust other@gmail.com"]);
  const { audit, accounts } = app.app.services.store;
  const entries = await audit.list(accounts.accountNamed("main")!.id, { limit: 50 });
  const ended = entries.filter(({ entry }) => entry.details.by === "fraud_label");
  assert.equal(ended.reduce((sum, { entry }) => sum + entry.count, 0), 3);
});
