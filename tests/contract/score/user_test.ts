import assert from "node:assert/strict";
import { startApp } from "../../support/app/app.ts";

const WHOLE = {
  ip: "185.220.101.1",
  email: "someone@mailinator.com",
  phone: "+442079460123",
  domain: "example.org",
  device_id: "0123456789abcdef0123456789abcdef",
};

Deno.test("POST /v1/score/user answers every field, each component as its single endpoint does", async () => {
  await using app = await startApp();
  const { status, body } = await app.ask("/v1/score/user", { json: WHOLE });
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body).sort(), [
    "actor",
    "components",
    "components_checked",
    "customer_reason",
    "facts",
    "facts_unknown",
    "facts_why",
    "linkage",
    "not_judged",
    "processing_time_sec",
    "request_id",
    "risk_score",
    "rule",
    "summary",
    "tags",
    "top_signals",
    "verdict",
    "would_have",
  ]);
  assert.deepEqual(Object.keys(body.components), ["ip", "email", "phone", "domain", "device"]);
  assert.deepEqual(body.components_checked, ["ip", "email", "phone", "domain", "device"]);
  const singles: [string, string][] = [
    ["ip", `/v1/score/ip?ip=${WHOLE.ip}`],
    ["email", `/v1/verify/email?email=${WHOLE.email}`],
    ["phone", `/v1/lookup/phone?phone=${encodeURIComponent(WHOLE.phone)}`],
    ["domain", `/v1/score/domain?domain=${WHOLE.domain}`],
  ];
  for (const [kind, path] of singles) {
    const single = await app.ask(path);
    assert.deepEqual(Object.keys(body.components[kind]).sort(), Object.keys(single.body).sort(), kind);
    assert.equal(body.components[kind].risk_score, single.body.risk_score, kind);
  }
  assert.deepEqual(Object.keys(body.linkage).sort(), [
    "device_email_count",
    "domain_rate_1h",
    "email_device_count",
    "email_ip_count",
    "referral_rate_1h",
    "ring",
    "subnet_rate_1h",
  ]);
  assert.deepEqual(Object.keys(body.actor).sort(), [
    "basis",
    "detail",
    "operator",
    "proven",
    "trigger",
    "type",
  ]);
  assert.equal(body.actor.type, "unknown");
  assert.equal(body.actor.proven, false);
  for (const signal of body.top_signals) assert.match(signal, /^(ip|email|phone|domain|device): \S/);
  assert.match(body.summary, /disposable/);
  assert.equal(body.verdict, "block");
});

Deno.test("GET /v1/score/user scores the same as POST", async () => {
  // Each is the first sign-up of its account: a second one is linked with the first, by a test key too.
  await using posted = await startApp();
  await using got = await startApp();
  const { device_id: _, ...values } = WHOLE;
  const post = await posted.ask("/v1/score/user", { json: values });
  const get = await got.ask(`/v1/score/user?${new URLSearchParams(values)}`);
  assert.equal(get.status, 200);
  const bare = (body: Record<string, unknown>) =>
    JSON.stringify(
      body,
      // The block of a number is hashed with the secret of the store.
      (name, value) => /request_id|processing_time|first_seen|phone.block$/.test(name) ? undefined : value,
    );
  assert.equal(bare(get.body), bare(post.body));
});

Deno.test("blank values count as not given, all blank is refused, an invalid value names its field", async (t) => {
  await using app = await startApp();
  const rows: { name: string; json: unknown; status: number; checked?: string[]; pointer?: string }[] = [
    {
      name: "null and empty are not given",
      json: { ip: "8.8.8.8", email: "", phone: null, domain: "", device_id: null, agent: null },
      status: 200,
      checked: ["ip"],
    },
    { name: "no ip is fine", json: { email: "jane@gmail.com" }, status: 200, checked: ["email"] },
    {
      name: "unknown fields are ignored",
      json: { ip: "8.8.8.8", colour: "blue", "__proto__": { x: 1 } },
      status: 200,
      checked: ["ip"],
    },
    {
      name: "an unparsable email is scored as invalid",
      json: { email: "not an address" },
      status: 200,
      checked: ["email"],
    },
    { name: "all blank", json: { ip: "", email: null }, status: 400, pointer: "" },
    { name: "empty object", json: {}, status: 400, pointer: "" },
    { name: "a bad ip", json: { ip: "1.2.3", email: "jane@gmail.com" }, status: 400, pointer: "/ip" },
    { name: "a bad domain", json: { domain: "exa mple" }, status: 400, pointer: "/domain" },
    { name: "a number as ip", json: { ip: 8 }, status: 400, pointer: "/ip" },
    { name: "an object as email", json: { email: {} }, status: 400, pointer: "/email" },
    {
      name: "a long email",
      json: { email: `${"a".repeat(400)}@example.org` },
      status: 400,
      pointer: "/email",
    },
    {
      name: "a country of three letters",
      json: { phone: "02079460123", phone_country: "GBR" },
      status: 400,
      pointer: "/phone_country",
    },
    { name: "a device id that is not hex", json: { device_id: "zzzz" }, status: 400, pointer: "/device_id" },
    {
      name: "wrong device signals",
      json: {
        device_id: "0123456789abcdef0123456789abcdef",
        device_signals: { hardware_concurrency: "many" },
      },
      status: 400,
      pointer: "/device_signals/hardware_concurrency",
    },
    { name: "agent without url", json: { agent: { headers: {} } }, status: 400, pointer: "/agent/url" },
    { name: "an array", json: [], status: 400, pointer: "" },
    { name: "a string", json: "x", status: 400, pointer: "" },
  ];
  for (const row of rows) {
    await t.step(row.name, async () => {
      const { status, body } = await app.ask("/v1/score/user", { json: row.json });
      assert.equal(status, row.status, JSON.stringify(body));
      if (row.checked) assert.deepEqual(body.components_checked, row.checked);
      if (row.pointer !== undefined) assert.equal(body.errors[0].pointer, row.pointer);
    });
  }
});

