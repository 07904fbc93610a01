/** With the operator's own city file, all of its fields are in the compatibility answers. */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { asking } from "../../support/app/basic_auth.ts";
import { javaBreaks, phpBreaks, pythonBreaks } from "../../support/clients/maxmind_rules.ts";
import { mmdbBytes, type MmdbValue } from "../../support/fixtures/mmdb.ts";
import { inFolder } from "../../support/folder.ts";

const LONDON = "81.2.69.160";
const FLAT = "9.9.9.9";
const BARE = "8.8.8.8";
const NOWHERE = "1.1.1.1";

const RECORD = {
  continent: { code: "EU", geoname_id: 6255148, names: { en: "Europe", de: "Europa" } },
  country: {
    iso_code: "GB",
    geoname_id: 2635167,
    confidence: 99,
    names: { en: "United Kingdom", de: "Vereinigtes Königreich", "zh-CN": "英国" },
  },
  registered_country: { iso_code: "US", geoname_id: 6252001, names: { en: "United States" } },
  represented_country: {
    iso_code: "US",
    geoname_id: 6252001,
    names: { en: "United States" },
    type: "military",
  },
  city: { geoname_id: 2643743, confidence: 40, names: { en: "London", fr: "Londres" } },
  subdivisions: [
    { iso_code: "ENG", geoname_id: 6269131, names: { en: "England", fr: "Angleterre" } },
    { iso_code: "WBK", geoname_id: 3333217, names: { en: "West Berkshire" } },
  ],
  postal: { code: "OX1", confidence: 20 },
  location: {
    latitude: 51.5142,
    longitude: -0.0931,
    accuracy_radius: 10,
    metro_code: 819,
    time_zone: "Europe/London",
  },
  traits: {
    is_anycast: true,
    is_satellite_provider: true,
    user_type: "residential",
    connection_type: "Cable/DSL",
  },
} as const satisfies MmdbValue;

const NETWORKS: Readonly<Record<string, MmdbValue>> = {
  "81.2.69.0/24": RECORD,
  "9.9.9.0/24": {
    city: "Berlin (Mitte)",
    country_code: "DE",
    latitude: 52.5,
    longitude: 13.4,
    postcode: "10115",
    state1: "Land Berlin",
    timezone: "Europe/Berlin",
  },
  "8.8.8.0/24": { country: { iso_code: "US" } },
};

async function withFile(run: (app: TestApp) => Promise<void>): Promise<void> {
  await inFolder(async (dir) => {
    const path = `${dir}/own.mmdb`;
    await Deno.writeFile(path, mmdbBytes({ type: "GeoIP2-City", networks: NETWORKS }));
    await using app = await startApp({ env: { WINNOW_CITY_MMDB: path } });
    await run(app);
  });
}

const geo = async (app: TestApp, depth: string, ip: string) =>
  (await app.ask(`/geoip/v2.1/${depth}/${ip}`, asking(app.live))).body;

const sure = (
  { confidence: _, ...rest }: { readonly confidence?: number; readonly [name: string]: unknown },
) => rest;

Deno.test("a nested file: location, postal, ids, languages, subdivisions, the registered country", async () => {
  await withFile(async (app) => {
    const insights = await geo(app, "insights", LONDON);
    const fraud = (await app.ask(
      "/minfraud/v2.0/insights",
      asking(app.live, { json: { device: { ip_address: LONDON } } }),
    )).body;
    for (const body of [insights, fraud.ip_address]) {
      for (
        const name of ["continent", "registered_country", "represented_country", "city", "postal"] as const
      ) {
        assert.deepEqual(body[name], RECORD[name], name);
      }
      assert.deepEqual(body.country, { ...RECORD.country, is_in_european_union: false });
      assert.deepEqual(body.subdivisions, RECORD.subdivisions);
      const { population_density, average_income, local_time, ...location } = body.location;
      assert.deepEqual(location, RECORD.location);
      assert.deepEqual([population_density, average_income, local_time], [null, null, null]);
      assert.equal(body.traits.is_anycast, true);
      assert.equal(body.traits.is_satellite_provider, true);
      assert.equal(body.traits.user_type, "residential");
      assert.deepEqual([body.traits.network, body.traits.is_residential_proxy], [null, null]);
    }
    assert.equal(fraud.credit_card, null);

    const city = await geo(app, "city", LONDON);
    assert.deepEqual(city.location, RECORD.location);
    assert.deepEqual(city.postal, { code: "OX1" }, "the confidence is of insights only");
    assert.deepEqual(city.city, sure(RECORD.city));
    assert.equal(city.traits.connection_type, "Cable/DSL");
    assert.ok(!("user_type" in city.traits));

    const country = await geo(app, "country", LONDON);
    assert.deepEqual(country.registered_country, RECORD.registered_country);
    assert.equal(country.country.names["zh-CN"], "英国");
    assert.deepEqual(Object.keys(country.traits).sort(), ["ip_address", "is_anycast", "network"]);
    for (const name of ["city", "location", "postal", "subdivisions"]) assert.ok(!(name in country), name);

    for (const body of [insights, city, country]) {
      for (const breaks of [pythonBreaks, phpBreaks, javaBreaks]) assert.deepEqual(breaks(body, "geo"), []);
    }
    assert.equal((await app.ask("/minfraud/v2.0/factors", asking(app.live, { json: {} }))).status, 404);
  });
});

Deno.test("a flat file, a record with a country alone, and an address that the file lacks", async () => {
  await withFile(async (app) => {
    const flat = await geo(app, "city", FLAT);
    assert.deepEqual(flat.city, { names: { en: "Berlin" } });
    assert.deepEqual(flat.subdivisions, [{ names: { en: "Land Berlin" } }]);
    assert.deepEqual(flat.postal, { code: "10115" });
    assert.deepEqual(flat.location, {
      latitude: 52.5,
      longitude: 13.4,
      accuracy_radius: null,
      time_zone: "Europe/Berlin",
      metro_code: null,
    });
    for (const ip of [BARE, NOWHERE]) {
      const bare = await geo(app, "city", ip);
      assert.deepEqual(bare.city, { names: {} }, ip);
      assert.ok(Object.values(bare.location).every((value) => value === null), ip);
      for (const name of ["postal", "subdivisions", "registered_country"]) assert.ok(!(name in bare), name);
    }
  });
});
