/**
 * Keycloak: compares each log-in with the user's earlier ones, and ends those that look like somebody else's.
 *
 * Keycloak asks nobody before it lets a user in, unless a Java provider is installed. This reads its user events (Realm settings,
 * Events, User events: save them, with LOGIN, LOGIN_ERROR, VERIFY_EMAIL, UPDATE_EMAIL and UPDATE_PASSWORD), so it acts some
 * seconds after the log-in. Behind a proxy, tell Keycloak to take the client's address from it, or every event has the proxy's.
 * The key needs the scopes `score` and `feedback`; keycloak_admin.mjs is to be beside it.
 *
 * What it knows is in a file: after a restart it goes on where it was. Each event has an idempotency key, so one that is sent
 * again within a day is still one log-in. While Winnow is away nobody is stopped, and the events wait in Keycloak.
 *
 * In Node 20.3 or later:
 *
 *   npm install http://127.0.0.1:8080/clients/winnow-client.tgz
 *   API_KEY=wk_live_… KEYCLOAK_URL=https://… KEYCLOAK_REALM=… KEYCLOAK_CLIENT_SECRET=… node keycloak_logins.mjs
 */
import { readFile, rename, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { Winnow } from "winnow-client";
import { keycloakAdmin } from "./keycloak_admin.mjs";

const { API_URL = "http://127.0.0.1:8080", API_KEY = "", STATE_FILE = "keycloak_logins.json" } = process.env;
const keycloak = keycloakAdmin(process.env);
let client;
/** Made on first use: importing this file needs no secrets. */
const winnow = () =>
  client ??= new Winnow({ baseUrl: API_URL, apiKey: API_KEY, timeoutMs: 3000, apiTimeoutMs: 3000 });
const POLL_MS = Number(process.env.POLL_MS ?? 5000);

const TYPES = ["LOGIN", "LOGIN_ERROR", "VERIFY_EMAIL", "UPDATE_EMAIL", "UPDATE_PASSWORD"];

/** Events become visible when their transaction ends, so not always in order: this far back they are read again. */
const OVERLAP_MS = 60_000;

/** Log-ins that Keycloak would not let be ended, and users who were asked to step up: more are not remembered. */
const MAX_KEPT = 1000;

/**
 * Tells Winnow of the new events, up to the first one that it did not take: the next poll begins with it.
 *
 * `since` is the time of the newest event that was told. `done` are the ids of told events of the overlap. `steps` are users
 * who are to confirm their mailbox, with the log-in that it is about and its address. `failed` are decisions that Keycloak
 * refused to carry out.
 */
export async function poll({ since, done = [], steps = {}, failed = [] }) {
  const realm = await keycloak();
  const found = await realm.events(since - OVERLAP_MS, TYPES);
  const ids = new Set(found.map(idOf));
  const told = new Set(done.filter((id) => ids.has(id)));
  const next = { since, done: [], steps: { ...steps }, failed: [] };
  const carryOut = async (decision) => {
    try {
      await act(decision, realm);
    } catch (error) {
      console.error(`${decision.userId}: tried again later:`, error.message);
      if (next.failed.length < MAX_KEPT) next.failed.push(decision);
    }
  };
  for (const decision of failed) await carryOut(decision);
  for (const event of found) {
    if (told.has(idOf(event))) continue;
    const decision = await tell(event, next.steps);
    if (decision === null) break;
    if (decision.suggest === "step_up" || decision.suggest === "deny") await carryOut(decision);
    told.add(idOf(event));
    next.since = Math.max(next.since, event.time);
  }
  return { ...next, done: [...told] };
}

/** Null when Winnow could not be told: try again later. What cannot be read is done with. */
async function tell(event, steps) {
  const { type, userId, ipAddress } = event;
  if (type === "LOGIN" || type === "LOGIN_ERROR") return await score(event, steps);
  if (typeof userId !== "string") return {};
  if (type === "VERIFY_EMAIL") {
    if (!Object.hasOwn(steps, userId)) return {};
    const { requestId, ipAddress: asked } = steps[userId];
    // From elsewhere it is the owner, whom somebody's log-in alarmed: that says nothing of the log-in.
    if (asked !== undefined && asked === ipAddress) {
      if (!await isTaken("/v1/outcome", { request_id: requestId, outcome: "mfa_passed" })) return null;
    }
    delete steps[userId];
    return {};
  }
  const changed = type === "UPDATE_EMAIL" ? "email_changed" : "password_changed";
  const change = { type: changed, user_id: userId, ip: ipAddress, at: timeOf(event) };
  return await isTaken("/v1/events", change) ? {} : null;
}

/** False when it is to be told again: nobody answered, or not about what was told. */
async function isTaken(path, body) {
  try {
    const { response } = await winnow().api.POST(path, { body });
    return response.status < 500 && ![401, 408, 409, 429].includes(response.status);
  } catch {
    return false;
  }
}

async function score(event, steps) {
  const { type, userId, sessionId, ipAddress, details } = event;
  const user_id = userId ?? (details?.username && `unknown ${details.username}`.slice(0, 128));
  if (typeof user_id !== "string") return {};
  const { suggest, degraded, reason, requestId, summary } = await winnow().scoreLogin({
    user_id,
    ip: ipAddress,
    method: details?.identity_provider ? "social" : "password",
    succeeded: type === "LOGIN",
    at: timeOf(event),
  }, { idempotencyKey: `keycloak-${idOf(event)}` });
  if (degraded && reason !== "invalid_input") return null;
  console.log(`${user_id}: ${suggest} ${requestId} ${summary}`);
  if (type !== "LOGIN" || degraded) return {};
  if (suggest === "step_up" && Object.keys(steps).length < MAX_KEPT) {
    steps[userId] = { requestId, ipAddress };
  }
  return { suggest, userId, sessionId };
}

/**
 * Ends the session of a log-in that steps up, and lets the user in again when they have confirmed their mailbox. What is denied
 * ends every session, and asks for a new password as well. Doing it twice changes nothing.
 */
async function act({ suggest, userId, sessionId }, realm) {
  const actions = suggest === "deny" ? ["VERIFY_EMAIL", "UPDATE_PASSWORD"] : ["VERIFY_EMAIL"];
  await realm.changeUser(userId, ({ requiredActions }) => ({
    emailVerified: false,
    requiredActions: [...new Set([...requiredActions ?? [], ...actions])],
  }));
  if (suggest === "deny") await realm.endSessions(userId);
  else if (sessionId) await realm.endSession(sessionId);
}

/** Versions of Keycloak before 26 give events no id. */
function idOf({ id, time, type, userId, sessionId, ipAddress }) {
  return id ?? [time, type, userId, sessionId, ipAddress].join("-");
}

function timeOf({ time }) {
  return new Date(time).toISOString();
}

async function readState() {
  try {
    return JSON.parse(await readFile(STATE_FILE, "utf8"));
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return { since: Date.now() };
  }
}

/** The file is the old or the new one, whenever this is killed. */
async function writeState(state) {
  await writeFile(`${STATE_FILE}.new`, JSON.stringify(state));
  await rename(`${STATE_FILE}.new`, STATE_FILE);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  let state = await readState();
  await writeState(state);
  console.log("reads the events of", process.env.KEYCLOAK_URL);
  for (;;) {
    try {
      state = await poll(state);
      await writeState(state);
    } catch (error) {
      console.error(error.message);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
