/** What accounts set up: keys, rules, policies, hooks, webhooks; and what comes to them and from them. */
import assert from "node:assert/strict";
import type { TestApp } from "../../app/app.ts";
import { clerk, signedMessage, supabase } from "../../app/hooks.ts";
import { issSub, part, RISC } from "../../app/security_events.ts";
import { personSession } from "../../app/person.ts";
import { Visitor } from "../../app/visitor.ts";
import { signCardRequest } from "../../fixtures/agent_profiles.ts";
import { AGENT_HOST, parametersOf, signAgentRequest } from "../../servers/key_directory.ts";
import { RECEIVER_ORIGIN } from "./servers.ts";
import type { Steps } from "./steps.ts";

export async function access(on: Steps): Promise<void> {
  const making = (name: string, given: Parameters<TestApp["account"]>[1]) =>
    on.step(`account ${name}`, () => on.app.account(name, given));
  await making("other", {
    monthly: 50,
    rpm: 600,
    scopes: ["score", "cases"],
    expiresAt: on.process.now + 9e9,
  });
  const guest = await making("guest", { monthly: 1000, madeBy: "signup" });
  await on.ask("score of a guest", "/v1/score/ip?ip=9.9.9.9", { key: guest.key });
  await on.ask("report of a guest", "/v1/report", {
    key: guest.key,
    json: { kind: "ip", values: ["9.9.9.9"] },
  });
  const visitor = new Visitor(on.app);
  await on.step("sign-in", () => visitor.signIn(on.app.live));
  await on.step(
    "key made in the console",
    () => visitor.submit("/console/keys", { name: "from console", mode: "test" }),
  );
}

/** An owner who has joined and is signed in, and somebody who was invited. */
export async function people(on: Steps): Promise<Visitor> {
  const { visitor } = await on.step(
    "owner",
    () => personSession(on.app, "owner", { name: "Anna", email: "anna@team.example" }),
  );
  const json = { email: "ben@team.example", role: "analyst" };
  await on.ask("invitation", "/v1/people", { json }, 201);
  return visitor;
}

export async function rules(on: Steps, imported: number): Promise<void> {
  await on.ask("rules", "/v1/rules", {
    json: { action: "block", values: ["evil.example.org", "203.0.113.0/24", "AS64500"] },
  });
  await on.ask("decisions", "/v1/decisions");
  await on.ask("rule that ends", "/v1/rules", {
    json: {
      action: "allow",
      values: ["good@example.org"],
      comment: "a friend",
      expires_at: new Date(on.process.now + 9e8).toISOString(),
    },
  });
  const lines = Array.from({ length: imported }, (_, i) => `20.1.${i >> 8}.${i & 255}`).join("\n");
  await on.ask("import", "/v1/rules/import?action=block", {
    raw: lines,
    headers: { "content-type": "text/plain" },
  });
  await on.ask("score by a rule", "/v1/score/ip?ip=203.0.113.7");
  const { body } = await on.app.ask("/v1/rules");
  await on.ask("rule deleted", `/v1/rules/${body.rules[0].id}`, { method: "DELETE" });
  const { body: { rules: [rule] } } = await on.ask("rule with a condition", "/v1/rules", {
    json: {
      when: 'ip.country == "DE" && phone.country == "TJ"',
      action: "tag",
      tag: "abroad",
      state: "live",
    },
  });
  await on.ask("sign-up that a condition cannot judge", "/v1/score/user", {
    json: { ip: "185.220.101.8", email: "someone@mailinator.com" },
  });
  await on.ask("rule paused", `/v1/rules/${rule.id}`, { method: "PATCH", json: { state: "paused" } });
}

export async function logins(on: Steps): Promise<void> {
  const json = { user_id: "user-1", ip: "73.15.20.91", user_agent: "curl/8", succeeded: true };
  await on.ask("log-in", "/v1/score/login", { json });
  await on.ask("log-in with a notice", "/v1/score/login", { json: { ...json, password_leaked: true } });
}

