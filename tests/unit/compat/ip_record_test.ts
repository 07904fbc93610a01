import assert from "node:assert/strict";
import { ipRecord, isAnonymous } from "../../../src/compat/ip_record.ts";
import { parseAddress } from "../../../src/model/address/address.ts";
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
function record(given: IpFields, subdivision: string | null = null): any {
  return ipRecord(
    { fields: given, asn: given.geo.asn === null ? null : 3215, score: 0, subdivision },
    "insights",
  );
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

Deno.test("a known country has continent, union and ids; a known subdivision its name", () => {
  const paris = record(fields(), "Île-de-France");
  assert.deepEqual(paris.country, {
    iso_code: "FR",
    geoname_id: 3017382,
    is_in_european_union: true,
    names: { en: "France" },
  });
  assert.deepEqual(paris.continent, { code: "EU", geoname_id: 6255148, names: { en: "Europe" } });
  assert.deepEqual(paris.subdivisions, [{ names: { en: "Île-de-France" } }]);
  assert.equal(paris.traits.autonomous_system_number, 3215);
});
