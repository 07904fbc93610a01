/** The same Idempotency-Key and the same request: the stored answer, and no second effect. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { askKeyed, changesOf, operations } from "../../support/app/keyed.ts";

const SIGNUP = { path: "/v1/score/user", json: { ip: "9.9.9.9", email: "jane@gmail.com" } };

Deno.test("every operation answers a repeated request byte for byte and has its effect once", async (t) => {
  await using app = await startApp();
  const document = (await app.ask("/openapi.json")).body;
  for (const { name, ...request } of await operations(app)) {
    const { parameters, responses } = document.paths[request.path.split("?")[0]!].post;
    assert.ok(
      parameters.some((one: { in: string; name: string }) =>
        one.in === "header" && one.name === "Idempotency-Key"
      ),
    );
    assert.ok("idempotency_in_progress" in responses["409"].content["application/problem+json"].examples);
    assert.ok("idempotency_key_reused" in responses["422"].content["application/problem+json"].examples);
    assert.ok("Idempotent-Replayed" in responses["200"].headers);
    await t.step(name, async () => {
      const keyed = { ...request, idempotencyKey: `"${name}"` };
      const before = await changesOf(app);
      const first = await askKeyed(app, keyed);
      assert.equal(first.status, 200, first.text);
      assert.equal(first.headers.get("idempotent-replayed"), null);
      const after = await changesOf(app);
      assert.notDeepEqual(after, before, "it has an effect");
      const again = await askKeyed(app, keyed);
      assert.equal(again.status, 200);
      assert.equal(again.headers.get("idempotent-replayed"), "true");
      assert.equal(again.headers.get("content-type"), first.headers.get("content-type"));
      assert.equal(again.text, first.text);
      assert.deepEqual(await changesOf(app), after, "it has no second effect");
      const bare = await askKeyed(app, { ...keyed, idempotencyKey: name });
      assert.equal(bare.text, first.text, "quoted or not, it is the same key");
      // Without the key it is another request; what can happen twice does.
      const unkeyed = await app.ask(request.path, request);
      assert.equal(unkeyed.headers.get("idempotent-replayed"), null);
      if (unkeyed.body.request_id !== undefined) {
        assert.notEqual(unkeyed.body.request_id, first.body.request_id);
      }
    });
  }
});

Deno.test("a kept answer is that of a request without a key", async (t) => {
  await using keyed = await startApp();
  await using plain = await startApp();
  // The address of the page for a denied agent's operator holds the request id.
  const ids =
    /(?<=[?&]request_id=)[\w-]+|"(?:request_id|id|import_id|created_at|first_seen|processing_time_sec)":(?:"[^"]*"|[\d.e-]+)/g;
  const others = await operations(plain);
  for (const [index, { name, ...request }] of (await operations(keyed)).entries()) {
    await t.step(name, async () => {
      const one = await askKeyed(keyed, { ...request, idempotencyKey: name });
      const { name: _, ...same } = others[index]!;
      const other = await plain.ask(same.path, same);
      assert.equal(
        one.text.replace(ids, ""),
        other.text.replace(ids, "").replaceAll(plain.origin, keyed.origin),
      );
    });
  }
});

Deno.test("another body, endpoint or query with the same key is refused and does nothing", async (t) => {
  await using app = await startApp();
  const first = await askKeyed(app, { ...SIGNUP, idempotencyKey: "k" });
  const after = await changesOf(app);
  const rows: [name: string, request: { path: string; json: unknown }][] = [
    ["another body", { ...SIGNUP, json: { ...SIGNUP.json, ip: "8.8.8.8" } }],
    ["a further field", { ...SIGNUP, json: { ...SIGNUP.json, phone: "" } }],
    ["another query", { ...SIGNUP, path: `${SIGNUP.path}?strictness=strict` }],
    ["another endpoint", { path: "/v1/report", json: { kind: "ip", value: "9.9.9.9" } }],
  ];
  for (const [name, request] of rows) {
    await t.step(name, async () => {
      const { status, body, headers } = await askKeyed(app, { ...request, idempotencyKey: "k" });
      assert.deepEqual([status, body.code], [422, "idempotency_key_reused"]);
      assert.equal(headers.get("content-type"), "application/problem+json");
      assert.equal(headers.get("idempotent-replayed"), null);
    });
  }
  assert.deepEqual(await changesOf(app), after);
  assert.equal((await askKeyed(app, { ...SIGNUP, idempotencyKey: "k" })).text, first.text);
});

Deno.test("a key belongs to its account, and to live or test keys", async () => {
  await using app = await startApp();
  const other = await app.account("other");
  const second = await app.account("main");
  const first = await askKeyed(app, { ...SIGNUP, idempotencyKey: "k" });
  for (const key of [other.key, app.test]) {
    const { status, body, headers } = await askKeyed(app, { ...SIGNUP, idempotencyKey: "k", key });
    assert.deepEqual([status, headers.get("idempotent-replayed")], [200, null]);
    assert.notEqual(body.request_id, first.body.request_id);
  }
  // Nor does another body of them clash, and another key of the account is the same caller.
  const json = { ip: "1.1.1.1" };
  assert.equal((await askKeyed(app, { ...SIGNUP, json, idempotencyKey: "j", key: other.key })).status, 200);
  assert.equal((await askKeyed(app, { ...SIGNUP, idempotencyKey: "j" })).status, 200);
  assert.equal((await askKeyed(app, { ...SIGNUP, idempotencyKey: "k", key: second.key })).text, first.text);
});

Deno.test("a key without the scope, revoked or unknown gets no stored answer", async () => {
  await using app = await startApp();
  await askKeyed(app, { ...SIGNUP, idempotencyKey: "k" });
  const scoreless = await app.account("main", { scopes: ["feedback"] });
  const rows: [key: string | null, status: number][] = [[scoreless.key, 401], [null, 401], [
    "wk_live_x",
    401,
  ]];
  for (const [key, status] of rows) {
    const answer = await askKeyed(app, { ...SIGNUP, idempotencyKey: "k", key });
    assert.equal(answer.status, status);
    assert.equal(answer.body.components, undefined);
  }
});

Deno.test("an answer is kept for 24 hours by the app's clock, over a restart, encrypted", async () => {
  let now = Date.now();
  const first = await startApp({ now: () => now });
  const { live, dataDir } = first;
  const email = "kept.for.a.day@gmail.com";
  const request = { path: SIGNUP.path, json: { email }, idempotencyKey: "my-key-of-the-day", key: live };
  const answer = await askKeyed(first, request);
  await first.close();
  try {
    const stored = await storedText(dataDir);
    assert.ok(stored.includes("idempotency"), "what is kept of the request is in it");
    for (const secret of [email, "my-key-of-the-day"]) assert.ok(!stored.includes(secret), secret);
    await using second = await startApp({ dataDir, now: () => now });
    now += 24 * 3_600_000 - 1000;
    const replay = await askKeyed(second, request);
    assert.equal(replay.text, answer.text);
    assert.equal(replay.headers.get("idempotent-replayed"), "true");
    now += 1000;
    const fresh = await askKeyed(second, request);
    assert.equal(fresh.headers.get("idempotent-replayed"), null);
    assert.notEqual(fresh.body.request_id, answer.body.request_id);
    assert.equal((await askKeyed(second, request)).text, fresh.text);
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("a long answer is kept too", async () => {
  await using app = await startApp();
  const items = Array.from({ length: 500 }, () => crypto.getRandomValues(new Uint8Array(3000)).toBase64());
  const request = { path: "/v1/batch", json: { type: "domain", items }, idempotencyKey: "long" };
  const first = await askKeyed(app, request);
  assert.equal(first.status, 200);
  assert.ok(first.text.length > 1_000_000);
  assert.equal((await askKeyed(app, request)).text, first.text);
  const scored = Array.from({ length: 500 }, (_, i) => `11.12.${i >> 8}.${i & 255}`);
  const batch = { path: "/v1/batch", json: { type: "ip", items: scored }, idempotencyKey: "scored" };
  const answer = await askKeyed(app, batch);
  assert.equal(answer.body.succeeded, 500);
  assert.equal((await askKeyed(app, batch)).text, answer.text);
  assert.equal((await app.ask("/v1/usage")).body.used, 500);
});

/** The bytes of the store's files. */
async function storedText(dataDir: string): Promise<string> {
  const texts: string[] = [];
  for await (const { name, isFile } of Deno.readDir(dataDir)) {
    if (isFile) texts.push(new TextDecoder("latin1").decode(await Deno.readFile(`${dataDir}/${name}`)));
  }
  return texts.join("");
}
