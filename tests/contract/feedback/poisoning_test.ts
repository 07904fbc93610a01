/** Attempts to have values blocked for other accounts by reporting them. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const DAY_MS = 86_400_000;
const STRICTNESS = [0, 1, 2, 3] as const;

/** Some findings, so that a few points more would cross a threshold. */
const SIGNUP = {
  ip: "73.15.20.1",
  email: "info@tienda-online.top",
  phone: "+442083661177",
  domain: "tienda-online.top",
  device_id: "0123456789abcdef0123456789abcdef",
};
const VALUES = Object.entries(SIGNUP).filter(([kind]) => kind !== "device_id");

/** The scores and verdicts of a sign-up and of its parts, at every strictness, as an account sees them. */
async function verdicts(app: TestApp, key: string, signup: object = SIGNUP): Promise<unknown[]> {
  return await Promise.all(STRICTNESS.map(async (strictness) => {
    const { body } = await app.ask(`/v1/score/user?strictness=${strictness}`, { key, json: signup });
    const parts = Object.entries<{ risk_score: number; verdict: string }>(body.components);
    return [
      body.risk_score,
      body.verdict,
      parts.map(([kind, { risk_score, verdict }]) => [kind, risk_score, verdict]),
    ];
  }));
}

async function report(app: TestApp, key: string, kind: string, value: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) {
    assert.equal((await app.ask("/v1/report", { key, json: { kind, value } })).status, 200);
  }
}

/** Reports each value and labels a score of all of them, several times. */
async function accuse(app: TestApp, key: string, signup: object = SIGNUP): Promise<void> {
  for (const [kind, value] of VALUES) await report(app, key, kind, value, 3);
  for (let i = 0; i < 3; i++) {
    const { request_id } = (await app.ask("/v1/score/user", { key, json: signup })).body;
    const { body } = await app.ask("/v1/outcome", { key, json: { request_id, outcome: "fraud" } });
    assert.equal(body.recorded, 1);
  }
}

async function members(app: TestApp, count: number, network?: string): Promise<string[]> {
  const { accounts } = app.app.services.store;
  return await Promise.all(Array.from({ length: count }, async (_, index) => {
    const { account, key } = await app.account(`member ${index}`);
    if (network !== undefined) await accounts.putAccount({ ...account, signupNetwork: network });
    return key;
  }));
}

/** An account that signed up so long ago and was billed so much that an earlier version let it speak for others. */
async function guest(app: TestApp, name: string): Promise<string> {
  const { accounts, writer, usage } = app.app.services.store;
  const { account, key } = await app.account(name, { madeBy: "signup" });
  await accounts.putAccount({ ...account, createdAt: Date.now() - 30 * DAY_MS });
  const charge = await usage.reserve(account.id, usage.monthOf(Date.now()), 1_000_000, 200);
  await writer.write(charge!.billed(200));
  charge!.settle(200);
  return key;
}

const ATTACKS: readonly { name: string; attack(app: TestApp): Promise<void> }[] = [
  {
    name: "ten accounts that signed up by themselves",
    attack: async (app) => {
      for (let index = 0; index < 10; index++) await accuse(app, await guest(app, `sybil ${index}`));
    },
  },
  {
    name: "one member alone, of every value",
    attack: async (app) => {
      for (const key of await members(app, 1)) await accuse(app, key);
    },
  },
  {
    name: "members that signed up from one network",
    attack: async (app) => {
      for (const key of await members(app, 5, "network")) await accuse(app, key);
    },
  },
  {
    name: "a member for each value of the sign-up",
    attack: async (app) => {
      const keys = await members(app, VALUES.length);
      for (const [index, [kind, value]] of VALUES.entries()) await report(app, keys[index]!, kind, value, 9);
    },
  },
  {
    name: "one member, with ten accounts that signed up by themselves",
    attack: async (app) => {
      await accuse(app, (await members(app, 1))[0]!);
      for (let index = 0; index < 10; index++) await accuse(app, await guest(app, `sybil ${index}`));
    },
  },
];

for (const { name, attack } of ATTACKS) {
  Deno.test(`reports change no score of another account's sign-up, whole or part, at any strictness: ${name}`, async () => {
    await using app = await startApp();
    const before = await verdicts(app, app.test);
    await attack(app);
    assert.deepEqual(await verdicts(app, app.test), before);
  });
}

Deno.test("reports of two members change another account's scores", async () => {
  await using app = await startApp();
  const before = await verdicts(app, app.test);
  for (const key of await members(app, 2)) await accuse(app, key);
  const after = await verdicts(app, app.test);
  assert.notDeepEqual(after, before);
});

Deno.test("only members' reports and labels are in another account's abuse_reports and recent_abuse", async () => {
  await using app = await startApp();
  const seen = async (key: string) => {
    const { ip, email } = (await app.ask("/v1/score/user", { key, json: SIGNUP })).body.components;
    return [ip.abuse_reports, ip.signals.recent_abuse, email.abuse_reports];
  };
  const sybil = await guest(app, "sybil");
  await accuse(app, sybil);
  assert.deepEqual(await seen(app.test), [0, false, 0]);
  assert.deepEqual(await seen(sybil), [6, true, 6], "its own");
  await accuse(app, (await members(app, 1))[0]!);
  assert.deepEqual(await seen(app.test), [6, true, 6]);
  assert.deepEqual(await seen(sybil), [12, true, 12]);
});

const SHARED: readonly { kind: string; value: string; path: string }[] = [
  { kind: "domain", value: "gmail.com", path: "/v1/score/domain?domain=" },
  { kind: "domain", value: "mail.gmail.com", path: "/v1/score/domain?domain=" },
  { kind: "domain", value: "github.io", path: "/v1/score/domain?domain=" },
  { kind: "ip", value: "8.8.8.8", path: "/v1/score/ip?ip=" },
  { kind: "ip", value: "2606:4700:4700::1111", path: "/v1/score/ip?ip=" },
  { kind: "ip", value: "104.28.10.20", path: "/v1/score/ip?ip=" },
  { kind: "ip", value: "172.56.10.20", path: "/v1/score/ip?ip=" },
  { kind: "ip", value: "165.225.10.20", path: "/v1/score/ip?ip=" },
];

Deno.test("values that very many share cannot be reported into a block by anybody", async (t) => {
  await using app = await startApp();
  const keys = await members(app, 5);
  for (const { kind, value, path } of SHARED) {
    await t.step(value, async () => {
      const score = async (key: string, strictness = 3) =>
        (await app.ask(`${path}${value}&strictness=${strictness}`, { key })).body;
      const before = await score(app.test);
      for (const key of keys) await report(app, key, kind, value, 6);
      const after = await score(app.test);
      assert.deepEqual([after.risk_score, after.verdict], [before.risk_score, before.verdict]);
      assert.ok(after.abuse_reports >= 30, "the reports are shown");
      const own = await score(keys[0]!);
      assert.notEqual(own.verdict, "block");
      assert.ok(own.risk_score >= before.risk_score && own.risk_score <= before.risk_score + 15);
    });
  }
});
