/** examples/keycloak_logins.mjs beside an admin API that answers as Keycloak's, with Winnow killed and itself restarted. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { eventually } from "../../support/eventually.ts";
import { loadExample, sample, withBrokenWinnows } from "../../support/examples/example.ts";
import { KEYCLOAK_ENV, type KeycloakEvent, startKeycloak } from "../../support/examples/keycloak.ts";
import { startExample } from "../../support/process/example.ts";
import { makeKey, processTest, startServer } from "../../support/process/program.ts";
import { freePort } from "../../support/servers/free_port.ts";

const ABROAD = "189.6.12.7"; // Claro, Brazil
const MINUTE = 60_000;
const JANE = (await sample("keycloak_login")).userId;

interface State {
  readonly since: number;
  readonly done?: readonly string[];
  readonly steps?: Readonly<Record<string, unknown>>;
  readonly failed?: readonly unknown[];
}

async function eventOf(time: number, change: KeycloakEvent = {}): Promise<KeycloakEvent> {
  const [event, id] = [await sample("keycloak_login"), crypto.randomUUID()];
  return { ...event, id, time, sessionId: `session-${id}`, ...change };
}

/** Somebody who knows Jane's password after some tries: four log-ins at home before, and one of them abroad. */
async function attack(now: number): Promise<KeycloakEvent[]> {
  const events = [];
  for (const days of [4, 3, 2, 1]) events.push(await eventOf(now - days * 86_400_000));
  for (const [index, ipAddress] of ["201.6.12.7", "187.6.12.7", "177.6.12.7"].entries()) {
    const error = { type: "LOGIN_ERROR", error: "invalid_user_credentials", sessionId: null, ipAddress };
    events.push(await eventOf(now - (5 - index) * MINUTE, error));
  }
  events.push(await eventOf(now - 2 * MINUTE));
  events.push(await eventOf(now - MINUTE, { ipAddress: ABROAD }));
  return events;
}

async function load(winnow: string, key: string, keycloak: string) {
  return await loadExample<{ poll: (state: State) => Promise<State> }>("keycloak_logins.mjs", {
    API_URL: winnow,
    API_KEY: key,
    KEYCLOAK_URL: keycloak,
    ...KEYCLOAK_ENV,
  });
}

function setUp({ users, sessions, events }: ReturnType<typeof startKeycloak>, found: KeycloakEvent[]) {
  events.push(...found);
  users.set(JANE, {
    id: JANE,
    enabled: true,
    emailVerified: true,
    firstName: "Jane",
    requiredActions: ["TERMS"],
  });
  for (const { type, sessionId, userId } of found) if (type === "LOGIN") sessions.set(sessionId, userId);
}

const usedBy = async (app: Awaited<ReturnType<typeof startApp>>) =>
  (await app.ask("/v1/usage")).body.used as number;

Deno.test("examples/keycloak_logins.mjs ends the thief's session, asks for the mailbox, and learns from it", async () => {
  await using app = await startApp();
  const { key } = await app.account("main", { scopes: ["score", "feedback"] });
  const realm = startKeycloak();
  await using _ = realm.server;
  const now = Date.now();
  const events = await attack(now);
  setUp(realm, events);
  const { poll } = await load(app.origin, key, realm.server.url);
  const first = await poll({ since: now - 5 * 86_400_000 });
  assert.equal(await usedBy(app), events.length, "each once");
  const thief = events.at(-1);
  assert.deepEqual(
    [realm.sessions.has(thief.sessionId), realm.sessions.size],
    [false, events.filter(({ type }) => type === "LOGIN").length - 1],
    "the thief's session is over, and no other",
  );
  const { emailVerified, requiredActions, firstName, enabled } = realm.users.get(JANE)!;
  assert.deepEqual([emailVerified, requiredActions], [false, ["TERMS", "VERIFY_EMAIL"]]);
  assert.deepEqual([firstName, enabled], ["Jane", true], "nothing else of a user changes");
  assert.deepEqual(Object.keys(first.steps!), [JANE]);
  assert.equal(first.since, thief.time);

  const again = await poll(first);
  assert.deepEqual(
    [await usedBy(app), realm.puts.length],
    [events.length, 1],
    "nothing is told or done twice",
  );

  // It was Jane: she confirms her mailbox, and is known there.
  realm.events.push(await eventOf(now - 30_000, { type: "VERIFY_EMAIL", ipAddress: ABROAD }));
  realm.events.push(await eventOf(now - 20_000, { ipAddress: ABROAD }));
  const proven = await poll(again);
  assert.deepEqual([proven.steps, realm.puts.length], [{}, 1]);

  // A log-in with the password and then another e-mail address.
  const change = await eventOf(now - 10_000, { type: "UPDATE_EMAIL", ipAddress: ABROAD });
  realm.events.push(change);
  assert.equal((await poll(proven)).since, change.time);
});

