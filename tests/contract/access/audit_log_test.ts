/** `GET /v1/audit` and `/console/audit`: filters, pages, CSV, events of one line, and for how long entries are kept. */
import assert from "node:assert/strict";
import { originOf } from "../../../src/model/access/audit.ts";
import { AUDIT, AUDIT_DAYS } from "../../../src/records/audit.ts";
import type { SetOp } from "../../../src/db/engine.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { personSession } from "../../support/app/person.ts";
import { signedIn } from "../../support/app/visitor.ts";
import { postgresTest, startPostgres } from "../../support/servers/postgres.ts";
import { openStore } from "../../support/store/store.ts";

interface Entry {
  readonly audit_id: string;
  readonly action: string;
  readonly at: string;
  readonly by: string;
  readonly by_id: string | null;
  readonly person: string | null;
  readonly key: string | null;
  readonly objects: readonly string[];
  readonly names: readonly string[];
  readonly changes: readonly { name: string; from: string; to: string }[];
  readonly times: number;
  readonly count: number;
  readonly events: readonly { count: number; objects: number }[];
}

async function entries(app: TestApp, query = "", key = app.live): Promise<Entry[]> {
  const found: Entry[] = [];
  for (let cursor = "";;) {
    const { status, body } = await app.ask(`/v1/audit?${query}${cursor}`, { key });
    assert.equal(status, 200, JSON.stringify(body));
    found.push(...body.entries);
    if (body.cursor === null) return found;
    cursor = `&cursor=${body.cursor}`;
  }
}

const actions = (found: readonly Entry[]) => found.map(({ action }) => action);

Deno.test("entries are found by who, what, about what and when, on every page, and by nobody else", async () => {
  let now = Date.UTC(2036, 6, 1, 12);
  await using app = await startApp({ now: () => now });
  const other = await app.account("other");
  const since = new Date(now += 120_000).toISOString();
  const { rules: [rule] } =
    (await app.ask("/v1/rules", { json: { action: "block", values: ["mallory@evil.example"] } })).body;
  now += 60_000;
  await app.ask("/v1/settings", { method: "PUT", json: { linkage_scoring: "score" } });
  now += 60_000;
  await app.ask(`/v1/rules/${rule.id}`, { method: "PATCH", json: { state: "paused", note: "why" } });
  const until = new Date(now += 60_000).toISOString();
  await app.ask(`/v1/rules/${rule.id}`, { method: "DELETE" });
  const all = await entries(app);
  assert.deepEqual(actions(all).slice(0, 4), [
    "rules_deleted",
    "rules_changed",
    "account_changed",
    "rules_added",
  ], "the newest first");
  assert.deepEqual(await entries(app, "limit=1"), all, "page by page");
  assert.deepEqual(actions(await entries(app, `object=${rule.id}`)), [
    "rules_deleted",
    "rules_changed",
    "rules_added",
  ]);
  assert.deepEqual(actions(await entries(app, "object=linkage_scoring")), ["account_changed"]);
  assert.deepEqual(actions(await entries(app, "action=rules_changed")), ["rules_changed"]);
  const [, changed, setting] = all;
  assert.deepEqual(changed!.changes, [
    { name: "state", from: "live", to: "paused" },
    { name: "note", from: "none", to: "a text" },
  ]);
  assert.deepEqual(setting!.changes, [{ name: "linkage_scoring", from: "report", to: "score" }]);
  assert.deepEqual(all[0]!.names, ["block m•••@evil.example"], "readable when the rule is gone");
  const span = `from=${since}&to=${until}`;
  assert.deepEqual(actions(await entries(app, span)), ["rules_changed", "account_changed", "rules_added"]);
  assert.deepEqual(actions(await entries(app, `${span}&action=rules_added`)), ["rules_added"]);
  assert.deepEqual(await entries(app, "from=2036-07-02"), []);
  assert.deepEqual(await entries(app, "from=2036-07-02&to=2036-06-01"), []);
  assert.deepEqual(await entries(app, `from=2036-07-01&cursor=${"0".repeat(12)}`), []);
  assert.equal((await entries(app, "from=2036-07-01&to=2036-07-01")).length, all.length, "a day is included");
  const key = all[0]!.key!;
  assert.deepEqual([all[0]!.by_id, all[0]!.person], [key, null]);
  assert.match(all[0]!.by, /^key ./);
  assert.ok((await entries(app, `key=${key}`)).length >= 4);
  assert.deepEqual(await entries(app, "key=key_other"), []);
  const theirs = await entries(app, "", other.key);
  assert.ok(!JSON.stringify(theirs).includes(rule.id));
  assert.deepEqual(await entries(app, `object=${rule.id}`, other.key), []);
  for (
    const [query, field] of [
      ["action=nonsense", "action"],
      ["from=yesterday", "from"],
      [
        "cursor=%00",
        "cursor",
      ],
      ["limit=0", "limit"],
      ["limit=201", "limit"],
      ["format=xml", "format"],
    ]
  ) {
    const { status, body } = await app.ask(`/v1/audit?${query}`);
    assert.deepEqual([status, body.errors[0].parameter], [400, field], query);
    assert.doesNotMatch(body.errors[0].detail, /^Invalid input$/, query);
  }
  const refused = await app.ask("/v1/audit", { key: app.test });
  assert.deepEqual([refused.status, refused.body.code], [403, "test_key_refused"]);
});

