/** "May I send?": each rule over HTTP, by rows. */
import assert from "node:assert/strict";
import { type Answer, startApp, type TestApp } from "../../support/app/app.ts";

const START = Date.UTC(2026, 10, 24, 9, 30);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An app whose time the test moves. */
async function clocked(): Promise<{ app: TestApp; pass(ms: number): void } & AsyncDisposable> {
  let now = START;
  const app = await startApp({ now: () => now });
  return { app, pass: (ms) => void (now += ms), [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

const sms = (app: TestApp, to: string, more: object = {}): Promise<Answer> =>
  app.ask("/v1/guard/send", { json: { channel: "sms", to, purpose: "signup", ...more } });
const mail = (app: TestApp, to: string, more: object = {}): Promise<Answer> =>
  app.ask("/v1/guard/send", { json: { channel: "email", to, purpose: "signup", ...more } });
const tell = (app: TestApp, send_id: string, status: string): Promise<Answer> =>
  app.ask("/v1/guard/outcome", { json: { send_id, status } });

/** Numbers of one block, far from each other. */
const german = (index: number) => `+4915112${String(340_000 + (index * 137) % 10_000).padStart(6, "0")}`;

/** Three verified sends to other blocks, so that the country is known. */
async function knowGermany(app: TestApp): Promise<void> {
  for (let index = 0; index < 3; index++) {
    const { body } = await sms(app, `+49151${70 + index}555123`);
    assert.equal((await tell(app, body.send_id, "verified")).status, 200);
  }
}

Deno.test("a first send is allowed, with what is known of the number", async () => {
  await using clock = await clocked();
  const { status, body } = await sms(clock.app, "+4915112345678", { ip: "203.0.113.7", cost: 0.08 });
  assert.equal(status, 200);
  assert.equal(body.decision, "allow");
  assert.equal(body.retry_after, null);
  assert.equal(body.to.country, "DE");
  assert.equal(body.to.line_type, "mobile");
  assert.deepEqual(body.prefix, { sent: 0, verified: 0, conversion: null });
  assert.match(body.send_id, /^snd_[0-9a-z]{25}$/);
  assert.deepEqual([body.reasons, body.rules, body.suggest, body.score], [[], [], null, 0]);
});

interface Row {
  readonly name: string;
  readonly before: (app: TestApp, pass: (ms: number) => void) => Promise<void>;
  readonly ask: (app: TestApp) => Promise<Answer>;
  readonly decision: "allow" | "delay" | "deny";
  readonly rule?: string;
  readonly retry?: number;
}

const nothing = () => Promise.resolve();
const settings = (json: object) => async (app: TestApp) => {
  assert.equal((await app.ask("/v1/guard/settings", { method: "PUT", json })).status, 200);
};

const ROWS: readonly Row[] = [
  {
    name: "the same recipient within a minute",
    before: async (app, pass) => {
      await sms(app, "+4915112345678");
      pass(20_000);
    },
    ask: (app) => sms(app, "+49 1511 2345678"),
    decision: "delay",
    rule: "recipient_minute",
    retry: 40,
  },
  {
    name: "the same recipient after a minute",
    before: async (app, pass) => {
      await sms(app, "+4915112345678");
      pass(MINUTE + 1);
    },
    ask: (app) => sms(app, "+4915112345678"),
    decision: "allow",
  },
  {
    name: "four times in ten minutes",
    before: async (app, pass) => {
      for (let times = 0; times < 3; times++) {
        await sms(app, "+4915112345678");
        pass(2 * MINUTE);
      }
    },
    ask: (app) => sms(app, "+4915112345678"),
    decision: "delay",
    rule: "recipient_10m",
    retry: 240,
  },
  {
    name: "six recipients of one /24 in an hour",
    before: async (app) => {
      for (let index = 0; index < 5; index++) {
        await mail(app, `a${index}@x.example`, { ip: `203.0.113.${index}` });
      }
    },
    ask: (app) => mail(app, "b@x.example", { ip: "203.0.113.99" }),
    decision: "delay",
    rule: "address_hour",
    retry: 3600,
  },
  {
    name: "six recipients of one /64",
    before: async (app) => {
      for (let index = 0; index < 5; index++) {
        await mail(app, `a${index}@x.example`, { ip: `2001:db8:1:2::${index}` });
      }
    },
    ask: (app) => mail(app, "b@x.example", { ip: "2001:db8:1:2:9::1" }),
    decision: "delay",
    rule: "address_hour",
  },
  {
    name: "another /64 is another address",
    before: async (app) => {
      for (let index = 0; index < 5; index++) {
        await mail(app, `a${index}@x.example`, { ip: `2001:db8:1:2::${index}` });
      }
    },
    ask: (app) => mail(app, "b@x.example", { ip: "2001:db8:1:3::1" }),
    decision: "allow",
  },
  {
    name: "six recipients of one device",
    before: async (app) => {
      for (let index = 0; index < 5; index++) await mail(app, `a${index}@x.example`, { device: "d-1" });
    },
    ask: (app) => mail(app, "b@x.example", { device: "d-1" }),
    decision: "delay",
    rule: "device_hour",
  },
  {
    name: "a sixth time for one user",
    before: async (app) => {
      for (let index = 0; index < 5; index++) await mail(app, `a${index}@x.example`, { user_id: "u-1" });
    },
    ask: (app) => mail(app, "b@x.example", { user_id: "u-1" }),
    decision: "delay",
    rule: "user_day",
  },
  {
    name: "a sixth in an hour to a country that nobody verified in",
    before: async (app) => {
      for (let index = 0; index < 5; index++) await sms(app, german(index));
    },
    ask: (app) => sms(app, german(9)),
    decision: "delay",
    rule: "country_new_hour",
    retry: 3600,
  },
  {
    name: "ten sends of a block without an outcome count after 15 minutes",
    before: async (app, pass) => {
      await knowGermany(app);
      for (let index = 0; index < 10; index++) await sms(app, german(index));
      pass(15 * MINUTE);
    },
    ask: (app) => sms(app, german(20)),
    decision: "deny",
    rule: "block_conversion",
    retry: 600,
  },
  {
    name: "ten sends of a block that are younger",
    before: async (app) => {
      await knowGermany(app);
      for (let index = 0; index < 10; index++) await sms(app, german(index));
    },
    ask: (app) => sms(app, german(20)),
    decision: "allow",
  },
  {
    name: "ten sends of a block, nobody answered for a minute",
    before: async (app, pass) => {
      await knowGermany(app);
      for (let index = 0; index < 10; index++) await sms(app, german(index));
      pass(MINUTE);
    },
    ask: (app) => sms(app, german(20)),
    decision: "delay",
    rule: "block_unanswered",
  },
  {
    name: "of ten sends of a block, one verified",
    before: async (app, pass) => {
      await knowGermany(app);
      for (let index = 0; index < 10; index++) {
        const { body } = await sms(app, german(index));
        if (index === 4) await tell(app, body.send_id, "verified");
      }
      pass(15 * MINUTE);
    },
    ask: (app) => sms(app, german(20)),
    decision: "allow",
  },
  {
    name: "a fourth neighbouring number",
    before: async (app) => {
      await knowGermany(app);
      for (const number of ["+4915112345600", "+4915112345620", "+4915112345640"]) await sms(app, number);
    },
    ask: (app) => sms(app, "+4915112345655"),
    decision: "deny",
    rule: "neighbours",
  },
  {
    name: "neighbours across the end of a block",
    before: async (app) => {
      await knowGermany(app);
      for (const number of ["+4915112349985", "+4915112349999", "+4915112350004"]) await sms(app, number);
    },
    ask: (app) => sms(app, "+4915112350014"),
    decision: "deny",
    rule: "neighbours",
  },
  {
    name: "one too far from its neighbours",
    before: async (app) => {
      await knowGermany(app);
      for (const number of ["+4915112345600", "+4915112345620", "+4915112345640"]) await sms(app, number);
    },
    ask: (app) => sms(app, "+4915112345661"),
    decision: "allow",
  },
  {
    name: "a premium number",
    before: nothing,
    ask: (app) => sms(app, "+499001234567"),
    decision: "deny",
    rule: "number_type",
  },
  {
    name: "a satellite number",
    before: nothing,
    ask: (app) => sms(app, "+881612345678"),
    decision: "deny",
    rule: "number_type",
  },
  {
    name: "a number of films",
    before: nothing,
    ask: (app) => sms(app, "+442079460123"),
    decision: "deny",
    rule: "number_type",
  },
  {
    name: "an SMS to a fixed line",
    before: nothing,
    ask: (app) => sms(app, "+442083661177"),
    decision: "deny",
    rule: "number_type",
  },
  {
    name: "a call to a fixed line",
    before: nothing,
    ask: (app) => sms(app, "+442083661177", { channel: "voice" }),
    decision: "allow",
  },
  { name: "no number", before: nothing, ask: (app) => sms(app, "+1"), decision: "deny", rule: "unreachable" },
  {
    name: "a country that is not permitted",
    before: settings({ permitted_countries: ["fr"] }),
    ask: (app) => sms(app, german(1)),
    decision: "deny",
    rule: "country_not_permitted",
  },
  {
    name: "mail goes to no country",
    before: settings({ permitted_countries: ["fr"] }),
    ask: (app) => mail(app, "a@x.example"),
    decision: "allow",
  },
  {
    name: "a budget that is spent",
    before: async (app) => {
      await settings({ budgets: { DE: 0.2 } })(app);
      await sms(app, german(1), { cost: 0.15 });
    },
    ask: (app) => sms(app, german(2), { cost: 0.06 }),
    decision: "delay",
    rule: "budget",
    retry: 14.5 * 3600,
  },
  {
    name: "a budget that just does",
    before: async (app) => {
      await settings({ budgets: { DE: 0.2 } })(app);
      await sms(app, german(1), { cost: 0.15 });
    },
    ask: (app) => sms(app, german(2), { cost: 0.05 }),
    decision: "allow",
  },
  {
    name: "spellings of one mailbox",
    before: async (app) => {
      await mail(app, "jane.doe@gmail.com");
    },
    ask: (app) => mail(app, "J.aneDoe+tag@googlemail.com"),
    decision: "delay",
    rule: "recipient_minute",
  },
  {
    name: "mail to an SMS gateway is the number behind it",
    before: async (app) => {
      await sms(app, "+12125550177", { channel: "sms" });
      await sms(app, "+12124567890");
    },
    ask: (app) => mail(app, "2124567890@vtext.com"),
    decision: "delay",
    rule: "recipient_minute",
  },
  {
    name: "a mailbox that several addresses flood",
    before: async (app, pass) => {
      for (const ip of ["192.0.2.7", "198.51.100.7", "203.0.113.7"]) {
        await mail(app, "victim@x.example", { ip });
        pass(2 * MINUTE);
      }
      pass(15 * MINUTE);
    },
    ask: (app) => mail(app, "victim@x.example", { ip: "2001:db8::7" }),
    decision: "deny",
    rule: "mailbox_flooded",
    retry: 24 * 3600,
  },
  {
    name: "a Tor exit, by the account's rule",
    before: async (app) => {
      const json = { action: "block", values: ["198.51.100.0/24"] };
      assert.equal((await app.ask("/v1/rules", { json })).status, 200);
    },
    ask: (app) => sms(app, german(1), { ip: "198.51.100.9" }),
    decision: "deny",
    rule: "address_blocked",
  },
];

for (const { name, before, ask, decision, rule, retry } of ROWS) {
  Deno.test(`guard: ${name}: ${decision}`, async () => {
    await using clock = await clocked();
    await before(clock.app, clock.pass);
    const { status, body } = await ask(clock.app);
    assert.equal(status, 200);
    assert.equal(body.decision, decision, JSON.stringify(body));
    if (rule === undefined) assert.deepEqual(body.rules, []);
    else assert.ok(body.rules.includes(rule), JSON.stringify(body));
    if (retry !== undefined) assert.equal(body.retry_after, retry);
    assert.equal(body.reasons.length, body.rules.length);
  });
}

Deno.test("blocks grow, a verification halves them, and a day later all is well", async () => {
  await using clock = await clocked();
  const { app, pass } = clock;
  await knowGermany(app);
  const sent = [];
  for (let index = 0; index < 10; index++) sent.push((await sms(app, german(index))).body.send_id);
  pass(15 * MINUTE);
  assert.equal((await sms(app, german(20))).body.retry_after, 600);
  pass(10 * MINUTE + 1);
  assert.equal((await sms(app, german(20))).body.retry_after, 3600);
  assert.equal((await tell(app, sent[0], "verified")).status, 200);
  assert.equal((await sms(app, german(20))).body.retry_after, 1800);
  pass(DAY);
  assert.equal((await sms(app, german(20))).body.decision, "allow");
});

Deno.test("what was decided survives a restart", async () => {
  let now = START;
  const dataDir = await Deno.makeTempDir();
  try {
    const first = await startApp({ dataDir, now: () => now });
    await knowGermany(first);
    for (let index = 0; index < 10; index++) await sms(first, german(index));
    now += 15 * MINUTE;
    assert.equal((await sms(first, german(20))).body.decision, "deny");
    await first.close();
    const second = await startApp({ dataDir, now: () => now });
    const { body } = await sms(second, german(20));
    assert.deepEqual([body.decision, body.retry_after], ["deny", 600]);
    assert.deepEqual(body.prefix, { sent: 10, verified: 0, conversion: 0 });
    await second.close();
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("sends at once share entries, and each of them is known after a restart, and days later", async () => {
  let now = START;
  const dataDir = await Deno.makeTempDir();
  try {
    const first = await startApp({ dataDir, now: () => now });
    const json = { limits: { recipient_minute: 1, breaker: 20 } };
    await first.ask("/v1/guard/settings", { method: "PUT", json });
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, index) => mail(first, `p${index}@x.example`)),
    );
    const ids = answers.map(({ body }) => body.send_id);
    assert.equal(new Set(ids).size, 90);
    assert.ok(!ids.includes(null));
    await first.close();
    const second = await startApp({ dataDir, now: () => now });
    const { body } = await mail(second, "other@x.example");
    assert.equal(body.prefix.sent, 90);
    now += 3 * DAY;
    for (const send_id of [ids[0], ids[44], ids[89]]) {
      assert.equal((await tell(second, send_id, "verified")).status, 200);
    }
    await second.close();
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("the breaker trips above 100 sends an hour, for recipients that were never sent to", async () => {
  await using clock = await clocked();
  const { app } = clock;
  const url = "https://hooks.example/guard";
  assert.equal((await app.ask("/v1/webhooks", { json: { url, events: ["guard.tripped"] } })).status, 200);
  for (let index = 0; index < 100; index++) {
    assert.equal((await mail(app, `a${index}@x.example`)).body.decision, "allow");
  }
  clock.pass(2 * MINUTE);
  const { body } = await mail(app, "new@x.example");
  assert.deepEqual([body.decision, body.rules], ["delay", ["breaker"]]);
  assert.equal((await mail(app, "a7@x.example")).body.decision, "allow");
});

Deno.test("outcomes: of sends of this account alone, and what was verified stays so", async () => {
  await using clock = await clocked();
  const { app } = clock;
  const { body: { send_id } } = await sms(app, german(1));
  const { key } = await app.account("other");
  const json = { send_id, status: "verified" };
  assert.equal((await app.ask("/v1/guard/outcome", { key, json })).status, 404);
  assert.equal((await app.ask("/v1/guard/outcome", { key: app.test, json })).status, 404);
  assert.equal((await tell(app, "snd_x", "verified")).status, 404);
  assert.equal((await tell(app, send_id, "seen")).status, 400);
  assert.equal((await tell(app, send_id, "verified")).status, 200);
  assert.equal((await tell(app, send_id, "failed")).status, 200);
  const { body } = await sms(app, german(2));
  assert.deepEqual(body.prefix, { sent: 1, verified: 1, conversion: 1 });
});

Deno.test("settings merge, unknown names are refused, and null goes back", async () => {
  await using clock = await clocked();
  const { app } = clock;
  const put = (json: object) => app.ask("/v1/guard/settings", { method: "PUT", json });
  const { body: initial } = await app.ask("/v1/guard/settings");
  assert.equal(initial.permitted_countries, null);
  assert.deepEqual(initial.budgets, {});
  assert.deepEqual(initial.limits, {
    recipient_minute: 1,
    recipient_10m: 3,
    recipient_day: 6,
    address_hour: 5,
    address_day: 15,
    user_day: 5,
    country_new_hour: 5,
    block_sends: 10,
    block_bound: 0.28,
    carrier_sends: 30,
    carrier_bound: 0.12,
    run_distance: 20,
    run_length: 4,
    breaker: 20,
  });
  assert.equal((await put({ permitted_countries: ["de", "FR"], limits: { user_day: 9 } })).status, 200);
  const { body } = await put({ budgets: { DE: 2 }, limits: { run_length: 6 } });
  assert.deepEqual(body.permitted_countries, ["DE", "FR"]);
  assert.deepEqual(body.budgets, { DE: 2 });
  assert.deepEqual([body.limits.user_day, body.limits.run_length], [9, 6]);
  const back = await put({ permitted_countries: null, budgets: { DE: null }, limits: { user_day: null } });
  assert.deepEqual([back.body.permitted_countries, back.body.budgets, back.body.limits.user_day], [
    null,
    {},
    5,
  ]);
  const refused = [
    { limits: { users_day: 3 } },
    { other: 1 },
    { limits: { user_day: 0 } },
    { limits: { user_day: 1.5 } },
    { limits: { block_bound: 2 } },
    { budgets: { DEU: 1 } },
    { budgets: { DE: -1 } },
    { permitted_countries: ["Germany"] },
  ];
  for (const json of refused) assert.equal((await put(json)).status, 400, JSON.stringify(json));
  assert.equal((await app.ask("/v1/guard/settings")).body.limits.run_length, 6);
});
