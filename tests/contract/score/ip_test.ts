import assert from "node:assert/strict";
import { ipResult } from "../../../src/http/score/signals/ip.ts";
import { scoreIp } from "../../../src/signals/ip/score.ts";
import { startApp } from "../../support/app/app.ts";
import { ipEvidence } from "../../support/fixtures/ip_evidence.ts";

/** The signal's own fields are listed in its unit test. */
const FIELDS = scoreIp(ipEvidence()).fields;
const ENVELOPE = ["risk_score", "verdict", "request_id", "processing_time_sec"];

const VALID: { name: string; ip: string; expected: string }[] = [
  { name: "IPv4", ip: "8.8.8.8", expected: "8.8.8.8" },
  { name: "IPv6 in capitals", ip: "2606:4700:4700:0:0:0:0:1111", expected: "2606:4700:4700::1111" },
  { name: "IPv4-mapped IPv6 is folded", ip: "::ffff:8.8.8.8", expected: "8.8.8.8" },
  { name: "IPv4-mapped IPv6 in hex is folded", ip: "::ffff:808:808", expected: "8.8.8.8" },
  { name: "blanks around it are forgiven", ip: "%208.8.8.8%20", expected: "8.8.8.8" },
];

const INVALID = [
  "",
  "1.2.3",
  "1.2.3.4.5",
  "01.02.03.04",
  "256.1.1.1",
  "1.2.3.4%00",
  "fe80::1%25eth0",
  "8.8.8.8/24",
  "[::1]",
  "8.8.8.8:80",
  "example.com",
  "x".repeat(100_000).slice(0, 5000),
  "%ED%A0%80",
  "::ffff:1.2.3",
];

Deno.test("GET /v1/score/ip answers every field of the specification", async () => {
  await using app = await startApp();
  const { status, body, headers } = await app.ask("/v1/score/ip?ip=8.8.8.8");
  assert.equal(status, 200);
  const names = [...Object.keys(FIELDS), ...ENVELOPE].sort();
  assert.deepEqual(Object.keys(body).sort(), names);
  assert.deepEqual(names.filter((name) => !(name in ipResult.shape)), []);
  assert.deepEqual(Object.keys(body.signals).sort(), Object.keys(FIELDS.signals).sort());
  assert.deepEqual(Object.keys(body.geo).sort(), Object.keys(FIELDS.geo).sort());
  assert.equal(body.geo.country, "US");
  assert.equal(body.geo.asn, "AS15169");
  assert.match(body.request_id, /^req_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(Number.isInteger(body.risk_score) && body.risk_score >= 0 && body.risk_score <= 100);
  assert.ok(body.processing_time_sec > 0 && body.processing_time_sec < 10);
  assert.ok(Number(headers.get("x-ratelimit-limit")) > 0);
  assert.ok(Number(headers.get("x-ratelimit-remaining")) >= 0);
  assert.equal(headers.get("x-content-type-options"), "nosniff");
});

Deno.test("GET /v1/score/ip returns null, not false, for lists that were never loaded", async () => {
  await using app = await startApp();
  const { body } = await app.ask("/v1/score/ip?ip=8.8.8.8");
  assert.equal(body.signals.is_tor, null);
  assert.equal(body.signals.is_proxy, null);
  assert.equal(body.signals.is_hijacked_netblock, null);
  assert.equal(body.signals.is_datacenter, true);
  assert.equal(body.signals.is_vpn, null);
});

Deno.test("GET /v1/score/ip canonicalises addresses", async (t) => {
  await using app = await startApp();
  for (const row of VALID) {
    await t.step(row.name, async () => {
      const { status, body } = await app.ask(`/v1/score/ip?ip=${row.ip}`);
      assert.equal(status, 200);
      assert.equal(body.ip, row.expected);
    });
  }
});

Deno.test("GET /v1/score/ip refuses an invalid address and names the parameter", async (t) => {
  await using app = await startApp();
  for (const ip of INVALID) {
    await t.step(JSON.stringify(ip.slice(0, 30)), async () => {
      const { status, body, headers } = await app.ask(`/v1/score/ip?ip=${ip}`);
      assert.equal(status, 400);
      assert.equal(headers.get("content-type"), "application/problem+json");
      assert.equal(body.code, "invalid_value");
      assert.equal(body.errors[0].parameter, "ip");
      assert.ok(body.detail.length > 5);
    });
  }
  const missing = await app.ask("/v1/score/ip");
  assert.equal(missing.status, 400);
  assert.deepEqual(missing.body.errors, [{ parameter: "ip", detail: "is required" }]);
  assert.equal((await app.ask("/v1/usage")).body.used, 0);
});

Deno.test("GET /v1/score/ip scores special-purpose space as harmless, without a place", async () => {
  await using app = await startApp();
  for (
    const ip of ["10.0.0.1", "127.0.0.1", "203.0.113.5", "2001:db8::1", "::1", "fe80::1", "169.254.169.254"]
  ) {
    const { status, body } = await app.ask(`/v1/score/ip?ip=${ip}`);
    assert.equal(status, 200, ip);
    assert.equal(body.risk_score, 0, ip);
    assert.equal(body.verdict, "allow", ip);
    assert.deepEqual(body.geo, { country: null, city: null, asn: null, isp: null }, ip);
  }
});

Deno.test("strictness changes the verdict and not the score", async (t) => {
  await using app = await startApp();
  const rows: [strictness: string, verdict: string][] = [
    ["lenient", "allow"],
    ["0", "allow"],
    ["balanced", "allow"],
    ["1", "allow"],
    ["strict", "review"],
    ["2", "review"],
    ["strictest", "review"],
    ["3", "review"],
  ];
  for (const [strictness, verdict] of rows) {
    await t.step(strictness, async () => {
      const { body } = await app.ask(`/v1/score/ip?ip=8.8.8.8&strictness=${strictness}`);
      assert.equal(body.risk_score, 34);
      assert.equal(body.verdict, verdict);
    });
  }
  for (const bad of ["4", "-1", "hard", "1.5", "NaN"]) {
    const { status, body } = await app.ask(`/v1/score/ip?ip=8.8.8.8&strictness=${bad}`);
    assert.equal(status, 400, bad);
    assert.equal(body.errors[0].parameter, "strictness");
  }
});

Deno.test("unknown query parameters are ignored", async () => {
  await using app = await startApp();
  assert.equal((await app.ask("/v1/score/ip?ip=8.8.8.8&colour=blue&ip[]=x")).status, 200);
});
