/** GET /geoip/v2.1/{country,city,insights}/{ip}, on the raw answers. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";
import { asking, basic } from "../../support/app/basic_auth.ts";
import { CLEAN, startListedApp, VPN } from "../../support/app/listed_app.ts";

const GEO = "/compat/maxmind/geoip/v2.1";
const BARE = "/geoip/v2.1";
const COUNTRY_KEYS = ["continent", "country", "maxmind", "traits", "winnow"];
const CITY_KEYS = [...COUNTRY_KEYS, "city", "location"];
const DEPTHS: { depth: string; keys: string[]; traits: string[]; location: string[] | null }[] = [
  { depth: "country", keys: COUNTRY_KEYS, traits: ["ip_address", "network"], location: null },
  {
    depth: "city",
    keys: CITY_KEYS,
    traits: [
      "autonomous_system_number",
      "autonomous_system_organization",
      "connection_type",
      "domain",
      "ip_address",
      "isp",
      "mobile_country_code",
      "mobile_network_code",
      "network",
      "organization",
    ],
    location: ["accuracy_radius", "latitude", "longitude", "metro_code", "time_zone"],
  },
  {
    depth: "insights",
    keys: [...CITY_KEYS, "anonymizer"],
    traits: [
      "autonomous_system_number",
      "autonomous_system_organization",
      "connection_type",
      "domain",
      "ip_address",
      "ip_risk_snapshot",
      "is_anonymous",
      "is_anonymous_proxy",
      "is_anonymous_vpn",
      "is_hosting_provider",
      "is_legitimate_proxy",
      "is_public_proxy",
      "is_residential_proxy",
      "is_satellite_provider",
      "is_tor_exit_node",
      "isp",
      "mobile_country_code",
      "mobile_network_code",
      "network",
      "organization",
      "static_ip_score",
      "user_count",
      "user_type",
    ],
    location: [
      "accuracy_radius",
      "average_income",
      "latitude",
      "local_time",
      "longitude",
      "metro_code",
      "population_density",
      "time_zone",
    ],
  },
];

Deno.test("each depth has exactly its fields, under both paths", async (t) => {
  await using app = await startListedApp();
  for (const row of DEPTHS) {
    for (const prefix of [GEO, BARE]) {
      await t.step(`${prefix}/${row.depth}`, async () => {
        const { status, headers, body } = await app.ask(`${prefix}/${row.depth}/${CLEAN}`, asking(app.live));
        assert.equal(status, 200);
        assert.equal(
          headers.get("content-type"),
          `application/vnd.maxmind.com-${row.depth}+json; charset=UTF-8; version=2.1`,
        );
        assert.deepEqual(Object.keys(body).sort(), [...row.keys].sort());
        assert.deepEqual(Object.keys(body.traits).sort(), row.traits);
        assert.deepEqual(body.continent, { code: "EU", geoname_id: 6255148, names: { en: "Europe" } });
        assert.deepEqual(body.country, {
          iso_code: "GB",
          geoname_id: 2635167,
          is_in_european_union: false,
          names: { en: "United Kingdom" },
        });
        assert.deepEqual(body.maxmind, { queries_remaining: null });
        if (row.location === null) return;
        assert.deepEqual(Object.keys(body.location).sort(), row.location);
        assert.ok(Object.values(body.location).every((value) => value === null));
        assert.deepEqual(body.city, { names: { en: "London" } });
        assert.equal(body.traits.autonomous_system_number, 20712);
        assert.equal(body.traits.isp, "Andrews & Arnold Ltd");
        assert.equal(body.traits.organization, body.traits.autonomous_system_organization);
      });
    }
  }
});

Deno.test("the answer agrees with GET /v1/score/ip", async () => {
  await using app = await startListedApp();
  const native = (await app.ask(`/v1/score/ip?ip=${VPN}`)).body;
  const { body } = await app.ask(`${GEO}/insights/${VPN}`, asking(app.live));
  assert.equal(body.country.iso_code, native.geo.country);
  assert.equal(`AS${body.traits.autonomous_system_number}`, native.geo.asn);
  assert.equal(body.traits.is_anonymous_vpn, native.signals.is_vpn);
  assert.equal(body.traits.ip_risk_snapshot, native.risk_score);
  assert.equal(body.winnow.verdict, native.verdict);
  assert.deepEqual(body.winnow.top_signals, ["ip: commercial VPN exit"]);
});

Deno.test("the winnow object has the fields that apply to a bare address; the others are null", async () => {
  await using app = await startApp();
  for (const { depth } of DEPTHS) {
    const { winnow } = (await app.ask(`${GEO}/${depth}/8.8.8.8`, asking(app.live))).body;
    assert.deepEqual(winnow.components_checked, ["ip"]);
    assert.deepEqual(winnow.top_signals, ["ip: datacenter address (Google)"]);
    assert.equal(winnow.phone, null);
    assert.equal(winnow.linkage, null);
    assert.equal(winnow.actor, null);
    const stored = (await app.ask(`/v1/score/${winnow.request_id}`)).body;
    assert.equal(stored.via, "compat");
    assert.equal(stored.subject, "ip");
  }
});

Deno.test("addresses are read in every spelling the clients send", async () => {
  await using app = await startApp();
  const rows = [
    ["2606:4700:4700:0:0:0:0:1111", "2606:4700:4700::1111"],
    ["2606%3A4700%3A4700%3A%3A1111", "2606:4700:4700::1111"],
    ["2606:4700:4700::1111", "2606:4700:4700::1111"],
    ["::ffff:8.8.8.8", "8.8.8.8"],
  ];
  for (const [sent, shown] of rows) {
    const { status, body } = await app.ask(`${BARE}/country/${sent}`, asking(app.live));
    assert.equal(status, 200, sent);
    assert.equal(body.traits.ip_address, shown);
  }
});

Deno.test("an address that cannot be looked up is an error with the vendor's code, and free", async (t) => {
  await using app = await startApp();
  const rows: [string, number, string][] = [
    ["", 400, "IP_ADDRESS_REQUIRED"],
    ["/", 400, "IP_ADDRESS_REQUIRED"],
    ["/%20", 400, "IP_ADDRESS_REQUIRED"],
    ["/1.2.3", 400, "IP_ADDRESS_INVALID"],
    ["/01.02.03.04", 400, "IP_ADDRESS_INVALID"],
    ["/example.com", 400, "IP_ADDRESS_INVALID"],
    ["/8.8.8.8%2F24", 400, "IP_ADDRESS_INVALID"],
    ["/%00", 400, "IP_ADDRESS_INVALID"],
    ["/%ff%fe", 400, "IP_ADDRESS_INVALID"],
    [`/${"9".repeat(5000)}`, 400, "IP_ADDRESS_INVALID"],
    ["/10.0.0.1", 400, "IP_ADDRESS_RESERVED"],
    ["/203.0.113.9", 400, "IP_ADDRESS_RESERVED"],
    ["/fe80::1", 400, "IP_ADDRESS_RESERVED"],
    ["/3000::1", 404, "IP_ADDRESS_NOT_FOUND"],
  ];
  for (const [path, status, code] of rows) {
    await t.step(JSON.stringify(path.slice(0, 40)), async () => {
      const answer = await app.ask(`${GEO}/city${path}`, asking(app.live));
      assert.equal(answer.status, status);
      assert.equal(answer.body.code, code);
    });
  }
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
});

Deno.test("a lookup is billed once, not with test keys, and shows the rule", async () => {
  await using app = await startApp();
  const used = async () => (await app.ask("/v1/usage")).body.used;
  for (const { depth } of DEPTHS) await app.ask(`${GEO}/${depth}/8.8.8.8`, asking(app.live));
  assert.equal(await used(), 3);
  assert.equal((await app.ask(`${GEO}/city/8.8.8.8`, asking(app.test))).status, 200);
  assert.equal(await used(), 3);
  await app.ask("/v1/rules", { json: { action: "allow", values: ["8.8.8.8"] } });
  const { body } = await app.ask(`${GEO}/insights/8.8.8.8`, asking(app.live));
  assert.equal(body.traits.ip_risk_snapshot, 0.01);
  assert.equal(body.traits.is_hosting_provider, true);
  assert.equal(body.winnow.rule_applied.action, "allow");
});

Deno.test("`me` is the caller: the peer, or behind a trusted proxy the forwarded address", async () => {
  await using app = await startApp();
  const direct = await app.ask(`${GEO}/country/me`, asking(app.live));
  assert.equal(direct.body.code, "IP_ADDRESS_RESERVED");
  const forged = { ...basic(app.live), "x-forwarded-for": "8.8.8.8" };
  assert.equal(
    (await app.ask(`${GEO}/country/me`, { key: null, headers: forged })).body.code,
    "IP_ADDRESS_RESERVED",
  );
  await using behind = await startApp({ env: { WINNOW_TRUST_PROXY: "true" } });
  const me = (forwarded: string) =>
    behind.ask(`${GEO}/country/me`, {
      key: null,
      headers: { ...basic(behind.live), "x-forwarded-for": forwarded },
    });
  assert.equal((await me("8.8.8.8")).body.traits.ip_address, "8.8.8.8");
  assert.equal((await me("1.1.1.1, 8.8.4.4")).body.traits.ip_address, "8.8.4.4");
  assert.equal((await me("unknown")).body.code, "IP_ADDRESS_INVALID");
});
