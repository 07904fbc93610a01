/** Messages to hooks are let in by their signature alone, and a refusal tells nothing. */
import assert from "node:assert/strict";
import { type Answer, followChanges, startApp } from "../../support/app/app.ts";
import {
  clerk,
  hookScores,
  makeHook,
  send,
  type Sending,
  signedMessage,
  supabase,
  usedLookups,
  useOf,
} from "../../support/app/hooks.ts";
import { eventually } from "../../support/eventually.ts";

const OTHER = `whsec_${new Uint8Array(32).fill(7).toBase64()}`;
const MINUTE = 60_000;

/** Without what differs between any two answers. */
function flat({ status, body, headers }: Answer) {
  const { request_id: _id, ...rest } = body;
  const names = [...headers].filter(([name]) => !["date", "content-length"].includes(name));
  return JSON.stringify([status, rest, names]);
}

Deno.test("right signatures of both packages are accepted by every kind of hook, alone and in lists", async () => {
  await using app = await startApp();
  for (const kind of ["supabase", "svix", "standard_webhooks"]) {
    const hook = await makeHook(app, { kind, mode: "observe" });
    const { secret } = hook;
    const rows: Sending[] = [
      { as: "standard" },
      { as: "svix" },
      { secrets: [OTHER, secret] },
      { secrets: [secret, OTHER], between: ", " },
      { secrets: [OTHER, secret], between: ", ", as: "svix" },
      { at: Date.now() - 4 * MINUTE },
      { at: Date.now() + 4 * MINUTE },
      { headers: { "content-type": "text/plain" } },
    ];
    for (const row of rows) {
      const payload = kind === "supabase" ? supabase({ email: "a@gmail.com" }) : clerk("a@gmail.com");
      const answer = await send(app, hook, payload, row);
      assert.equal(
        answer.status,
        kind === "supabase" ? 200 : 202,
        `${kind} ${JSON.stringify(row)} ${answer.text}`,
      );
    }
  }
});

Deno.test("every wrong message gets the same 401, whether or not there is such a hook, and costs nothing", async () => {
  await using app = await startApp();
  const hook = await makeHook(app);
  const unknown = { ...hook, path: "/hooks/hook_pB0cXl3nS9yQ5m1kR7wTzA" };
  const message = supabase({ email: "a@gmail.com" });
  const { raw, headers } = signedMessage(message, { secrets: [hook.secret] });
  const without = (name: string) =>
    Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name));
  const post = (path: string, headers: Record<string, string>, body = raw) =>
    app.ask(path, { key: null, method: "POST", raw: body, headers });
  const answers: Record<string, Answer> = {
    "another secret": await send(app, hook, message, { secrets: [OTHER] }),
    "only other secrets": await send(app, hook, message, { secrets: [OTHER, OTHER], between: ", " }),
    "old": await send(app, hook, message, { at: Date.now() - 6 * MINUTE }),
    "of the future": await send(app, hook, message, { at: Date.now() + 6 * MINUTE }),
    "another body": await post(hook.path, headers, raw.replace("a@gmail.com", "b@gmail.com")),
    "no body": await post(hook.path, headers, ""),
    "a large body": await post(hook.path, headers, "x".repeat(200_000)),
    "another id": await post(hook.path, { ...headers, "webhook-id": "msg_other" }),
    "another time": await post(hook.path, {
      ...headers,
      "webhook-timestamp": String(Math.floor(Date.now() / 1000) + 9),
    }),
    "another scheme": await post(hook.path, {
      ...headers,
      "webhook-signature": headers["webhook-signature"]!.replace("v1,", "v1a,"),
    }),
    "no id": await post(hook.path, without("webhook-id")),
    "no time": await post(hook.path, without("webhook-timestamp")),
    "no signature": await post(hook.path, without("webhook-signature")),
    "no headers": await post(hook.path, {}),
    "an API key instead": await post(hook.path, { "x-api-key": app.live }),
    "an unknown hook": await send(app, unknown, message),
    "an unknown hook without headers": await post(unknown.path, {}),
    "no hook's id": await send(app, { ...hook, path: "/hooks/x" }, message),
    "its secret as a path": await send(
      app,
      { ...hook, path: `/hooks/${encodeURIComponent(hook.secret)}` },
      message,
    ),
  };
  const [first] = Object.values(answers);
  assert.equal(first!.status, 401);
  assert.equal(first!.body.code, "signature_invalid");
  for (const [name, answer] of Object.entries(answers)) assert.equal(flat(answer), flat(first!), name);
  assert.equal((await hookScores(app)).length, 0);
  assert.equal(await usedLookups(app), 0);
  await eventually(
    async () => (await useOf(app, hook)).refused > 0,
    "the owner sees that messages were refused",
  );
  const use = await useOf(app, hook);
  assert.equal(use.last_result, null);
  assert.ok(use.last_refused_at !== null);
  assert.deepEqual(app.log, []);
  assert.equal((await send(app, hook, message)).text, "{}", "the right one is still accepted");
});

