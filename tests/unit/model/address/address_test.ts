import assert from "node:assert/strict";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import {
  addressFromV4,
  addressFromV6,
  clientSubnet,
  contains,
  networkOf,
  parseAddress,
  parseCidr,
} from "../../../../src/model/address/address.ts";
import { rounds } from "../../../support/rounds.ts";

const CANONICAL: readonly { name: string; given: string; expected: string }[] = [
  { name: "IPv4", given: "8.8.8.8", expected: "8.8.8.8" },
  { name: "IPv4, lowest and highest", given: "0.255.0.255", expected: "0.255.0.255" },
  { name: "RFC 5952: lower case, no leading zeros", given: "2001:0DB8::00AB", expected: "2001:db8::ab" },
  { name: "RFC 5952: longest run of zeros", given: "2001:0:0:1:0:0:0:1", expected: "2001:0:0:1::1" },
  { name: "RFC 5952: first of two equal runs", given: "2001:db8:0:0:1:0:0:1", expected: "2001:db8::1:0:0:1" },
  {
    name: "RFC 5952: one zero is not shortened",
    given: "2001:db8::1:1:1:1:1",
    expected: "2001:db8:0:1:1:1:1:1",
  },
  { name: "unspecified", given: "::", expected: "::" },
  { name: "mapped, dotted", given: "::ffff:8.8.8.8", expected: "8.8.8.8" },
  { name: "mapped, hexadecimal", given: "::FFFF:0808:0808", expected: "8.8.8.8" },
  { name: "mapped, written out", given: "0:0:0:0:0:ffff:1.2.3.4", expected: "1.2.3.4" },
  { name: "IPv4-compatible is not mapped", given: "::8.8.8.8", expected: "::808:808" },
  { name: "dotted tail that is not mapped", given: "64:ff9b::192.0.2.1", expected: "64:ff9b::c000:201" },
];

for (const { name, given, expected } of CANONICAL) {
  Deno.test(`parseAddress, ${name}: ${given}`, () => {
    const address = parseAddress(given);
    assert.equal(address?.text, expected);
    assert.equal(address?.family, expected.includes(":") ? 6 : 4);
    assert.deepEqual(parseAddress(expected), address, "the canonical text is its own canonical text");
  });
}

const REFUSED: readonly string[] = [
  "",
  " ",
  "1.2.3",
  "1.2.3.4.5",
  "01.02.03.04",
  "1.2.3.04",
  "256.1.1.1",
  "1.2.3.4 ",
  " 1.2.3.4",
  "1.2.3.-4",
  "1.2.3.4/32",
  "0x7f.0.0.1",
  "2130706433",
  "1,2,3,4",
  "١.٢.٣.٤",
  "::1%lo",
  "fe80::1%eth0",
  "1::2::3",
  ":::",
  ":1",
  "1:2:3:4:5:6:7",
  "1:2:3:4:5:6:7:8:9",
  "1:2:3:4:5:6:7:8::",
  "::1:2:3:4:5:6:7:8",
  "1:2:3:4:5:6:7:1.2.3.4",
  "::12345",
  "::g",
  "::-1",
  "0x1::",
  "::0x1",
  "[::1]",
  "::ffff:01.2.3.4",
  "::ffff:1.2.3",
  "::ffff:256.1.1.1",
  "::ffff:1.2.3.4.5",
  "::1.2.3.4:5",
  "localhost",
  "::1\n",
  "1.2.3.4\0",
  "\ud800::1",
  "__proto__",
  "1".repeat(1_000_000),
  "1:".repeat(500_000),
];

for (const given of REFUSED) {
  Deno.test(`parseAddress refuses ${JSON.stringify(given.slice(0, 40))}${given.length > 40 ? "…" : ""}`, () => {
    assert.equal(parseAddress(given), null);
  });
}

Deno.test("parseAddress gives the numbers of the address", () => {
  assert.equal(parseAddress("255.0.0.1")?.v4, 0xff000001);
  assert.deepEqual(parseAddress("255.0.0.1")?.v6, [0, 0, 0, 0]);
  const v6 = parseAddress("ffff:8000:1:2:3:4:5:fffe");
  assert.deepEqual(v6?.v6, [0xffff8000, 0x00010002, 0x00030004, 0x0005fffe]);
  assert.equal(v6?.v4, 0);
});

Deno.test("parseAddress reads and writes IPv6 as ipaddr.js does", () => {
  const group = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("0", "0", "", "ffff", "00aB", "12345", "g", ":") },
    { weight: 4, arbitrary: fc.nat(0xffff).map((number) => number.toString(16)) },
  );
  const text = fc.array(group, { minLength: 2, maxLength: 9 }).map((groups) => groups.join(":"));
  const expected = (given: string) => {
    if (!ipaddr.IPv6.isValid(given)) return null;
    const parsed = ipaddr.IPv6.parse(given);
    return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.toRFC5952String();
  };
  let valid = 0;
  fc.assert(
    fc.property(text, (given) => {
      const address = parseAddress(given);
      assert.equal(address?.text ?? null, expected(given));
      if (address !== null) valid++;
    }),
    { numRuns: rounds(20_000) },
  );
  assert.ok(valid > 500, `${valid}`);
});

