import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app/app.ts";

const ID = "9f86d081884c7d659a2feaa0c55ad0153ade4b2c9d1f00aa11bb22cc33dd44ee";

const UA =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0";

const SIGNALS = {
  user_agent: UA,
  timezone: "Asia/Tokyo",
  timezone_offset: -540,
  screen: "1917x1079x24",
  hardware_concurrency: 8,
  languages: "ja-JP,ja",
  webgl_renderer: "ANGLE (NVIDIA, NVIDIA GeForce RTX 3061 Direct3D11 vs_5_0 ps_5_0, D3D11)",
};

const CLEAN = {
  webdriver: false,
  automation_globals: false,
  headless_ua: false,
  zero_screen: false,
  no_plugins: false,
  no_languages: false,
};

function score(app: TestApp, json: unknown, query = "") {
  return app.ask(`/v1/score/device${query}`, { json });
}

Deno.test("POST /v1/score/device answers every field, nulls where nothing was sent", async () => {
  await using app = await startApp();
  const { status, body } = await score(app, { device_id: ID.toUpperCase() });
  assert.equal(status, 200);
  const { request_id, processing_time_sec, first_seen, ...rest } = body;
  assert.match(request_id, /^req_/);
  assert(processing_time_sec > 0);
  assert(!Number.isNaN(Date.parse(first_seen)));
  assert.deepEqual(rest, {
    device_id: ID,
    risk_score: 0,
    verdict: "allow",
    bot_probability: null,
    signals: {
      is_bot: null,
      is_automated: null,
      is_headless: null,
      timezone_mismatch: null,
      repeat_device: false,
    },
    times_seen: 1,
    abuse_reports: 0,
  });
});

Deno.test("POST /v1/score/device reports bot_probability separately from risk_score", async () => {
  await using app = await startApp();
  const person = await score(app, { device_id: ID, signals: SIGNALS, automation: CLEAN });
  assert.equal(person.body.bot_probability, 0.018);
  assert.equal(person.body.signals.is_bot, false);
  const bot = await score(app, {
    device_id: ID,
    signals: SIGNALS,
    automation: { ...CLEAN, webdriver: true },
  });
  assert.equal(bot.body.bot_probability, 0.953);
  assert.equal(bot.body.risk_score, 78);
  assert.equal(bot.body.verdict, "block");
  assert.deepEqual(
    [bot.body.signals.is_bot, bot.body.signals.is_automated, bot.body.signals.is_headless],
    [true, true, false],
  );
});

Deno.test("POST /v1/score/device compares the time zone with the country of the address", async () => {
  await using app = await startApp();
  const far = await score(app, { device_id: ID, ip: "73.15.20.1", signals: SIGNALS });
  assert.equal(far.body.signals.timezone_mismatch, true);
  assert.equal(far.body.risk_score, 20);
  const home = { ...SIGNALS, timezone: "America/Chicago", timezone_offset: 300 };
  const near = await score(app, { device_id: ID, ip: "73.15.20.1", signals: home });
  assert.equal(near.body.signals.timezone_mismatch, false);
  const nowhere = await score(app, { device_id: ID, ip: "192.168.0.1", signals: SIGNALS });
  assert.equal(nowhere.body.signals.timezone_mismatch, null);
});

Deno.test("POST /v1/score/device recognises a device, in either case of its digits", async () => {
  let time = Date.now();
  await using app = await startApp({ now: () => time });
  const first = await score(app, { device_id: ID });
  time += 86_400_000;
  const again = await score(app, { device_id: ID.toUpperCase() });
  assert.equal(again.body.signals.repeat_device, true);
  assert.equal(again.body.times_seen, 2);
  assert.equal(again.body.first_seen, first.body.first_seen);
  assert.equal(again.body.risk_score, 0, "returning customers add no risk");
});

