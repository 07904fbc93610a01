/** What customers may hear: `customer_reason` and `/v1/customer-reasons`. */
import assert from "node:assert/strict";
import { CUSTOMER_LANGUAGES, CUSTOMER_REASONS } from "../../../src/model/customer_reason.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";

const DEVICE = "9f86d081884c7d659a2feaa0c55ad015";

Deno.test("GET /v1/customer-reasons lists each code with a sentence in five languages", async () => {
  await using app = await startApp();
  const { status, body } = await app.ask("/v1/customer-reasons");
  assert.equal(status, 200);
  assert.ok(Array.isArray(body) && body.length >= 12 && body.length <= 18, `${body.length}`);
  for (const { code, ...sentences } of body) {
    assert.deepEqual(Object.keys(sentences), [...CUSTOMER_LANGUAGES], code);
    for (const [language, text] of Object.entries<string>(sentences)) {
      assert.match(text, /^\p{Lu}.{15,170}\.$/u, `${code} ${language}`);
      assert.ok(!/\b(rules?|lists?|block|fraud|Regel|règle|regla|regra|Betrug)\b/i.test(text), text);
    }
    assert.equal(new Set(Object.values(sentences)).size, CUSTOMER_LANGUAGES.length, code);
  }
  assert.deepEqual(body.map(({ code }: { code: string }) => code), Object.keys(CUSTOMER_REASONS));
  assert.equal((await app.ask("/v1/usage")).body.used, 0, "free");
  assert.equal((await app.ask("/v1/customer-reasons", { key: null })).status, 401);
});

/** As it is answered, as it is stored, and as the event tells it. */
async function reasonOf(app: TestApp, json: object, query = ""): Promise<string | null> {
  const { status, body } = await app.ask(`/v1/score/user${query}`, { json });
  assert.equal(status, 200, JSON.stringify(body));
  const stored = (await app.ask(`/v1/score/${body.request_id}`)).body;
  assert.equal(stored.customer_reason, body.customer_reason);
  assert.equal(body.customer_reason === null, body.verdict === "allow", body.summary);
  return body.customer_reason;
}

Deno.test("a sign-up has the sentence of the finding that decided, null on allow, and stored scores the same", async () => {
  await using app = await startApp();
  const rows: readonly (readonly [json: object, reason: string | null, query?: string])[] = [
    [{ ip: "73.15.20.1" }, null],
    [{ email: "someone@mailinator.com" }, "email_temporary"],
    [{ email: "someone@mailinator.com", ip: "73.15.20.1" }, "email_temporary"],
    [{ ip: "185.220.101.1" }, "connection_hosting", "?strictness=strict"],
    [{ email: "x@example.com" }, "email_undeliverable"],
    [{ phone: "+442079460123" }, "phone_invalid"],
    [{ domain: "example.org" }, "domain_unconfirmed"],
    [{ device_id: DEVICE, device_automation: { webdriver: true } }, "browser_automated"],
    [{ ip: "no address", email: "jane.doe@gmail.com" }, "details_unreadable", "?on_invalid=review"],
  ];
  for (const [json, reason, query] of rows) {
    assert.equal(await reasonOf(app, json, query), reason, JSON.stringify(json));
  }
});

Deno.test("rules, lists, conditions, labels, groups and other people are one general sentence", async () => {
  await using app = await startApp();
  const add = async (json: object) => {
    const { status } = await app.ask("/v1/rules", { json });
    assert.equal(status, 200);
  };
  await add({ action: "block", values: ["203.0.113.0/24", "blocked@shop.com"] });
  assert.equal(await reasonOf(app, { ip: "203.0.113.7" }), "general", "a list");
  assert.equal(
    await reasonOf(app, { ip: "185.220.101.1", email: "blocked@shop.com" }),
    "general",
    "beside a finding",
  );
  await add({ when: 'custom.plan == "pro"', action: "review", state: "live" });
  assert.equal(await reasonOf(app, { ip: "73.15.20.1", custom: { plan: "pro" } }), "general", "a condition");
  await app.ask("/v1/report", { json: { kind: "email", value: "known@shop.com" } });
  assert.equal(
    await reasonOf(app, { email: "known@shop.com" }, "?strictness=strictest"),
    "general",
    "a report",
  );
  await app.ask("/v1/settings", { method: "PUT", json: { linkage_scoring: "score" } });
  await reasonOf(app, { email: "a@one.com", device_id: DEVICE });
  assert.equal(await reasonOf(app, { email: "b@one.com", device_id: DEVICE }), "general", "another person");
  await app.ask("/v1/agent/policy", {
    method: "PUT",
    json: { rules: [{ trigger: "crawler", action: "deny" }] },
  });
});

Deno.test("an agent whose signature is invalid has its own sentence", async () => {
  await using app = await startApp();
  const headers = {
    "Signature-Agent": 'sig1="https://agent.example"',
    "Signature-Input":
      'sig1=("@authority" "signature-agent";key="sig1");created=1;expires=2;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";tag="web-bot-auth"',
    Signature: `sig1=:${"A".repeat(86)}==:`,
  };
  const json = { ip: "73.15.20.1", agent: { method: "GET", url: "https://shop.example/", headers } };
  assert.equal(await reasonOf(app, json), "agent_unverified");
});

Deno.test("single scores, batches and compatibility answers keep their fields; a stored single score has the sentence", async () => {
  await using app = await startApp();
  const single = (await app.ask("/v1/verify/email?email=someone@mailinator.com")).body;
  const batch = (await app.ask("/v1/batch", { json: { type: "ip", items: ["185.220.101.1"] } })).body;
  const user = (await app.ask("/v1/score/user", { json: { email: "someone@mailinator.com" } })).body;
  for (const body of [single, batch, batch.results[0], user.components.email]) {
    assert.ok(!("customer_reason" in body) && !("appeal" in body));
  }
  assert.equal((await app.ask(`/v1/score/${single.request_id}`)).body.customer_reason, "email_temporary");
});
