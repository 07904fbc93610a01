/** examples/keycloak_poller.mjs beside an admin API that answers as Keycloak's. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { loadExample, sample, withBrokenWinnows } from "../../support/examples/example.ts";
import { KEYCLOAK_ENV, type KeycloakEvent as Event, startKeycloak } from "../../support/examples/keycloak.ts";

interface Progress {
  readonly since: number;
  readonly done: ReadonlySet<string>;
  readonly failed?: ReadonlyMap<string, Event>;
}

async function load(winnow: string, key: string, keycloak: string) {
  return await loadExample<{ poll: (progress: Progress) => Promise<Progress> }>("keycloak_poller.mjs", {
    API_URL: winnow,
    API_KEY: key,
    KEYCLOAK_URL: keycloak,
    ...KEYCLOAK_ENV,
  });
}

const ROWS: [name: string, change: (event: Event) => void, outcome: "allow" | "review" | "block"][] = [
  ["as documented", () => {}, "allow"],
  ["blocked", (event) => event.details.email = "bot@blocked.example", "block"],
  ["an address that is none", (event) => event.ipAddress = "unknown", "review"],
  ["an e-mail that is an object", (event) => event.details.email = {}, "review"],
  ["nothing to score", (event) => event.ipAddress = event.details = null, "review"],
  ["blocked, behind an address that is none", (event) => {
    event.ipAddress = "unknown";
    event.details.email = "bot@blocked.example";
  }, "block"],
];

Deno.test("examples/keycloak_poller.mjs screens each registration once, also over several pages", async () => {
  await using app = await startApp();
  const { key } = await app.account("main", { scopes: ["score"] });
  await app.ask("/v1/rules", { json: { action: "block", values: ["blocked.example"] } });
  const { users, events, puts, server } = startKeycloak();
  await using _ = server;
  const { poll } = await load(app.origin, key, server.url);
  const start = (await sample("keycloak_register")).time;
  for (const [index, [, change]] of ROWS.entries()) {
    const event = await sample("keycloak_register");
    event.userId = `user-${index}`;
    event.time = start + index;
    change(event);
    events.push(event);
    users.set(event.userId, {
      id: event.userId,
      enabled: true,
      firstName: "Jane",
      requiredActions: ["TERMS"],
    });
  }
  for (let old = 0; old < 150; old++) {
    events.push({
      ...await sample("keycloak_register"),
      userId: `old-${old}`,
      time: start - 3_600_000 - old,
    });
  }
  const first = await poll({ since: start, done: new Set() });
  assert.equal(first.since, start + ROWS.length - 1);
  for (const [index, [name, , outcome]] of ROWS.entries()) {
    const { enabled, firstName, requiredActions } = users.get(`user-${index}`)!;
    assert.equal(firstName, "Jane", "nothing else of a user changes");
    assert.equal(enabled, outcome !== "block", name);
    const actions = outcome === "review" ? ["TERMS", "VERIFY_EMAIL"] : ["TERMS"];
    assert.deepEqual(requiredActions, actions, name);
  }
  const used = (await app.ask("/v1/usage")).body.used;
  const before = puts.length;
  const late = { ...await sample("keycloak_register"), userId: "late", time: start - 1000 };
  late.details = { email: "bot@blocked.example" };
  events.push(late);
  users.set("late", { id: "late", enabled: true });
  const second = await poll(first);
  assert.deepEqual(puts.slice(before), ["late"], "an event that became visible late, and no other");
  assert.equal(users.get("late")!.enabled, false);
  assert.equal((await app.ask("/v1/usage")).body.used, used + 2);
  assert.equal(second.since, first.since);
  events.push({ ...late, userId: "deleted", time: start + 50 });
  assert.equal((await poll(second)).since, start + 50, "a user who was deleted meanwhile stops nothing");
});

Deno.test("examples/keycloak_poller.mjs waits for Winnow, and reviews what is refused", async () => {
  await withBrokenWinnows(async ({ name, url, refuses }) => {
    const { users, events, puts, server } = startKeycloak();
    await using _ = server;
    const event = await sample("keycloak_register");
    events.push(event);
    users.set(event.userId, { id: event.userId, enabled: true });
    const { poll } = await load(url, "wk_live_x", server.url);
    const { since, done } = await poll({ since: event.time - 10, done: new Set() });
    const isDone = refuses === true;
    assert.deepEqual([since, done.size], isDone ? [event.time, 1] : [event.time - 10, 0], name);
    assert.deepEqual(puts, isDone ? [event.userId] : [], name);
    assert.deepEqual(users.get(event.userId)!.requiredActions, isDone ? ["VERIFY_EMAIL"] : undefined, name);
  });
});

Deno.test("examples/keycloak_poller.mjs: a user who cannot be written stops nobody else, and is tried again", async () => {
  await using app = await startApp();
  const { key } = await app.account("main", { scopes: ["score"] });
  await app.ask("/v1/rules", { json: { action: "block", values: ["blocked.example"] } });
  const { users, events, puts, locked, server } = startKeycloak();
  await using _ = server;
  const { poll } = await load(app.origin, key, server.url);
  const start = (await sample("keycloak_register")).time;
  const register = async (userId: string, at: number, user: unknown = { enabled: true }) => {
    const event = await sample("keycloak_register");
    events.push({ ...event, userId, time: start + at, details: { email: "bot@blocked.example" } });
    if (user !== null) users.set(userId, { id: userId, ...user as object });
  };
  await register("locked", 0);
  await register("after", 1);
  await register("no-actions", 2, { enabled: true, requiredActions: null });
  events.push(null, 5, { time: start }, { userId: 7, time: start }, {
    ...events[0],
    details: 5,
    ipAddress: "unknown",
    userId: "odd",
  });
  users.set("odd", { id: "odd", requiredActions: null });
  locked.add("locked");
  let progress: Progress = { since: start, done: new Set() };
  for (let round = 0; round < 3; round++) progress = await poll(progress);
  assert.deepEqual(puts.toSorted(), ["after", "no-actions", "odd"], "each once");
  assert.deepEqual([progress.since, [...progress.failed!.keys()]], [start + 2, ["locked"]]);
  assert.deepEqual(users.get("odd")!.requiredActions, ["VERIFY_EMAIL"]);
  // Long after the overlap.
  await register("later", 3_600_000);
  progress = await poll(progress);
  progress = await poll(progress);
  assert.equal(users.get("later")!.enabled, false);
  locked.clear();
  progress = await poll(progress);
  assert.deepEqual([users.get("locked")!.enabled, progress.failed!.size], [false, 0]);
});

Deno.test("examples/keycloak_poller.mjs is imported without secrets", async () => {
  const { poll } = await load("http://127.0.0.1:9", "", "http://127.0.0.1:9");
  await assert.rejects(poll({ since: 0, done: new Set() }));
});
