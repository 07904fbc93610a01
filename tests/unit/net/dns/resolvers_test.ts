import assert from "node:assert/strict";
import { parseResolvConf, parseResolver, systemResolvers } from "../../../../src/net/dns/resolvers.ts";

const rows: { given: string; expected: string | null }[] = [
  { given: "9.9.9.9", expected: "9.9.9.9:53" },
  { given: "127.0.0.1:5353", expected: "127.0.0.1:5353" },
  { given: "2620:fe::fe", expected: "2620:fe::fe:53" },
  { given: "[2620:fe::fe]:5353", expected: "2620:fe::fe:5353" },
  { given: "", expected: null },
  { given: "dns.example", expected: null },
  { given: "1.2.3.4:0", expected: null },
  { given: "1.2.3.4:65536", expected: null },
  { given: "1.2.3.4:", expected: null },
  { given: "1.2.3:53", expected: null },
  { given: "[1.2.3.4:53", expected: null },
];

for (const { given, expected } of rows) {
  Deno.test(`parseResolver reads ${JSON.stringify(given)}`, () => {
    const resolver = parseResolver(given);
    assert.equal(resolver === null ? null : `${resolver.address.text}:${resolver.port}`, expected);
  });
}

Deno.test("parseResolvConf takes the first three nameserver lines that hold an address", () => {
  const text = [
    "# nameserver 1.1.1.1",
    "search lan",
    "nameserver 10.0.0.1",
    "  nameserver\t2001:db8::1  # comment",
    "nameserver fe80::1%eth0",
    "options edns0",
    "nameserver 10.0.0.2",
    "nameserver 10.0.0.3",
  ].join("\n");
  assert.deepEqual(
    parseResolvConf(text).map((resolver) => resolver.address.text),
    ["10.0.0.1", "2001:db8::1", "10.0.0.2"],
  );
  assert.deepEqual(parseResolvConf(""), []);
});

Deno.test("systemResolvers does without the file", async () => {
  const resolvers = await systemResolvers("/nonexistent/resolv.conf");
  assert(resolvers.length <= 3);
});
