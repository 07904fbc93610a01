/**
 * Requests that make the service store something of every kind, one after the other: the first process alone, then a process
 * after a rotation of the secret, then two at the same time.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { type Answer, type Ask, startApp, type TestApp } from "../../app/app.ts";
import { asking } from "../../app/basic_auth.ts";
import { agentSettings } from "../../app/agents.ts";
import { mailSettings } from "../../app/online.ts";
import { clerk, signedMessage, supabase } from "../../app/hooks.ts";
import type { Value } from "../../../../src/db/engine.ts";
import { ringIdOf } from "../../app/ring.ts";
import { secretsOf } from "../../app/secrets.ts";
import { tokenOf, Visitor } from "../../app/visitor.ts";
import { failCommits } from "../../app/failing_store.ts";
import { KEY_SETS, MASTERCARD_HOST, signCardRequest, VISA_HOST } from "../../fixtures/agent_profiles.ts";
import { csvOf, syntheticRows } from "../../backtest/synthetic.ts";
import { startDnsServer, zone } from "../../servers/dns_server.ts";
import {
  AGENT_HOST,
  type AgentKey,
  parametersOf,
  signAgentRequest,
  startKeyDirectory,
} from "../../servers/key_directory.ts";
import { mailboxes, startSmtpServer } from "../../servers/smtp_server.ts";
import { agentKeyOf } from "./agent_key.ts";
import type { FrozenProcess } from "./frozen_process.ts";

/** The private keys of receipts and of the agent: any would do. (The second is none that a standard publishes.) */
const RECEIPT_KEY = {
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
const DEVICE = "9f86d081884c7d659a2feaa0c55ad015";
const MX = [{ preference: 10, exchange: "mx.shop.com" }];
const ROWS = { "shop.com": { A: ["127.0.0.1"], MX }, "mx.shop.com": { A: ["127.0.0.1"] } };
/** A second of the store's time passes with each step. */
const STEP_MS = 1000;

/** `alone`: one process serves the store; `together`: a second one does; `earlier`: so does one of a version before 0.2. */
export type Moment = "alone" | "together" | "earlier";

export interface World {
  readonly process: FrozenProcess;
  /** Of the store; absent: in the data folder. */
  readonly location?: string;
  readonly dataDir: string;
  /** False: the store is gone when its process closes it. */
  readonly canReopen: boolean;
  /** Called with all processes of a moment, before they end. */
  readonly onMoment: (moment: Moment, app: TestApp) => Promise<void>;
}

export async function runScenario(world: World): Promise<void> {
  const { process, dataDir, location } = world;
  await using servers = await startServers();
  await Deno.writeTextFile(`${dataDir}/receipt-key`, JSON.stringify(RECEIPT_KEY), { mode: 0o600 });
  const start = async (year: 0 | 1, name: string) => {
    process.begin(name);
    const app = await startApp({
      dataDir,
      now: () => process.now,
      env: {
        ...servers.env,
        ...secretsOf(year),
        ...(location === undefined ? {} : { WINNOW_STORE: location }),
      },
    });
    return new Steps(app, process, servers);
  };
  const first = await start(0, "first process");
  const oldest = await scores(first);
  await access(first);
  await rules(first);
  await cases(first, oldest);
  await requests(first);
  await agents(first);
  await mail(first);
  await hooks(first);
  await webhooks(first);
  await backtest(first);
  await reputation(first);
  await manyScores(first);
  // Without the timers that follow a step: they would put the sightings into their places.
  process.begin("last request");
  assert.equal((await first.app.ask("/v1/score/ip?ip=76.1.1.1")).status, 200);
  await process.settle();
  await world.onMoment("alone", first.app);
  await first.close();
  if (!world.canReopen) return;
  const second = await start(1, "second process");
  await afterRotation(second, first);
  const third = await start(1, "third process");
  await together(second, third, first);
  await world.onMoment("together", second.app);
  await besideEarlier(second, first);
  await world.onMoment("earlier", second.app);
  await third.close();
  await second.close();
}

interface Servers extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
  readonly key: AgentKey;
}

