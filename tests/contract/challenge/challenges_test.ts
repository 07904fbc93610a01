/** Challenges over HTTP: what passes, and what an attacker sends. */
import assert from "node:assert/strict";
import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { readPass } from "../../../src/service/challenge/pass_cookie.ts";
import { offerChallenge } from "../../../src/service/challenge/offer.ts";
import { HOUR_MS } from "../../../src/model/duration.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";

const HOME = "73.15.60.1";
const ELSEWHERE = "81.2.69.142";
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const BEHIND_PROXY = { env: { WINNOW_TRUST_PROXY: "true" } };

async function offered(app: TestApp, key = app.live, json: unknown = {}): Promise<string> {
  const { status, body, text } = await app.ask("/v1/challenges", { key, json });
  assert.equal(status, 200, text);
  return new URL(body.challenge.url).pathname;
}

function from(ip: string, more: Readonly<Record<string, string>> = {}) {
  return { key: null, headers: { ...more, "x-forwarded-for": ip } };
}

async function puzzleOf(app: TestApp, path: string, ip = HOME): Promise<Challenge> {
  const { status, body, text } = await app.ask(`${path}/altcha`, from(ip));
  assert.equal(status, 200, text);
  return body;
}

async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return fieldOf(challenge, solution!);
}

function fieldOf(challenge: Challenge, solution: object): string {
  return btoa(JSON.stringify({ challenge, solution }));
}

function send(app: TestApp, path: string, fields: Record<string, string>, ip = HOME) {
  const raw = new URLSearchParams(fields).toString();
  return app.ask(`${path}/solve`, { ...from(ip, { ...FORM, accept: "application/json" }), raw });
}

Deno.test("a solved puzzle gives a token once; what is wrong with it is refused and gives none", async () => {
  await using app = await startApp(BEHIND_PROXY);
  const other = await app.account("other");
  const path = await offered(app);
  const challenge = await puzzleOf(app, path);
  const { parameters } = challenge;
  assert.equal(parameters.algorithm, "PBKDF2/SHA-256");
  assert.ok(parameters.cost * 256 <= 1_000_000 && parameters.keyPrefix === "00");
  const right = (await solveChallenge({ challenge, deriveKey }))!;
  const cheaper = { ...challenge, parameters: { ...parameters, cost: 1 } };
  const rows: [name: string, altcha: string, status: number][] = [
    [
      "another counter beside the right key",
      fieldOf(challenge, { ...right, counter: right.counter + 1 }),
      400,
    ],
    ["another key", fieldOf(challenge, { ...right, derivedKey: "00".repeat(32) }), 400],
    ["a price of one's own", await solved(cheaper), 400],
    ["without a signature", fieldOf({ parameters }, right), 400],
    ["with another signature", fieldOf({ ...challenge, signature: "0".repeat(64) }, right), 400],
    ["no JSON", "AAAA", 400],
    ["no base64", "%%%", 400],
    ["of another challenge", await solved(await puzzleOf(app, await offered(app))), 400],
    ["of another account", await solved(await puzzleOf(app, await offered(app, other.key))), 400],
  ];
  for (const [name, altcha, status] of rows) {
    const answer = await send(app, path, { altcha });
    assert.equal(answer.status, status, `${name}: ${answer.text}`);
    assert.equal(answer.body.token, undefined, name);
  }
  const altcha = fieldOf(challenge, right);
  const moved = await send(app, path, { altcha }, ELSEWHERE);
  assert.equal(moved.status, 403, moved.text);
  const passed = await send(app, path, { altcha });
  assert.equal(passed.status, 200, passed.text);
  assert.match(passed.body.token, /^wct_[\w-]+$/);
  const again = await send(app, path, { altcha });
  assert.deepEqual([again.status, again.body.token], [409, undefined], again.text);
});

Deno.test("one puzzle sent many times at once gives one token", async () => {
  await using app = await startApp(BEHIND_PROXY);
  const path = await offered(app);
  const altcha = await solved(await puzzleOf(app, path));
  const answers = await Promise.all(Array.from({ length: 16 }, () => send(app, path, { altcha })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal(answers.filter(({ status }) => status === 409).length, 15);
});

Deno.test("the waiting form: not before its time, not after it, once", async () => {
  let passedMs = 0;
  await using app = await startApp({ ...BEHIND_PROXY, now: () => Date.now() + passedMs });
  const path = await offered(app);
  const page = await app.ask(path, from(HOME));
  assert.equal(page.status, 200);
  assert.match(page.headers.get("content-security-policy")!, /default-src 'none'/);
  const start = /name="start" value="([^"]+)"/.exec(page.text)![1]!;
  assert.equal((await send(app, path, { start })).status, 409);
  assert.equal((await send(app, path, {})).status, 400);
  assert.equal((await send(app, path, { start: `${start}A` })).status, 400);
  passedMs = 5000;
  assert.equal((await send(app, await offered(app), { start })).status, 400);
  assert.equal((await send(app, path, { start }, ELSEWHERE)).status, 403);
  const passed = await send(app, path, { start });
  assert.equal(passed.status, 200, passed.text);
  assert.equal(passed.body.kind, "wait");
  assert.equal((await send(app, path, { start })).status, 409);
  const next = /name="start" value="([^"]+)"/.exec((await app.ask(path, from(HOME))).text)![1]!;
  passedMs += 601_000;
  assert.equal((await send(app, path, { start: next })).status, 409);
});