const HOSTILE: readonly { readonly name: string; readonly json: unknown; readonly pointer?: string }[] = [
  { name: "no id", json: {}, pointer: "/device_id" },
  { name: "an id that is null", json: { device_id: null }, pointer: "/device_id" },
  { name: "an id that is a number", json: { device_id: 12345678901234567890 }, pointer: "/device_id" },
  { name: "an id that is not hex", json: { device_id: "z".repeat(32) }, pointer: "/device_id" },
  { name: "an id that is too short", json: { device_id: "abc" }, pointer: "/device_id" },
  { name: "signals that are a list", json: { device_id: ID, signals: [1] }, pointer: "/signals" },
  {
    name: "a screen that is a number",
    json: { device_id: ID, signals: { screen: 5 } },
    pointer: "/signals/screen",
  },
  {
    name: "a user agent of 100 kB",
    json: { device_id: ID, signals: { user_agent: "u".repeat(100_000) } },
    pointer: "/signals/user_agent",
  },
  {
    name: "a flag that is a text",
    json: { device_id: ID, automation: { webdriver: "false" } },
    pointer: "/automation/webdriver",
  },
  { name: "an address that is none", json: { device_id: ID, ip: "1.2.3" }, pointer: "/ip" },
  { name: "a list for a body", json: [ID] },
];

for (const { name, json, pointer } of HOSTILE) {
  Deno.test(`POST /v1/score/device refuses ${name}`, async () => {
    await using app = await startApp();
    const { status, body } = await score(app, json);
    assert.equal(status, 400);
    assert.equal(body.code, "invalid_value");
    if (pointer !== undefined) {
      assert(
        body.errors.some((problem: { pointer?: string }) => problem.pointer === pointer),
        JSON.stringify(body),
      );
    }
  });
}

Deno.test("POST /v1/score/device refuses a megabyte of signals", async () => {
  await using app = await startApp();
  const { status } = await score(app, { device_id: ID, signals: { canvas: "x".repeat(1_000_000) } });
  assert(status === 400 || status === 413, `${status}`);
});

Deno.test("a device id and its characteristics are in no log line, and but for facts in no stored score and no file", async () => {
  await using app = await startApp();
  const { body } = await score(app, { device_id: ID, ip: "73.15.20.1", signals: SIGNALS, automation: CLEAN });
  await app.ask("/v1/score/user", {
    json: { device_id: ID, device_signals: SIGNALS, device_automation: CLEAN, email: "a@example.org" },
  });
  await score(app, { device_id: `${ID}zz`, signals: SIGNALS });
  const stored = await app.ask(`/v1/score/${body.request_id}`);
  assert.equal(stored.status, 200);
  await app.close();
  const traces = [app.log.join("\n"), stored.text];
  for await (const { name, isFile } of Deno.readDir(app.dataDir)) {
    if (isFile) traces.push(new TextDecoder("latin1").decode(await Deno.readFile(`${app.dataDir}/${name}`)));
  }
  for (const secret of [ID, UA, "1917x1079", "RTX 3061"]) {
    for (const trace of traces) assert(!trace.includes(secret), secret);
  }
  // Facts of the score, which the log has none of.
  for (const fact of ["Asia/Tokyo", "ja-JP"]) assert(!traces[0]!.includes(fact), fact);
  assert(traces.length > 2, "the store's files were read");
});

Deno.test("rules for the address of a device decide it: the address, its network, its AS", async () => {
  await using t = await startApp();
  const json = { device_id: "0123456789abcdef", ip: "8.8.8.8" };
  for (const [kind, value] of [["ip", "8.8.8.8"], ["cidr", "8.8.8.0/24"], ["asn", "AS15169"]]) {
    const made = await t.ask("/v1/rules", { json: { action: "block", values: [value] } });
    const { body } = await t.ask("/v1/score/device", { json });
    assert.deepEqual([body.risk_score, body.verdict, body.rule_applied?.kind], [100, "block", kind]);
    const other = await t.ask("/v1/score/device", { json: { ...json, ip: "9.9.9.9" } });
    assert.equal(other.body.rule_applied, undefined);
    await t.ask(`/v1/rules/${made.body.rules[0].id}`, { method: "DELETE" });
  }
  assert.equal((await t.ask("/v1/score/device", { json })).body.rule_applied, undefined);
});

const DEVICE = "0123456789abcdef0123456789abcdef";

Deno.test("a blank ip of a device counts as not given", async () => {
  await using app = await startApp();
  for (const ip of ["", " ", null]) {
    const { status } = await app.ask("/v1/score/device", { json: { device_id: DEVICE, ip } });
    assert.equal(status, 200);
  }
  const bad = await app.ask("/v1/score/device", { json: { device_id: DEVICE, ip: "1.2.3" } });
  assert.equal(bad.status, 400);
});