async function startServers(): Promise<Servers> {
  await using starting = new AsyncDisposableStack();
  const key = await agentKeyOf(AGENT_KEY);
  const dns = starting.use(await startDnsServer(zone(ROWS)));
  const smtp = starting.use(
    await startSmtpServer({
      rcpt: mailboxes({ "ann.smith@shop.com": "250 Ok", "later@shop.com": "451 4.7.1 Greylisted" }),
    }),
  );
  const directory = starting.use(startKeyDirectory([key]));
  starting.use(await startReceiver());
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

class Steps {
  readonly app: TestApp;
  readonly process: FrozenProcess;
  readonly servers: Servers;

  constructor(app: TestApp, process: FrozenProcess, servers: Servers) {
    this.app = app;
    this.process = process;
    this.servers = servers;
    const { engine } = app.app.services.store;
    const [get, commit] = [engine.get.bind(engine), engine.commit.bind(engine)];
    engine.get = (keys) => process.counted(get(keys));
    engine.commit = (batch) => process.counted(commit(batch));
  }

  /** A step of its own: what it starts has ended when it resolves. */
  async step<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.process.begin(name);
    const result = await work();
    await this.#settle();
    this.process.advance(STEP_MS);
    this.process.begin(`after ${name}`);
    await this.process.runTimers(() => this.#settle());
    await this.#settle();
    return result;
  }

  /** A request whose answer is stored, with the time that it took. @throws when the answer is another one */
  async askTimeless(name: string, path: string, given: Ask): Promise<void> {
    const { status, text } = await this.step(name, () => {
      return this.process.timeless(async () => await this.app.ask(path, given));
    });
    assert.equal(status, 200, `${name}: ${text}`);
  }

  /** @throws when the answer is another one */
  async ask(name: string, path: string, given: Ask = {}, status = 200): Promise<Answer> {
    const answer = await this.step(name, () => this.app.ask(path, given));
    assert.equal(answer.status, status, `${name}: ${answer.text}`);
    return answer;
  }

  /** Until nothing is left to be done that the service does beside requests. */
  async until(name: string, holds: () => Promise<boolean>): Promise<void> {
    for (let round = 1; !await holds(); round++) {
      assert.ok(round < 3000, name);
      await new Promise((resolve) => setTimeout(resolve, 20));
      await this.process.settle();
    }
    await this.process.settle();
  }

  /** Also waits for what is sent: meanwhile a process has the lane of the queue, or the probe of a mailbox. */
  async #settle(): Promise<void> {
    await this.until("work of a queue", async () => {
      await this.process.settle();
      const { engine } = this.app.app.services.store;
      const lanes = await Array.fromAsync(engine.scan(["queue-lane"]));
      const probes = await Array.fromAsync(engine.scan(["mailbox_job"]));
      return !lanes.some(({ value }) => asLeased(value).until) &&
        !probes.some(({ value }) => asLeased(value).leased);
    });
  }

  async close(): Promise<void> {
    this.process.begin("close");
    await this.app.close();
  }
}