export async function agents(on: Steps): Promise<void> {
  const { key } = on.servers;
  const now = () => Math.floor(on.process.now / 1000);
  const signed = (nonce: string) =>
    signAgentRequest({
      key,
      now: now(),
      url: "https://shop.example/",
      parameters: parametersOf(key, now(), `;nonce="${nonce}"`),
    });
  await on.ask("agent policy", "/v1/agent/policy", {
    method: "PUT",
    json: {
      rules: [
        { host: AGENT_HOST, action: "allow", reason: "partner", methods: ["GET"] },
        { profile: "visa-tap-payer", action: "review" },
        { trigger: "crawler", action: "deny" },
      ],
      replay_protection: "nonce",
    },
  });
  await on.ask("agent verified", "/v1/verify/agent", { json: await signed("n1") });
  await on.ask("agent authorized", "/v1/agent/authorize", { json: await signed("n2") });
  await on.ask("sign-up of an agent", "/v1/score/user", {
    json: { ip: "73.15.20.90", agent: await signed("n3") },
  });
  for (const profile of ["visa-tap-browser", "visa-tap-payer", "mastercard-agent-pay"] as const) {
    const json = await signCardRequest({ key, now: now(), profile, method: "POST" });
    await on.ask(`agent of ${profile}`, "/v1/agent/authorize", { json });
  }
}

export async function mail(on: Steps): Promise<void> {
  await on.ask("mailbox", "/v1/verify/email?email=ann.smith@shop.com&wait_for_mailbox=true");
  await on.ask("mailbox that takes time", "/v1/verify/email?email=later@shop.com&wait_for_mailbox=true");
}

export async function hooks(on: Steps): Promise<void> {
  const made = async (kind: string) => {
    const { body } = await on.ask(`hook ${kind}`, "/v1/hooks", {
      json: { kind, mode: "enforce", when_unsure: "refuse" },
    });
    return { path: new URL(body.url).pathname, secret: body.secret as string };
  };
  const [svix, asked] = [await made("svix"), await made("supabase")];
  const send = (hook: { secret: string }, payload: unknown, as: "svix" | "standard", id: string) => ({
    key: null,
    method: "POST",
    ...signedMessage(payload, { as, id, at: on.process.now, secrets: [hook.secret] }),
  });
  await on.ask("event", svix.path, send(svix, clerk("jane.doe@gmail.com"), "svix", "msg_1"), 202);
  const { store } = on.app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  await on.until("the event is scored", async () => await isEmpty(on, ["queue-ready", account]));
  const user = supabase({ email: "someone@mailinator.com" }, {
    uuid: "00000000-0000-4000-8000-000000000001",
  });
  await on.ask("supabase", asked.path, send(asked, user, "standard", "msg_2"));
}

/** An issuer tells of an account that signed up: it was made in bulk, then it was hijacked. */
export async function securityEvents(on: Steps): Promise<void> {
  const [iss, aud] = ["https://issuer.example/", "client-1"];
  const { body } = await on.ask("hook ssf", "/v1/hooks", {
    json: {
      kind: "ssf",
      issuer: iss,
      audience: aud,
      jwks_uri: `${RECEIVER_ORIGIN}/keys`,
      authorization: "Bearer golden",
      external_id_prefix: "ext:",
    },
  });
  const path = new URL(body.url).pathname;
  const json = { ip: "73.15.20.93", email: "bulk@gmail.com", external_id: "ext:1", user_id: "user-9" };
  await on.ask("sign-up with an external id", "/v1/score/user", { json });
  const { store } = on.app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  for (const reason of ["bulk-account", "hijacking"]) {
    const header = { typ: "secevent+jwt", alg: "EdDSA" };
    const claims = {
      iss,
      aud,
      jti: reason,
      iat: Math.floor(on.process.now / 1000),
      sub_id: issSub("1", iss),
      events: { [`${RISC}account-disabled`]: { reason } },
    };
    const signed = `${part(header)}.${part(claims)}`;
    const signature = (await on.servers.key.sign(signed)).toBase64({
      alphabet: "base64url",
      omitPadding: true,
    });
    await on.ask(`token ${reason}`, path, {
      key: null,
      method: "POST",
      raw: `${signed}.${signature}`,
      headers: { "content-type": "application/secevent+jwt", authorization: "Bearer golden" },
    }, 202);
    await on.until("it is acted upon", async () => await isEmpty(on, ["queue-ready", account]));
  }
}

