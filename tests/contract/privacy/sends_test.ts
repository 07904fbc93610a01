/** Messages of a person: given out with what is stored of them, and nobody's after an erasure. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

const ANNA = { user_id: "user-anna-0000001", email: "anna@mailhost-anna.example", phone: "+4915112345678" };
const BRUNO = { user_id: "user-bruno-0000002", email: "bruno@mailhost-bruno.example", phone: "+33612345678" };

const WAYS = [
  ["by phone", { phone: ANNA.phone }, false],
  ["by another spelling of the phone", { phone: "+49 1511 2345678" }, false],
  ["by e-mail", { email: "Anna+news@mailhost-anna.example" }, false],
  ["by user id", { user_id: ANNA.user_id }, false],
  ["by user id, where a sign-up knows the phone", { user_id: ANNA.user_id }, true],
] as const;

Deno.test("sends to what is no number, or was another number of the line, are exported and erased too", async () => {
  for (const [to, who] of [["2071838700", "2071838700"], ["+5215512345678", "+525512345678"]]) {
    await using app = await startApp();
    const { body } = await app.ask("/v1/guard/send", { json: { channel: "sms", to } });
    const sends = async (phone: string) => {
      const { body, text } = await app.ask("/v1/privacy/export", { json: { phone } });
      assert.ok(Array.isArray(body.sends), text);
      return body.sends.map(({ send_id }: { send_id: string }) => send_id);
    };
    assert.deepEqual(await sends(who!), [body.send_id]);
    assert.deepEqual(await sends(BRUNO.phone), []);
    assert.equal((await app.ask("/v1/privacy/erase", { json: { phone: who } })).status, 200);
    assert.deepEqual(await sends(who!), []);
  }
});

for (const [name, who, signsUp] of WAYS) {
  Deno.test(`sends of a person are exported and erased: ${name}`, async () => {
    await using app = await startApp();
    if (signsUp) await app.ask("/v1/score/user", { json: ANNA });
    const send = async (json: Record<string, unknown>, key = app.live) => {
      const { body } = await app.ask("/v1/guard/send", { json, key });
      assert.equal(body.decision, "allow", JSON.stringify(body));
      return body.send_id as string;
    };
    const to = { channel: "sms", to: ANNA.phone, cost: 0.08 };
    const sent = await Promise.all([
      send({ ...to, ...("user_id" in who && !signsUp ? { user_id: ANNA.user_id } : {}) }),
      send({ channel: "email", to: ANNA.email, user_id: ANNA.user_id, ip: "73.15.20.1" }),
      send({ channel: "sms", to: BRUNO.phone, user_id: BRUNO.user_id }),
    ]);
    await send(to, app.test);
    const status = "verified";
    assert.equal((await app.ask("/v1/guard/outcome", { json: { send_id: sent[0], status } })).status, 200);
    assert.equal((await app.ask("/v1/guard/outcome", { json: { send_id: sent[2], status } })).status, 200);
    const exported = async (json: Record<string, unknown>) => {
      const { body, text } = await app.ask("/v1/privacy/export", { json });
      assert.ok(Array.isArray(body.sends), text);
      return body.sends as { send_id: string; mode: string; outcome: string; decision: string }[];
    };
    const live = (await exported(who)).filter(({ mode }) => mode === "live");
    const expected = "phone" in who ? [sent[0]] : "email" in who ? [sent[1]] : [sent[0], sent[1]];
    assert.deepEqual(live.map(({ send_id }) => send_id).sort(), expected.sort());
    const first = live.find(({ send_id }) => send_id === sent[0]);
    if (first !== undefined) assert.deepEqual([first.outcome, first.decision], ["verified", "allow"]);

    assert.equal((await app.ask("/v1/privacy/erase", { json: who })).status, 200);
    assert.deepEqual(await exported(who), []);
    assert.deepEqual((await exported({ phone: BRUNO.phone })).map(({ send_id }) => send_id), [sent[2]]);
    const { hasher, store } = app.app.services;
    const hashes = { phone: [hasher.hash("phone", ANNA.phone)], email: [hasher.hash("email", ANNA.email)] };
    const user = hasher.hash("guard", `user ${ANNA.user_id}`);
    const gone = "phone" in who
      ? hashes.phone
      : "email" in who
      ? hashes.email
      : [...(signsUp ? hashes.phone : []), user];
    const decoder = new TextDecoder();
    for await (const { value } of store.engine.scan(["guard-event"])) {
      const text = value instanceof Uint8Array ? decoder.decode(value) : JSON.stringify(value);
      for (const hash of gone) assert.ok(!text.includes(hash), text);
    }
    // What it cost stays, as nobody's; and the next one is a first one.
    if ("phone" in who) assert.equal((await app.ask("/v1/guard/send", { json: to })).body.decision, "allow");
    assert.equal(
      (await app.ask("/v1/guard/send", { json: { ...to, to: BRUNO.phone } })).body.decision,
      "delay",
    );
  });
}
