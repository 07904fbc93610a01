import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const SECRET = "whsec_test";

interface Receiver extends AsyncDisposable {
  readonly origin: string;
  /** The next line it writes about an event. */
  next(): Promise<{ what: string; event: string; request_id: string | null; summary: string }>;
}

async function startReceiver(winnow: string, key: string): Promise<Receiver> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--allow-net", "--allow-env", "examples/webhook_receiver.ts"],
    cwd: ROOT,
    env: { API_URL: winnow, API_KEY: key, WEBHOOK_SECRET: SECRET, PORT: "0" },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  const line = async (): Promise<string> => {
    while (!rest.includes("\n")) {
      const { value, done } = await reader.read();
      if (done) throw new Error("the receiver ended");
      rest += value;
    }
    const at = rest.indexOf("\n");
    const found = rest.slice(0, at);
    rest = rest.slice(at + 1);
    return found;
  };
  const origin = /(http:\S+)/.exec(await line())![1]!;
  return {
    origin,
    next: async () => JSON.parse(await line()),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await reader.cancel();
      await child.status;
    },
  };
}

async function sign(body: string, timestamp: number, secret = SECRET): Promise<Record<string, string>> {
  const encoder = new TextEncoder();
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), hmac, false, ["sign"]);
  const mark = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(`${timestamp}.${body}`)));
  return { "x-timestamp": String(timestamp), "x-signature": `sha256=${mark.toHex()}` };
}

async function deliver(receiver: Receiver, body: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(receiver.origin, { method: "POST", body, headers });
  await response.body?.cancel();
  return response.status;
}

const seconds = () => Math.floor(Date.now() / 1000);

async function blockAt(app: TestApp, domain: string): Promise<void> {
  await app.ask("/v1/rules", { json: { action: "block", values: [domain] } });
}

Deno.test("examples/webhook_receiver.ts acknowledges, scores and branches on the verdict", async () => {
  await using app = await startApp();
  const { key } = await app.account("main", { scopes: ["score"] });
  await using receiver = await startReceiver(app.origin, key);
  await blockAt(app, "blocked.example");
  const events = [
    { user: { ip: "8.8.4.4", email: "jane.doe@gmail.com" }, what: "processed" },
    { user: { email: "someone@mailinator.com", ip: "127.0.0.1" }, what: "flagged" },
    { user: { email: "someone@blocked.example", phone: "+442079460123" }, what: "quarantined" },
  ];
  for (const [index, { user, what }] of events.entries()) {
    const body = JSON.stringify({ id: `evt_${index}`, user });
    assert.equal(await deliver(receiver, body, await sign(body, seconds())), 202);
    const handled = await receiver.next();
    assert.equal(handled.event, `evt_${index}`);
    assert.equal(handled.what, what, handled.summary);
    const stored = await app.ask(`/v1/score/${handled.request_id}`);
    assert.equal(stored.status, 200, "the score can be read back");
    assert.equal(
      stored.body.components.length,
      Object.keys(user).length,
      "an event is scored on what it carries",
    );
  }
});

Deno.test("examples/webhook_receiver.ts refuses what is not signed, not recent or not an event", async () => {
  await using app = await startApp();
  const { key } = await app.account("main", { scopes: ["score"] });
  await using receiver = await startReceiver(app.origin, key);
  const body = JSON.stringify({ id: "evt_1", user: { email: "jane.doe@gmail.com" } });
  const good = await sign(body, seconds());
  const refused: [string, string, Record<string, string>, number][] = [
    ["no signature", body, {}, 401],
    ["another secret", body, await sign(body, seconds(), "other"), 401],
    ["another body", body.replace("jane", "mallory"), good, 401],
    ["another time", body, { ...good, "x-timestamp": String(seconds() - 1) }, 401],
    ["an old delivery", body, await sign(body, seconds() - 301), 401],
    ["no time", body, { "x-signature": good["x-signature"]! }, 401],
    ["no event", "[]", await sign("[]", seconds()), 400],
    ["no JSON", "{", await sign("{", seconds()), 400],
  ];
  const noEvents = [null, 5, "x", {}, { id: 1, user: {} }, { id: "evt_2", user: null }, {
    id: "evt_2",
    user: 1,
  }];
  for (const value of noEvents) {
    const text = JSON.stringify(value);
    refused.push([text, text, await sign(text, seconds()), 400]);
  }
  for (const [name, text, headers, status] of refused) {
    assert.equal(await deliver(receiver, text, headers), status, name);
  }
  assert.equal(await fetch(receiver.origin).then(async (r) => (await r.body?.cancel(), r.status)), 405);
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
  assert.equal(await deliver(receiver, body, good), 202);
  assert.equal((await receiver.next()).event, "evt_1", "none of the others was handled");
});

Deno.test("examples/webhook_receiver.ts reviews a user that is nonsense, and goes on", async () => {
  await using app = await startApp();
  const { key } = await app.account("main", { scopes: ["score"] });
  await using receiver = await startReceiver(app.origin, key);
  const users = [{}, [], { email: null }, { ip: {}, email: [], phone: 5 }, { email: "" }, { email: " " }];
  for (const [index, user] of users.entries()) {
    const body = JSON.stringify({ id: `evt_${index}`, user });
    assert.equal(await deliver(receiver, body, await sign(body, seconds())), 202);
    const handled = await receiver.next();
    assert.deepEqual([handled.event, handled.what], [`evt_${index}`, "flagged"], body);
  }
});

Deno.test("examples/webhook_receiver.ts sends an event to review when there is no score", async () => {
  await using receiver = await startReceiver("http://127.0.0.1:9", "wk_live_none");
  const body = JSON.stringify({ id: "evt_1", user: { email: "jane.doe@gmail.com" } });
  assert.equal(await deliver(receiver, body, await sign(body, seconds())), 202);
  const handled = await receiver.next();
  assert.equal(handled.what, "flagged");
  assert.equal(handled.request_id, null);
  assert.match(handled.summary, /not scored/);
});
