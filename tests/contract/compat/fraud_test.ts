/** POST /minfraud/v2.0/insights and /score, on the raw answers. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { CLEAN, PROXY, startListedApp, TOR, VPN } from "../../support/app/listed_app.ts";
import { asking } from "../../support/app/basic_auth.ts";

const INSIGHTS = "/compat/maxmind/minfraud/v2.0/insights";
const SCORE = "/compat/maxmind/minfraud/v2.0/score";

async function insights(app: TestApp, json: unknown, key = app.live, path = INSIGHTS) {
  const answer = await app.ask(path, asking(key, { json }));
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Paths of all nulls in a value. */
function nulls(value: unknown, path = ""): string[] {
  if (value === null) return [path];
  if (typeof value !== "object") return [];
  return Object.entries(value as object).flatMap(([key, inner]) =>
    nulls(inner, path === "" ? key : `${path}.${key}`)
  )
    .sort();
}

const ALWAYS_NULL = [
  "billing_address",
  "billing_phone",
  "credit_card",
  "email.domain.first_seen",
  "funds_remaining",
  "ip_address.anonymizer.confidence",
  "ip_address.anonymizer.is_residential_proxy",
  "ip_address.anonymizer.network_last_seen",
  "ip_address.location.accuracy_radius",
  "ip_address.location.average_income",
  "ip_address.location.latitude",
  "ip_address.location.local_time",
  "ip_address.location.longitude",
  "ip_address.location.metro_code",
  "ip_address.location.population_density",
  "ip_address.location.time_zone",
  "ip_address.traits.connection_type",
  "ip_address.traits.domain",
  "ip_address.traits.is_anonymous_proxy",
  "ip_address.traits.is_legitimate_proxy",
  "ip_address.traits.is_residential_proxy",
  "ip_address.traits.is_satellite_provider",
  "ip_address.traits.mobile_country_code",
  "ip_address.traits.mobile_network_code",
  "ip_address.traits.network",
  "ip_address.traits.static_ip_score",
  "ip_address.traits.user_count",
  "ip_address.traits.user_type",
  "queries_remaining",
  "shipping_address",
  "shipping_phone",
  "subscores",
];

Deno.test("insights is null where the specification says so, and nowhere else when everything is known", async () => {
  await using app = await startListedApp();
  const body = await insights(app, { device: { ip_address: CLEAN }, email: { address: "jane@gmail.com" } });
  const { winnow, ...vendor } = body;
  const expected = [...ALWAYS_NULL, "ip_address.anonymizer.provider_name"].sort();
  assert.deepEqual(nulls(vendor), expected);
  assert.deepEqual(nulls({ actor: winnow.actor, phone: winnow.phone }), [
    "actor.operator",
    "actor.trigger",
    "phone",
  ]);
});

Deno.test("insights says null, not false, for a trait whose list was never loaded", async () => {
  await using app = await startApp();
  const { ip_address } = await insights(app, { device: { ip_address: CLEAN } });
  for (const where of [ip_address.traits, ip_address.anonymizer]) {
    assert.equal(where.is_tor_exit_node, null);
    assert.equal(where.is_public_proxy, null);
    assert.equal(where.is_anonymous, null);
    assert.equal(where.is_anonymous_vpn, false);
    assert.equal(where.is_hosting_provider, false);
  }
});

Deno.test("insights tells the kinds of anonymity apart once the lists are loaded", async (t) => {
  await using app = await startListedApp();
  const rows: [string, string, string | null][] = [
    ["nothing", CLEAN, null],
    ["Tor", TOR, "is_tor_exit_node"],
    ["open proxy", PROXY, "is_public_proxy"],
    ["VPN", VPN, "is_anonymous_vpn"],
  ];
  for (const [name, ip, trait] of rows) {
    await t.step(name, async () => {
      const { ip_address } = await insights(app, { device: { ip_address: ip } });
      for (const where of [ip_address.traits, ip_address.anonymizer]) {
        for (const flag of ["is_tor_exit_node", "is_public_proxy", "is_anonymous_vpn"]) {
          assert.equal(where[flag], flag === trait, flag);
        }
        assert.equal(where.is_anonymous, trait !== null);
      }
      assert.deepEqual(
        ip_address.risk_reasons.map((reason: { code: string }) => reason.code),
        trait === null ? [] : ["ANONYMOUS_IP"],
      );
    });
  }
});

