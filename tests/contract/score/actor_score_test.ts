/** What the actor says and what the score says agree: automation adds points, and who only claims is no human. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { signedIn } from "../../support/app/visitor.ts";

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36";
const GIVEN = { ip: "73.15.20.1", email: "jane.doe@gmail.com" };
const DEVICE_ID = "0123456789abcdef0123456789abcdef";

const agent = (user_agent: string) => ({
  agent: { method: "POST", url: "https://shop.example/signup", headers: { "User-Agent": user_agent } },
});

const AUTOMATED: readonly (readonly [name: string, given: object])[] = [
  ["a script", { device_signals: { user_agent: "python-requests/2.31.0" } }],
  ["navigator.webdriver", { device_signals: { user_agent: CHROME }, device_automation: { webdriver: true } }],
  ["a script's request to an agent's door", agent("python-requests/2.31.0")],
];

for (const [name, given] of AUTOMATED) {
  for (const device of [{}, { device_id: DEVICE_ID }]) {
    if ("device_id" in device && "agent" in given) continue;
    Deno.test(`${name} ${"device_id" in device ? "with" : "without"} a device id: automation, and a named row of at least 10 points`, async () => {
      await using app = await startApp();
      const { body: plain } = await app.ask("/v1/score/user", { json: GIVEN });
      const { body } = await app.ask("/v1/score/user", { json: { ...GIVEN, ...device, ...given } });
      assert.equal(body.actor.type, "automation");
      assert.ok(body.risk_score >= plain.risk_score + 10, `${plain.risk_score} → ${body.risk_score}`);
      assert.match(body.top_signals[0], /^device: (?:probably an )?automated browser/);
      const { body: stored } = await app.ask(`/v1/score/${body.request_id}`);
      const findings = "device_id" in device
        ? stored.components.find(({ kind }: { kind: string }) => kind === "device").findings
        : stored.browser.findings;
      assert.ok(findings[0].points >= 10 && findings[0].name !== "", JSON.stringify(findings));
      assert.equal("device_id" in device, body.components_checked.includes("device"));
      assert.equal(stored.risk_score, body.risk_score);
    });
  }
}

const CLAIMS = [
  "ChatGPT-User",
  "Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)",
  "ClaudeBot/1.0",
];

for (const user_agent of CLAIMS) {
  Deno.test(`an unsigned ${user_agent.slice(0, 40)} claims to be that, is never human, and counts`, async () => {
    await using app = await startApp();
    for (
      const given of [
        { device_signals: { user_agent } },
        { device_signals: { user_agent }, device_id: DEVICE_ID },
        agent(user_agent),
        { ...agent(user_agent), device_signals: {} },
      ]
    ) {
      const { body } = await app.ask("/v1/score/user", { json: { ...GIVEN, ...given } });
      assert.deepEqual([body.actor.type, body.actor.proven, body.actor.operator], [
        "automation",
        false,
        null,
      ]);
      assert.match(body.actor.detail, /claims to be (?:ChatGPT-User|ClaudeBot)\b/);
      assert.ok(body.risk_score >= 14, `${body.risk_score}`);
    }
  });
}

Deno.test("people and unknown browsers add nothing; the same sign-up has the same score when it is tried again", async () => {
  await using app = await startApp();
  const plain = (await app.ask("/v1/score/user", { json: GIVEN })).body.risk_score;
  for (const given of [{ device_signals: { user_agent: CHROME } }, agent(CHROME), { device_signals: {} }]) {
    const { body } = await app.ask("/v1/score/user", { json: { ...GIVEN, ...given } });
    assert.equal(body.risk_score, plain, body.top_signals);
    assert.notEqual(body.actor.type, "automation");
    assert.equal((await app.ask(`/v1/score/${body.request_id}`)).body.browser, undefined);
  }
});

Deno.test("the page says what an agent's review means beside the verdict", async () => {
  await using app = await startApp();
  const { body } = await app.ask("/v1/score/user", { json: { ...GIVEN, ...agent(CHROME) } });
  assert.deepEqual([body.agent.decision, body.verdict], ["review", "allow"]);
  const page = await (await signedIn(app)).get(`/console/scores/${body.request_id}`);
  assert.match(page.text, /review \(beside the score: only a denial changes the verdict\)/);
});
