/**
 * Keycloak: scores new users after they registered, and disables those that Winnow blocks.
 *
 * Keycloak has no webhook of its own, and asks nobody before it creates a user unless a Java provider is installed. This
 * reads its user events instead (Realm settings, Events, User events: save them, with REGISTER). Behind a proxy, tell Keycloak
 * to take the client's address from it, or every event has the proxy's. keycloak_admin.mjs is to be beside it.
 * If an event-webhook provider is installed, have it send its REGISTER events to a server that calls screen().
 *
 * In Node 20.3 or later:
 *
 *   npm install http://127.0.0.1:8080/clients/winnow-client.tgz
 *   API_KEY=wk_live_… KEYCLOAK_URL=https://… KEYCLOAK_REALM=… KEYCLOAK_CLIENT_SECRET=… node keycloak_poller.mjs
 */
import { pathToFileURL } from "node:url";
import { Winnow } from "winnow-client";
import { keycloakAdmin } from "./keycloak_admin.mjs";

const { API_URL = "http://127.0.0.1:8080", API_KEY = "" } = process.env;
const keycloak = keycloakAdmin(process.env);
let client;
/** Made on first use: importing this file needs no secrets. */
const winnow = () => client ??= new Winnow({ baseUrl: API_URL, apiKey: API_KEY, timeoutMs: 3000 });
const POLL_MS = 5000;

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
  const realm = await keycloak();
  const found = (await realm.events(since - OVERLAP_MS, ["REGISTER"]))
    .filter(({ userId }) => typeof userId === "string");
  const screened = new Set(found.map(({ userId }) => userId).filter((id) => done.has(id)));
  const remaining = new Map();
  let newest = since;
  const tryScreening = async (event) => {
    try {
      return await screen(event, realm);
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

/** False when Winnow could not be asked: try again later. What cannot be read is reviewed. */
export async function screen(event, realm) {
  const { verdict, degraded, reason, requestId } = await winnow().scoreSignup({
    ip: event.ipAddress,
    email: event.details?.email,
    user_id: event.userId,
  }, { idempotencyKey: `keycloak-${event.userId}` });
  if (degraded && reason !== "invalid_input") return false;
  console.log(`${event.userId}: ${verdict} ${requestId}`);
  if (verdict === "block") await realm.changeUser(event.userId, () => ({ enabled: false }));
  if (verdict === "review") {
    await realm.changeUser(event.userId, ({ requiredActions }) => ({
      emailVerified: false,
      requiredActions: [...new Set([...requiredActions ?? [], "VERIFY_EMAIL"])],
    }));
  }
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (let progress = { since: Date.now(), done: new Set() };;) {
    progress = await poll(progress).catch((error) => (console.error(error), progress));
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
