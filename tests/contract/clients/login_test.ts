/** Log-ins and messages by the TypeScript client: what is left out, and that nobody is stopped without an answer. */
import assert from "node:assert/strict";
import { type Unavailable, Winnow } from "../../../clients/typescript/src/index.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { ABROAD, AT_HOME } from "../../support/app/logins.ts";
import { withBrokenWinnows } from "../../support/examples/example.ts";
import { startHttpServer } from "../../support/servers/http_server.ts";

const SEND = { channel: "sms", to: "+4915112345678", purpose: "signup" } as const;

const clientOf = (app: TestApp) => new Winnow({ baseUrl: app.origin, apiKey: app.live, timeoutMs: 5000 });

Deno.test("a log-in is scored, told of, and known afterwards; changes of the account are told", async () => {
  await using app = await startApp();
  const winnow = clientOf(app);
  for (let logins = 0; logins < 4; logins++) {
    const decision = await winnow.scoreLogin({ ...AT_HOME, method: "password" });
    assert.deepEqual([decision.suggest, decision.degraded, decision.reason], ["allow", false, null]);
    assert.equal(decision.result?.account.logins, logins);
  }
  const strange = await winnow.scoreLogin({ ...ABROAD, password_leaked: true });
  assert.ok(!strange.degraded);
  assert.ok(["step_up", "deny"].includes(strange.suggest) && strange.riskScore >= 60);
  assert.match(strange.notice!.mail.de.subject, /./);
  assert.equal(strange.requestId, strange.result.request_id);
  assert.equal(await winnow.loginOutcome(strange.requestId, "mfa_passed"), true);
  assert.equal(await winnow.loginOutcome("req_unknown", "mfa_passed"), false);
  assert.equal(await winnow.loginOutcome(null, "mfa_passed"), false);
  assert.equal((await winnow.scoreLogin(ABROAD)).result?.account.device, "known");
  const event = { user_id: AT_HOME.user_id, ip: ABROAD.ip } as const;
  assert.equal(await winnow.accountEvent({ type: "password_changed", ...event }), true);
  assert.equal(await winnow.accountEvent({ type: "nonsense" as "email_changed", ...event }), false);
  const device = { device_id: AT_HOME.device_id, signals: {}, automation: {} };
  const { device_id: _, ...bare } = AT_HOME;
  assert.equal((await winnow.scoreLogin({ ...bare, device })).result?.account.device, "known");
});

Deno.test("what a browser makes up is left out and the rest is scored; a user that cannot be read steps up", async () => {
  await using app = await startApp();
  const winnow = clientOf(app);
  const rows: [Record<string, unknown>, string[]][] = [
    [{ device_id: "nonsense" }, ["device_id"]],
    [{ device_id: "nonsense", ip: "nonsense", user_agent: "x".repeat(5000) }, [
      "user_agent",
      "ip",
      "device_id",
    ]],
    [{ device: "x", device_id: null }, ["device"]],
    [{ device: { device_id: "zz", signals: 5, automation: 7 } }, [
      "device_signals",
      "device_automation",
      "device_id",
    ]],
    [{ email: NaN }, ["email"]],
    [{ at: "2999-01-01T00:00:00Z" }, ["at"]],
  ];
  for (const [bad, leftOut] of rows) {
    const key = JSON.stringify(bad).slice(0, 60).replaceAll('"', "");
    const decision = await winnow.scoreLogin({ ...AT_HOME, ...bad }, { idempotencyKey: key });
    assert.deepEqual([decision.degraded, decision.reason], [false, "invalid_input"], key);
    assert.deepEqual(decision.invalidFields.map(({ field }) => field), leftOut, key);
  }
  for (const unread of [{}, { user_id: "" }, { user_id: 5 }, { user_id: "x".repeat(1000) }, null, 5]) {
    const decision = await winnow.scoreLogin(unread as never);
    const { suggest, degraded, reason, requestId } = decision;
    assert.deepEqual([suggest, degraded, reason, requestId], ["step_up", true, "invalid_input", null]);
  }
});

Deno.test("nonsense about who asks does not open the guard, nor does a number that nobody can read", async () => {
  await using app = await startApp();
  const winnow = clientOf(app);
  const bad = { device: "x".repeat(500), ip: "nonsense", email: "x".repeat(500) };
  const asked = await winnow.guard.send({ ...SEND, to: "+881612345678", ...bad });
  assert.deepEqual([asked.decision, asked.degraded, asked.reason], ["deny", false, "invalid_input"]);
  assert.deepEqual(asked.invalidFields.map(({ field }) => field).sort(), ["device", "email", "ip"]);
  const unread = await winnow.guard.send({ ...SEND, to: "x".repeat(5000) });
  assert.deepEqual([unread.decision, unread.degraded, unread.sendId], ["deny", true, null]);
  assert.deepEqual(unread.invalidFields.map(({ field }) => field).includes("to"), true);
});

Deno.test("the same key is one log-in, and a lost answer is asked for again with it", async () => {
  await using app = await startApp();
  const winnow = clientOf(app);
  const once = { idempotencyKey: "login-81225" };
  const first = await winnow.scoreLogin(AT_HOME, once);
  assert.equal((await winnow.scoreLogin(AT_HOME, once)).requestId, first.requestId);
  assert.equal((await winnow.scoreLogin(AT_HOME)).result?.account.logins, 1);
  const keys: (string | null)[] = [];
  await using flaky = startHttpServer(async (request) => {
    keys.push(request.headers.get("idempotency-key"));
    if (keys.length === 1) return new Response("", { status: 502 });
    const { body } = await app.ask("/v1/score/login", { json: await request.json() });
    return Response.json(body);
  });
  const retried = await new Winnow({ baseUrl: flaky.url, apiKey: "wk_live_x" }).scoreLogin(AT_HOME);
  assert.deepEqual([retried.degraded, keys.length, new Set(keys).size], [false, 2, 1]);
});

Deno.test("nobody is stopped while Winnow gives no answer; what it refuses for its content is", async () => {
  await withBrokenWinnows(async ({ name, url, refuses }) => {
    const told: Unavailable[] = [];
    const winnow = new Winnow({
      baseUrl: url,
      apiKey: "wk_live_x",
      timeoutMs: 300,
      onError: (failure) => told.push(failure),
    });
    const login = await winnow.scoreLogin(AT_HOME);
    const send = await winnow.guard.send(SEND);
    const expected = refuses ? ["step_up", "deny"] : ["allow", "allow"];
    assert.deepEqual([login.suggest, send.decision], expected, name);
    assert.deepEqual([login.degraded, send.degraded, login.requestId, send.sendId], [true, true, null, null]);
    assert.equal(login.reason === "invalid_input", refuses === true, name);
    assert.deepEqual(told.map(({ reason }) => reason), refuses ? [] : [login.reason, send.reason], name);
    assert.deepEqual([await winnow.loginOutcome("req_1", "mfa_passed")], [false], name);
    assert.equal(await winnow.guard.outcome("snd_1", "verified"), false);
  });
});
