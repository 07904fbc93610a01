/**
 * Keycloak: scores new users after they registered, and disables those that Winnow blocks.
 *
 * Keycloak has no webhook of its own, and asks nobody before it creates a user unless a Java provider is installed. This
 * reads its user events instead (Realm settings, Events, User events: save them, with REGISTER). The client of KEYCLOAK_CLIENT
 * needs a service account with the roles view-events, view-users and manage-users of realm-management. Behind a proxy, tell
 * Keycloak to take the client's address from it, or every event has the proxy's.
 * If an event-webhook provider is installed, have it send its REGISTER events to a server that calls screen().
 *
 * In Node 20.3 or later:
 *
 *   npm install http://127.0.0.1:8080/clients/winnow-client.tgz
 *   API_KEY=wk_live_… KEYCLOAK_URL=https://… KEYCLOAK_REALM=… KEYCLOAK_CLIENT_SECRET=… node keycloak_poller.mjs
 */
import { pathToFileURL } from "node:url";
import { Winnow } from "winnow-client";

const { API_URL = "http://127.0.0.1:8080", API_KEY = "", KEYCLOAK_URL = "", KEYCLOAK_REALM = "" } =
  process.env;
const { KEYCLOAK_CLIENT = "winnow", KEYCLOAK_CLIENT_SECRET = "" } = process.env;
let client;
/** Made on first use: importing this file needs no secrets. */
const winnow = () => client ??= new Winnow({ baseUrl: API_URL, apiKey: API_KEY, timeoutMs: 3000 });
const POLL_MS = 5000;
const PAGE = 100;

/** Events become visible when their transaction ends, so not always in order: this far back they are read again. */
const OVERLAP_MS = 60_000;

/** Users that Keycloak would not let be changed: more are not remembered. */
const MAX_FAILED = 1000;

/**
 * Screens the new registrations, up to the first one that could not be scored: the next poll begins with it.
 *
 * `since` is the time of the newest screened event: keep it in a file to go on there after a restart. `done` are the users of
 * the overlap that were screened. `failed` are events, by user, whose decision Keycloak refused to write: each poll tries them
 * again, and goes on with the others.
 */
export async function poll({ since, done, failed = new Map() }) {
  const token = await accessToken();
  const found = await eventsFrom(since - OVERLAP_MS, token);
  const screened = new Set(found.map(({ userId }) => userId).filter((id) => done.has(id)));
  const remaining = new Map();
  let newest = since;
  const tryScreening = async (event) => {
    try {
      return await screen(event, token);
    } catch (error) {
      console.error(`${event.userId}: tried again later:`, error.message);
      if (remaining.size < MAX_FAILED) remaining.set(event.userId, event);
      return true;
    }
  };
  for (const event of failed.values()) {
    if (!await tryScreening(event)) remaining.set(event.userId, event);
  }
  for (const event of found) {
    if (screened.has(event.userId)) continue;
    if (!await tryScreening(event)) break;
    screened.add(event.userId);
    newest = Math.max(newest, event.time);
  }
  return { since: newest, done: screened, failed: remaining };
}

/** Oldest first. */
async function eventsFrom(from, token) {
  const found = [];
  const day = new Date(from).toISOString().slice(0, 10);
  for (let full = true; full;) {
    const range = `dateFrom=${day}&first=${found.length}&max=${PAGE}`;
    const page = await admin(token, `/events?type=REGISTER&${range}`);
    found.push(...page);
    full = page.length === PAGE;
  }
  return found.filter((event) => typeof event?.userId === "string" && event.time >= from)
    .sort((a, b) => a.time - b.time);
}

/** False when Winnow could not be asked: try again later. What cannot be read is reviewed. */
export async function screen(event, token) {
  const { verdict, degraded, reason, requestId } = await winnow().scoreSignup({
    ip: event.ipAddress,
    email: event.details?.email,
    user_id: event.userId,
  }, { idempotencyKey: `keycloak-${event.userId}` });
  if (degraded && reason !== "invalid_input") return false;
  console.log(`${event.userId}: ${verdict} ${requestId}`);
  if (verdict === "block") await changeUser(token, event.userId, () => ({ enabled: false }));
  if (verdict === "review") {
    await changeUser(token, event.userId, ({ requiredActions }) => ({
      emailVerified: false,
      requiredActions: [...new Set([...requiredActions ?? [], "VERIFY_EMAIL"])],
    }));
  }
  return true;
}

/** The whole user is written back, so that nothing else of it changes. */
async function changeUser(token, id, change) {
  const path = `/users/${encodeURIComponent(id)}`;
  const user = await admin(token, path);
  if (user !== null) await admin(token, path, { ...user, ...change(user) });
}

/** Null: there is no such user any more. */
async function admin(token, path, body) {
  const response = await fetch(`${KEYCLOAK_URL}/admin/realms/${KEYCLOAK_REALM}${path}`, {
    method: body === undefined ? "GET" : "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`Keycloak answered ${response.status} to ${path}`);
  return text === "" ? null : JSON.parse(text);
}

async function accessToken() {
  const response = await fetch(`${KEYCLOAK_URL}/realms/${KEYCLOAK_REALM}/protocol/openid-connect/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: KEYCLOAK_CLIENT,
      client_secret: KEYCLOAK_CLIENT_SECRET,
    }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`Keycloak answered ${response.status} to the sign-in`);
  return (await response.json()).access_token;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (let progress = { since: Date.now(), done: new Set() };;) {
    progress = await poll(progress).catch((error) => (console.error(error), progress));
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
