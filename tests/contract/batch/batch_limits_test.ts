/** POST /v1/batch at the limits of size and quota. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

/** Pseudo-random letters, so that the records of a batch share no text. */
function letters(count: number, seed: number): string {
  let state = seed * 2_654_435_761 >>> 0 || 1;
  let text = "";
  while (text.length < count) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    text += (state >>> 0).toString(36);
  }
  return text.slice(0, count);
}

/** The longest host there can be in an address of 254 characters. */
function longHost(seed: number): string {
  const [a, b, c] = [letters(60, seed), letters(60, seed + 7000), letters(60, seed + 14_000)];
  return `x${a}.x${b}.x${c}.x${letters(40, seed + 21_000)}.example.top`;
}

Deno.test("500 e-mail addresses of 300 characters are 500 failed items, and free", async () => {
  await using app = await startApp();
  const items = Array.from({ length: 500 }, (_, i) => `${letters(60, i)}@${longHost(i)}`.padEnd(300, "x"));
  assert.ok(items.every((item) => item.length === 300));
  const { status, body } = await app.ask("/v1/batch", { json: { type: "email", items } });
  assert.equal(status, 200);
  assert.deepEqual([body.count, body.succeeded, body.failed, body.billable_lookups], [500, 0, 500, 0]);
  for (const [index, entry] of body.results.entries()) {
    assert.deepEqual(Object.keys(entry).sort(), ["error", "input"]);
    assert.equal(entry.input, items[index]);
    assert.match(entry.error, /not a valid e-mail address/);
  }
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
});

Deno.test("500 of the longest addresses, each with its own rule, are scored and each score is readable", async () => {
  await using app = await startApp();
  const hosts = Array.from({ length: 500 }, (_, i) => longHost(i));
  const items = hosts.map((host, i) => `a${i}@${host}`);
  assert.ok(items.every((item) => item.length > 235 && item.length <= 254));
  const rules = await app.ask("/v1/rules", { json: { action: "block", values: hosts } });
  assert.equal(rules.body.added, 500);
  for (const type of ["email", "domain"] as const) {
    const sent = type === "email" ? items : hosts;
    const { status, body } = await app.ask("/v1/batch", { json: { type, items: sent } });
    assert.equal(status, 200, type);
    assert.deepEqual([body.succeeded, body.billable_lookups], [500, 500]);
    for (const at of [0, 1, 250, 499]) {
      const stored = await app.ask(`/v1/score/${body.results[at].request_id}`);
      assert.equal(stored.status, 200);
      assert.equal(stored.body.rule_applied.value, hosts[at]);
      assert.equal(stored.body.components[0].rule_applied.value, hosts[at]);
    }
  }
});

Deno.test("a batch that exceeds the quota is refused whole and free; a free batch is answered", async () => {
  await using app = await startApp();
  const { key } = await app.account("small", { monthly: 3 });
  const batch = (...items: string[]) => app.ask("/v1/batch", { key, json: { type: "ip", items } });
  assert.equal((await batch("8.8.8.8", "8.8.4.4", "nonsense")).body.billable_lookups, 2);
  const refused = await batch("1.1.1.1", "9.9.9.9");
  assert.deepEqual([refused.status, refused.body.code], [402, "quota_exceeded"]);
  assert.equal((await app.ask("/v1/usage", { key })).body.used, 2);
  assert.equal((await batch("1.1.1.1")).status, 200);
  assert.equal((await batch("1.1.1.1")).status, 402);
  const free = await batch("nonsense");
  assert.deepEqual([free.status, free.body.failed], [200, 1]);
});

Deno.test("parallel batches against a quota never overdraw it", async () => {
  await using app = await startApp();
  const { key } = await app.account("race", { monthly: 100 });
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      app.ask("/v1/batch", {
        key,
        json: { type: "ip", items: Array.from({ length: 10 }, (_, k) => `73.15.${i}.${k}`) },
      })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 10);
  assert.equal(answers.filter(({ status }) => status === 402).length, 20);
  assert.equal((await app.ask("/v1/usage", { key })).body.used, 100);
});