/** @returns the oldest sign-up of the ring */
async function scores(on: Steps): Promise<string> {
  await on.ask("ip", "/v1/score/ip?ip=185.220.101.1");
  await on.ask("ip again", "/v1/score/ip?ip=185.220.101.1");
  await on.ask("ip by version 6", "/v1/score/ip?ip=2a01:4f8::1&strictness=strict");
  await on.ask("email", "/v1/verify/email?email=someone@mailinator.com");
  await on.ask("phone", "/v1/lookup/phone?phone=%2B442083661177");
  await on.ask("domain", "/v1/score/domain?domain=fraud.example.org");
  await on.ask("device", "/v1/score/device", {
    json: { device_id: DEVICE, signals: { webdriver: true, timezone: "Europe/Berlin" } },
  });
  await on.ask("test score", "/v1/score/ip?ip=8.8.8.8", { key: on.app.test });
  await on.ask("test sign-up", "/v1/score/user", {
    key: on.app.test,
    json: { ip: "8.8.8.8", email: "x@gmail.com" },
  });
  await on.ask("settings", "/v1/settings", { method: "PUT", json: { linkage_scoring: "score" } });
  let oldest = "";
  for (let index = 0; index < 5; index++) {
    const { body } = await on.ask(`ring ${index}`, "/v1/score/user", {
      json: {
        ip: `73.15.20.${10 + index}`,
        email: `${"abcde"[index]}.someone@gmail.com`,
        phone: index % 2 === 0 ? "+442083661177" : "+4915112345678",
        domain: "example.org",
        device_id: DEVICE,
        user_id: `user-${index}`,
        user_agent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
        accept_language: "de",
      },
    });
    oldest ||= body.request_id;
  }
  await on.ask("sign-up by address", "/v1/score/user?ip=73.15.20.77&email=Jane%2Btag%40gmail.com");
  for (
    const [type, items] of [
      ["ip", ["9.9.9.9", "8.8.4.4", "9.9.9.9", "no address"]],
      ["email", ["jane@gmail.com", "x9f8k2l3q@gmail.com", "nobody@mailinator.com"]],
      ["phone", ["+442079460123", "+14155550100"]],
      ["domain", ["example.com", "xn--bcher-kva.example"]],
    ] as const
  ) {
    await on.ask(`batch of ${type}`, "/v1/batch", { json: { type, items } });
  }
  await on.ask("ready", "/readyz", { key: null });
  return oldest;
}

async function access(on: Steps): Promise<void> {
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

async function rules(on: Steps): Promise<void> {
  await on.ask("rules", "/v1/rules", {
    json: { action: "block", values: ["evil.example.org", "203.0.113.0/24", "AS64500"] },
  });
  await on.ask("rule that ends", "/v1/rules", {
    json: {
      action: "allow",
      values: ["good@example.org"],
      comment: "a friend",
      expires_at: new Date(on.process.now + 9e8).toISOString(),
    },
  });
  const lines = Array.from({ length: 600 }, (_, i) => `20.1.${i >> 8}.${i & 255}`).join("\n");
  await on.ask("import", "/v1/rules/import?action=block", {
    raw: lines,
    headers: { "content-type": "text/plain" },
  });
  await on.ask("score by a rule", "/v1/score/ip?ip=203.0.113.7");
  const { body } = await on.app.ask("/v1/rules");
  await on.ask("rule deleted", `/v1/rules/${body.rules[0].id}`, { method: "DELETE" });
}

async function cases(on: Steps, oldest: string): Promise<void> {
  const scored = async (name: string, index: number) =>
    (await on.ask(name, "/v1/score/user", {
      json: { ip: `185.220.101.${index}`, email: `someone.${index}@mailinator.com`, strictness: "lenient" },
    })).body.request_id as string;
  const ids = [await scored("case 1", 2), await scored("case 2", 3), await scored("case 3", 4)];
  await on.ask("label", "/v1/outcome", { json: { request_id: ids[0], outcome: "fraud" } });
  await on.ask("label changed", "/v1/outcome", { json: { request_id: ids[0], outcome: "legit" } });
  await on.ask("label of some values", "/v1/outcome", {
    json: { request_id: ids[0], outcome: "fraud", values: ["email"] },
  });
  await on.ask("note", `/v1/score/${ids[1]}/note`, {
    method: "PUT",
    json: { note: "looks like the other one: „Grüße“" },
  });
  const visitor = new Visitor(on.app);
  await on.step("sign-in for labels", () => visitor.signIn(on.app.live));
  const page = await on.step(
    "labels at once",
    () => visitor.submit("/console/review", { outcome: "fraud", id: [ids[1]!, ids[2]!] }),
  );
  assert.match(page.text, /2 scores labelled as fraud/);
  const path = `/console/rings/${ringIdOf(oldest)}`;
  const ring = await visitor.get(path);
  const newest = /name="newest" value="([^"]+)"/.exec(ring.text)?.[1] ?? "";
  const labelled = await on.step(
    "ring labelled",
    () => visitor.post(`${path}/label`, { csrf: tokenOf(ring.text), outcome: "fraud", newest }),
  );
  const undo = /name="undo" value="([^"]+)"/.exec(labelled.text)![1]!;
  await on.step(
    "labels taken back",
    () => visitor.post("/console/labels/undo", { csrf: tokenOf(labelled.text), undo, back: path }),
  );
}

