/** POST /minfraud/v2.0/insights: its fields and how they follow from the score. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { asking } from "../../support/app/basic_auth.ts";
import { INSIGHTS, insights } from "../../support/app/insights.ts";
import { CLEAN, PROXY, startListedApp, TOR, VPN } from "../../support/app/listed_app.ts";

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

Deno.test("insights returns null, not false, for a trait whose list was never loaded", async () => {
  await using app = await startApp();
  const { ip_address } = await insights(app, { device: { ip_address: CLEAN } });
  for (const where of [ip_address.traits, ip_address.anonymizer]) {
    assert.equal(where.is_tor_exit_node, null);
    assert.equal(where.is_public_proxy, null);
    assert.equal(where.is_anonymous, null);
    assert.equal(where.is_anonymous_vpn, null);
    assert.equal(where.is_hosting_provider, false);
  }
});

Deno.test("insights distinguishes the kinds of anonymity once the lists are loaded", async (t) => {
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

Deno.test("insights returns the clamped score of /v1/score/user, in total and for each component", async (t) => {
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

Deno.test("insights omits blocks for what was not sent", async () => {
  await using app = await startApp();
  const body = await insights(app, { email: { address: "jane@gmail.com" } });
  assert.ok(!("ip_address" in body));
  assert.ok(!("device" in body));
  assert.ok(!("email" in await insights(app, { device: { ip_address: CLEAN } })));
});

Deno.test("the winnow object holds phone, linkage, actor and ranked signals", async () => {
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
    "referral_rate_1h",
    "ring",
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

Deno.test("a user agent classifies the actor, and an automated one without a device counts, as in /v1/score/user", async () => {
  await using app = await startApp();
  const device = { ip_address: "8.8.8.8" };
  const scores = [];
  for (const user_agent of [undefined, "HeadlessChrome/120", "Mozilla/5.0 (Windows NT 10.0) Firefox/130.0"]) {
    scores.push((await insights(app, { device: { ...device, user_agent } })).risk_score);
  }
  const [silent, headless, ordinary] = scores as [number, number, number];
  assert.equal(ordinary, silent);
  assert.ok(headless >= silent + 10, `${headless} against ${silent}`);
});

Deno.test("an address sent as an MD5 hash is scored by its domain", async () => {
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
