import assert from "node:assert/strict";
import fc from "fast-check";
import { matchesHost, readHostPattern } from "../../../../src/signals/agent/host_pattern.ts";

Deno.test("readHostPattern normalises a host, or the hosts below one", () => {
  const rows = [
    ["agent.example", "agent.example"],
    ["Agent.EXAMPLE", "agent.example"],
    ["agent.example.", "agent.example"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["*.bücher.example", "*.xn--bcher-kva.example"],
    ["xn--bcher-kva.example", "xn--bcher-kva.example"],
    ["agent。example", "agent.example"],
    ["localhost", "localhost"],
    ["*.Agent.Example.", "*.agent.example"],
    ["*.com", "*.com"],
    ["_dir.agent.example", "_dir.agent.example"],
    [`${"a".repeat(63)}.example`, `${"a".repeat(63)}.example`],
  ] as const;
  for (const [text, expected] of rows) assert.equal(readHostPattern(text), expected, text);
});

Deno.test("readHostPattern refuses everything else", () => {
  const rows = [
    ["nothing", ""],
    ["any host", "*"],
    ["below nothing", "*."],
    ["a star inside", "a.*.example"],
    ["part of a label", "*agent.example"],
    ["two stars", "*.*.example"],
    ["a dot before", ".agent.example"],
    ["two dots", "agent..example"],
    ["two dots after", "agent.example.."],
    ["a scheme", "https://agent.example"],
    ["a port", "agent.example:443"],
    ["a path", "agent.example/"],
    ["a backslash", "agent.example\\x"],
    ["a query", "agent.example?x"],
    ["a fragment", "agent.example#x"],
    ["a user", "user@agent.example"],
    ["an escape", "agent%2eexample"],
    ["a blank", "agent .example"],
    ["a blank after", "agent.example "],
    ["a tab, which URLs drop", "agent\t.example"],
    ["a line feed", "agent.example\n"],
    ["a soft hyphen, which URLs drop", "ag\u00adent.example"],
    ["a zero-width space", "agent\u200b.example"],
    ["an IPv4 address", "192.0.2.1"],
    ["below an IPv4 address", "*.192.0.2.1"],
    ["an IPv4 address in hexadecimal", "0x7f000001"],
    ["an IPv4 address in full-width digits", "１９２.0.2.1"],
    ["an IPv6 address", "[2001:db8::1]"],
    ["an IPv6 address without brackets", "2001:db8::1"],
    ["broken A-labels", "xn--\u00fc.example"],
    ["a long label", `${"a".repeat(64)}.example`],
    ["a long name", `${"a.".repeat(126)}aa`],
    ["angle brackets", "<agent>.example"],
    ["a comma", "agent.example,other.example"],
  ] as const;
  for (const [name, text] of rows) assert.equal(readHostPattern(text), null, name);
});

Deno.test("a wildcard matches the hosts below a name at any depth, never the name and never a neighbour", () => {
  const rows = [
    ["agent.example", "agent.example", true],
    ["agent.example", "a.agent.example", false],
    ["agent.example", "agent.example.evil.example", false],
    ["*.agent.example", "agent.example", false],
    ["*.agent.example", "a.agent.example", true],
    ["*.agent.example", "a.b.agent.example", true],
    ["*.agent.example", "evilagent.example", false],
    ["*.agent.example", ".agent.example", false],
    ["*.agent.example", "a.agent.example.evil.example", false],
    ["*.agent.example", "*.agent.example", true],
    ["*.example", "agent.example", true],
    ["*.example", "example", false],
  ] as const;
  for (const [pattern, host, expected] of rows) {
    assert.equal(matchesHost(pattern, host), expected, `${pattern} and ${host}`);
  }
  for (const pattern of ["agent.example", "*.agent.example"]) assert.equal(matchesHost(pattern, null), false);
});

Deno.test("property: what was read reads as itself, and matches what the URL parser makes of the host", () => {
  fc.assert(fc.property(fc.domain(), fc.boolean(), fc.boolean(), (domain, wildcard, upper) => {
    const text = (wildcard ? "*." : "") + (upper ? domain.toUpperCase() : domain);
    const pattern = readHostPattern(text);
    if (pattern === null) return;
    assert.equal(readHostPattern(pattern), pattern);
    const host = new URL(`https://${wildcard ? "a." : ""}${domain}`).hostname;
    assert.equal(matchesHost(pattern, host), true);
    assert.equal(matchesHost(pattern, `x${host}`), wildcard);
    assert.equal(matchesHost(pattern, `${host}.x`), false);
  }));
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
    const pattern = readHostPattern(text);
    if (pattern !== null) assert.equal(readHostPattern(pattern), pattern);
  }));
});
