/** What an account's own fraud labels do to its next sign-ups, whatever component they are on. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const DAY = 86_400_000;
const IPHONE = {
  user_agent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1",
  webgl_renderer: "Apple GPU",
};

async function signup(app: TestApp, json: unknown, key = app.live) {
  const { status, body } = await app.ask("/v1/score/user", { key, json });
  assert.equal(status, 200);
  return body;
}

async function label(app: TestApp, request_id: string, outcome = "fraud"): Promise<void> {
  assert.equal((await app.ask("/v1/outcome", { json: { request_id, outcome } })).status, 200);
}

const KINDS: readonly (readonly [name: string, given: Record<string, unknown>])[] = [
  ["ip", { ip: "73.15.20.1" }],
  ["email", { email: "jane.doe@gmail.com", verified: ["email"] }],
  ["phone", { phone: "+442083661177", verified: ["phone"] }],
  ["domain", { domain: "tienda-online.com", verified: ["domain"] }],
  ["device", { device_id: "0123456789abcdef0123456789abcdef" }],
  ["device", {
    device_id: "fedcba9876543210fedcba9876543210",
    device_signals: IPHONE,
  }],
];

for (const [kind, given] of KINDS) {
  Deno.test(`after two fraud labels a sign-up with the ${kind} alone is review, after three block; labels taken back count no more`, async () => {
    let now = Date.now();
    await using app = await startApp({ now: () => now });
    const other = await app.account("other");
    const ids: string[] = [];
    const verdicts: string[] = [];
    for (let labels = 0; labels < 4; labels++) {
      const body = await signup(app, given);
      verdicts.push(body.verdict);
      assert.equal(
        body.top_signals.includes(`${kind}: reported by you ${labels === 1 ? "once" : `${labels} times`}`),
        labels > 0,
        body.top_signals,
      );
      ids.push(body.request_id);
      await label(app, body.request_id);
    }
    assert.deepEqual(verdicts, ["allow", "allow", "review", "block"]);
    assert.equal((await signup(app, given, other.key)).verdict, "allow", "another account's");
    now += 80 * DAY;
    assert.equal((await signup(app, given)).verdict, "block", "80 days later");
    for (const id of ids) await label(app, id, "legit");
    assert.equal((await signup(app, given)).verdict, "allow", "labels taken back");
  });
}

Deno.test("own fraud labels on what very many share block nobody", async () => {
  await using app = await startApp();
  const shared = { email: "one@gmail.com", ip: "1.1.1.1", domain: "gmail.com" };
  for (let i = 0; i < 12; i++) {
    await label(app, (await signup(app, { ...shared, email: `a${i}@gmail.com` })).request_id);
  }
  assert.equal((await signup(app, { domain: "gmail.com" })).verdict, "allow");
  assert.notEqual((await signup(app, { ip: "1.1.1.1" })).verdict, "block");
  assert.notEqual((await signup(app, shared)).verdict, "block");
});

Deno.test("an allow rule for a device overrides what the account labelled", async () => {
  await using app = await startApp();
  const given = { ip: "73.15.20.1" };
  for (let i = 0; i < 3; i++) await label(app, (await signup(app, given)).request_id);
  await app.ask("/v1/rules", { json: { action: "allow", values: ["73.15.20.1"] } });
  const body = await signup(app, { ...given, phone: "+442083661178" });
  assert.deepEqual([body.risk_score, body.verdict], [0, "allow"]);
});

Deno.test("one fraud label of a sign-up does not review the next one that shares its address and device", async () => {
  await using app = await startApp();
  const given = { ip: "73.15.20.1", device_id: "0123456789abcdef0123456789abcdef" };
  await label(app, (await signup(app, { ...given, email: "jane.doe@gmail.com" })).request_id);
  const next = await signup(app, { ...given, email: "max.roe@gmail.com" });
  assert.equal(next.verdict, "allow");
  await label(app, next.request_id);
  assert.notEqual((await signup(app, { ...given, email: "ida.poe@gmail.com" })).verdict, "allow");
});