Deno.test("insights is the clamped score of /v1/score/user, and so is each part", async (t) => {
  await using app = await startListedApp();
  const rows = [
    { ip: CLEAN },
    { ip: TOR },
    { ip: "8.8.8.8", email: "jane@gmail.com", phone: "+442083661177" },
    { email: "someone@mailinator.com" },
    { email: "not an address" },
    { ip: TOR, email: "someone@mailinator.com", phone: "+442079460123" },
    { ip: "10.0.0.1", email: "admin@example.org" },
    { phone: "+18005551234" },
  ];
  for (const row of rows) {
    await t.step(JSON.stringify(row), async () => {
      const native = (await app.ask("/v1/score/user", { json: row })).body;
      const body = await insights(app, {
        device: { ip_address: row.ip },
        email: { address: row.email },
        billing: { phone_number: row.phone },
      });
      const clamped = (score: number) => Math.min(99, Math.max(0.01, score));
      assert.equal(body.risk_score, clamped(native.risk_score));
      assert.equal(body.winnow.verdict, native.verdict);
      assert.deepEqual(body.winnow.top_signals, native.top_signals);
      assert.deepEqual(body.winnow.components_checked, native.components_checked);
      assert.equal(body.ip_address?.risk, row.ip && clamped(native.components.ip.risk_score));
      assert.equal(body.email?.is_high_risk, row.email && native.components.email.verdict !== "allow");
      assert.equal(body.winnow.phone?.risk_score, native.components.phone?.risk_score);
    });
  }
});

Deno.test("insights holds no block for what was not sent", async () => {
  await using app = await startApp();
  const body = await insights(app, { email: { address: "jane@gmail.com" } });
  assert.ok(!("ip_address" in body));
  assert.ok(!("device" in body));
  assert.ok(!("email" in await insights(app, { device: { ip_address: CLEAN } })));
});

Deno.test("score is the vendor's short form", async () => {
  await using app = await startApp();
  const answer = await app.ask(
    SCORE,
    asking(app.live, { json: { device: { ip_address: "8.8.8.8" }, email: { address: "jane@gmail.com" } } }),
  );
  assert.deepEqual(Object.keys(answer.body).sort(), [
    "disposition",
    "funds_remaining",
    "id",
    "ip_address",
    "queries_remaining",
    "risk_score",
    "warnings",
    "winnow",
  ]);
  assert.deepEqual(answer.body.ip_address, { risk: 34 });
  assert.equal(
    answer.headers.get("content-type"),
    "application/vnd.maxmind.com-minfraud-score+json; charset=UTF-8; version=2.0",
  );
});

Deno.test("both addresses of an endpoint answer the same, with the vendor's content type", async () => {
  await using app = await startApp();
  const json = { device: { ip_address: "8.8.8.8" } };
  for (const path of [INSIGHTS, "/minfraud/v2.0/insights"]) {
    const answer = await app.ask(path, asking(app.live, { json }));
    assert.equal(answer.status, 200);
    assert.equal(
      answer.headers.get("content-type"),
      "application/vnd.maxmind.com-minfraud-insights+json; charset=UTF-8; version=2.0",
    );
    assert.equal(answer.headers.get("x-ratelimit-limit"), "1000000");
    assert.ok(Number(answer.headers.get("x-ratelimit-remaining")) > 0);
  }
});

Deno.test("a rule of the account decides, and the disposition says which", async () => {
  await using app = await startApp();
  await app.ask("/v1/rules", { json: { action: "block", values: ["8.8.8.0/24"] } });
  await app.ask("/v1/rules", { json: { action: "allow", values: ["friend@mailinator.com"] } });
  const blocked = await insights(app, { device: { ip_address: "8.8.8.8" } });
  assert.equal(blocked.risk_score, 99);
  assert.deepEqual(blocked.disposition, {
    action: "reject",
    reason: "custom_rule",
    rule_label: "8.8.8.0/24",
  });
  assert.equal(blocked.ip_address.risk, 99);
  assert.equal(blocked.winnow.rule_applied.action, "block");
  const allowed = await insights(app, { email: { address: "friend@mailinator.com" } });
  assert.equal(allowed.risk_score, 0.01);
  assert.equal(allowed.disposition.action, "accept");
  assert.equal(allowed.email.is_disposable, true);
  assert.equal(allowed.email.is_high_risk, false);
});