Deno.test("examples/keycloak_logins.mjs: the owner who confirms the mailbox at home says nothing of the thief", async () => {
  await using app = await startApp();
  const { key } = await app.account("main", { scopes: ["score", "feedback"] });
  const realm = startKeycloak();
  await using _ = realm.server;
  const now = Date.now();
  setUp(realm, await attack(now));
  const { poll } = await load(app.origin, key, realm.server.url);
  const first = await poll({ since: now - 5 * 86_400_000 });
  assert.deepEqual(Object.keys(first.steps!), [JANE]);
  realm.events.push(await eventOf(now - 30_000, { type: "VERIFY_EMAIL" }));
  const confirmed = await poll(first);
  assert.deepEqual([confirmed.steps, realm.puts.length], [{}, 1]);
  const back = await eventOf(now - 20_000, { ipAddress: ABROAD });
  realm.sessions.set(back.sessionId, JANE);
  realm.events.push(back);
  await poll(confirmed);
  assert.deepEqual(
    [realm.sessions.has(back.sessionId), realm.puts.length],
    [false, 2],
    "the thief steps up again",
  );
});

Deno.test("examples/keycloak_logins.mjs: what is denied ends every session; what Keycloak refuses is tried again", async () => {
  await using app = await startApp();
  const { key } = await app.account("main", { scopes: ["score", "feedback"] });
  await app.ask("/v1/rules", { json: { action: "block", values: ["198.51.100.7"] } });
  const realm = startKeycloak();
  await using _ = realm.server;
  const now = Date.now();
  setUp(realm, [await eventOf(now - 3000), await eventOf(now - 2000, { ipAddress: "198.51.100.7" })]);
  realm.locked.add(JANE);
  const other = await eventOf(now - 1000, { userId: "other" });
  realm.events.push(
    other,
    null,
    5,
    { time: now },
    { ...other, id: "no-user", userId: null, type: "LOGIN_ERROR" },
    { ...other, id: "no-name", userId: null, details: null, type: "LOGIN_ERROR" },
    { ...other, id: "odd", ipAddress: "unknown", details: 5 },
    { ...other, id: "deleted", userId: "deleted", ipAddress: "198.51.100.7" },
  );
  const { poll } = await load(app.origin, key, realm.server.url);
  const first = await poll({ since: now - MINUTE });
  assert.deepEqual([first.failed!.length, realm.sessions.size], [1, 2]);
  assert.ok(first.since >= other.time, "it stops nobody else");
  realm.locked.clear();
  const second = await poll(first);
  assert.deepEqual([second.failed, realm.sessions.size], [[], 0]);
  assert.deepEqual(realm.users.get(JANE)!.requiredActions, ["TERMS", "VERIFY_EMAIL", "UPDATE_PASSWORD"]);
});

Deno.test("examples/keycloak_logins.mjs waits for a Winnow that gives no answer, and stops nobody", async () => {
  await withBrokenWinnows(async ({ name, url, refuses }) => {
    const realm = startKeycloak();
    await using _ = realm.server;
    const event = await eventOf(Date.now() - 1000);
    setUp(realm, [event]);
    const { poll } = await load(url, "wk_live_x", realm.server.url);
    const since = event.time - 10;
    const state = await poll({ since });
    assert.deepEqual([state.since, state.done!.length], refuses ? [event.time, 1] : [since, 0], name);
    assert.deepEqual([realm.puts, realm.sessions.size], [[], 1], name);
  });
});

processTest(
  "Keycloak's log-ins are told once while Winnow and the poller are killed, and nobody is locked out meanwhile",
  async (folder) => {
    const data = `${folder}/data`;
    const { key } = await makeKey(data, "main");
    const settings = { WINNOW_PORT: String(freePort()) };
    let winnow = await startServer(data, settings);
    const realm = startKeycloak();
    await using _ = realm.server;
    const env = {
      API_URL: winnow.origin,
      API_KEY: key,
      KEYCLOAK_URL: realm.server.url,
      ...KEYCLOAK_ENV,
      STATE_FILE: `${folder}/state.json`,
      POLL_MS: "50",
    };
    const state = async (): Promise<State> => JSON.parse(await Deno.readTextFile(env.STATE_FILE));
    const used = async () => {
      const headers = { "x-api-key": key };
      return (await (await fetch(`${winnow.origin}/v1/usage`, { headers })).json()).used as number;
    };
    const now = Date.now();
    await Deno.writeTextFile(env.STATE_FILE, JSON.stringify({ since: now - 5 * 86_400_000 }));
    const events = await attack(now);
    setUp(realm, events.slice(0, -1));
    try {
      {
        await using _poller = await startExample("keycloak_logins.mjs", env);
        await eventually(async () => (await state()).since === events.at(-2).time, "all is told");
        await winnow.kill();
        setUp(realm, events.slice(-1));
        await eventually(() => _poller.output().includes("unreachable"), "it notices");
        assert.deepEqual([realm.sessions.size, realm.puts], [6, []], "nobody is locked out");
        winnow = await startServer(data, settings);
        await eventually(async () => (await state()).since === events.at(-1).time, "the rest is told");
        assert.equal(await used(), events.length);
        assert.deepEqual([realm.sessions.has(events.at(-1).sessionId), realm.puts], [false, [JANE]]);
      }
      // As if it had been killed before it wrote what it had told: everything is told again, and is still one log-in.
      await Deno.writeTextFile(env.STATE_FILE, JSON.stringify({ since: now - 5 * 86_400_000 }));
      await using _poller = await startExample("keycloak_logins.mjs", env);
      await eventually(async () => (await state()).since === events.at(-1).time, "it is told again");
      assert.equal(await used(), events.length);
    } finally {
      await winnow.kill();
    }
  },
);
