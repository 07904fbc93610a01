/** Rules that the console makes of stored values, without the value being typed. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { plantRing, refOf, RING_DEVICE } from "../../support/app/ring.ts";
import { signedIn, tokenOf } from "../../support/app/visitor.ts";

async function verdictOf(app: TestApp, json: Record<string, unknown>): Promise<string> {
  return (await app.ask("/v1/score/user", { json })).body.verdict;
}

Deno.test("a device is blocked by its hash: the page says what matches, the rule is shown masked, and its undo removes it", async () => {
  await using app = await startApp();
  const { ids } = await plantRing(app, 4);
  await app.ask("/v1/outcome", { json: { request_id: ids[0], outcome: "fraud" } });
  const visitor = await signedIn(app);
  const ref = await refOf(app, ids[3]!, "device");
  const score = await visitor.get(`/console/scores/${ids[3]}`);
  assert.ok(score.text.includes(`/console/rules/for/${ref}?action=block&amp;from=${ids[3]}`));
  const path = `/console/rules/for/${ref}`;
  const page = await visitor.get(`${path}?action=block&from=${ids[3]}`);
  assert.match(page.text, /Every later score with the device 9f86d0… is blocked/);
  assert.match(page.text, /It is in 4 scores: 1 labelled fraud, 0 labelled legitimate/);
  assert.match(page.text, /Of 4 stored scores, <strong>4<\/strong> would change: 4 to block/);
  assert.equal((await app.ask("/v1/rules")).body.count, 0, "the page adds nothing");
  const fields = { action: "block", target: "value", from: ids[3]!, note: "ring" };
  const forged = await visitor.post(path, { ...fields, csrf: "x" });
  assert.equal(forged.status, 403);
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
  const added = await visitor.post(path, { ...fields, csrf: tokenOf(page.text) });
  assert.match(added.path, new RegExp(`^/console/scores/${ids[3]}\\?rule=`));
  assert.match(added.text, /Your block rule for device 9f86d0… is effective/);
  const { rules } = (await app.ask("/v1/rules")).body;
  assert.deepEqual(
    rules.map(({ kind, value, action, note }: Record<string, unknown>) => ({ kind, value, action, note })),
    [{ kind: "device", value: "9f86d0…", action: "block", note: "ring" }],
  );
  assert.equal(await verdictOf(app, { email: "new.person@gmail.com", device_id: RING_DEVICE }), "block");
  assert.equal(await verdictOf(app, { email: "new.person@gmail.com", device_id: "0".repeat(32) }), "allow");
  const again = await visitor.submit(path, fields);
  assert.equal(again.status, 400);
  assert.match(again.text, /one of your rules already/);
  assert.match((await visitor.get(path)).text, /Nothing would be added/);
  const id = /name="id" value="([^"]+)"/.exec(added.text)![1]!;
  await visitor.submit("/console/rules", { id }, "/console/rules/delete");
  assert.notEqual(await verdictOf(app, { email: "third.person@gmail.com", device_id: RING_DEVICE }), "block");
});

/** What can be made of the values of one score. */
const TARGETS: readonly {
  part: string;
  target: string;
  action: string;
  rule: Record<string, unknown>;
  matches: Record<string, unknown>;
  not: Record<string, unknown>;
}[] = [
  {
    part: "ip",
    target: "network",
    action: "block",
    rule: { kind: "cidr", value: "73.15.20.0/24" },
    matches: { ip: "73.15.20.200" },
    not: { ip: "73.15.21.1" },
  },
  {
    part: "ip",
    target: "value",
    action: "block",
    rule: { kind: "ip", value: "73.15.20.•", hashed: true },
    matches: { ip: "73.15.20.7" },
    not: { ip: "73.15.20.8" },
  },
  {
    part: "email",
    target: "domain",
    action: "block",
    rule: { kind: "domain", value: "gmail.com" },
    matches: { email: "else.someone@gmail.com" },
    not: { email: "someone.else@yahoo.com" },
  },
  {
    part: "email",
    target: "value",
    action: "block",
    rule: { kind: "email", value: "j•••@gmail.com", hashed: true },
    matches: { email: "Jane.Doe@gmail.com" },
    not: { email: "jane.roe@gmail.com" },
  },
  {
    part: "phone",
    target: "value",
    action: "block",
    rule: { kind: "phone", value: "+44 •••• ••77", hashed: true },
    matches: { phone: "+44 20 8366 1177" },
    not: { phone: "+442083661178" },
  },
];

Deno.test("values, networks and domains of a score become rules that match what the page says", async (t) => {
  for (const { part, target, action, rule, matches, not } of TARGETS) {
    await t.step(`${action} the ${target} of the ${part}`, async () => {
      await using app = await startApp();
      const { body } = await app.ask("/v1/score/user", {
        json: { ip: "73.15.20.7", email: "jane.doe@gmail.com", phone: "+442083661177" },
      });
      const visitor = await signedIn(app);
      const path = `/console/rules/for/${await refOf(app, body.request_id, part)}`;
      assert.equal((await visitor.get(`${path}?action=${action}&target=${target}`)).status, 200);
      const added = await visitor.submit(path, { action, target });
      assert.match(added.path, /^\/console\/values\/val_[\w-]+\?rule=/, "without a score: back to the value");
      const [made] = (await app.ask("/v1/rules")).body.rules;
      for (const [field, value] of Object.entries(rule)) assert.equal(made[field], value, field);
      assert.equal(await verdictOf(app, matches), "block");
      assert.notEqual(await verdictOf(app, not), "block");
    });
  }
});

Deno.test("an unknown target or action is refused, and a forged origin leads nowhere", async () => {
  await using app = await startApp();
  const { ids } = await plantRing(app, 2);
  const visitor = await signedIn(app);
  const path = `/console/rules/for/${await refOf(app, ids[0]!, "device")}`;
  for (const fields of [{ action: "maybe", target: "value" }, { action: "block", target: "network" }]) {
    assert.equal((await visitor.submit(path, fields)).status, 400, JSON.stringify(fields));
    assert.equal((await visitor.get(`${path}?${new URLSearchParams(fields)}`)).status, 400);
  }
  assert.equal((await visitor.submit(path, { action: "block", note: "x".repeat(201) })).status, 400);
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
  const added = await visitor.submit(path, { action: "allow", from: "//evil.example" });
  assert.match(added.path, /^\/console\/values\//);
});
