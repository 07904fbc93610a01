import assert from "node:assert/strict";
import { parseAddress } from "../../../../src/model/address/address.ts";
import { InvalidValue } from "../../../../src/model/invalid_value.ts";
import { ipIdentity, maskIp, parseIp } from "../../../../src/signals/ip/parse.ts";

const ACCEPTED: readonly { given: string; identity: string; masked: string }[] = [
  { given: "203.0.113.77", identity: "203.0.113.77", masked: "203.0.113.•" },
  { given: "  8.8.8.8\t", identity: "8.8.8.8", masked: "8.8.8.•" },
  { given: "::ffff:8.8.8.8", identity: "8.8.8.8", masked: "8.8.8.•" },
  { given: "::FFFF:808:808", identity: "8.8.8.8", masked: "8.8.8.•" },
  { given: "2001:DB8:1:2:3:4:5:6", identity: "2001:db8:1:2:3:4:5:6", masked: "2001:db8:1::•" },
  { given: "2606:4700::1111", identity: "2606:4700::1111", masked: "2606:4700::•" },
  { given: "::1", identity: "::1", masked: "::•" },
];

for (const { given, identity, masked } of ACCEPTED) {
  Deno.test(`parseIp accepts ${JSON.stringify(given)} as ${identity}`, () => {
    const address = parseIp(given);
    assert.ok(!(address instanceof InvalidValue));
    assert.equal(ipIdentity(address), identity);
    assert.equal(maskIp(address), masked);
  });
}

Deno.test("a masked address hides everything below its /24 or /48", () => {
  const last = { family: 6, text: "", v4: 0, v6: [0x20010db8, 0x0001ffff, 1, 1] } as const;
  assert.equal(maskIp(last), maskIp(parseAddress("2001:db8:1::")!));
  assert.doesNotMatch(maskIp(parseAddress("1.2.3.44")!), /44/);
});

const REFUSED: readonly { given: string; reason: RegExp }[] = [
  { given: "", reason: /is empty/ },
  { given: "   ", reason: /is empty/ },
  { given: "1.2.3", reason: /is not an IPv4 or IPv6 address/ },
  { given: "01.02.03.04", reason: /strict dotted decimal/ },
  { given: "999.1.1.1", reason: /strict dotted decimal/ },
  { given: "1.2.3.4.5", reason: /is not an IPv4 or IPv6 address/ },
  { given: "1.2.3.4:8080", reason: /brackets or a port/ },
  { given: "[::1]", reason: /brackets or a port/ },
  { given: "fe80::1%eth0", reason: /zone id/ },
  { given: " 1.2.3.4%zz", reason: /% after an IPv4 address/ },
  { given: "10.0.0.0/8", reason: /is a range/ },
  { given: "2001:db8::/32", reason: /is a range/ },
  { given: "example.com", reason: /is not an IPv4 or IPv6 address/ },
  { given: "__proto__", reason: /is not an IP address/ },
  { given: "1.2.3.4\0", reason: /is not an IP address/ },
  { given: "\ud800", reason: /is not an IP address/ },
  { given: "<script>", reason: /is not an IP address/ },
  { given: " ".repeat(65), reason: /longer than any IP address/ },
  { given: "1".repeat(1_000_000), reason: /longer than any IP address/ },
];

for (const { given, reason } of REFUSED) {
  Deno.test(`parseIp refuses ${JSON.stringify(given.slice(0, 30))} with its reason`, () => {
    const parsed = parseIp(given);
    assert.ok(parsed instanceof InvalidValue);
    assert.match(parsed.reason, reason);
  });
}