Deno.test("a person is named in what they did, and found by their id", async () => {
  await using app = await startApp();
  const { store } = app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  const person = { id: "psn_anna", name: "Anna Berg" };
  const origin = originOf({ key: { id: person.id }, person });
  const event = { account, action: "rules_changed", subjects: ["rule-1"] } as const;
  await store.audit.record(event, origin);
  await store.audit.record(event, originOf({ key: { id: "key_of_beate" } }));
  const [entry, ...more] = await entries(app, "person=psn_anna");
  assert.deepEqual(more, []);
  assert.deepEqual([entry!.by, entry!.by_id, entry!.person, entry!.key], [
    "Anna Berg",
    "psn_anna",
    "psn_anna",
    null,
  ]);
  assert.deepEqual(await entries(app, "key=psn_anna"), []);
  const page = await (await signedIn(app)).get("/console/audit?person=psn_anna");
  assert.ok(page.text.includes("Anna Berg") && !page.text.includes("key_of_beate"));
});

Deno.test("10,000 ids of one change can all be read, and each page of them is bounded", async () => {
  await using app = await startApp();
  const values = Array.from({ length: 10_000 }, (_, index) => `u${index}@shop.example`);
  const { added } = (await app.ask("/v1/rules", { json: { action: "block", values } })).body;
  assert.equal(added, 10_000);
  const found = await entries(app, "action=rules_added&limit=7");
  assert.equal(new Set(found.flatMap(({ objects }) => objects)).size, 10_000);
  assert.ok(found.every(({ objects }) => objects.length <= 250));
});

Deno.test("lines of several events can be opened; what was changed there and back is two lines", async () => {
  let now = Date.UTC(2036, 6, 1, 12);
  await using app = await startApp({ now: () => now });
  const { results } =
    (await app.ask("/v1/batch", { json: { type: "ip", items: ["73.15.20.1", "73.15.20.2"] } })).body;
  const ids: string[] = results.map(({ request_id }: { request_id: string }) => request_id);
  for (const request_id of ids) {
    now += 1500;
    await app.ask("/v1/outcome", { json: { request_id, outcome: "fraud", type: "spam" } });
  }
  for (const linkage_scoring of ["score", "report"]) {
    await app.ask("/v1/settings", { method: "PUT", json: { linkage_scoring } });
  }
  const [entry] = await entries(app, "action=scores_labelled");
  assert.deepEqual(entry!.changes, [{ name: "label", from: "none", to: "fraud (spam)" }]);
  assert.deepEqual([entry!.times, entry!.objects, entry!.events.map(({ objects }) => objects)], [2, ids, [
    1,
    1,
  ]]);
  const changes = (await entries(app, "action=account_changed")).flatMap(({ changes }) => changes);
  assert.deepEqual(changes.map(({ from, to }) => `${from} → ${to}`).sort(), [
    "report → score",
    "score → report",
  ]);
  const page = await (await signedIn(app)).get(`/console/audit/${entry!.audit_id}`);
  for (const text of ["12:00:01.500", "12:00:03.000", ...ids]) assert.ok(page.text.includes(text), text);
});

