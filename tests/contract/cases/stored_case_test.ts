/** What a stored score holds of its case: linkage, actor, agent, references, notes and labels. */
import assert from "node:assert/strict";
import { followChanges, startApp, type TestApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";

const DEVICE = "9f86d081884c7d659a2feaa0c55ad015";

async function note(app: TestApp, id: string, value: unknown, key = app.live) {
  return await app.ask(`/v1/score/${id}/note`, { method: "PUT", json: { note: value }, key });
}

Deno.test("a stored sign-up holds linkage with the ring as it was, links, actor and agent", async () => {
  await using app = await startApp();
  await app.ask("/v1/score/user", { json: { email: "a@one.example", device_id: DEVICE } });
  const { body } = await app.ask("/v1/score/user", {
    json: {
      email: "b@one.example",
      ip: "73.15.20.1",
      device_id: DEVICE,
      device_automation: { webdriver: true },
      agent: { url: "https://example.org/", headers: {} },
    },
  });
  const stored = (await app.ask(`/v1/score/${body.request_id}`)).body;
  assert.equal(stored.linkage.ring.size, 2);
  assert.deepEqual(stored.linkage, body.linkage);
  assert.deepEqual(stored.actor, body.actor);
  const { help_url, ...agent } = body.agent;
  assert.match(help_url, /\/agents\/denied\?/);
  assert.deepEqual(stored.agent, agent);
  assert.equal(stored.links.counted, false);
  assert.ok(stored.links.risk_score >= 0 && Array.isArray(stored.links.findings));
  await app.ask("/v1/score/user", { json: { email: "c@one.example", device_id: DEVICE } });
  const later = (await app.ask(`/v1/score/${body.request_id}`)).body;
  assert.equal(later.linkage.ring.size, 2, "as it was");
});

Deno.test("a score of one value has none of it", async () => {
  await using app = await startApp();
  const { body } = await app.ask("/v1/score/ip?ip=73.15.20.1");
  const stored = (await app.ask(`/v1/score/${body.request_id}`)).body;
  const { linkage, links, actor, agent, user_id, note, label, label_history } = stored;
  assert.deepEqual([linkage, links, actor, agent, user_id, note, label, label_history], [
    ...Array(7).fill(null),
    [],
  ]);
  assert.match(stored.components[0].ref, /^val_i[\w-]{32}$/);
});

Deno.test("a note is written, replaced and removed, and is in the audit log", async () => {
  await using app = await startApp();
  const id = (await app.ask("/v1/score/ip?ip=73.15.20.1")).body.request_id;
  const read = async () => (await app.ask(`/v1/score/${id}`)).body.note;
  const rows: [string, string | null][] = [
    ["Same screenshots – see ticket 7 😀", "Same screenshots – see ticket 7 😀"],
    ["😀".repeat(500), "😀".repeat(500)],
    ["", null],
    ["<b>=1</b>", "<b>=1</b>"],
  ];
  for (const [given, kept] of rows) {
    const { status, body } = await note(app, id, given);
    assert.deepEqual([status, body.request_id, body.note], [200, id, kept]);
    assert.equal(await read(), kept);
  }
  assert.equal((await note(app, id, "by a test key", app.test)).status, 404, "on a live score");
  const { key } = await app.account("main", { scopes: ["score"] });
  assert.equal((await note(app, id, "kept")).status, 200);
  assert.equal((await app.ask(`/v1/score/${id}`, { key })).body.note, null, "not for an application's key");
  const { audit, accounts } = app.app.services.store;
  const entries = await audit.list(accounts.accountNamed("main")!.id, { limit: 10 });
  const noted = entries.filter(({ entry }) => entry.action === "score_noted").map(({ entry }) => entry);
  assert.deepEqual([...new Set(noted.map(({ details }) => details.note))].sort(), ["removed", "written"]);
  assert.ok(noted.every(({ subjects }) => subjects.length === 1 && subjects[0] === id));
  assert.ok(!JSON.stringify(entries).includes("screenshots"), "the log does not hold the text");
});

Deno.test("a note that is too long or no text, and notes on scores of others", async (t) => {
  await using app = await startApp();
  const other = await app.account("other");
  const readOnly = await app.account("main", { scopes: ["score"] });
  const id = (await app.ask("/v1/score/ip?ip=73.15.20.1")).body.request_id;
  assert.equal((await note(app, id, "kept")).status, 200);
  for (
    const bad of ["x".repeat(501), "😀".repeat(501), "a\nb", "\u0000", "\ud800", 7, null, undefined, ["x"]]
  ) {
    await t.step(`${JSON.stringify(bad)}`.slice(0, 30), async () => {
      const { status, body } = await note(app, id, bad);
      assert.deepEqual([status, body.errors[0].pointer], [400, "/note"]);
    });
  }
  assert.equal((await note(app, id, "x", other.key)).status, 404);
  assert.equal((await note(app, "req_00000000-0000-7000-8000-000000000000", "x")).status, 404);
  assert.equal((await note(app, "nonsense", "x")).status, 404);
  assert.equal((await note(app, id, "x", readOnly.key)).status, 403);
  assert.equal(
    (await app.ask(`/v1/score/${id}/note`, { method: "PUT", key: null, json: { note: "x" } })).status,
    401,
  );
  assert.equal((await app.ask(`/v1/score/${id}`)).body.note, "kept");
});

Deno.test("notes and labels of a score are the same in every process and after a restart", async () => {
  await using one = await startApp();
  await using other = await startApp({ dataDir: one.dataDir });
  const id = (await one.ask("/v1/score/ip?ip=73.15.20.1")).body.request_id;
  // Another process reads what is confirmed here as soon as the journal is applied: within a tenth of a second.
  const reads = (app: TestApp, text: string) =>
    eventually(async () => (await app.ask(`/v1/score/${id}`)).body.note === text, `the note is ${text}`);
  await note(one, id, "first");
  await reads(other, "first");
  await note(other, id, "second");
  await reads(one, "second");
  for (const [app, outcome] of [[one, "fraud"], [other, "legit"], [one, "fraud"]] as const) {
    await followChanges(one, other);
    assert.equal((await app.ask("/v1/outcome", { json: { request_id: id, outcome } })).body.recorded, 1);
  }
  await followChanges(one, other);
  for (const app of [one, other]) {
    const { label_history } = (await app.ask(`/v1/score/${id}`)).body;
    assert.deepEqual(label_history.map((each: { outcome: string }) => each.outcome), [
      "fraud",
      "legit",
      "fraud",
    ]);
  }
});

Deno.test("the label history has each change, and the newest 20", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  await using app = await startApp({ now: () => now });
  const id = (await app.ask("/v1/score/ip?ip=73.15.20.1")).body.request_id;
  const label = async (outcome: string) => {
    now += 1000;
    await app.ask("/v1/outcome", { json: { request_id: id, outcome } });
  };
  for (const outcome of ["fraud", "fraud", "legit"]) await label(outcome);
  const stored = (await app.ask(`/v1/score/${id}`)).body;
  assert.deepEqual(stored.label_history, [
    { outcome: "fraud", labelled_at: "2026-11-20T12:00:01.000Z" },
    { outcome: "legit", labelled_at: "2026-11-20T12:00:03.000Z" },
  ]);
  assert.deepEqual(stored.label, stored.label_history[1]);
  for (let count = 0; count < 30; count++) await label(count % 2 === 0 ? "fraud" : "legit");
  const { label_history } = (await app.ask(`/v1/score/${id}`)).body;
  assert.equal(label_history.length, 20);
  assert.equal(label_history[19].labelled_at, "2026-11-20T12:00:33.000Z");
});
