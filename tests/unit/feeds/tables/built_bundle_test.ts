import assert from "node:assert/strict";
import { parseAddress } from "../../../../src/model/address/address.ts";
import { orNull } from "../../../../src/model/evidence.ts";
import { type Bundle, openBundle } from "../../../../src/feeds/tables/bundle.ts";
import { namesIn } from "../../../../src/feeds/tables/networks.ts";

const DIR = new URL("../../../../build", import.meta.url).pathname;

let bundle: Bundle | undefined;

/** The bundle that `deno task data` builds (8 s) is not built by a test; without it these are skipped by name. */
function withBuilt(name: string, run: (bundle: Bundle) => void): void {
  const missing = !exists(`${DIR}/winnow.bundle`);
  const suffix = missing ? " (skipped: build/winnow.bundle is not there; run deno task data)" : "";
  Deno.test({ name: name + suffix, ignore: missing, fn: async () => run(bundle ??= await openBundle(DIR)) });
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** Facts that have been the same for years. */
const FACTS: readonly { ip: string; country: string; asn: number | null }[] = [
  { ip: "8.8.8.8", country: "US", asn: 15169 },
  { ip: "3.5.140.2", country: "KR", asn: 16509 },
  { ip: "20.36.0.1", country: "US", asn: 8075 },
  { ip: "138.68.0.1", country: "US", asn: 14061 },
  { ip: "5.9.60.2", country: "DE", asn: 24940 },
  { ip: "51.68.0.1", country: "FR", asn: 16276 },
  { ip: "132.145.0.1", country: "GB", asn: 31898 },
  { ip: "185.220.101.1", country: "DE", asn: 60729 },
  { ip: "73.15.20.1", country: "US", asn: 7922 },
  { ip: "133.11.0.1", country: "JP", asn: 2501 },
  { ip: "18.130.0.1", country: "GB", asn: 16509 },
  { ip: "2a01:4f8::1", country: "DE", asn: 24940 },
  { ip: "2a00:1450:4001:800::1", country: "DE", asn: 15169 },
];

for (const { ip, country, asn } of FACTS) {
  withBuilt(`the built bundle knows ${ip}`, ({ places, networks }) => {
    const address = parseAddress(ip)!;
    assert.equal(orNull(places.lookup(address))?.country, country);
    assert.equal(orNull(networks.lookup(address))?.asn, asn);
  });
}

withBuilt("the built bundle names operators and has no district in a city", ({ places, networks }) => {
  assert.equal(
    orNull(networks.lookup(parseAddress("73.15.20.1")!))?.name,
    "Comcast Cable Communications, LLC",
  );
  assert.equal(namesIn(networks.dictionary)(13335), "Cloudflare, Inc.");
  let cities = 0;
  for (let block = 1; block < 224; block++) {
    for (let net = 0; net < 256; net++) {
      const place = orNull(places.lookup(parseAddress(`${block}.${net}.77.7`)!));
      assert.doesNotMatch(place?.city ?? "", /\([^()]*\)$/);
      if (place !== null) assert.match(place.country ?? "XX", /^[A-Z]{2}$/);
      if (place?.city) cities++;
    }
  }
  assert.ok(cities > 30_000, `${cities} of 57,088 addresses have a city`);
});

withBuilt("the built bundle names its data and carries the domain lists", ({ version, domainLists }) => {
  assert.match(version, /^places \d\S+, networks \d\S+, domains \S+, facts \d\S+, compiler \d+$/);
  assert.ok(domainLists !== null && domainLists.length > 500_000);
});