Deno.test("the whole log is a file, and no cell of it is a formula", async () => {
  await using app = await startApp();
  const { store } = app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  for (const name of ["=cmd|' /C calc'!A0", "+1", "@x"]) {
    const person = { id: "psn_x", name };
    await store.audit.record(
      { account, action: "rules_changed", names: ["=1+1"] },
      originOf({ key: { id: "psn_x" }, person }),
    );
  }
  const visitor = await signedIn(app);
  const api = await fetch(`${app.origin}/v1/audit?format=csv&action=rules_changed`, {
    headers: { "x-api-key": app.live },
  });
  const text = await api.text();
  assert.match(api.headers.get("content-type")!, /^text\/csv/);
  const lines = text.trimEnd().split("\r\n");
  assert.equal(lines.length, 2, "one line stands for three of a minute");
  assert.match(lines[0]!, /,by,by_id,person,key,via,/);
  assert.match(lines[1]!, /,psn_x,psn_x,,api,/);
  for (const line of lines) assert.doesNotMatch(line, /(^|,)"?[=+@-]/, line);
  const page = await visitor.get("/console/audit?action=rules_changed");
  const [, link] = /href="([^"]*format=csv[^"]*)"/.exec(page.text)!;
  const file = await visitor.get(link!.replaceAll("&amp;", "&"));
  assert.deepEqual(file.text, text);
});

/** Entries of 100 days ago as an earlier version stored them, and what `extend` writes of them. */
async function extendEntries(location: string): Promise<void> {
  const at = Date.now() - 100 * 86_400_000;
  const entry = {
    account: "acc",
    action: "key_created",
    key: null,
    via: "command",
    network: null,
    at,
    until: at,
    times: 1,
    count: 1,
    subjects: [],
    details: {},
  } as const;
  const keys = Array.from({ length: 250 }, (_, index) => AUDIT.key("acc", `${at.toString(16)}-${index}`));
  const set: SetOp[] = [];
  const store = await openStore({ location });
  try {
    for (const key of keys) {
      await store.engine.commit({ set: [AUDIT.set(key, entry, at + 180 * 86_400_000)] });
    }
    const commit = store.engine.commit.bind(store.engine);
    store.engine.commit = async (batch) => {
      const version = await commit(batch);
      if (version !== null) set.push(...batch.set ?? []);
      return version;
    };
    await store.audit.extend();
    await store.audit.extend();
    assert.equal((await store.audit.list("acc", { limit: 300 })).length, 250);
    const [done] = await store.engine.get([AUDIT_DAYS.key()]);
    assert.equal(done?.value, 400);
  } finally {
    await store.close();
  }
  const audit = set.filter(({ key }) => key[0] === "audit");
  assert.deepEqual(audit.map(({ key }) => key).sort(), keys.toSorted(), "once");
  assert.ok(audit.every(({ expiresAt }) => expiresAt === at + 400 * 86_400_000));
}

Deno.test("entries of an earlier version, kept for 180 days, are kept for 400 from the next start on", async () => {
  const folder = await Deno.makeTempDir({ prefix: "winnow-test-" });
  try {
    for (const location of [":memory:", `${folder}/store.db`]) await extendEntries(location);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

postgresTest("entries of an earlier version are kept for 400 days on PostgreSQL", async () => {
  await using server = await startPostgres();
  await extendEntries(await server.database());
});

Deno.test("what people do in the console is theirs, each with their name, also when they are gone", async () => {
  await using app = await startApp();
  const anna = await personSession(app, "analyst", { name: "Anna Berg" });
  const owner = await personSession(app, "owner", { name: "Olga" });
  const scored = (await app.ask("/v1/score/user", { json: { email: "a@mailinator.com" } })).body;
  const page = `/console/scores/${scored.request_id}`;
  await anna.visitor.submit(page, { outcome: "fraud", type: "spam" }, `${page}/label`);
  await owner.visitor.submit(page, { outcome: "legit" }, `${page}/label`);
  const about = await entries(app, `object=${scored.request_id}&action=scores_labelled`);
  assert.deepEqual(about.map(({ by, changes: [change] }) => [by, change!.from, change!.to]).sort(), [
    ["Anna Berg", "none", "fraud (spam)"],
    ["Olga", "fraud (spam)", "legit"],
  ]);
  const hers = await entries(app, `person=${anna.person.id}`);
  assert.ok(hers.every(({ by_id, key }) => by_id === anna.person.id && key === null));
  assert.deepEqual(actions(hers).includes("scores_labelled"), true);
  const removed = await app.ask(`/v1/people/${anna.person.id}`, { method: "DELETE" });
  assert.ok(removed.status < 300, removed.text);
  assert.deepEqual(
    await entries(app, `person=${anna.person.id}&action=scores_labelled`),
    hers.filter(
      ({ action }) => action === "scores_labelled",
    ),
  );
  const list = await owner.visitor.get(`/console/audit?person=${anna.person.id}`);
  assert.ok(list.text.includes("Anna Berg"));
  const analyst = await personSession(app, "analyst");
  assert.equal((await analyst.visitor.get("/console/audit")).status, 403);
});
