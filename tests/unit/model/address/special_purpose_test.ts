import assert from "node:assert/strict";
import { parseAddress } from "../../../../src/model/address/address.ts";
import { isGlobalUnicast, specialPurpose } from "../../../../src/model/address/special_purpose.ts";

/** One row of each kind in the two IANA registries, and the addresses just outside. */
const ROWS: readonly { given: string; name: RegExp | null; global: boolean }[] = [
  { given: "0.0.0.0", name: /this network/, global: false },
  { given: "1.0.0.0", name: null, global: true },
  { given: "10.255.255.255", name: /private use/, global: false },
  { given: "11.0.0.0", name: null, global: true },
  { given: "100.63.255.255", name: null, global: true },
  { given: "100.64.0.0", name: /carrier-grade NAT/, global: false },
  { given: "100.127.255.255", name: /carrier-grade NAT/, global: false },
  { given: "127.0.0.1", name: /loopback/, global: false },
  { given: "::ffff:127.0.0.1", name: /loopback/, global: false },
  { given: "169.254.169.254", name: /link local/, global: false },
  { given: "172.15.255.255", name: null, global: true },
  { given: "172.16.0.1", name: /private use/, global: false },
  { given: "172.32.0.0", name: null, global: true },
  { given: "192.0.0.8", name: /IETF protocol assignments/, global: false },
  { given: "192.0.0.9", name: /Port Control Protocol/, global: true },
  { given: "192.0.2.1", name: /TEST-NET-1/, global: false },
  { given: "192.31.196.1", name: /AS112/, global: true },
  { given: "192.88.99.1", name: /6to4/, global: false },
  { given: "192.168.1.1", name: /private use/, global: false },
  { given: "198.17.255.255", name: null, global: true },
  { given: "198.19.255.255", name: /benchmarking/, global: false },
  { given: "198.51.100.9", name: /TEST-NET-2/, global: false },
  { given: "203.0.113.5", name: /TEST-NET-3/, global: false },
  { given: "223.255.255.255", name: null, global: true },
  { given: "224.0.0.1", name: /multicast/, global: false },
  { given: "255.255.255.255", name: /broadcast/, global: false },
  { given: "::", name: /unspecified/, global: false },
  { given: "::1", name: /loopback/, global: false },
  { given: "::8.8.8.8", name: /IPv4-compatible/, global: false },
  { given: "64:ff9b::8.8.8.8", name: /translation/, global: false },
  { given: "64:ff9b:1::1", name: /local IPv4-IPv6 translation/, global: false },
  { given: "100::1", name: /discard/, global: false },
  { given: "2001::1", name: /Teredo/, global: false },
  { given: "2001:1::1", name: /Port Control Protocol/, global: true },
  { given: "2001:20::1", name: /ORCHIDv2/, global: true },
  { given: "2001:100::1", name: /IETF protocol assignments/, global: false },
  { given: "2001:200::1", name: null, global: true },
  { given: "2001:db8::1", name: /documentation/, global: false },
  { given: "2002:808:808::1", name: /6to4/, global: false },
  { given: "2606:4700::1111", name: null, global: true },
  { given: "3fff:fff::1", name: /documentation/, global: false },
  { given: "3fff:1000::1", name: null, global: true },
  { given: "4000::1", name: /not allocated/, global: false },
  { given: "5f00::1", name: /segment routing/, global: false },
  { given: "fc00::1", name: /unique local/, global: false },
  { given: "fe80::1", name: /link local/, global: false },
  { given: "fec0::1", name: /site local/, global: false },
  { given: "ff02::1", name: /multicast/, global: false },
];

for (const { given, name, global } of ROWS) {
  Deno.test(`special-purpose space: ${given} is ${name === null ? "ordinary" : name.source}`, () => {
    const address = parseAddress(given)!;
    const row = specialPurpose(address);
    if (name === null) assert.equal(row, null);
    else assert.match(row?.name ?? "", name);
    assert.equal(isGlobalUnicast(address), global);
  });
}