Deno.test("other methods and paths say nothing of a hook; limits of bodies and headers hold", async () => {
  await using app = await startApp();
  const hook = await makeHook(app);
  for (const path of [hook.path, "/hooks/hook_pB0cXl3nS9yQ5m1kR7wTzA"]) {
    for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
      const { status, headers } = await app.ask(path, { key: null, method });
      assert.deepEqual([status, headers.get("allow")], [405, "OPTIONS, POST"], `${method} ${path}`);
    }
    assert.equal((await app.ask(`${path}/more`, { key: null, method: "POST", raw: "" })).status, 404);
    const { headers } = signedMessage({}, { secrets: [hook.secret] });
    const large = await app.ask(path, {
      key: null,
      method: "POST",
      headers,
      raw: "x".repeat(256 * 1024 + 1),
    });
    assert.equal(large.status, 413);
    const long = await app.ask(path, {
      key: null,
      method: "POST",
      headers: { ...headers, "webhook-signature": "x".repeat(20_000) },
      raw: "{}",
    });
    assert.equal(long.status, 431);
  }
});

Deno.test("a replaced secret is accepted beside the new one for 24 hours", async () => {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const hook = await makeHook(app);
  const accepted = async (secret: string) =>
    (await send(app, hook, supabase({ email: "a@gmail.com" }), { secrets: [secret], at: now })).status ===
      200;
  const rotate = async (json: unknown) => {
    const { status, body, text } = await app.ask(`/v1/hooks/${hook.id}`, { method: "PATCH", json });
    assert.equal(status, 200, text);
    return body;
  };
  const second = await rotate({ rotate: true });
  assert.notEqual(second.secret, hook.secret);
  assert.equal(Date.parse(second.replaced_secret_until), now + 24 * 60 * MINUTE);
  assert.deepEqual([await accepted(hook.secret), await accepted(second.secret)], [true, true]);
  now += 12 * 60 * MINUTE;
  const third = await rotate({ secret: `v1,${OTHER}` });
  assert.equal(third.secret, OTHER);
  const all = () => Promise.all([hook.secret, second.secret, third.secret].map(accepted));
  assert.deepEqual(await all(), [true, true, true]);
  now += 12 * 60 * MINUTE;
  assert.deepEqual(await all(), [false, true, true]);
  now += 12 * 60 * MINUTE;
  assert.deepEqual(await all(), [false, false, true]);
  assert.equal((await app.ask("/v1/hooks")).body.hooks[0].replaced_secret_until, null);
  for (let turn = 0; turn < 3; turn++) await rotate({ rotate: true });
  const more = await app.ask(`/v1/hooks/${hook.id}`, { method: "PATCH", json: { rotate: true } });
  assert.deepEqual([more.status, more.body.code], [429, "rate_limited"]);
  assert.equal(more.headers.get("retry-after"), "86400");
  assert.ok(await accepted(third.secret), "what was promised for 24 hours stays");
});

Deno.test("another process knows a new hook, a new secret and a deletion", async () => {
  await using one = await startApp();
  await using other = await startApp({ dataDir: one.dataDir });
  const hook = await makeHook(one);
  const message = () => supabase({ email: "a@gmail.com" });
  assert.equal((await send(other, hook, message())).status, 200, "a new hook, at once");
  const { body } = await one.ask(`/v1/hooks/${hook.id}`, { method: "PATCH", json: { rotate: true } });
  assert.equal(
    (await send(other, { ...hook, secret: body.secret }, message())).status,
    200,
    "a new secret, at once",
  );
  await one.ask(`/v1/hooks/${hook.id}`, { method: "DELETE" });
  await followChanges(other);
  assert.equal((await send(other, hook, message())).status, 401);
});