Deno.test("the text of any IPv6 address is as ipaddr.js writes it, and means the same address", () => {
  const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
  const groups = fc.array(group, { minLength: 8, maxLength: 8 })
    .filter((parts) => !new ipaddr.IPv6(parts).isIPv4MappedAddress());
  fc.assert(
    fc.property(groups, (parts) => {
      const [a, b, c, d] = [0, 2, 4, 6].map((at) => ((parts[at]! << 16) | parts[at + 1]!) >>> 0);
      const { text } = addressFromV6([a!, b!, c!, d!]);
      assert.equal(text, new ipaddr.IPv6(parts).toRFC5952String());
      assert.deepEqual(parseAddress(text)?.v6, [a, b, c, d]);
    }),
    { numRuns: rounds(2000) },
  );
});

Deno.test("addressFromV6 folds a mapped address", () => {
  assert.deepEqual(addressFromV6([0, 0, 0xffff, 0x01020304]), parseAddress("1.2.3.4"));
  assert.equal(addressFromV6([0, 0, 0xfffe, 1]).family, 6);
});

const CIDRS: readonly { given: string; expected: string | null }[] = [
  { given: "192.0.2.129/25", expected: "192.0.2.128/25" },
  { given: "192.0.2.129", expected: "192.0.2.129/32" },
  { given: "255.255.255.255/0", expected: "0.0.0.0/0" },
  { given: "10.1.2.3/31", expected: "10.1.2.2/31" },
  { given: "2001:db8:ffff::1/33", expected: "2001:db8:8000::/33" },
  { given: "2001:db8::1", expected: "2001:db8::1/128" },
  { given: "ffff::/0", expected: "::/0" },
  { given: "::ffff:10.1.2.3/104", expected: "10.0.0.0/8" },
  { given: "::ffff:10.1.2.3", expected: "10.1.2.3/32" },
  { given: "::ffff:10.1.2.3/8", expected: null },
  { given: "10.0.0.0/33", expected: null },
  { given: "10.0.0.0/08", expected: null },
  { given: "10.0.0.0/", expected: null },
  { given: "10.0.0.0/-1", expected: null },
  { given: "10.0.0.0/8/8", expected: null },
  { given: "10.0.0.0/1e1", expected: null },
  { given: "10.0.0.0/8 ", expected: null },
  { given: "10.0.0/8", expected: null },
  { given: "2001:db8::/129", expected: null },
  { given: "/8", expected: null },
];

for (const { given, expected } of CIDRS) {
  Deno.test(`parseCidr ${given} is ${expected}`, () => {
    const cidr = parseCidr(given);
    assert.equal(cidr === null ? null : `${cidr.address.text}/${cidr.prefix}`, expected);
  });
}

Deno.test("contains compares inside one family only", () => {
  const all4 = parseCidr("0.0.0.0/0")!;
  const all6 = parseCidr("::/0")!;
  const [v4, v6] = [parseAddress("1.2.3.4")!, parseAddress("::1")!];
  assert.deepEqual([contains(all4, v4), contains(all4, v6), contains(all6, v4), contains(all6, v6)], [
    true,
    false,
    false,
    true,
  ]);
});

Deno.test("contains stops at the prefix", () => {
  const cidr = parseCidr("2001:db8:0:8::/61")!;
  assert.equal(contains(cidr, parseAddress("2001:db8:0:f:ffff::1")!), true);
  assert.equal(contains(cidr, parseAddress("2001:db8:0:10::")!), false);
  assert.equal(contains(parseCidr("128.0.0.0/1")!, parseAddress("255.255.255.255")!), true);
  assert.equal(contains(parseCidr("128.0.0.0/1")!, parseAddress("127.255.255.255")!), false);
});

Deno.test("networkOf clears host bits at every length", () => {
  assert.equal(networkOf(addressFromV4(0xffffffff), 1).text, "128.0.0.0");
  assert.equal(networkOf(parseAddress("ffff:ffff:ffff::1")!, 64).text, "ffff:ffff:ffff::");
  assert.equal(networkOf(parseAddress("2001:db8::1")!, 128).text, "2001:db8::1");
  assert.equal(networkOf(parseAddress("2001:db8::1")!, 0).text, "::");
});

Deno.test("clientSubnet is the /24 of IPv4 and the /48 of IPv6", () => {
  assert.equal(clientSubnet(parseAddress("198.51.100.77")!), "198.51.100.0/24");
  assert.equal(clientSubnet(parseAddress("::ffff:198.51.100.77")!), "198.51.100.0/24");
  assert.equal(clientSubnet(parseAddress("2001:db8:12:3456::1")!), "2001:db8:12::/48");
});
