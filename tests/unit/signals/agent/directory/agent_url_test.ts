import assert from "node:assert/strict";
import {
  resolveJwksUri,
  resolveSignatureAgent,
} from "../../../../../src/signals/agent/directory/agent_url.ts";

const NONE = new Map<string, string>();
const WELL_KNOWN = "/.well-known/http-message-signatures-directory";

Deno.test("resolveSignatureAgent returns what is fetched and what identifies the agent", () => {
  const rows = [
    {
      value: "https://agent.example",
      type: null,
      kind: "directory",
      url: `https://agent.example${WELL_KNOWN}`,
    },
    {
      value: "https://agent.example/",
      type: null,
      kind: "directory",
      url: `https://agent.example${WELL_KNOWN}`,
    },
    {
      value: "HTTPS://Agent.Example:443/",
      type: null,
      kind: "directory",
      url: `https://agent.example${WELL_KNOWN}`,
    },
    {
      value: "https://agent.example.",
      type: null,
      kind: "directory",
      url: `https://agent.example${WELL_KNOWN}`,
    },
    {
      value: "https://agent.example",
      type: "directory",
      kind: "directory",
      url: `https://agent.example${WELL_KNOWN}`,
    },
    {
      value: "https://agent.example/jwks.json",
      type: null,
      kind: "jwks",
      url: "https://agent.example/jwks.json",
    },
    { value: "https://agent.example/", type: "jwks_uri", kind: "jwks", url: "https://agent.example/" },
    {
      value: `https://agent.example${WELL_KNOWN}`,
      type: null,
      kind: "directory",
      url: `https://agent.example${WELL_KNOWN}`,
    },
    {
      value: `https://agent.example/.well%2dknown/http-message-signatures-directory`,
      type: "jwks_uri",
      kind: "directory",
      url: `https://agent.example${WELL_KNOWN}`,
    },
    {
      value: `https://agent.example${WELL_KNOWN}?v=1`,
      type: null,
      kind: "jwks",
      url: `https://agent.example${WELL_KNOWN}?v=1`,
      identifier: `https://agent.example${WELL_KNOWN}`,
    },
    {
      value: "https://agent.example/?v=1",
      type: null,
      kind: "jwks",
      url: "https://agent.example/?v=1",
      identifier: "https://agent.example/",
    },
    {
      value: "https://agent.example/a/./b/../%6a%c3?x=%7e",
      type: "jwks_uri",
      kind: "jwks",
      url: "https://agent.example/a/j%C3?x=~",
      identifier: "https://agent.example/a/j%C3",
    },
    { value: "https://agent.example/card", type: "cimd", kind: "card", url: "https://agent.example/card" },
    {
      value: "https://bücher.example",
      type: null,
      kind: "directory",
      url: `https://xn--bcher-kva.example${WELL_KNOWN}`,
    },
  ];
  for (const { value, type, kind, url, identifier } of rows) {
    const verdict = resolveSignatureAgent(value, type, NONE);
    assert.ok(verdict.ok, value);
    assert.deepEqual(
      verdict.target,
      { kind, url, identifier: identifier ?? url, host: new URL(url).hostname, override: null },
      value,
    );
  }
});

Deno.test("resolveSignatureAgent refuses what is not a usable https URL", () => {
  const rows = [
    ["http://agent.example", null],
    ["agent.example", null],
    ["//agent.example", null],
    ["https:agent.example", null],
    ["https:/agent.example", null],
    ["https:///agent.example", null],
    ["https://xn--a.example", null],
    ["https:\\\\agent.example", null],
    ["", null],
    ["https://", null],
    ["https://?", null],
    ["https://user@agent.example", null],
    ["https://user:pass@agent.example", null],
    ["https://@agent.example", null],
    ["https://agent.example\\@other.example", null],
    ["https://agent.example/#", null],
    ["https://agent.example/#key", null],
    [" https://agent.example", null],
    ["https://agent.example/a b", null],
    ["https://agent example", null],
    ["https://agent.example:99999", null],
    ["data:application/json,{}", null],
    ["https://agent.example/path", "directory"],
    ["https://agent.example/?q", "directory"],
    ["https://agent.example", "jwks"],
    ["https://agent.example", "Directory"],
    ["https://agent.example", ""],
  ] as const;
  for (const [value, type] of rows) {
    const verdict = resolveSignatureAgent(value, type, NONE);
    assert.ok(!verdict.ok && verdict.reason === "signature_agent_invalid", `${value} ${type}`);
  }
});

const INSIDE = [
  "https://127.0.0.1",
  "https://127.1",
  "https://2130706433",
  "https://0x7f000001",
  "https://0177.0.0.1",
  "https://0x7f.1",
  "https://１２７.０.０.１",
  "https://127.0.0.1.",
  "https://8.8.8.8",
  "https://[::1]",
  "https://[::ffff:127.0.0.1]",
  "https://[::ffff:7f00:1]",
  "https://[2606:4700:4700::1111]",
  "https://169.254.169.254/latest/meta-data",
  "https://localhost",
  "https://localhost.",
  "https://localhost..",
  "https://LOCALHOST",
  "https://a.localhost",
  "https://printer.local",
  "https://metadata.google.internal",
  "https://router.home.arpa",
  "https://abcdefghij.onion",
  "https://intranet",
  "https://agent.example:8443",
  "https://agent.example:80",
  "https://agent.example:22/jwks",
];

Deno.test("resolveSignatureAgent blocks addresses in any spelling, inside names and other ports", () => {
  for (const value of INSIDE) {
    for (const type of [null, "jwks_uri", "cimd"]) {
      const verdict = resolveSignatureAgent(value, type, NONE);
      assert.ok(!verdict.ok && verdict.reason === "signature_agent_blocked", `${value} ${type}`);
    }
  }
});

Deno.test("resolveJwksUri is guarded like Signature-Agent", () => {
  for (const value of INSIDE) {
    const verdict = resolveJwksUri(value, NONE);
    assert.ok(!verdict.ok && verdict.reason === "signature_agent_blocked", value);
  }
  assert.ok(!resolveJwksUri("http://agent.example/jwks", NONE).ok);
  const verdict = resolveJwksUri("https://agent.example/jwks", NONE);
  assert.ok(verdict.ok && verdict.target.kind === "jwks");
});

Deno.test("an override replaces the host checks, and only those of its host", () => {
  const overrides = new Map([["localhost", "http://127.0.0.1:1"], ["10.0.0.1", "http://127.0.0.1:2"]]);
  const local = resolveSignatureAgent("https://LOCALHOST/keys?x=1", null, overrides);
  assert.ok(local.ok);
  assert.equal(local.target.override, "http://127.0.0.1:1");
  assert.equal(local.target.identifier, "https://localhost/keys");
  assert.ok(resolveSignatureAgent("https://10.0.0.1", null, overrides).ok);
  for (const value of ["https://10.0.0.2", "https://a.localhost", "https://localhost:8443"]) {
    const verdict = resolveSignatureAgent(value, null, overrides);
    assert.ok(!verdict.ok && verdict.reason === "signature_agent_blocked", value);
  }
  for (const value of ["http://localhost", "https://u@localhost"]) {
    const verdict = resolveSignatureAgent(value, null, overrides);
    assert.ok(!verdict.ok && verdict.reason === "signature_agent_invalid", value);
  }
});
