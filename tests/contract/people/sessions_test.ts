/** Sessions of people: they follow the person over all processes, end when they are ended, and are listed. */
import assert from "node:assert/strict";
import { followChanges, startApp } from "../../support/app/app.ts";
import { personSession, sessionOf } from "../../support/app/person.ts";
import { tokenOf, Visitor } from "../../support/app/visitor.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse("2026-11-20T12:00:00Z");

const isIn = async (visitor: Visitor) => (await visitor.get("/console")).path === "/console";

Deno.test("12 idle hours end a session, and 30 days", async () => {
  let now = START;
  await using app = await startApp({ now: () => now });
  const { visitor } = await personSession(app, "viewer");
  for (; now < START + 30 * DAY - 11 * HOUR; now += 11 * HOUR) assert.ok(await isIn(visitor));
  now = START + 30 * DAY;
  assert.equal(await isIn(visitor), false);
  const idle = (await personSession(app, "viewer")).visitor;
  now += 12 * HOUR;
  assert.equal(await isIn(idle), false);
});

Deno.test("another role holds from the next page on, in every process", async () => {
  await using app = await startApp();
  await using other = await startApp({ dataDir: app.dataDir });
  await followChanges(app, other);
  const { visitor, person } = await personSession(app, "owner");
  await personSession(app, "owner");
  const there = new Visitor(other);
  for (const [name, value] of visitor.cookies) there.cookies.set(name, value);
  assert.equal((await there.get("/console/people")).status, 200);
  await app.ask(`/v1/people/${person.id}`, { method: "PATCH", json: { role: "viewer" } });
  assert.equal((await there.get("/console/people")).status, 403);
  assert.equal((await visitor.get("/console/people")).status, 403);
  assert.ok(await isIn(there));
});

Deno.test("a removed person's sessions end at once, in every process", async () => {
  await using app = await startApp();
  await using other = await startApp({ dataDir: app.dataDir });
  await followChanges(app, other);
  const { visitor, person } = await personSession(app, "editor");
  const there = new Visitor(other);
  for (const [name, value] of visitor.cookies) there.cookies.set(name, value);
  assert.ok(await isIn(there));
  assert.equal((await app.ask(`/v1/people/${person.id}`, { method: "DELETE" })).status, 200);
  assert.equal(await isIn(there), false);
  assert.equal(await isIn(visitor), false);
  assert.equal((await app.ask(`/v1/people/${person.id}`, { method: "DELETE" })).status, 404);
});

Deno.test("sessions are listed and ended, each or all, by the person and by an owner", async () => {
  let now = START;
  await using app = await startApp({ now: () => now });
  const { visitor: first, person } = await personSession(app, "analyst", { name: "Ben" });
  now += 60_000;
  const second = await sessionOf(app, person);
  now += 60_000;
  const third = await sessionOf(app, person);
  const path = `/v1/people/${person.id}/sessions`;
  const { body } = await app.ask(path);
  assert.equal(body.count, 3);
  assert.deepEqual(body.sessions.map(({ created_at }: { created_at: string }) => created_at), [
    "2026-11-20T12:02:00.000Z",
    "2026-11-20T12:01:00.000Z",
    "2026-11-20T12:00:00.000Z",
  ]);
  assert.equal(body.sessions[0].expires_at, "2026-12-20T12:02:00.000Z");
  const ended = await app.ask(`${path}/${body.sessions[1].session_id}`, { method: "DELETE" });
  assert.equal(ended.body.ended, 1);
  assert.equal(await isIn(second), false);
  assert.equal((await app.ask(`${path}/${body.sessions[1].session_id}`, { method: "DELETE" })).status, 404);
  const page = await third.get("/console/my-account");
  assert.match(page.text, /\(this one\)/);
  await third.post("/console/my-account/sign-out", { csrf: tokenOf(page.text) });
  assert.equal(await isIn(first), false);
  assert.ok(await isIn(third));
  const owner = (await personSession(app, "owner")).visitor;
  assert.match((await owner.get(`/console/people/${person.id}`)).text, /Sign out everywhere/);
  await owner.submit(`/console/people/${person.id}`, { id: person.id }, "/console/people/sign-out");
  assert.equal(await isIn(third), false);
  assert.deepEqual((await app.ask(path)).body.sessions, []);
});

Deno.test("a person's 51st session ends the oldest", async () => {
  let now = START;
  await using app = await startApp({ now: () => now });
  const { visitor, person } = await personSession(app, "viewer");
  for (let count = 0; count < 50; count++) {
    now += 1000;
    await sessionOf(app, person);
  }
  assert.equal(await isIn(visitor), false);
  assert.equal((await app.ask(`/v1/people/${person.id}/sessions`)).body.count, 50);
});

Deno.test("people of another account are not there", async (t) => {
  await using app = await startApp();
  const other = await app.account("other");
  const { person, visitor } = await personSession(app, "owner");
  await personSession(app, "owner", { account: "other" });
  const base = `/v1/people/${person.id}`;
  const rows = [
    [base, { method: "PATCH", json: { role: "viewer" } }],
    [base, { method: "DELETE" }],
    [`${base}/sessions`, {}],
    [`${base}/sessions`, { method: "DELETE" }],
  ] as const;
  for (const [path, ask] of rows) {
    await t.step(`${"method" in ask ? ask.method : "GET"} ${path}`, async () => {
      assert.equal((await app.ask(path, { ...ask, key: other.key })).status, 404);
    });
  }
  assert.equal((await app.ask("/v1/people", { key: other.key })).body.count, 1);
  const stranger = (await personSession(app, "owner", { account: "other" })).visitor;
  assert.equal((await stranger.get(`/console/people/${person.id}`)).status, 404);
  assert.ok(await isIn(visitor));
});

Deno.test("a test key reads no people, and signs nobody out", async () => {
  await using app = await startApp();
  const { visitor, person } = await personSession(app, "owner");
  const { body: { sessions: [session] } } = await app.ask(`/v1/people/${person.id}/sessions`);
  const rows = [
    ["GET", "/v1/people"],
    ["GET", `/v1/people/${person.id}/sessions`],
    ["DELETE", `/v1/people/${person.id}/sessions/${session.session_id}`],
    ["DELETE", `/v1/people/${person.id}/sessions`],
  ] as const;
  for (const [method, path] of rows) {
    const { status, body } = await app.ask(path, { method, key: app.test });
    assert.deepEqual([status, body.code], [403, "test_key_refused"], `${method} ${path}`);
    assert.ok(!JSON.stringify(body).includes(person.email));
  }
  assert.ok(await isIn(visitor));
});
