/** A new domain or a referral joins sign-ups only in company; what it joins is shown and is no evidence. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";
const EDGE =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36";
const AGENTS = [CHROME, FIREFOX, SAFARI, EDGE, ANDROID];
/** Names of one shape each: initial and surname with digits; and of many shapes. */
const NUMBERED = [
  "jsmith8271",
  "kbrown2810",
  "mjones4417",
  "tmiller9032",
  "rwilson1185",
  "ldavis7741",
  "bmoore3321",
  "ptaylor6604",
  "shall9127",
  "gclark5512",
];
const VARIED = [
  "maria.schmidt",
  "tom",
  "sunflower77",
  "j.becker",
  "anna_k",
  "wilson.peter",
  "xenia99",
  "office-lena",
  "bob1987",
  "carla.rossi2",
];

async function scoring(mode: "score" | "report" = "score") {
  const clock = { now: Date.parse("2036-03-03T09:00:00Z") };
  const app = await startApp({ now: () => clock.now, env: { WINNOW_RATE_LIMIT: "100000" } });
  await app.ask("/v1/settings", { method: "PUT", json: { linkage_scoring: mode } });
  return { app, clock };
}

async function signup(app: TestApp, json: unknown) {
  const { status, body } = await app.ask("/v1/score/user", { json });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

function home(index: number): string {
  return `73.${20 + index % 200}.${10 + index}.7`;
}

function device(index: number): string {
  return String(index + 1).padStart(32, "d");
}

function linksOf(body: { top_signals: string[] }): string[] {
  return body.top_signals.filter((text) => text.startsWith("linkage:"));
}

/** What each of the sign-ups makes the others see, some hours apart. */
async function come(
  app: TestApp,
  clock: { now: number },
  signups: readonly Record<string, unknown>[],
) {
  const bodies = [];
  for (const json of signups) {
    clock.now += 5 * HOUR;
    bodies.push(await signup(app, json));
  }
  return bodies;
}

const COMPANIES: readonly [name: string, of: (index: number) => Record<string, unknown>, via: string][] = [
  [
    "one shape at a new domain, below names of their own",
    (i) => ({ email: `${NUMBERED[i]}@x${i}.kestrelbyte.com`, ip: home(i) }),
    "email_domain",
  ],
  [
    "hosting networks at a new domain",
    (i) => ({ email: `${VARIED[i]}@kestrelbyte.com`, ip: `51.68.${4 * i + 1}.9` }),
    "email_domain",
  ],
  [
    "one class of device at a new domain",
    (i) => ({
      email: `${VARIED[i]}@kestrelbyte.com`,
      ip: home(i),
      device_id: device(i),
      device_signals: { user_agent: FIREFOX },
    }),
    "email_domain",
  ],
  [
    "one shape with one referral",
    (i) => ({ email: `${NUMBERED[i]}@gmail.com`, ip: home(i), referral: "REF-7" }),
    "referral",
  ],
  [
    "hosting networks with one referral",
    (i) => ({ email: `${VARIED[i]}@gmail.com`, ip: `51.68.${4 * i + 1}.9`, referral: "REF-7" }),
    "referral",
  ],
  [
    "one class of device with one referral",
    (i) => ({
      email: `${VARIED[i]}@gmail.com`,
      ip: home(i),
      device_id: device(i),
      device_signals: { user_agent: FIREFOX },
      referral: "REF-7",
    }),
    "referral",
  ],
];

Deno.test("in company a new domain and a referral are a ring, the first ones included; it adds no points", async (t) => {
  for (const [name, of, via] of COMPANIES) {
    await t.step(name, async () => {
      const { app, clock } = await scoring();
      await using _ = app;
      const bodies = await come(app, clock, NUMBERED.slice(0, 8).map((_, i) => of(i)));
      const { ring } = bodies.at(-1)!.linkage;
      assert.deepEqual([ring?.size, ring?.via], [8, [via]]);
      assert.deepEqual(bodies.flatMap(linksOf), []);
      const { count, rings } = (await app.ask("/v1/rings?sort=risk")).body;
      const [listed] = rings;
      assert.deepEqual([count, listed.size, listed.via, listed.risk >= 25], [1, 8, [via], true]);
      const found = (await app.ask(`/v1/rings/${ring.ring_id}`)).body;
      if (via === "email_domain") {
        const domains = found.links.filter(({ kind }: { kind: string }) => kind === "domain");
        assert.deepEqual(
          domains.map(({ masked, members }: Record<string, unknown>) => [masked, members]),
          [["kestrelbyte.com", 8]],
        );
        assert.equal(domains[0].ref, null);
      }
      assert.deepEqual(
        found.members.map(({ request_id }: { request_id: string }) => request_id),
        bodies.map(({ request_id }) => request_id).reverse(),
      );
    });
  }
});

const NO_COMPANIES: readonly [name: string, of: (index: number) => Record<string, unknown>][] = [
  [
    "colleagues on one line",
    (i) => ({
      email: `${NUMBERED[i]}@kestrelbyte.com`,
      ip: "73.15.20.1",
      device_id: device(i),
      device_signals: { user_agent: CHROME },
    }),
  ],
  [
    "a new company in one office, with one at home",
    (i) => ({
      email: `${["anna", "ben", "carla", "david", "eva", "felix", "greta", "hugo", "ida", "jonas"][i]}.${
        ["schmidt", "becker", "wagner", "hoffmann", "koch", "richter", "klein", "wolf", "braun", "lange"][i]
      }@kestrelbyte.com`,
      ip: i === 6 ? home(i) : `73.15.20.${i + 1}`,
      device_id: device(i),
      device_signals: { user_agent: SAFARI },
    }),
  ],
  [
    "a newsletter's code",
    (i) => ({
      email: `${VARIED[i]}@${["gmail.com", "outlook.com", "gmx.de"][i % 3]}`,
      ip: home(i),
      device_id: device(i),
      device_signals: { user_agent: AGENTS[i % 5] },
      referral: "NEWS-36",
    }),
  ],
  [
    "one shape at a free-mail domain",
    (i) => ({ email: `${NUMBERED[i]}@gmail.com`, ip: home(i) }),
  ],
];

Deno.test("without company they are no ring: colleagues, a new company in one office, a newsletter's code", async (t) => {
  for (const [name, of] of NO_COMPANIES) {
    await t.step(name, async () => {
      const { app, clock } = await scoring();
      await using _ = app;
      const bodies = await come(app, clock, VARIED.map((_, i) => of(i)));
      assert.deepEqual(bodies.map(({ linkage }) => linkage.ring), VARIED.map(() => null));
      assert.equal((await app.ask("/v1/rings")).body.count, 0);
    });
  }
});

Deno.test("a domain that the account has known for long is no news; where all have one app, one class of device is nothing", async () => {
  const { app, clock } = await scoring();
  await using _ = app;
  for (let i = 0; i < 12; i++) {
    clock.now += 6 * DAY;
    await signup(app, { email: `${VARIED[i % 10]}${i}@old-partner.com`, ip: "73.15.20.1" });
  }
  const late = await come(
    app,
    clock,
    NUMBERED.slice(0, 5).map((name, i) => ({
      email: `${name}@old-partner.com`,
      ip: home(i),
    })),
  );
  assert.equal(late.at(-1)!.linkage.ring, null);
  // The account's app: everybody's device is of one class.
  const ofApp = { device_signals: { user_agent: ANDROID } };
  await come(
    app,
    clock,
    Array.from({ length: 80 }, (_, i) => ({
      ...ofApp,
      email: `${VARIED[i % 10]}@company-${i}.com`,
      ip: home(i + 20),
      device_id: device(i + 100),
    })),
  );
  const team = await come(
    app,
    clock,
    VARIED.slice(0, 5).map((name, i) => ({
      ...ofApp,
      email: `${name}@kestrelbyte.com`,
      ip: home(i + 120),
      device_id: device(i + 200),
    })),
  );
  assert.deepEqual(team.map(({ linkage }) => linkage.ring), team.map(() => null));
});

Deno.test("whoever signs up at a victim's new domain, or with its referral, does not make its people a ring that counts", async () => {
  for (const where of ["domain", "referral"] as const) {
    const { app, clock } = await scoring();
    await using _ = app;
    const of = (name: string, i: number) => ({
      email: where === "domain" ? `${name}@kestrelbyte.com` : `${name}@gmail.com`,
      ip: home(i),
      device_id: device(i),
      device_signals: { user_agent: CHROME },
      ...(where === "referral" ? { referral: "MINE" } : {}),
    });
    const attack = await come(
      app,
      clock,
      NUMBERED.slice(0, 6).map((name, i) => ({ ...of(name, i), device_id: device(0) })),
    );
    // Too few for what labels teach of the domain or the code itself.
    for (const { request_id } of attack.slice(0, 2)) {
      await app.ask("/v1/outcome", { json: { request_id, outcome: "fraud", values: ["device"] } });
    }
    clock.now += DAY;
    // With addresses of the same shape, on devices of the same class; each tries twice.
    const honest = [];
    for (let i = 6; i < 9; i++) {
      honest.push(...await come(app, clock, [of(NUMBERED[i]!, i), of(NUMBERED[i]!, i)]));
    }
    const { ring } = honest.at(-1)!.linkage;
    assert.equal(ring.labelled_fraud, 2, `${where}: it is seen`);
    assert.deepEqual(honest.flatMap(linksOf), [], `${where}: and does not count`);
    assert.deepEqual(honest.map(({ verdict }) => verdict), honest.map(() => "allow"));
    // Who has the labelled device belongs to it.
    clock.now += DAY;
    const next = await signup(app, { ...of(NUMBERED[9]!, 9), device_id: device(0) });
    assert.deepEqual([next.verdict, next.linkage.ring.ring_id], ["block", ring.ring_id]);
  }
});

Deno.test("labelled fraud is company: at a new domain from the first label on, with a referral from two of the first", async () => {
  const { app, clock } = await scoring();
  await using _ = app;
  const of = (i: number, more: Record<string, unknown>) => ({
    email: `${VARIED[i]}@kestrelbyte.com`,
    ip: home(i),
    ...more,
  });
  const [first] = await come(app, clock, [of(0, {})]);
  assert.equal((await come(app, clock, [of(1, {})]))[0]!.linkage.ring, null);
  await app.ask("/v1/outcome", { json: { request_id: first!.request_id, outcome: "fraud" } });
  const [third] = await come(app, clock, [of(2, {})]);
  assert.deepEqual([third!.linkage.ring.size, third!.linkage.ring.via], [3, ["email_domain"]]);
  const code = (i: number) => ({ email: `${VARIED[i]}@gmail.com`, ip: home(i + 20), referral: "REF-7" });
  const [a, b] = await come(app, clock, [code(3), code(4), code(5)]);
  await app.ask("/v1/outcome", { json: { request_id: a!.request_id, outcome: "fraud" } });
  assert.equal((await come(app, clock, [code(6)]))[0]!.linkage.ring, null);
  await app.ask("/v1/outcome", { json: { request_id: b!.request_id, outcome: "fraud" } });
  const [last] = await come(app, clock, [code(7)]);
  assert.deepEqual([last!.linkage.ring.size, last!.linkage.ring.labelled_fraud], [5, 2]);
});

Deno.test("two devices in one network with one shape of addresses are one ring", async () => {
  for (const network of [(i: number) => `73.15.20.${i + 1}`, (i: number) => `2003:e5:1700:${i}::1`]) {
    const { app, clock } = await scoring();
    await using _ = app;
    const bodies = await come(
      app,
      clock,
      NUMBERED.map((name, i) => ({
        email: `${name}@${["gmail.com", "outlook.com"][i % 2]}`,
        ip: network(i),
        device_id: device(i % 2),
      })),
    );
    const { ring } = bodies.at(-1)!.linkage;
    assert.deepEqual([ring.size, ring.via], [10, ["device", "email_pattern"]]);
    const { count, rings } = (await app.ask("/v1/rings")).body;
    assert.deepEqual([count, rings[0].size], [1, 10]);
  }
  const { app, clock } = await scoring();
  await using _ = app;
  // Two families of one network.
  await come(
    app,
    clock,
    ["tom", "maria.schmidt", "sunflower77", "j.becker"].map((name, i) => ({
      email: `${name}@gmail.com`,
      ip: `73.15.20.${i + 1}`,
      device_id: device(i % 2),
    })),
  );
  assert.deepEqual(
    (await app.ask("/v1/rings")).body.rings.map(({ size }: { size: number }) => size),
    [2, 2],
  );
});

Deno.test("names below one registrable domain are one domain of the velocity", async () => {
  const { app } = await scoring();
  await using _ = app;
  const rates = [];
  for (const host of ["kestrelbyte.com", "a.kestrelbyte.com", "x1.b.kestrelbyte.com", "kestrelbyte.org"]) {
    rates.push((await signup(app, { email: `info@${host}` })).linkage.domain_rate_1h);
  }
  for (const domain of ["mail.kestrelbyte.com", "shop.example.co.uk", "post.example.co.uk"]) {
    rates.push((await signup(app, { domain, phone: "+442083661177" })).linkage.domain_rate_1h);
  }
  assert.deepEqual(rates, [1, 2, 3, 1, 4, 1, 2]);
});
