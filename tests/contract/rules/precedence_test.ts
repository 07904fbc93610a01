/** Which of several matching rules decides. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { addRules } from "../../support/app/rules.ts";

Deno.test("an allow rule forces 0 and allow; block beats allow; a rule on one value decides the whole", async () => {
  await using app = await startApp();
  await addRules(app, "allow", "mailinator.com");
  const allowed = (await app.ask("/v1/score/user", {
    json: { ip: "185.220.101.1", email: "x@mailinator.com", phone: "+442079460123" },
  })).body;
  assert.deepEqual([allowed.risk_score, allowed.verdict, allowed.rule_applied.action], [0, "allow", "allow"]);
  assert.equal(allowed.components.phone.verdict, "block", "the other components keep their own results");
  await addRules(app, "block", "x@mailinator.com");
  const blocked = (await app.ask("/v1/verify/email?email=x@mailinator.com")).body;
  assert.deepEqual([blocked.risk_score, blocked.verdict, blocked.rule_applied.kind], [100, "block", "email"]);
});

Deno.test("block beats allow, narrow or broad, in either order", async (t) => {
  await using app = await startApp();
  const rows: { name: string; allow: string; block: string; path: string }[] = [
    {
      name: "a narrow allow in a broad block",
      allow: "73.15.20.1",
      block: "73.0.0.0/8",
      path: "/v1/score/ip?ip=73.15.20.1",
    },
    {
      name: "a narrow block in a broad allow",
      allow: "73.0.0.0/8",
      block: "73.15.20.1",
      path: "/v1/score/ip?ip=73.15.20.1",
    },
    {
      name: "an allowed address in a blocked AS",
      allow: "8.8.8.8",
      block: "AS15169",
      path: "/v1/score/ip?ip=8.8.8.8",
    },
    {
      name: "the same value",
      allow: "example.org",
      block: "example.org",
      path: "/v1/score/domain?domain=example.org",
    },
    {
      name: "an allowed address of mail at a blocked domain",
      allow: "jane@example.org",
      block: "example.org",
      path: "/v1/verify/email?email=jane@example.org",
    },
    {
      name: "another component of a sign-up",
      allow: "jane@gmail.com",
      block: "73.15.20.1",
      path: "/v1/score/user?email=jane@gmail.com&ip=73.15.20.1",
    },
  ];
  for (const { name, allow, block, path } of rows) {
    await t.step(name, async () => {
      for (const order of [["allow", "block"], ["block", "allow"]]) {
        for (const action of order) await addRules(app, action, action === "allow" ? allow : block);
        const { body } = await app.ask(path);
        assert.deepEqual([body.risk_score, body.verdict, body.rule_applied.action], [100, "block", "block"]);
        await app.ask("/v1/rules?confirm=true", { method: "DELETE" });
      }
    });
  }
});
