/** What a person changes of their own, with the present password; an owner's new link; a rotation of the secret. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import {
  codeOf,
  enterCode,
  enterPassword,
  hidden,
  invite,
  join,
  joined,
  PASSWORD,
  secretOf,
} from "../../support/app/joining.ts";
import { personSession, sessionOf } from "../../support/app/person.ts";
import { secretsOf } from "../../support/app/secrets.ts";
import { signedIn, tokenOf, Visitor } from "../../support/app/visitor.ts";

const START = Date.parse("2026-11-20T12:00:00Z");
const HERE = "/console/my-account";
const OTHER = "another anvil 12 violin";

Deno.test("another password needs the present one, and ends the other sessions", async () => {
  let now = START;
  await using app = await startApp({ now: () => now });
  const anna = await joined(app, "owner", "anna@team.example");
  const person =
    (await app.app.services.store.people.of(app.app.services.store.accounts.accountNamed("main")!.id))[0]!;
  const elsewhere = await sessionOf(app, person);
  for (
    const [current, password, says] of [
      ["wrong", OTHER, /is not your password/],
      [PASSWORD, "short", /at least 12/],
      [PASSWORD, "administrator", /leaked/],
    ] as const
  ) {
    const page = await anna.visitor.submit(HERE, { current, password }, `${HERE}/password`);
    assert.equal(page.status, 400);
    assert.match(page.text, says);
  }
  assert.equal((await elsewhere.get("/console")).path, "/console");
  const saved = await anna.visitor.submit(HERE, { current: PASSWORD, password: OTHER }, `${HERE}/password`);
  assert.equal(saved.path, `${HERE}?saved=1`);
  assert.match((await elsewhere.get("/console")).path, /sign-in/);
  now += 60_000;
  const visitor = new Visitor(app);
  assert.equal((await enterPassword(visitor, "anna@team.example", PASSWORD)).status, 401);
  const asked = await enterPassword(visitor, "anna@team.example", OTHER);
  assert.equal((await enterCode(visitor, asked, codeOf(anna.secret, now))).path, "/console");
});

Deno.test("a password that was changed ends sign-ins that are under way", async () => {
  let now = START;
  await using app = await startApp({ now: () => now });
  const anna = await joined(app, "owner", "anna@team.example");
  now += 60_000;
  const thief = new Visitor(app);
  const asked = await enterPassword(thief, "anna@team.example", PASSWORD);
  now += 1000;
  await anna.visitor.submit(HERE, { current: PASSWORD, password: OTHER }, `${HERE}/password`);
  assert.equal((await enterCode(thief, asked, codeOf(anna.secret, now))).status, 401);
});

Deno.test("another authenticator replaces the present one and the recovery codes, after its first code", async () => {
  let now = START;
  await using app = await startApp({ now: () => now });
  const anna = await joined(app, "owner", "anna@team.example");
  const path = `${HERE}/authenticator`;
  const refused = await anna.visitor.submit(HERE, { current: "wrong" }, path);
  assert.match(refused.text, /is not your password/);
  assert.doesNotMatch(refused.text, /otpauth/);
  const shown = await anna.visitor.submit(HERE, { current: PASSWORD }, path);
  const secret = secretOf(shown.text);
  assert.notEqual(secret, anna.secret);
  const fields = { csrf: tokenOf(shown.text), setup: hidden(shown.text, "setup") };
  // A page of another person is of no use.
  const other = await join(app, await invite(app, "viewer"));
  const foreign = await other.visitor.submit(HERE, {
    ...fields,
    csrf: tokenOf((await other.visitor.get(HERE)).text),
    code: codeOf(secret, now),
  }, path);
  assert.equal(foreign.status, 403);
  assert.equal((await anna.visitor.post(path, { ...fields, code: "000000" })).status, 401);
  now += 60_000;
  const enter = async (code: string) => {
    const visitor = new Visitor(app);
    return await enterCode(visitor, await enterPassword(visitor, "anna@team.example", PASSWORD), code);
  };
  assert.equal((await enter(codeOf(anna.secret, now))).path, "/console", "the present one still holds");
  const done = await anna.visitor.post(path, { ...fields, code: codeOf(secret, now) });
  assert.equal(done.status, 201);
  now += 60_000;
  assert.equal((await enter(codeOf(anna.secret, now))).status, 401);
  assert.equal((await enter(anna.recovery[0]!)).status, 401);
  assert.equal((await enter(codeOf(secret, now))).path, "/console");
});

Deno.test("an owner's new link ends the password, the authenticator and the sessions of another", async () => {
  let now = START;
  await using app = await startApp({ now: () => now });
  await personSession(app, "owner");
  const ben = await join(app, await invite(app, "analyst", "ben@team.example"));
  const { status, body } = await app.ask(`/v1/people/${ben.id}`, { method: "PATCH", json: { reset: true } });
  assert.equal(status, 200);
  assert.equal(body.state, "invited");
  assert.match((await ben.visitor.get("/console")).path, /sign-in/);
  now += 60_000;
  assert.equal((await enterPassword(new Visitor(app), "ben@team.example", PASSWORD)).status, 401);
  const again = await join(
    app,
    { id: ben.id, email: ben.email, path: new URL(body.invite_url).pathname },
    OTHER,
  );
  assert.equal((await again.visitor.get("/console")).path, "/console");
  assert.notEqual(again.secret, ben.secret);
});

Deno.test("who signed in with a key has no account of their own", async () => {
  await using app = await startApp();
  const visitor = await signedIn(app);
  assert.match((await visitor.get(HERE)).text, /You signed in with a key/);
  for (const form of ["password", "authenticator", "codes", "sign-out"]) {
    assert.equal(
      (await visitor.submit(HERE, { current: "x", password: "y" }, `${HERE}/${form}`)).status,
      403,
    );
  }
});

Deno.test("after a rotation of the secret people sign in as before, and what is stored moves to the present one", async () => {
  let now = START;
  const first = await startApp({ now: () => now, env: secretsOf(0) });
  const anna = await joined(first, "owner", "anna@team.example");
  await first.close();
  now += 60_000;
  {
    await using second = await startApp({ now: () => now, dataDir: first.dataDir, env: secretsOf(1) });
    const visitor = new Visitor(second);
    const asked = await enterPassword(visitor, "anna@team.example", PASSWORD);
    const page = await enterCode(visitor, asked, codeOf(anna.secret, now));
    assert.equal(page.path, "/console");
    const { store, people } = second.app.services;
    const account = store.accounts.accountNamed("main")!.id;
    const [person] = await store.people.of(account);
    assert.equal(people.seal.renew(person!.email), null, "the address is encrypted under the present secret");
    assert.equal(people.seal.renew(person!.secondFactor!.secret), null, "the authenticator's secret too");
    assert.equal((await second.ask("/v1/people")).body.people[0].email, "anna@team.example");
  }
  await first[Symbol.asyncDispose]();
});

Deno.test("what is stored holds no address, password, secret or code in clear", async () => {
  await using app = await startApp();
  const anna = await joined(app, "owner", "anna.unmistakable@team.example");
  const texts: string[] = [];
  for await (const { value } of app.app.services.store.engine.scan([])) texts.push(JSON.stringify(value));
  const all = texts.join("\n");
  assert.ok(all.includes(anna.id));
  for (
    const secret of [
      "unmistakable",
      PASSWORD,
      anna.secret,
      ...anna.recovery,
      anna.recovery[0]!.replaceAll("-", "").toUpperCase(),
    ]
  ) {
    assert.ok(!all.includes(secret), secret);
  }
});