Deno.test("a component is a lookup; test keys pay nothing; the stored score says where it came from", async () => {
  await using app = await startApp();
  const used = async () => (await app.ask("/v1/usage")).body.used;
  const json = {
    device: { ip_address: "8.8.8.8" },
    email: { address: "jane@gmail.com" },
    billing: { phone_number: "2083661177", phone_country_code: "44" },
  };
  const body = await insights(app, json);
  assert.equal(await used(), 3);
  const stored = (await app.ask(`/v1/score/req_${body.id}`)).body;
  assert.equal(stored.via, "compat");
  assert.equal(stored.subject, "user");
  const tested = await insights(app, json, app.test);
  assert.equal(tested.risk_score, body.risk_score);
  assert.equal(tested.disposition.action, body.disposition.action);
  assert.equal(await used(), 3);
  await app.ask(INSIGHTS, asking(app.live, { json: {} }));
  assert.equal(await used(), 3);
  await insights(app, { billing: { phone_number: "020 8366 1177" }, email: { address: "a@gmail.com" } });
  assert.equal(await used(), 4, "a number that needs a country is free");
});

Deno.test("linkage moves, and the e-mail address is remembered from its first day", async () => {
  let now = Date.parse("2026-11-20T10:00:00Z");
  await using app = await startApp({ now: () => now });
  const ask = (ip: string) =>
    insights(app, { device: { ip_address: ip }, email: { address: "jane@gmail.com" } });
  const first = await ask("8.8.8.8");
  assert.equal(first.email.first_seen, "2026-11-20");
  assert.equal(first.winnow.linkage.email_ip_count, 1);
  assert.equal(first.winnow.linkage.subnet_rate_1h, 1);
  now += 3 * 86_400_000;
  const second = await ask("8.8.4.4");
  assert.equal(second.email.first_seen, "2026-11-20");
  assert.equal(second.winnow.linkage.email_ip_count, 2);
});

Deno.test("the extra object holds phone, linkage, actor and ranked signals", async () => {
  await using app = await startApp();
  const { winnow, id } = await insights(app, {
    device: { ip_address: "8.8.8.8", user_agent: "python-requests/2.32" },
    billing: { phone_number: "07911 123456", country: "GB" },
  });
  assert.equal(winnow.phone.number.e164, "+447911123456");
  assert.equal(winnow.phone.request_id, `req_${id}`);
  assert.deepEqual(Object.keys(winnow.linkage).sort(), [
    "device_email_count",
    "domain_rate_1h",
    "email_device_count",
    "email_ip_count",
    "subnet_rate_1h",
  ]);
  assert.equal(winnow.actor.type, "automation");
  assert.equal(winnow.actor.basis, "device_signals");
  assert.equal(winnow.actor.proven, false);
  assert.ok(winnow.top_signals.includes("ip: datacenter address (Google)"));
  const silent = (await insights(app, { device: { ip_address: "8.8.8.8" } })).winnow;
  assert.equal(silent.phone, null);
  assert.equal(silent.actor.type, "unknown");
});

Deno.test("a user agent tells about the actor and leaves the score", async () => {
  await using app = await startApp();
  const device = { ip_address: "8.8.8.8" };
  const scores = [];
  for (const user_agent of [undefined, "HeadlessChrome/120", "Mozilla/5.0 (Windows NT 10.0) Firefox/130.0"]) {
    scores.push((await insights(app, { device: { ...device, user_agent } })).risk_score);
  }
  assert.equal(new Set(scores).size, 1);
});

Deno.test("every block that is not used has one warning, and the request succeeds", async () => {
  await using app = await startApp();
  const body = await insights(app, {
    device: { ip_address: "8.8.8.8", session_age: 12, session_id: "x", accept_language: "en" },
    billing: { phone_number: "2083661177", phone_country_code: 44, city: "Oxford" },
    shipping: { address: "1 High Street", phone_number: "1" },
    order: { amount: 3 },
    credit_card: { issuer_id_number: "411111" },
    shopping_cart: [{ item_id: "a" }, { item_id: "b" }],
    payment: { method: "card" },
    custom_inputs: { a: true },
    account: { user_id: "u" },
    event: { type: "purchase", time: "2026-11-20T10:00:00Z", transaction_id: "t" },
  });
  const blocks = [
    "billing",
    "shipping",
    "order",
    "credit_card",
    "shopping_cart",
    "payment",
    "custom_inputs",
    "account",
    "event",
  ];
  assert.deepEqual(
    body.warnings.map((warning: Record<string, string>) => [warning.code, warning.input_pointer]),
    blocks.map((block) => ["WINNOW_INPUT_IGNORED", `/${block}`]),
  );
  assert.deepEqual(body.winnow.components_checked, ["ip", "phone"]);
});