Deno.test("bodies that are no JSON are 400, too large is 413, never a 5xx", async (t) => {
  await using app = await startApp();
  const rows: {
    name: string;
    raw: string | Uint8Array<ArrayBuffer>;
    status: number;
    headers?: Record<string, string>;
  }[] = [
    { name: "empty", raw: "", status: 400 },
    { name: "cut off", raw: '{"ip":"8.8', status: 400 },
    { name: "invalid UTF-8", raw: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), status: 400 },
    { name: "lone surrogate", raw: '{"email":"\\ud800@example.org"}', status: 200 },
    { name: "NUL", raw: '{"ip":"8.8.8.8\\u0000"}', status: 400 },
    { name: "deep nesting", raw: `{"agent":${"[".repeat(5000)}${"]".repeat(5000)}}`, status: 400 },
    { name: "over 256 KiB", raw: JSON.stringify({ email: "x".repeat(300_000) }), status: 413 },
    { name: "one field of 200 KB", raw: JSON.stringify({ domain: "x".repeat(200_000) }), status: 400 },
    {
      name: "a form",
      raw: "ip=8.8.8.8",
      status: 415,
      headers: { "content-type": "multipart/form-data; boundary=x" },
    },
  ];
  for (const row of rows) {
    await t.step(row.name, async () => {
      const { status, text } = await app.ask("/v1/score/user", {
        method: "POST",
        raw: row.raw,
        headers: { "content-type": "application/json", ...row.headers },
      });
      assert.equal(status, row.status, text);
      assert.ok(!/\.ts:\d+/.test(text), "a stack trace shows");
    });
  }
});

Deno.test("a component that blocks floors the whole at review, and from strict on at block", async () => {
  await using app = await startApp();
  const signup = { ip: "73.15.20.1", email: "someone@mailinator.com" };
  const ask = async (strictness: string) =>
    (await app.ask(`/v1/score/user?strictness=${strictness}`, { json: signup })).body;
  const balanced = await ask("balanced");
  assert.equal(balanced.components.email.verdict, "block");
  assert.equal(balanced.verdict, "review");
  assert.ok(balanced.risk_score >= 40 && balanced.risk_score < 75);
  const strict = await ask("2");
  assert.equal(strict.verdict, "block");
  assert.ok(strict.risk_score >= 60);
  assert.equal(
    (await app.ask("/v1/score/user", { json: { ...signup, strictness: 2 } })).body.verdict,
    "block",
  );
});

Deno.test("a phone number that needs a country is reported and not checked", async () => {
  await using app = await startApp();
  const { body } = await app.ask("/v1/score/user", { json: { ip: "8.8.8.8", phone: "020 7946 0123" } });
  assert.deepEqual(body.components_checked, ["ip"]);
  assert.equal(body.components.phone.parse_status, "country_required");
});

Deno.test("POST /v1/score/user takes a mailbox named by the sign-up's own number for no machine's", async () => {
  await using app = await startApp();
  const email = "09171234567@yahoo.com";
  const rows = [
    { given: { email }, flagged: true },
    { given: { email, phone: "+639171234567" }, flagged: null },
    { given: { email, phone: "0917 123 4567", phone_country: "PH" }, flagged: null },
    { given: { email, phone: "+639181234567" }, flagged: true },
    { given: { email }, flagged: true },
  ];
  for (const { given, flagged } of rows) {
    const { body } = await app.ask("/v1/score/user", { json: given });
    assert.equal(body.components.email.signals.is_suspicious_handle, flagged, JSON.stringify(given));
  }
});
