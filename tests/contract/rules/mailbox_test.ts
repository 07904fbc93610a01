/** Rules as their owner means them. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

Deno.test("an e-mail rule without a tag decides every way of writing the mailbox; one with a tag that tag only", async (t) => {
  const rows: { rule: string; hit: string[]; miss: string[] }[] = [
    {
      rule: "jane.doe@gmail.com",
      hit: ["jane.doe@gmail.com", "janedoe@gmail.com", "J.ANE.DOE+x@gmail.com", "janedoe@googlemail.com"],
      miss: ["jane.doe@yahoo.com", "jane@gmail.com"],
    },
    {
      rule: "Jane.Doe+shop@gmail.com",
      hit: ["jane.doe+shop@gmail.com"],
      miss: ["jane.doe@gmail.com", "janedoe@gmail.com", "jane.doe+other@gmail.com"],
    },
    {
      rule: "jane.doe@corp-site.com",
      hit: ["Jane.Doe@corp-site.com", "jane.doe+x@corp-site.com"],
      miss: ["janedoe@corp-site.com"],
    },
  ];
  for (const { rule, hit, miss } of rows) {
    await t.step(rule, async () => {
      await using app = await startApp();
      const added = await app.ask("/v1/rules", { json: { action: "block", values: [rule] } });
      assert.equal(added.body.rules[0].value, rule.toLowerCase());
      const ruled = async (email: string) =>
        (await app.ask(`/v1/verify/email?email=${encodeURIComponent(email)}`)).body.rule_applied?.value ??
          null;
      for (const email of hit) assert.equal(await ruled(email), rule.toLowerCase(), email);
      for (const email of miss) assert.equal(await ruled(email), null, email);
    });
  }
});

Deno.test("all rules go only with confirm=true, spelled so", async () => {
  await using app = await startApp();
  await app.ask("/v1/rules", { json: { action: "block", values: ["8.8.8.8"] } });
  for (const query of ["", "?confirm=", "?confirm=1", "?confirm=TRUE", "?confirm=yes", "?confirm=false"]) {
    const { status, body } = await app.ask(`/v1/rules${query}`, { method: "DELETE" });
    assert.deepEqual([status, body.code], [400, "confirmation_required"], query);
  }
  assert.equal((await app.ask("/v1/rules")).body.count, 1);
  const { body } = await app.ask("/v1/rules?confirm=true", { method: "DELETE" });
  assert.equal(body.deleted, 1);
});

Deno.test("dry_run changes nothing, whether it stands in the query or in the body", async () => {
  await using app = await startApp();
  const values = { action: "block", values: ["8.8.8.8"] };
  for (
    const { body } of [
      await app.ask("/v1/rules?dry_run=true", { json: values }),
      await app.ask("/v1/rules", { json: { ...values, dry_run: true } }),
    ]
  ) assert.deepEqual([body.dry_run, body.added], [true, 1]);
  assert.equal((await app.ask("/v1/rules")).body.count, 0);
  await app.ask("/v1/rules", { json: { ...values, dry_run: false } });
  assert.equal((await app.ask("/v1/rules")).body.count, 1);
});