async function requests(on: Steps): Promise<void> {
  const keyed = (key: string) => ({ "idempotency-key": key });
  await on.askTimeless("kept sign-up", "/v1/score/user", {
    headers: keyed("one"),
    json: { ip: "9.9.9.9", email: "jane@gmail.com" },
  });
  // An answer that has to be kept in parts: it repeats what it could not read, and that cannot be made shorter.
  const items = Array.from(
    { length: 500 },
    (_, index) => createHash("sha512").update(`${index}`).digest("hex"),
  );
  await on.askTimeless("kept batch", "/v1/batch", { headers: keyed("two"), json: { type: "ip", items } });
  const values = Array.from({ length: 90 }, (_, index) => `73.1.2.${index}`);
  await on.ask("report", "/v1/report", {
    json: { kind: "email", values: ["bad@example.org"], note: "spam" },
  });
  const heal = failCommits(on.app, "disk full", ({ set = [] }) => {
    return set.some(({ key }) => key[0] === "reputation") && set.some(({ key }) =>
      key[0] === "open-report"
    ) &&
      ++failed > 1;
  });
  let failed = 0;
  const answer = await on.step(
    "report that breaks off",
    () => on.app.ask("/v1/report", { json: { kind: "ip", values } }),
  );
  heal();
  assert.ok(answer.status >= 500, answer.text);
  const compat = (name: string, path: string, json: unknown, status = 200) =>
    on.ask(name, `/compat/maxmind/minfraud/v2.0/${path}`, asking(on.app.live, { json }), status);
  await compat("insights", "insights", {
    device: { ip_address: "73.15.30.1" },
    email: { address: "pay@gmail.com" },
    event: { transaction_id: "order-17" },
  });
  await compat("report of a transaction", "transactions/report", {
    tag: "chargeback",
    transaction_id: "order-17",
  }, 204);
  await compat("report of an address", "transactions/report", {
    tag: "spam_or_abuse",
    ip_address: "73.15.30.9",
  }, 204);
}