Deno.test("a bad address is a warning beside something usable, and an error alone", async () => {
  await using app = await startApp();
  const email = { address: "jane@gmail.com" };
  const rows: [string, string][] = [
    ["1.2.3", "IP_ADDRESS_INVALID"],
    ["nonsense", "IP_ADDRESS_INVALID"],
    ["192.168.0.1", "IP_ADDRESS_RESERVED"],
    ["::1", "IP_ADDRESS_RESERVED"],
  ];
  for (const [ip_address, code] of rows) {
    const body = await insights(app, { device: { ip_address }, email });
    assert.deepEqual(
      body.warnings.map((warning: Record<string, string>) => [warning.code, warning.input_pointer]),
      [[code, "/device/ip_address"]],
    );
    assert.equal("ip_address" in body, code === "IP_ADDRESS_RESERVED");
  }
  const alone = await app.ask(INSIGHTS, asking(app.live, { json: { device: { ip_address: "1.2.3" } } }));
  assert.equal(alone.status, 400);
  assert.equal(alone.body.code, "REQUEST_INVALID");
  assert.match(alone.body.error, /\/device\/ip_address/);
});

Deno.test("an address sent as its MD5 is told by its domain", async () => {
  await using app = await startApp();
  const address = "357a20e8c56e69d6f9734d23ef9517e8";
  const body = await insights(app, { email: { address, domain: "mailinator.com" } });
  assert.deepEqual(body.winnow.components_checked, ["domain"]);
  assert.equal(body.email.is_disposable, true);
  assert.equal(body.email.is_high_risk, true);
  assert.equal(body.email.first_seen, null);
  assert.ok(body.email.domain.risk >= body.risk_score);
  assert.deepEqual(Object.keys(body.email).sort(), [
    "domain",
    "first_seen",
    "is_disposable",
    "is_free",
    "is_high_risk",
  ]);
  const alone = await app.ask(INSIGHTS, asking(app.live, { json: { email: { address } } }));
  assert.equal(alone.status, 400);
  assert.equal(alone.body.code, "REQUEST_INVALID");
});

Deno.test("strictness shifts the disposition and leaves the score", async () => {
  await using app = await startApp();
  const json = { device: { ip_address: "8.8.8.8" } };
  const rows: [string, string][] = [["", "accept"], ["?strictness=lenient", "accept"], [
    "?strictness=3",
    "manual_review",
  ]];
  for (const [query, action] of rows) {
    const body = await insights(app, json, app.live, INSIGHTS + query);
    assert.equal(body.risk_score, 31);
    assert.equal(body.disposition.action, action, query);
  }
  const bad = await app.ask(`${INSIGHTS}?strictness=9`, asking(app.live, { json }));
  assert.equal(bad.status, 400);
  assert.equal(bad.body.code, "REQUEST_INVALID");
});

Deno.test("WINNOW_COMPAT_BALANCE=zero gives numbers to clients that take no null", async () => {
  await using app = await startApp({ env: { WINNOW_COMPAT_BALANCE: "zero" } });
  const body = await insights(app, { device: { ip_address: "8.8.8.8" } });
  assert.equal(body.funds_remaining, 0);
  assert.equal(body.queries_remaining, 0);
  const geo = await app.ask("/geoip/v2.1/country/8.8.8.8", asking(app.live));
  assert.equal(geo.body.maxmind.queries_remaining, 0);
});

Deno.test("outside evidence has 2 seconds at most and the mailbox is never waited for, whatever the settings allow", async () => {
  await using app = await startApp({ env: { WINNOW_TIME_BUDGET_MS: "30000" } });
  const { sources } = app.app.services;
  const seen: { left: number[]; waited: boolean[] } = { left: [], waited: [] };
  const { mailDomains, mailboxes } = sources;
  Object.assign(sources, {
    mailDomains: {
      facts: async (...given: Parameters<typeof mailDomains.facts>) => {
        seen.left.push(given[2].remaining());
        return { ...await mailDomains.facts(...given), acceptsMail: { known: true, value: true } };
      },
    },
    mailboxes: {
      ask: (request: Parameters<typeof mailboxes.ask>[0]) => {
        seen.waited.push(request.wait !== false);
        return mailboxes.ask(request);
      },
    },
  });
  await insights(app, { email: { address: "jane@gmail.com" } });
  assert.equal(seen.left.length, 1);
  assert.ok(seen.left[0]! <= 2000);
  assert.deepEqual(seen.waited, [false]);
});
