/** What the service of a scenario asks and sends to, on loopback, and the keys that are always the same. */
import { agentSettings } from "../../app/agents.ts";
import { mailSettings } from "../../app/online.ts";
import { KEY_SETS, MASTERCARD_HOST, VISA_HOST } from "../../fixtures/agent_profiles.ts";
import { startDnsServer, zone } from "../../servers/dns_server.ts";
import {
  AGENT_HOST,
  type AgentKey,
  referenceThumbprint,
  startKeyDirectory,
} from "../../servers/key_directory.ts";
import { mailboxes, startSmtpServer } from "../../servers/smtp_server.ts";

/** The private keys of receipts and of the agent: any would do. (The second is none that a standard publishes.) */
export const RECEIPT_KEY = {
  kty: "OKP",
  crv: "Ed25519",
  x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
};
const AGENT_KEY = {
  kty: "OKP",
  crv: "Ed25519",
  x: "iAa1W6SkEDNfcZFwFG6wtVxVq8jYvNC0uzi5NWp0eE8",
  d: "9bWzsFWPgtljkLDVXVSfx3fksFTvDhJIjKqCYlM1ark",
};
/** The receiver's address is stored, so it is the same each time. */
const RECEIVER = { hostname: "127.93.7.5", port: 18_493 };
export const RECEIVER_ORIGIN = `http://${RECEIVER.hostname}:${RECEIVER.port}`;
const MX = [{ preference: 10, exchange: "mx.shop.com" }];
const ROWS = { "shop.com": { A: ["127.0.0.1"], MX }, "mx.shop.com": { A: ["127.0.0.1"] } };

export interface Servers extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
  readonly key: AgentKey;
}

export async function startServers(): Promise<Servers> {
  await using starting = new AsyncDisposableStack();
  const key = await agentKeyOf(AGENT_KEY);
  const dns = starting.use(await startDnsServer(zone(ROWS)));
  const smtp = starting.use(
    await startSmtpServer({
      rcpt: mailboxes({ "ann.smith@shop.com": "250 Ok", "later@shop.com": "451 4.7.1 Greylisted" }),
    }),
  );
  const directory = starting.use(startKeyDirectory([key]));
  starting.use(await startReceiver(key));
  const started = starting.move();
  return {
    key,
    env: {
      ...agentSettings({
        [VISA_HOST]: directory.url,
        [MASTERCARD_HOST]: directory.url,
        [AGENT_HOST]: directory.url,
      }),
      WINNOW_AGENT_KEYSETS: JSON.stringify(KEY_SETS),
      ...mailSettings(dns, smtp, {
        WINNOW_SMTP_HELO: "probe.test",
        WINNOW_EGRESS_ALLOW: "127.0.0.0/8",
      }),
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** Refuses what is sent to `/full`; has the agent's key at `/keys`. */
async function startReceiver({ publicJwk }: AgentKey): Promise<AsyncDisposable> {
  const answer = async (request: Request) => {
    await request.body?.cancel();
    if (new URL(request.url).pathname === "/keys") return Response.json({ keys: [publicJwk] });
    return new Response(null, { status: new URL(request.url).pathname === "/full" ? 503 : 204 });
  };
  // Another run of these tests may have the port.
  for (let tries = 0;; tries++) {
    try {
      const server = Deno.serve({ ...RECEIVER, onListen: () => {} }, answer);
      return { [Symbol.asyncDispose]: () => server.shutdown() };
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse) || tries > 600) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** An agent with the key. */
async function agentKeyOf({ d, ...publicJwk }: JsonWebKey & { readonly d: string }): Promise<AgentKey> {
  const privateJwk = { ...publicJwk, d };
  const key = await crypto.subtle.importKey("jwk", privateJwk, "Ed25519", true, ["sign"]);
  return {
    thumbprint: await referenceThumbprint(publicJwk),
    publicJwk,
    privateJwk,
    sign: async (text) =>
      new Uint8Array(await crypto.subtle.sign("Ed25519", key, new TextEncoder().encode(text))),
  };
}