async function agents(on: Steps): Promise<void> {
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

async function mail(on: Steps): Promise<void> {
  await on.ask("mailbox", "/v1/verify/email?email=ann.smith@shop.com&wait_for_mailbox=true");
  await on.ask("mailbox that takes time", "/v1/verify/email?email=later@shop.com&wait_for_mailbox=true");
}

async function hooks(on: Steps): Promise<void> {
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

/** Refuses what is sent to `/full`. */
async function startReceiver(): Promise<AsyncDisposable> {
  const answer = async (request: Request) => {
    await request.body?.cancel();
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

async function webhooks(on: Steps): Promise<void> {
  const origin = `http://${RECEIVER.hostname}:${RECEIVER.port}`;
  const made = async (name: string, json: object, key = on.app.live) =>
    (await on.ask(name, "/v1/webhooks", { key, json })).body.webhook_id as string;
  const taking = await made("webhook", {
    url: `${origin}/hook`,
    events: ["signup.scored", "verdict.changed"],
  });
  await made("webhook that fails", {
    url: `${origin}/full`,
    events: ["signup.scored"],
    verdicts: ["block", "review"],
  });
  const small = await on.step("small account", () => on.app.account("small", { monthly: 20 }));
  await made("webhook of the small account", { url: `${origin}/hook`, events: ["quota.low"] }, small.key);
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
}

async function backtest(on: Steps): Promise<void> {
  const visitor = new Visitor(on.app);
  await on.step("sign-in for a backtest", () => visitor.signIn(on.app.live));
  const file = new File([csvOf(syntheticRows({ rows: 60 }))], "past.csv", { type: "text/csv" });
  const path = "/console/backtest";
  await on.step("backtest", async () => {
    await visitor.submit(path, { linkage: "score", strictness: "balanced", delay: "14d", file });
    await on.until("it ends", async () => !(await visitor.get(path)).text.includes(">Cancel<"));
  });
}

async function reputation(on: Steps): Promise<void> {
  const person = {
    ip: "73.15.40.1",
    email: "same@gmail.com",
    phone: "+442083661199",
    device_id: "0123456789abcdef0123456789abcdef",
  };
  for (const outcome of ["fraud", "legit", "fraud", "none"] as const) {
    const { body } = await on.ask(`sign-up ${outcome}`, "/v1/score/user", { json: person });
    await on.ask(`label ${outcome}`, "/v1/outcome", { json: { request_id: body.request_id, outcome } });
  }
  await on.ask("report withdrawn", "/v1/report", {
    method: "DELETE",
    json: { kind: "ip", value: "73.1.2.3" },
  });
}

/** Enough for a run of the index. */
async function manyScores(on: Steps): Promise<void> {
  const items = Array.from({ length: 500 }, (_, index) => `74.2.${index % 3}.${index % 5}`);
  for (let round = 0; round < 5; round++) {
    await on.ask(`many ${round}`, "/v1/batch", { json: { type: "ip", items } });
    on.process.advance(30_000);
  }
  on.process.advance(180_000);
  for (const round of [1, 2, 3]) await on.step(`compaction ${round}`, () => Promise.resolve());
}

async function afterRotation(on: Steps, before: Steps): Promise<void> {
  const { live } = before.app;
  const json = { ip: "73.15.40.1", email: "same@gmail.com", phone: "+442083661199", device_id: DEVICE };
  const { body } = await on.ask("sign-up after the rotation", "/v1/score/user", { key: live, json });
  await on.ask("label after the rotation", "/v1/outcome", {
    key: live,
    json: { request_id: body.request_id, outcome: "fraud" },
  });
}

async function together(on: Steps, beside: Steps, first: Steps): Promise<void> {
  const { live } = first.app;
  await on.step("they meet", () => Promise.resolve());
  await beside.step("they meet there", () => Promise.resolve());
  for (const [index, side] of [on, beside, on, beside].entries()) {
    await side.ask(`score of two ${index}`, `/v1/score/ip?ip=9.9.9.${index}`, { key: live });
    const json = { ip: "73.15.20.10", email: `two.${index}@gmail.com`, device_id: DEVICE };
    await side.ask(`sign-up of two ${index}`, "/v1/score/user", { key: live, json });
  }
  await on.ask("rule of two", "/v1/rules", {
    key: live,
    json: { action: "block", values: ["two.example.org"] },
  });
  const { feedCopies } = on.app.app.services.store;
  await on.step("feed", async () => {
    const text = new TextEncoder().encode("185.220.101.1\n".repeat(100));
    await feedCopies?.lease("tor-bulk-exit-list", false);
    await feedCopies?.publish(
      "tor-bulk-exit-list",
      '{"name":"tor"}',
      "00".repeat(32),
      () => Promise.resolve(text),
    );
  });
}

/** What a process of 0.1.0 writes that other processes see: its number, and an entry of its change log. */
async function besideEarlier(on: Steps, first: Steps): Promise<void> {
  const until = on.process.now + 60_000;
  await on.step("an earlier process", async () => {
    await on.app.app.services.store.engine.commit({
      set: [
        { key: ["process", "3fff"], value: until, expiresAt: until },
        { key: ["changes", "head"], value: 1 },
        { key: ["changes", "entry", "0000000001"], value: [["rules", "acc_none"]], expiresAt: until },
      ],
    });
  });
  await on.step("the timers that read it", () => Promise.resolve());
  await on.ask("rule beside it", "/v1/rules", {
    key: first.app.live,
    json: { action: "block", values: ["three.example.org"] },
  });
}

/** Of a lane of the queue, the end of its lease; of a probe, that it has one. */
function asLeased(value: Value): { readonly until?: number; readonly leased?: boolean } {
  return value as { until?: number; leased?: boolean };
}

async function isEmpty(on: Steps, prefix: readonly string[]): Promise<boolean> {
  const { engine } = on.app.app.services.store;
  return (await Array.fromAsync(engine.scan(prefix, { limit: 1 }))).length === 0;
}
