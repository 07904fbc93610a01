/** What is refused before a request is executed is not kept: the same key may be sent again. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { askKeyed } from "../../support/app/keyed.ts";

const PATH = "/v1/score/user";
const JSON_BODY = { ip: "9.9.9.9" };

Deno.test("the header is a quoted string or 1 to 255 printable characters", async (t) => {
  await using app = await startApp();
  const rows: [name: string, header: string, status: number][] = [
    ["quoted", '"8e03978e-40d5-43dd-bc93-6894a57f9324"', 200],
    ["bare", "8e03978e-40d5-43dd-bc93-6894a57f9325", 200],
    ["one character", "x", 200],
    ["255 characters", "k".repeat(255), 200],
    ["255 quoted characters", `"${"q".repeat(255)}"`, 200],
    ["escapes in quotes", String.raw`"a\"b\\c"`, 200],
    ["256 characters", "k".repeat(256), 400],
    ["256 quoted characters", `"${"q".repeat(256)}"`, 400],
    ["empty", "", 400],
    ["empty in quotes", '""', 400],
    ["an open quote", '"abc', 400],
    ["a quote inside", '"a"b"', 400],
    ["two of them", '"a", "b"', 400],
    ["a parameter", '"a";b=1', 400],
    ["a control character", "a\tb", 400],
    ["a letter outside ASCII", "schl\u00fcssel", 400],
    ["longer than a header may be", "k".repeat(20_000), 431],
  ];
  for (const [name, idempotencyKey, expected] of rows) {
    await t.step(name, async () => {
      const { status, body } = await askKeyed(app, { path: PATH, json: JSON_BODY, idempotencyKey });
      assert.equal(status, expected);
      if (status === 400) {
        assert.equal(body.code, "invalid_value");
        assert.equal(body.errors[0].parameter, "Idempotency-Key");
        assert.match(body.detail, /^Idempotency-Key: /);
      }
    });
  }
  assert.equal((await app.ask("/v1/usage")).body.used, 6);
  const same = await askKeyed(app, { path: PATH, json: JSON_BODY, idempotencyKey: 'a"b\\c' });
  assert.equal(same.headers.get("idempotent-replayed"), "true", "the escapes are not part of the key");
});

Deno.test("a request that is refused leaves its key free", async (t) => {
  await using app = await startApp();
  const small = await app.account("small", { monthly: 1 });
  const rows: [name: string, first: { path: string; json: unknown }, status: number, second: unknown][] = [
    ["a schema", { path: PATH, json: { ip: 5 } }, 400, JSON_BODY],
    ["a value", { path: PATH, json: { ip: "nonsense" } }, 400, JSON_BODY],
    ["nothing given", { path: PATH, json: {} }, 400, JSON_BODY],
    ["too many", { path: "/v1/batch", json: { type: "ip", items: Array(501).fill("9.9.9.9") } }, 400, {
      type: "ip",
      items: ["9.9.9.9"],
    }],
    ["quota", { path: "/v1/batch", json: { type: "ip", items: ["9.9.9.9", "8.8.8.8"] } }, 402, {
      type: "ip",
      items: ["9.9.9.9"],
    }],
  ];
  for (const [idempotencyKey, first, status, second] of rows) {
    await t.step(idempotencyKey, async () => {
      const key = idempotencyKey === "quota" ? small.key : app.live;
      assert.equal((await askKeyed(app, { ...first, idempotencyKey, key })).status, status);
      const request = { path: first.path, json: second, idempotencyKey, key };
      const answer = await askKeyed(app, request);
      assert.deepEqual([answer.status, answer.headers.get("idempotent-replayed")], [200, null]);
      assert.equal((await askKeyed(app, request)).text, answer.text);
    });
  }
});

Deno.test("a replay costs no quota, counts for the rate limit, and is there for a paused account", async () => {
  await using app = await startApp();
  const { key, account } = await app.account("small", { monthly: 1, rpm: 3 });
  const request = { path: PATH, json: JSON_BODY, idempotencyKey: "k", key };
  const first = await askKeyed(app, request);
  const replay = await askKeyed(app, request);
  assert.equal(replay.text, first.text);
  assert.equal(first.headers.get("x-ratelimit-remaining"), "2");
  assert.equal(replay.headers.get("x-ratelimit-remaining"), "1");
  assert.equal((await app.ask(PATH, { json: JSON_BODY, key })).status, 429, "the quota is used up");
  const limited = await askKeyed(app, request);
  assert.deepEqual([limited.status, limited.body.code], [429, "rate_limited"]);
  const more = await app.account("small", { rpm: 100 });
  const { accounts } = app.app.services.store;
  await accounts.putAccount({ ...account, paused: true });
  assert.equal((await app.ask(PATH, { json: JSON_BODY, key: more.key })).body.code, "account_paused");
  assert.equal((await askKeyed(app, { ...request, key: more.key })).text, first.text);
});

Deno.test("endpoints that do not honour the key ignore it", async () => {
  await using app = await startApp();
  const one = await askKeyed(app, { path: "/v1/score/ip?ip=9.9.9.9", idempotencyKey: "k" });
  const two = await askKeyed(app, { path: "/v1/score/ip?ip=9.9.9.9", idempotencyKey: '"broken' });
  assert.deepEqual([one.status, two.status], [200, 200]);
  assert.notEqual(one.body.request_id, two.body.request_id);
});
