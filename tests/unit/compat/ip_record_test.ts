import assert from "node:assert/strict";
import { readCityRecord } from "../../../src/compat/city_record.ts";
import { ipRecord, isAnonymous } from "../../../src/compat/ip_record.ts";
import { parseAddress } from "../../../src/model/address/address.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { known } from "../../../src/model/evidence.ts";
import { type IpFields, scoreIp } from "../../../src/signals/ip/score.ts";
import { ipEvidence } from "../../support/fixtures/ip_evidence.ts";

const PARIS = scoreIp(ipEvidence({}, {
  address: parseAddress("8.8.8.8")!,
  place: known({ country: "FR", city: "Paris" }),
  network: known({ asn: 3215, name: "Orange" }),
})).fields;

function fields(signals: Partial<IpFields["signals"]> = {}, geo: Partial<IpFields["geo"]> = {}): IpFields {
  return { ...PARIS, signals: { ...PARIS.signals, ...signals }, geo: { ...PARIS.geo, ...geo } };
}

// deno-lint-ignore no-explicit-any -- a record of another product's shape
function record(given: IpFields, file: JsonObject = {}): any {
  const asn = given.geo.asn === null ? null : 3215;
  return ipRecord({ fields: given, asn, score: 0, record: readCityRecord(file) }, "insights");
}

Deno.test("isAnonymous is true when one holds, false only when all are known not to, else unknown", () => {
  const values = [true, false, null];
  for (const is_vpn of values) {
    for (const is_proxy of values) {
      for (const is_tor of values) {
        const all = [is_vpn, is_proxy, is_tor];
        const expected = all.includes(true) ? true : all.includes(null) ? null : false;
        assert.equal(isAnonymous(fields({ is_vpn, is_proxy, is_tor })), expected, String(all));
      }
    }
  }
});

Deno.test("each trait equals its signal, null included", () => {
  const rows: [keyof IpFields["signals"], string][] = [
    ["is_vpn", "is_anonymous_vpn"],
    ["is_proxy", "is_public_proxy"],
    ["is_tor", "is_tor_exit_node"],
    ["is_datacenter", "is_hosting_provider"],
  ];
  for (const [signal, trait] of rows) {
    for (const value of [true, false, null]) {
      const { traits, anonymizer } = record(fields({ [signal]: value }));
      assert.equal(traits[trait], value);
      assert.equal(anonymizer[trait], value);
    }
  }
});

Deno.test("a datacenter alone is not anonymous; a VPN provider is named", () => {
  assert.equal(record(fields({ is_datacenter: true })).traits.is_anonymous, false);
  const named = { ...fields({ is_vpn: true }), vpn_provider: "Mullvad" };
  assert.equal(record(named).anonymizer.provider_name, "Mullvad");
});

Deno.test("names that the place table does not know are omitted, never null", () => {
  const nowhere = record(fields({}, { country: null, city: null, asn: null, isp: null }));
  assert.deepEqual(nowhere.continent, { code: null, names: {} });
  assert.deepEqual(nowhere.country, { iso_code: null, names: {} });
  assert.deepEqual(nowhere.city, { names: {} });
  assert.equal(nowhere.traits.autonomous_system_number, null);
  assert.equal(nowhere.traits.isp, null);
  assert.ok(!("subdivisions" in nowhere));
  const unlisted = record(fields({}, { country: "ZZ", city: null }));
  assert.deepEqual(unlisted.country, { iso_code: "ZZ", names: {} });
});

Deno.test("a known country has continent, union and ids", () => {
  const paris = record(fields());
  assert.deepEqual(paris.country, {
    iso_code: "FR",
    geoname_id: 3017382,
    is_in_european_union: true,
    names: { en: "France" },
  });
  assert.deepEqual(paris.continent, { code: "EU", geoname_id: 6255148, names: { en: "Europe" } });
  assert.equal(paris.traits.autonomous_system_number, 3215);
});

Deno.test("what a file has of another type than the vendor's is left out, field by field", () => {
  const paris = record(fields(), {
    country: { iso_code: "FR", geoname_id: "3017382", names: { en: null, de: "Frankreich", "<b>": "x" } },
    registered_country: ["FR"],
    city: { geoname_id: -1, names: "Paris" },
    subdivisions: [null, "IDF", {}, { iso_code: 7, names: { fr: "Île-de-France" } }],
    postal: { code: 75001 },
    location: { latitude: 91, longitude: "2.3", accuracy_radius: 1.5, time_zone: "Europe/Paris", other: 1 },
    traits: { is_anycast: "yes", user_type: {}, ip_address: "1.2.3.4", is_tor_exit_node: true },
  });
  assert.deepEqual(paris.country, {
    iso_code: "FR",
    geoname_id: 3017382,
    is_in_european_union: true,
    names: { en: "France", de: "Frankreich" },
  });
  assert.ok(!("registered_country" in paris) && !("postal" in paris));
  assert.deepEqual(paris.city, { names: { en: "Paris" } });
  assert.deepEqual(paris.subdivisions, [{ names: { fr: "Île-de-France" } }]);
  assert.deepEqual([paris.location.latitude, paris.location.longitude], [null, null]);
  assert.deepEqual([paris.location.accuracy_radius, paris.location.time_zone], [null, "Europe/Paris"]);
  assert.ok(!("other" in paris.location) && !("is_anycast" in paris.traits));
  assert.deepEqual([paris.traits.user_type, paris.traits.ip_address], [null, "8.8.8.8"]);
  assert.notEqual(paris.traits.is_tor_exit_node, true);
});