Deno.test("an id that was not made here, or whose time is over, is none", async () => {
  let passedMs = 0;
  await using app = await startApp({ ...BEHIND_PROXY, now: () => Date.now() + passedMs });
  const path = await offered(app);
  const forged = `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`;
  for (const wrong of ["/challenge/x", forged, `${path}A`]) {
    assert.equal((await app.ask(wrong, from(HOME))).status, 404, wrong);
    assert.equal((await send(app, wrong, { start: "x" })).status, 404, wrong);
  }
  passedMs = HOUR_MS + 1;
  assert.equal((await app.ask(path, from(HOME))).status, 404);
});

Deno.test("a person is sent back to a host of the site alone", async () => {
  let passedMs = 0;
  await using app = await startApp({ ...BEHIND_PROXY, now: () => Date.now() + passedMs });
  const rows: [to: string, isGood: boolean][] = [
    ["https://shop.example.com/sign-up?x=1", true],
    ["https://evil.example/", false],
    ["https://shop.example.com@evil.example/", false],
    ["//evil.example", false],
    ["/\\evil.example", false],
    ["javascript:alert(1)", false],
    ["https://shop.example.com.evil.example/", false],
    ["/console", false],
  ];
  for (const [to, isGood] of rows) {
    const path = await offered(app, app.live, { action: "signup", hostname: "shop.example.com" });
    const page = await app.ask(`${path}?to=${encodeURIComponent(to)}`, from(HOME));
    const start = /name="start" value="([^"]+)"/.exec(page.text)![1]!;
    passedMs += 61_000;
    const raw = new URLSearchParams({ start }).toString();
    const answer = await app.ask(`${path}/solve?to=${encodeURIComponent(to)}`, { ...from(HOME, FORM), raw });
    assert.equal(answer.status, isGood ? 303 : 200, `${to}: ${answer.text}`);
    const location = answer.headers.get("location");
    if (!isGood) assert.equal(location, null, to);
    else assert.match(location!, /^https:\/\/shop\.example\.com\/sign-up\?x=1&challenge_token=wct_/);
  }
});

Deno.test("behind a proxy: who passes has a cookie of this account and network, and goes back to a path", async () => {
  let passedMs = 0;
  await using app = await startApp({ ...BEHIND_PROXY, now: () => Date.now() + passedMs });
  const headers = { "x-forwarded-for": HOME, "x-forwarded-proto": "https" };
  const refused = await app.ask("/winnow/challenge?to=/a", { key: null, headers });
  assert.equal(refused.status, 401, refused.text);
  const page = await app.ask("/winnow/challenge?to=//evil.example", { headers });
  assert.equal(page.status, 200, page.text);
  assert.ok(!page.text.includes("evil.example") && !page.text.includes(app.live));
  const { text } = await app.ask("/winnow/challenge?to=/a%3Fb=1", { headers });
  const action = /action="([^"]+)"/.exec(text)![1]!.replaceAll("&amp;", "&");
  const start = /name="start" value="([^"]+)"/.exec(text)![1]!;
  const sent = { headers: { ...headers, ...FORM }, raw: new URLSearchParams({ start }).toString() };
  assert.equal((await app.ask(action, sent)).headers.get("set-cookie"), null);
  passedMs = 5000;
  const answer = await app.ask(action, sent);
  assert.deepEqual([answer.status, answer.headers.get("location")], [303, "/a?b=1"], answer.text);
  const cookie = answer.headers.get("set-cookie")!;
  assert.match(cookie, /^winnow_pass=[\w-]+; Path=\/; Max-Age=21600; HttpOnly; SameSite=Lax; Secure$/);
  const { services } = app.app;
  const account = services.store.accounts.accountNamed("main")!;
  const value = cookie.split(";")[0]!;
  assert.equal(readPass(services, account, `a=b; ${value}; c=d`, HOME)?.kind, "wait");
  assert.equal(readPass(services, account, value, ELSEWHERE), null);
  assert.equal(readPass(services, (await app.account("other")).account, value, HOME), null);
  assert.equal(readPass(services, account, `${value}A`, HOME), null);
  passedMs += 6 * HOUR_MS;
  assert.equal(readPass(services, account, value, HOME), null);
  for (const part of ["script", "style"]) {
    assert.equal((await app.ask(`/winnow/challenge/${part}`, { key: null })).status, 200);
  }
});

