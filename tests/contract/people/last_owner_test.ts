/** An account with people keeps an owner who can sign in; without keys there must be one. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { invite } from "../../support/app/joining.ts";
import { personSession, sessionOf } from "../../support/app/person.ts";
import { signedIn, Visitor } from "../../support/app/visitor.ts";

Deno.test("the last owner is neither removed nor given another role, by nobody", async () => {
  await using app = await startApp();
  const { person, visitor } = await personSession(app, "owner");
  await personSession(app, "editor");
  const invited = await invite(app, "owner");
  const path = `/v1/people/${person.id}`;
  for (
    const ask of [
      { method: "DELETE" },
      { method: "PATCH", json: { role: "editor" } },
      { method: "PATCH", json: { reset: true } },
    ]
  ) {
    const { status, body } = await app.ask(path, ask);
    assert.equal(status, 409);
    assert.match(body.detail, /last owner/);
  }
  for (const [form, more] of [["remove", {}], ["role", { role: "viewer" }]] as const) {
    const page = await visitor.submit(
      "/console/people",
      { id: person.id, ...more },
      `/console/people/${form}`,
    );
    assert.equal(page.status, 409);
    assert.match(page.text, /last owner/);
  }
  // Who was only invited does not count, and can be removed.
  assert.equal((await app.ask(`/v1/people/${invited.id}`, { method: "DELETE" })).status, 200);
  assert.equal((await app.ask("/v1/people")).body.people[0].role, "owner");
  assert.equal((await visitor.get("/console/people")).status, 200);
});

Deno.test("two owners who remove each other at once: one stays", async () => {
  await using app = await startApp();
  for (let round = 0; round < 5; round++) {
    const account = `team ${round}`;
    const { key } = await app.account(account);
    const one = await personSession(app, "owner", { account });
    const other = await personSession(app, "owner", { account });
    const answers = await Promise.all(
      [one, other].map(({ person }, index) =>
        index === round % 2
          ? app.ask(`/v1/people/${person.id}`, { key, method: "DELETE" })
          : app.ask(`/v1/people/${person.id}`, { key, method: "PATCH", json: { role: "viewer" } })
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    const { people } = (await app.ask("/v1/people", { key })).body;
    assert.equal(people.filter(({ role }: { role: string }) => role === "owner").length, 1);
  }
});

Deno.test("keys are switched off for signing in only when an owner can sign in as a person", async () => {
  await using app = await startApp();
  const off = () => app.ask("/v1/settings", { method: "PUT", json: { key_sign_in: false } });
  assert.equal((await app.ask("/v1/settings")).body.key_sign_in, true);
  const keyed = await signedIn(app);
  assert.equal((await off()).status, 409);
  await invite(app, "owner");
  await personSession(app, "editor");
  assert.equal((await off()).status, 409);
  assert.equal((await app.ask("/v1/settings")).body.key_sign_in, true);
  const { visitor, person } = await personSession(app, "owner");
  const { status, body } = await off();
  assert.equal(status, 200);
  assert.equal(body.key_sign_in, false);
  assert.match((await keyed.get("/console")).path, /sign-in/, "sessions of keys end");
  const refused = await new Visitor(app).signIn(app.live);
  assert.equal(refused.status, 403);
  assert.match(refused.text, /switched off signing in with a key/);
  assert.equal((await visitor.get("/console")).status, 200);
  assert.equal((await app.ask("/v1/usage")).status, 200, "keys go on for programs");
  const page = await visitor.submit("/console/people", { key_sign_in: "true" }, "/console/people/keys");
  assert.equal(page.status, 200);
  assert.equal((await new Visitor(app).signIn(app.live)).path, "/console");
  assert.equal((await (await sessionOf(app, person)).get("/console")).status, 200);
});
