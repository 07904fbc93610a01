/** A review is answered by a challenge: the token that is scored again or shown to siteverify, by plug-ins that nobody here wrote. */
import assert from "node:assert/strict";
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { captcha } from "better-auth/plugins";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { signedIn } from "../../support/app/visitor.ts";

/** A public address, a network that the person stays in. */
const IP = "81.2.69.160";
const EMAIL = "jane@gmail.com";

/** An app whose clock the test moves, with challenges on and one rule that makes reviews of `custom.doubt`. */
async function reviewing() {
  const ahead = { ms: 0 };
  const app = await startApp({ now: () => Date.now() + ahead.ms });
  await app.ask("/v1/settings", { method: "PUT", json: { challenges: "on" } });
  for (const action of ["review", "block"]) {
    const json = { when: `custom.doubt == "${action}"`, action, state: "live" };
    assert.equal((await app.ask("/v1/rules", { method: "POST", json })).status, 200, "the rule");
  }
  return { app, ahead };
}

// deno-lint-ignore no-explicit-any -- tests look into answers of every shape
type Body = any;

async function signUp(app: TestApp, given: Record<string, unknown> = {}, key = app.live): Promise<Body> {
  const json = { ip: IP, email: EMAIL, custom: { doubt: "review" }, ...given };
  const { status, body } = await app.ask("/v1/score/user", { key, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** As a browser without scripts: the form is sent when its time has come. */
async function pass({ app, ahead }: Awaited<ReturnType<typeof reviewing>>, url: string): Promise<string> {
  const page = await (await fetch(url)).text();
  const start = /name="start" value="([^"]+)"/.exec(page)![1]!;
  ahead.ms += 70_000;
  const solved = await fetch(`${url}/solve`, {
    method: "POST",
    headers: { accept: "application/json", origin: app.origin },
    body: new URLSearchParams({ start }),
  });
  const body = await solved.json();
  assert.equal(solved.status, 200, JSON.stringify(body));
  assert.match(body.token, /^wct_/);
  return body.token;
}

async function verify(app: TestApp, fields: Record<string, unknown>, path = "/siteverify"): Promise<Body> {
  const { body, status, headers } = await app.ask(path, { key: null, json: fields });
  assert.equal(status, 200);
  assert.match(headers.get("content-type") ?? "", /^application\/json/);
  return body;
}

Deno.test("a review offers a challenge where the account switched it on; nothing else does", async () => {
  const { app } = await reviewing();
  await using _ = app;
  const { challenge, verdict } = await signUp(app);
  assert.equal(verdict, "review");
  assert.match(challenge.url, new RegExp(`^${app.origin}/challenge/[\\w-]+$`));
  assert.equal(challenge.url.split("/").at(-1), challenge.id);
  assert.ok(Date.parse(challenge.expires_at) > Date.now());
  assert.deepEqual(challenge.kinds, ["altcha", "wait"]);
  const bytes = new TextDecoder().decode(Uint8Array.fromBase64(challenge.id, { alphabet: "base64url" }));
  for (const known of ["jane", "81.2.69", "main"]) assert.ok(!bytes.includes(known), known);
  assert.ok(!("challenge" in await signUp(app, { custom: {} })), "an allow");
  assert.ok(!("challenge" in await signUp(app, { custom: { doubt: "block" } })), "a block");
  await app.ask("/v1/settings", { method: "PUT", json: { challenges: "off" } });
  assert.ok(!("challenge" in await signUp(app)), "switched off");
});

Deno.test("a passed challenge makes an allow of a review once, and the score says why", async () => {
  const given = await reviewing();
  const { app } = given;
  await using _ = app;
  const first = await signUp(app);
  const token = await pass(given, first.challenge.url);
  const second = await signUp(app, { challenge_token: token });
  assert.equal(second.challenge_token, "passed");
  assert.equal(second.verdict, "allow");
  assert.ok(second.risk_score < 40 && second.risk_score <= Math.round(first.risk_score / 2));
  assert.match(
    second.summary,
    new RegExp(`^Low risk \\(${second.risk_score}; ${first.risk_score} before a challenge was passed\\)`),
  );
  assert.match(second.top_signals[0], /^challenge: passed a challenge \(a wait\)$/);
  assert.equal(second.customer_reason, null);
  assert.equal(second.facts["challenge.outcome"], "passed");
  assert.equal(second.facts["challenge.kind"], "wait");
  assert.ok(second.facts["challenge.seconds"] >= 4);
  assert.ok(!("challenge" in second) && !("appeal" in second));
  const stored = (await app.ask(`/v1/score/${second.request_id}`)).body;
  assert.deepEqual([stored.verdict, stored.facts["challenge.outcome"]], ["allow", "passed"]);
  const before = (await app.ask(`/v1/score/${first.request_id}`)).body;
  assert.deepEqual([before.verdict, before.challenge.outcome, before.challenge.kind], [
    "review",
    "passed",
    "wait",
  ]);
  const again = await signUp(app, { challenge_token: token });
  assert.deepEqual([again.verdict, again.challenge_token], ["review", "expired_or_used"]);
  assert.equal(again.facts["challenge.outcome"], "failed");
  assert.deepEqual((await verify(app, { secret: app.live, response: token }))["error-codes"], [
    "timeout-or-duplicate",
  ]);
  const third = await signUp(app);
  assert.deepEqual([third.verdict, "challenge_token" in third], ["review", false], "no trust for tomorrow");
});

Deno.test("a token is refused for a block, another person, another network and another account", async () => {
  const given = await reviewing();
  const { app } = given;
  await using _ = app;
  const other = await app.account("other");
  await app.ask("/v1/settings", { key: other.key, method: "PUT", json: { challenges: "on" } });
  const rows: readonly (readonly [
    name: string,
    signup: Record<string, unknown>,
    key: string,
    state: string,
    verdict: string,
  ])[] = [
    ["a block", { custom: { doubt: "block" } }, app.live, "passed", "block"],
    ["another person", { email: "joe@gmail.com" }, app.live, "other_signup", "review"],
    ["no address", { email: "" }, app.live, "other_signup", "review"],
    ["another network", { ip: "73.15.20.1" }, app.live, "invalid", "review"],
    ["another account", {}, other.key, "invalid", "allow"],
    ["a key for tests", {}, app.test, "invalid", "review"],
  ];
  for (const [name, signup, key, state, verdict] of rows) {
    const token = await pass(given, (await signUp(app)).challenge.url);
    const answer = await signUp(app, { ...signup, challenge_token: token }, key);
    assert.deepEqual([answer.challenge_token, answer.verdict], [state, verdict], name);
  }
  for (const bad of ["wct_", "x", "wct_AAAA", `wct_${"A".repeat(4000)}`]) {
    assert.equal((await signUp(app, { challenge_token: bad })).challenge_token, "invalid", bad.slice(0, 9));
  }
  const long = { ip: IP, challenge_token: "x".repeat(5000) };
  assert.equal((await app.ask("/v1/score/user", { json: long })).status, 400);
});

Deno.test("a token of another action is refused, and not used up", async () => {
  const given = await reviewing();
  const { app } = given;
  await using _ = app;
  for (
    const [action, state] of [["login", "invalid"], ["signup", "passed"], [undefined, "passed"]] as const
  ) {
    const { challenge } = (await app.ask("/v1/challenges", { method: "POST", json: { action } })).body;
    const token = await pass(given, new URL(challenge.url, app.origin).href);
    const scored = await signUp(app, { challenge_token: token });
    assert.equal(scored.challenge_token, state, `made for ${action}`);
    const { success } = await verify(app, { secret: app.live, response: token });
    assert.equal(success, state === "invalid", "siteverify tells the site the action, and the site decides");
  }
});

Deno.test("siteverify answers in the shape of other captchas, below their paths, once for each token", async () => {
  const given = await reviewing();
  const { app } = given;
  await using _ = app;
  for (const path of ["/siteverify", "/recaptcha/api/siteverify", "/turnstile/v0/siteverify"]) {
    const { challenge, risk_score: risk } = await signUp(app);
    const response = await pass(given, challenge.url);
    const { challenge_ts, ...answer } = await verify(app, { secret: app.live, response, remoteip: IP }, path);
    const after = Math.min(39, Math.round(risk / 2));
    assert.deepEqual(answer, {
      success: true,
      hostname: null,
      action: "signup",
      score: Math.round(100 - after) / 100,
      "error-codes": [],
    });
    assert.ok(answer.score >= 0.5);
    assert.match(challenge_ts, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    const twice = await verify(app, { secret: app.live, response }, path);
    assert.deepEqual(twice, { success: false, "error-codes": ["timeout-or-duplicate"] });
    const scored = await signUp(app, { challenge_token: response });
    assert.equal(scored.challenge_token, "expired_or_used", "one single use for both ways");
  }
  // A form, as most plug-ins send it; a network of another continent is refused and uses nothing up.
  const form = async (
    fields: Record<string, string>,
  ) => (await (await fetch(`${app.origin}/siteverify`, { method: "POST", body: new URLSearchParams(fields) }))
    .json());
  const made = (await app.ask("/v1/challenges", {
    method: "POST",
    json: { action: "login", hostname: "shop.example.com" },
  })).body.challenge;
  const response = await pass(given, new URL(made.url, app.origin).href);
  const fields = { secret: app.live, response, sitekey: "any", idempotency_key: "1" };
  const verified = await form(fields);
  assert.deepEqual([verified.success, verified.action, verified.hostname, "score" in verified], [
    true,
    "login",
    "shop.example.com",
    false,
  ]);
});

Deno.test("siteverify is not success for the sign-up that is a block", async () => {
  const given = await reviewing();
  const { app } = given;
  await using _ = app;
  const { request_id } = await signUp(app, { custom: { doubt: "block" } });
  const { challenge } = (await app.ask("/v1/challenges", { method: "POST", json: { request_id } })).body;
  const response = await pass(given, new URL(challenge.url, app.origin).href);
  const answer = await verify(app, { secret: app.live, response });
  assert.deepEqual([answer.success, answer.score, answer["error-codes"]], [false, 0, []]);
});

Deno.test("siteverify says what is wrong with codes of the contract only", async () => {
  const { app } = await reviewing();
  await using _ = app;
  const reading = (await app.account("reading", { scopes: ["feedback"] })).key;
  const rows: readonly (readonly [fields: unknown, codes: readonly string[]])[] = [
    [{}, ["missing-input-secret", "missing-input-response"]],
    [{ secret: "x" }, ["missing-input-response"]],
    [{ response: "x", secret: " " }, ["missing-input-secret"]],
    [{ secret: "wk_live_nobody", response: "x" }, ["invalid-input-secret"]],
    [{ secret: reading, response: "x" }, ["invalid-input-secret"]],
    [{ secret: app.live, response: "x" }, ["invalid-input-response"]],
    [{ secret: app.live, response: ["x"] }, ["bad-request"]],
    [{ secret: app.live, response: "x".repeat(9000) }, ["bad-request"]],
    [{ secret: app.live, response: "x".repeat(20_000) }, ["bad-request"]],
    [[], ["bad-request"]],
    ["x", ["bad-request"]],
  ];
  for (const [fields, codes] of rows) {
    const { body, status, text } = await app.ask("/siteverify", { key: null, json: fields });
    assert.deepEqual([status, body], [200, { success: false, "error-codes": codes }]);
    assert.ok(!text.includes(app.live));
  }
  const raw = await app.ask("/siteverify", {
    key: null,
    method: "POST",
    raw: "secret=a&secret=b&response=c",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  assert.deepEqual(raw.body, { success: false, "error-codes": ["bad-request"] });
  assert.equal((await app.ask("/siteverify", { key: null })).status, 405, "no secret in an address");
});

Deno.test("Better Auth's captcha plug-in lets in who passed, and nobody twice", async () => {
  const given = await reviewing();
  const { app } = given;
  await using _ = app;
  const siteVerifyURLOverride = `${app.origin}/siteverify`;
  const shared = { secretKey: app.live, siteVerifyURLOverride };
  const plugins = [
    captcha({ provider: "google-recaptcha", expectedAction: "signup", ...shared }),
    captcha({ provider: "cloudflare-turnstile", expectedAction: "signup", ...shared }),
    captcha({ provider: "hcaptcha", ...shared }),
  ];
  for (const plugin of plugins) {
    const auth = betterAuth({
      baseURL: "http://localhost:3000",
      secret: "a secret of the test that is long enough",
      database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
      emailAndPassword: { enabled: true },
      logger: { disabled: true },
      plugins: [plugin],
    });
    const ask = async (token: string | null, email: string) =>
      (await auth.handler(
        new Request("http://localhost:3000/api/auth/sign-up/email", {
          method: "POST",
          headers: {
            "content-type": "application/json",
            origin: "http://localhost:3000",
            "x-forwarded-for": IP,
            ...(token === null ? {} : { "x-captcha-response": token }),
          },
          body: JSON.stringify({ name: "Jane", email, password: "correct horse battery" }),
        }),
      )).status;
    const token = await pass(given, (await signUp(app)).challenge.url);
    assert.equal(await ask(null, "a@example.com"), 400);
    assert.equal(await ask("wct_forged", "b@example.com"), 403);
    assert.equal(await ask(token, EMAIL), 200);
    assert.equal(await ask(token, "c@example.com"), 403, "a second time");
  }
});

Deno.test("the console shows what was shown, passed and abandoned, and what a challenge is worth", async () => {
  const given = await reviewing();
  const { app } = given;
  await using _ = app;
  const visitor = await signedIn(app);
  const none = (await visitor.get("/console/challenges")).text;
  assert.match(none, /No challenge was shown/);
  assert.match(none, /never prices out fraud/);
  await pass(given, (await signUp(app)).challenge.url);
  await (await fetch((await signUp(app)).challenge.url)).text();
  const page = (await visitor.get("/console/challenges?days=7")).text;
  assert.match(page, /Abandoned/);
  assert.match(page, /Challenges by country/);
  assert.match(page, /1 \(50 %\)/);
  const other = await app.account("other");
  assert.match(
    (await (await signedIn(app, other.key)).get("/console/challenges")).text,
    /No challenge was shown/,
  );
});