Deno.test("the price doubles for one network, up to 64-fold, and halves each hour; others pay the first price", async () => {
  let now = Date.now();
  await using app = await startApp({ ...BEHIND_PROXY, now: () => now });
  const price = async (ip: string) => (await puzzleOf(app, await offered(app), ip)).parameters.cost;
  const first = await price(HOME);
  const folds: number[] = [];
  for (let count = 0; count < 8; count++) folds.push(await price(HOME) / first);
  assert.deepEqual(folds, [2, 4, 8, 16, 32, 64, 64, 64]);
  assert.equal(await price(ELSEWHERE), first);
  now += 2 * HOUR_MS;
  assert.equal(await price(HOME) / first, 32);
  now += 9 * HOUR_MS;
  assert.equal(await price(HOME), first);
});

/** What the app sends from now on. */
function mailsOf({ app: { services } }: TestApp): readonly { readonly text: string }[] {
  const mails: { readonly text: string }[] = [];
  const mail = { send: (sent: { readonly text: string }) => Promise.resolve(void mails.push(sent)) };
  Object.assign(services, { mail });
  return mails;
}

Deno.test("a code by e-mail: few mails, few guesses, never for an account that anybody can have", async () => {
  await using app = await startApp(BEHIND_PROXY);
  const { services } = app.app;
  const mails = mailsOf(app);
  const account = services.store.accounts.accountNamed("main")!;
  const wanted = {
    requestId: null,
    action: null,
    hostname: null,
    address: HOME,
    score: 50,
    verdict: "review",
  } as const;
  const email = "jane@kestrelbyte.com";
  const codePath = (of = account) =>
    new URL(offerChallenge(services, { ...wanted, account: of, email }, app.origin).url).pathname;
  const path = codePath();
  for (let guess = 0; guess < 2; guess++) {
    await app.ask(`${path}/solve`, { ...from(HOME, FORM), raw: "send=code" });
  }
  assert.equal(mails.length, 2);
  assert.equal((await send(app, path, { send: "code" })).status, 429);
  // Another challenge for the same address: it has had its mails of this hour.
  assert.equal((await send(app, codePath(), { send: "code" })).status, 429);
  assert.equal(mails.length, 2);
  const code = /\d{6}/.exec(mails[1]!.text)![0];
  const wrong = code === "000000" ? "111111" : "000000";
  assert.equal((await send(app, path, { code: wrong })).status, 400);
  const passed = await send(app, path, { code });
  assert.deepEqual([passed.status, passed.body.kind], [200, "code"], passed.text);
  assert.equal((await send(app, path, { code })).status, 409);
  const guest = await app.account("guest", { madeBy: "signup" });
  assert.equal((await send(app, codePath(guest.account), { send: "code" })).status, 429);
  assert.equal(mails.length, 2);
});

Deno.test("a code stays good where another mail may not be sent", async () => {
  await using app = await startApp(BEHIND_PROXY);
  const { services } = app.app;
  const mails = mailsOf(app);
  const account = services.store.accounts.accountNamed("main")!;
  const challenge = { requestId: null, action: null, hostname: null, address: HOME, score: 50 } as const;
  const path = () => {
    const wanted = { ...challenge, account, verdict: "review", email: "jane@kestrelbyte.com" } as const;
    return new URL(offerChallenge(services, wanted, app.origin).url).pathname;
  };
  const [first, other] = [path(), path()];
  await send(app, other, { send: "code" });
  await send(app, first, { send: "code" });
  assert.equal(mails.length, 2);
  assert.equal(
    (await send(app, first, { send: "code" })).status,
    429,
    "the address has had its two of this hour",
  );
  const passed = await send(app, first, { code: /\d{6}/.exec(mails[1]!.text)![0] });
  assert.deepEqual([passed.status, passed.body.kind], [200, "code"], passed.text);
});

Deno.test("/challenge.js is one small file", async () => {
  await using app = await startApp();
  const answer = await fetch(`${app.origin}/challenge.js`, { headers: { "accept-encoding": "gzip" } });
  const text = await answer.text();
  assert.ok(text.length < 12_000 && !/https?:/.test(text));
});
