/** Accounts that signed up by themselves may hold fewer rules. */
import assert from "node:assert/strict";
import { type Answer, startApp, type TestApp } from "../../support/app/app.ts";

const MOST = 10_000;

function lines(from: number, count: number): string {
  return Array.from({ length: count }, (_, i) => `20.0.${(from + i) >> 8}.${(from + i) & 255}`).join("\n");
}

function add(app: TestApp, key: string, ...values: string[]): Promise<Answer> {
  return app.ask("/v1/rules", { key, json: { action: "block", values } });
}

async function count(app: TestApp, key: string): Promise<number> {
  return (await app.ask("/v1/rules", { key })).body.count;
}

Deno.test("a guest may have 10,000 rules; a call that exceeds that is refused whole, and says who can help", async () => {
  await using app = await startApp();
  const { key } = await app.account("guest", { madeBy: "signup" });
  const first = await app.ask("/v1/rules/import?action=block", { key, raw: lines(0, MOST - 1) });
  assert.equal(first.body.imported, MOST - 1);
  for (
    const refused of [
      await add(app, key, "9.9.9.8", "9.9.9.9"),
      await app.ask("/v1/rules?dry_run=true", {
        key,
        json: { action: "block", values: ["9.9.9.8", "9.9.9.9"] },
      }),
      await app.ask("/v1/rules/import?action=allow", { key, raw: lines(0, 2) }),
      await app.ask("/v1/rules/import?action=allow&dry_run=true", { key, raw: lines(0, 2) }),
    ]
  ) {
    assert.deepEqual([refused.status, refused.body.code], [400, "too_many_items"]);
    assert.match(
      refused.body.detail,
      /at most 10000 rules, not 10001; nothing was changed; the operator .* admit/,
    );
  }
  assert.equal(await count(app, key), MOST - 1);
  assert.equal((await app.ask("/v1/score/ip?ip=9.9.9.8", { key })).body.rule_applied, undefined);
  assert.equal((await add(app, key, "9.9.9.9")).body.added, 1);
  assert.equal((await add(app, key, "9.9.9.8")).status, 400);
  const again = await add(app, key, "9.9.9.9");
  assert.deepEqual([again.status, again.body.added, again.body.skipped.length], [200, 0, 1], "adds nothing");
  const { rules: [one] } = again.body.skipped.length === 1
    ? (await app.ask("/v1/rules", { key })).body
    : { rules: [] };
  assert.equal((await app.ask(`/v1/rules/${one.id}`, { key, method: "DELETE" })).body.deleted, 1);
  assert.equal((await add(app, key, "9.9.9.8")).body.added, 1, "a deleted rule makes room");
});

Deno.test("rules that expired make room for others", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const { key } = await app.account("guest", { madeBy: "signup" });
  const expires_at = new Date(now + 60_000).toISOString();
  const values = lines(0, MOST).split("\n");
  const timed = await app.ask("/v1/rules", { key, json: { action: "block", values, expires_at } });
  assert.equal(timed.body.added, MOST);
  assert.equal((await add(app, key, "9.9.9.9")).status, 400);
  now += 61_000;
  assert.equal(await count(app, key), 0);
  assert.equal((await add(app, key, "9.9.9.9")).body.added, 1);
  assert.equal(
    (await app.ask("/v1/rules/import?action=block", { key, raw: lines(0, MOST - 1) })).body.imported,
    MOST - 1,
  );
  assert.equal(await count(app, key), MOST);
});

Deno.test("an account keeps rules from before it was a guest, and cannot add to them until it is admitted", async () => {
  await using app = await startApp();
  const { account, key } = await app.account("member");
  for (const from of [0, MOST]) {
    await app.ask("/v1/rules/import?action=block", { key, raw: lines(from, MOST) });
  }
  const { accounts } = app.app.services.store;
  await accounts.putAccount({ ...account, standing: "guest" });
  assert.equal(await count(app, key), 2 * MOST);
  assert.equal((await app.ask("/v1/score/ip?ip=20.0.50.1", { key })).body.verdict, "block");
  assert.equal((await add(app, key, "9.9.9.9")).status, 400);
  assert.equal((await add(app, key, "20.0.50.1")).body.skipped.length, 1, "what is there is no addition");
  assert.equal(await count(app, key), 2 * MOST);
  await accounts.putAccount({ ...account, standing: "member" });
  assert.equal((await add(app, key, "9.9.9.9")).body.added, 1);
});
