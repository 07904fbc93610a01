/**
 * What the programs for Keycloak need of its admin API. The client of KEYCLOAK_CLIENT needs a service account with the roles
 * view-events, view-users and manage-users of realm-management. Nothing is to be installed.
 */
const PAGE = 100;

/** @param env with KEYCLOAK_URL, KEYCLOAK_REALM, KEYCLOAK_CLIENT_SECRET @returns signs in */
export function keycloakAdmin(env) {
  const { KEYCLOAK_URL = "", KEYCLOAK_REALM = "", KEYCLOAK_CLIENT = "winnow", KEYCLOAK_CLIENT_SECRET = "" } =
    env;
  return async () => {
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
    return realmOf(`${KEYCLOAK_URL}/admin/realms/${KEYCLOAK_REALM}`, (await response.json()).access_token);
  };
}

function realmOf(base, token) {
  /** Null: there is no such user or session any more. */
  const ask = async (path, body, method = body === undefined ? "GET" : "PUT") => {
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`Keycloak answered ${response.status} to ${path}`);
    return text === "" ? null : JSON.parse(text);
  };
  const userPath = (id) => `/users/${encodeURIComponent(id)}`;
  return {
    /** Those since then, oldest first. @param types as Keycloak names them */
    async events(from, types) {
      const found = [];
      const day = new Date(from).toISOString().slice(0, 10);
      const wanted = types.map((type) => `type=${type}`).join("&");
      for (let full = true; full;) {
        const page = await ask(`/events?${wanted}&dateFrom=${day}&first=${found.length}&max=${PAGE}`);
        found.push(...page);
        full = page.length === PAGE;
      }
      return found.filter((event) => event?.time >= from).sort((a, b) => a.time - b.time);
    },
    /** The whole user is written back, so that nothing else of it changes. */
    async changeUser(id, change) {
      const user = await ask(userPath(id));
      if (user !== null) await ask(userPath(id), { ...user, ...change(user) });
    },
    endSession: (id) => ask(`/sessions/${encodeURIComponent(id)}`, undefined, "DELETE"),
    endSessions: (userId) => ask(`${userPath(userId)}/logout`, undefined, "POST"),
  };
}
