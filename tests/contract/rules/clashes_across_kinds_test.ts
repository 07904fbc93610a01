/** What an allow rule promises: block rules of other kinds still decide, and the preview, `clashes` and the pages say so. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { refOf } from "../../support/app/ring.ts";
import { addRules } from "../../support/app/rules.ts";
import { signedIn } from "../../support/app/visitor.ts";

const SIGNUP = {
  ip: "73.15.20.9",
  email: "good.customer@gmail.com",
  phone: "+442083661177",
  device_id: "9f86d081884c7d659a2feaa0c55ad015",
};

async function clashesOf(app: TestApp, json: Record<string, unknown>) {
  const { clashes } = (await app.ask("/v1/rules?dry_run=true", { json })).body;
  return clashes.map((
    { value, type, rule, scores }: {
      value: string;
      type: string;
      rule: { value: string };
      scores?: number;
    },
  ) => [value, type, rule.value, scores]);
}

/** A block rule, and the part of the sign-up that an allow rule is made of. */
const ROWS: readonly [blocked: string, allowed: string, part: string][] = [
  ["AS7922", SIGNUP.email, "email"],
  ["73.15.20.0/24", SIGNUP.email, "email"],
  ["73.0.0.0/8", SIGNUP.email, "email"],
  [SIGNUP.ip, SIGNUP.email, "email"],
  ["AS7922", SIGNUP.phone, "phone"],
  ["AS7922", `device:${SIGNUP.device_id}`, "device"],
  ["AS7922", SIGNUP.ip, "ip"],
  ["gmail.com", SIGNUP.ip, "ip"],
];

for (const [blocked, allowed, part] of ROWS) {
  Deno.test(`allowing ${allowed} of sign-ups that ${blocked} blocks: preview, clashes and pages say so`, async () => {
    await using app = await startApp();
    const visitor = await signedIn(app);
    const { request_id } = (await app.ask("/v1/score/user", { json: SIGNUP })).body;
    await addRules(app, "block", blocked);
    const after = (await app.ask("/v1/score/user", { json: SIGNUP })).body;
    assert.deepEqual([after.risk_score, after.verdict], [100, "block"]);
    const clashes = await clashesOf(app, { action: "allow", values: [allowed] });
    assert.deepEqual(clashes, [[allowed, "overridden_by", blocked, 2]]);
    assert.deepEqual(await clashesOf(app, { action: "block", values: [allowed] }), []);
    const ref = await refOf(app, request_id, part);
    assert.equal((await clashesOf(app, { action: "allow", refs: [ref] }))[0][2], blocked);
    const path = `/console/rules/for/${ref}`;
    const page = (await visitor.get(`${path}?action=allow`)).text;
    assert.match(page, /What still blocks/);
    assert.ok(page.includes(blocked));
    assert.doesNotMatch(page, /is allowed with score 0, a whole sign-up too\.</);
    const added = await visitor.submit(`${path}?action=allow`, {
      action: "allow",
      target: "value",
      from: request_id,
    }, path);
    assert.match(added.text, /was added, but its scores stay blocked/);
    assert.doesNotMatch(added.text, /effective from the next score/);
    assert.equal((await app.ask("/v1/score/user", { json: SIGNUP })).body.verdict, "block");
    const offered = /name="id" value="([0-9a-f-]{36})"[^]*?Delete the block rule/.exec(
      added.text.slice(added.text.indexOf("What still blocks")),
    )![1]!;
    await visitor.submit("/console/rules", { id: offered }, "/console/rules/delete");
    assert.equal(
      (await app.ask("/v1/score/user", { json: SIGNUP })).body.verdict,
      "allow",
      "what is offered works",
    );
  });
}

Deno.test("a block rule that no stored score of the value met is no clash", async () => {
  await using app = await startApp();
  const { request_id } = (await app.ask("/v1/score/user", { json: SIGNUP })).body;
  await app.ask("/v1/score/ip?ip=8.8.8.8");
  await addRules(app, "block", "AS15169");
  await addRules(app, "block", "9.9.9.0/24");
  assert.deepEqual(await clashesOf(app, { action: "allow", values: [SIGNUP.email] }), []);
  const visitor = await signedIn(app);
  const path = `/console/rules/for/${await refOf(app, request_id, "email")}`;
  const page = (await visitor.get(`${path}?action=allow`)).text;
  assert.doesNotMatch(page, /What still blocks/);
  assert.match(page, /Unless one of your block rules matches it/);
  const added = await visitor.submit(`${path}?action=allow`, { action: "allow", target: "value" }, path);
  assert.match(added.text, /effective from the next score that no block rule matches/);
});