/** A program that carries out decisions, and says what it did. */
export async function bouncers(on: Steps): Promise<void> {
  const base = "/compat/crowdsec/v1";
  const headers = { "user-agent": "crowdsec-firewall-bouncer/v0.0.34" };
  await on.ask("bouncer", `${base}/decisions/stream?startup=true`, { headers });
  const meta = { window_size_seconds: 900, utc_now_timestamp: 1_700_000_000 };
  const items = [{ name: "dropped", value: 3, unit: "packet", labels: { origin: "winnow-rules" } }];
  const component = {
    type: "crowdsec-firewall-bouncer",
    version: "v0.0.34",
    os: { name: "Debian", version: "13" },
    utc_startup_timestamp: 1_700_000_000,
    metrics: [{ meta, items }],
  };
  const json = { remediation_components: [component] };
  await on.ask("what it did", `${base}/usage-metrics`, { headers, json }, 201);
}

/** @returns the key of an account that has used most of its quota */
export async function webhooks(on: Steps): Promise<string> {
  const made = async (name: string, json: object, key = on.app.live) =>
    (await on.ask(name, "/v1/webhooks", { key, json })).body.webhook_id as string;
  const taking = await made("webhook", {
    url: `${RECEIVER_ORIGIN}/hook`,
    events: ["signup.scored", "verdict.changed"],
  });
  await made("webhook that fails", {
    url: `${RECEIVER_ORIGIN}/full`,
    events: ["signup.scored"],
    verdicts: ["block", "review"],
  });
  const small = await on.step("small account", () => on.app.account("small", { monthly: 20 }));
  await made(
    "webhook of the small account",
    { url: `${RECEIVER_ORIGIN}/hook`, events: ["quota.low"] },
    small.key,
  );
  const items = Array.from({ length: 17 }, (_, index) => `75.1.1.${index}`);
  await on.ask("most of a quota", "/v1/batch", { key: small.key, json: { type: "ip", items } });
  for (const [index, email] of ["someone@mailinator.com", "jane.doe@gmail.com"].entries()) {
    await on.step(`event ${index}`, async () => {
      const { status, text } = await on.app.ask("/v1/score/user", { json: { ip: "185.220.101.9", email } });
      assert.equal(status, 200, text);
      await on.until("it is delivered", async () => {
        const { body } = await on.app.ask(`/v1/webhooks/${taking}/deliveries`);
        return body.deliveries.filter(({ status }: { status: string }) => status === "delivered").length >
          index;
      });
    });
  }
  await on.ask("rotated secret", `/v1/webhooks/${taking}/rotate`, { json: {} });
  return small.key;
}

/** @param key of an account that has used most of its quota */
export async function alerts(on: Steps, key: string): Promise<void> {
  const alert = { kind: "url", url: `${RECEIVER_ORIGIN}/alert` };
  // The address that was asked is stored, and that of a test has a port of its own.
  const { status } = await on.step("alert", async () =>
    await on.app.app.fetch(
      new Request("http://winnow.example/v1/alerts", {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify(alert),
      }),
      {
        remoteAddr: { transport: "tcp", hostname: "127.0.0.1", port: 1 },
        completed: Promise.resolve(),
      } satisfies Deno.ServeHandlerInfo<Deno.NetAddr>,
    ));
  assert.equal(status, 200);
  await on.ask("what it tells", "/v1/alerts/check", { key, json: {} });
  await on.until("it is told", async () => {
    const { body: { alerts: [{ last }] } } = await on.app.ask("/v1/alerts", { key });
    return last?.kind === "quota";
  });
  await on.step("who looks", () => on.app.app.services.store.alerts.claim(on.process.now));
}

async function isEmpty(on: Steps, prefix: readonly string[]): Promise<boolean> {
  const { engine } = on.app.app.services.store;
  return (await Array.fromAsync(engine.scan(prefix, { limit: 1 }))).length === 0;
}

/** Sends that were asked about, what became of them, and what is allowed of them. */
export async function sends(on: Steps): Promise<void> {
  for (let index = 0; index < 3; index++) {
    const { body } = await on.ask(`send ${index}`, "/v1/guard/send", {
      json: {
        channel: "sms",
        to: `+4915112${345_600 + index * 900}`,
        ip: "203.0.113.7",
        device: "d",
        cost: 0.05,
      },
    });
    await on.ask(`outcome ${index}`, "/v1/guard/outcome", {
      json: { send_id: body.send_id, status: "verified" },
    });
  }
  await on.ask("mail", "/v1/guard/send", {
    json: { channel: "email", to: "jane@example.org", user_id: "u-1" },
  });
  await on.ask("settings of sends", "/v1/guard/settings", {
    method: "PUT",
    json: { budgets: { DE: 2 }, limits: { user_day: 9 } },
  });
}
