/** A real Keycloak, where KEYCLOAK_HOME names its folder (the archive `org.keycloak:keycloak-quarkus-dist` of Maven Central). */
import { eventually } from "../eventually.ts";
import { freePort } from "./free_port.ts";

const HOME = Deno.env.get("KEYCLOAK_HOME") ?? null;

export const NO_KEYCLOAK = HOME === null ? "needs a Keycloak, and KEYCLOAK_HOME with its folder" : null;

const ADMIN = "an-administrator";
const EVENTS = ["LOGIN", "LOGIN_ERROR", "VERIFY_EMAIL", "UPDATE_EMAIL", "UPDATE_PASSWORD"];
const ROLES = ["view-events", "view-users", "manage-users"];
const PASSWORD = "correct horse battery";

/** A realm `shop` with a user and the two clients: `winnow` for the poller, `app` that users sign in to. */
export async function startKeycloakServer(folder: string) {
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = new Deno.Command(`${HOME}/bin/kc.sh`, {
    args: [
      "start-dev",
      "--db=dev-mem",
      `--http-port=${port}`,
      "--http-host=127.0.0.1",
      "--proxy-headers=xforwarded",
      "--cache=local",
    ],
    cwd: folder,
    env: { KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN, KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN, KC_LOG_LEVEL: "warn" },
    stdout: "null",
    stderr: "null",
  }).spawn();
  const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(url + path, { method: "POST", body: new URLSearchParams(fields), headers });
  const token = async () => {
    const response = await form("/realms/master/protocol/openid-connect/token", {
      grant_type: "password",
      client_id: "admin-cli",
      username: ADMIN,
      password: ADMIN,
    });
    return (await response.json()).access_token as string;
  };
  const admin = async (path: string, body?: unknown) => {
    const response = await fetch(`${url}/admin/realms${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${await token()}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  };
  await eventually(
    () =>
      fetch(`${url}/realms/master`).then(
        async (answer) => (await answer.body?.cancel(), answer.ok),
        () => false,
      ),
    "Keycloak listens",
    180_000,
  );
  await admin("", {
    realm: "shop",
    enabled: true,
    sslRequired: "NONE",
    eventsEnabled: true,
    enabledEventTypes: EVENTS,
    clients: [
      { clientId: "app", publicClient: true, directAccessGrantsEnabled: true },
      { clientId: "winnow", secret: "s3cret", serviceAccountsEnabled: true, standardFlowEnabled: false },
    ],
    users: [
      {
        username: "jane",
        email: "jane.doe@gmail.com",
        emailVerified: true,
        firstName: "Jane",
        lastName: "Doe",
        enabled: true,
        credentials: [{ type: "password", value: PASSWORD }],
      },
      {
        username: "service-account-winnow",
        enabled: true,
        serviceAccountClientId: "winnow",
        clientRoles: { "realm-management": ROLES },
      },
    ],
  });
  const [jane] = await admin("/shop/users?username=jane&exact=true");
  return {
    url,
    userId: jane.id as string,
    /** As the application does for a visitor at that address. @returns the status */
    async signIn(ip: string, password = PASSWORD) {
      const response = await form("/realms/shop/protocol/openid-connect/token", {
        grant_type: "password",
        client_id: "app",
        username: "jane",
        password,
      }, { "x-forwarded-for": ip });
      await response.body?.cancel();
      return response.status;
    },
    user: () => admin(`/shop/users/${jane.id}`),
    /** The addresses of her sessions. */
    async sessions() {
      const found = await admin(`/shop/users/${jane.id}/sessions`);
      return found.map(({ ipAddress }: { ipAddress: string }) => ipAddress).sort() as string[];
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
    },
  };
}
