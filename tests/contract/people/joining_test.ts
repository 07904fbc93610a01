/** Invitations, joining by the link, signing in with a password and a code. */
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
import { tokenOf, Visitor } from "../../support/app/visitor.ts";

const DAY = 86_400_000;
const START = Date.parse("2026-11-20T12:00:00Z");

Deno.test("a person is invited, joins by the link, signs out and signs in again", async () => {
  let now = START;
  await using app = await startApp({ now: () => now });
  const invited = await invite(app, "owner", "Anna@Team.example");
  const listed = await app.ask("/v1/people");
  assert.equal(listed.body.count, 1);
  const { person_id, email, role, state, sign_in, signed_in_at, invited_until } = listed.body.people[0];
  assert.deepEqual({ person_id, email, role, state, sign_in, signed_in_at, invited_until }, {
    person_id: invited.id,
    email: "Anna@Team.example",
    role: "owner",
    state: "invited",
    sign_in: null,
    signed_in_at: null,
    invited_until: "2026-11-27T12:00:00.000Z",
  });
  const anna = await join(app, invited);
  assert.equal(anna.recovery.length, 10);
  assert.match((await anna.visitor.get("/console/people")).text, /Anna/);
  await anna.visitor.submit("/console", {}, "/console/sign-out");
  assert.match((await anna.visitor.get("/console")).path, /sign-in/);
  now += 30_000;
  const asked = await enterPassword(anna.visitor, "anna@team.EXAMPLE", PASSWORD);
  assert.match(asked.path, /^\/console\/sign-in\/code/);
  const page = await enterCode(anna.visitor, asked, codeOf(anna.secret, now));
  assert.equal(page.path, "/console", page.text);
  const again = (await app.ask("/v1/people")).body.people[0];
  assert.equal(again.state, "active");
  assert.equal(again.sign_in, "password");
  assert.equal(again.signed_in_at, "2026-11-20T12:00:30.000Z");
  assert.equal(again.invited_until, null);
});

Deno.test("a link works once, for seven days, until another is made, and for nobody else", async (t) => {
  let now = START;
  await using app = await startApp({ now: () => now });
  const ended = async (path: string) => {
    const { status, text } = await new Visitor(app).get(path);
    assert.equal(status, 404, path);
    assert.match(text, /not valid any more/);
  };
  await t.step("once", async () => {
    const { path } = await joined(app, "owner");
    await ended(path);
  });
  await t.step("both steps, of two visitors at once", async () => {
    const invited = await invite(app, "viewer", "race@team.example");
    const pages = await Promise.all([1, 2].map(async () => {
      const visitor = new Visitor(app);
      const page = await visitor.submit(invited.path, { name: "x", password: PASSWORD });
      return { visitor, page };
    }));
    const done = await Promise.all(pages.map(({ visitor, page }) =>
      visitor.post(invited.path, {
        csrf: tokenOf(page.text),
        setup: hidden(page.text, "setup"),
        code: codeOf(secretOf(page.text), now),
      })
    ));
    assert.deepEqual(done.map(({ status }) => status).sort(), [201, 404]);
  });
  await t.step("the second step of one link is not that of another", async () => {
    const [one, other] = [
      await invite(app, "viewer", "a@team.example"),
      await invite(app, "owner", "b@team.example"),
    ];
    const visitor = new Visitor(app);
    const page = await visitor.submit(one.path, { name: "x", password: PASSWORD });
    const code = codeOf(secretOf(page.text), now);
    const refused = await visitor.post(other.path, {
      csrf: tokenOf(page.text),
      setup: hidden(page.text, "setup"),
      code,
    });
    assert.equal(refused.status, 403);
  });
  await t.step("until another is made", async () => {
    const invited = await invite(app, "viewer", "c@team.example");
    const { body } = await app.ask(`/v1/people/${invited.id}`, { method: "PATCH", json: { reset: true } });
    await ended(invited.path);
    assert.equal((await new Visitor(app).get(new URL(body.invite_url).pathname)).status, 200);
  });
  await t.step("with another secret, person or account", async () => {
    const { path } = await invite(app, "viewer", "e@team.example");
    const [, , , account = "", person = "", secret = ""] = path.split("/");
    const other = await app.account("other");
    await ended(`/console/join/${account}/${person}/${secret.slice(0, -1)}A`);
    await ended(`/console/join/${account}/psn_${"0".repeat(24)}/${secret}`);
    await ended(`/console/join/${other.account.id}/${person}/${secret}`);
    await ended("/console/join/x/y/z");
  });
  await t.step("seven days", async () => {
    const { path } = await invite(app, "viewer", "d@team.example");
    now += 7 * DAY - 1;
    assert.equal((await new Visitor(app).get(path)).status, 200);
    now += 1;
    await ended(path);
  });
});

Deno.test("somebody who is signed in as a person does not take the link of another", async () => {
  await using app = await startApp();
  const { visitor } = await joined(app, "owner");
  const { path } = await invite(app, "viewer");
  const page = await visitor.get(path);
  assert.equal(page.status, 403);
  assert.match(page.text, /Sign out first/);
});

const REFUSED = [
  ["short", "elevenchars", /at least 12 characters/],
  ["leaked", "Polniypizdec0211", /leaked/],
  ["a leaked word with digits", "Password123456", /leaked/],
  ["the same over and over", "abcdabcdabcd", /leaked/],
  ["a row", "abcdefghijklmn", /leaked/],
  ["a row of digits", "567890123456", /leaked/],
  ["the address", "viewer@team.example", /must not be your e-mail/],
  ["endless", "x9!".repeat(70), /at most 200/],
] as const;

Deno.test("passwords that are refused, and why", async (t) => {
  await using app = await startApp();
  const { path } = await invite(app, "viewer");
  for (const [name, password, says] of REFUSED) {
    await t.step(name, async () => {
      const page = await new Visitor(app).submit(path, { name: "x", password });
      assert.equal(page.status, 400);
      assert.match(page.text, says);
      assert.equal(page.text.includes(password), name === "the address", "a password is never shown");
      assert.doesNotMatch(page.text, /otpauth/);
    });
  }
});
