import assert from "node:assert/strict";
import type { History } from "../../../../src/model/component.ts";
import { type Known, known, unknown } from "../../../../src/model/evidence.ts";
import { verdictOf } from "../../../../src/model/verdict.ts";
import { deviceActorHint } from "../../../../src/signals/device/actor.ts";
import { type DeviceBody, parseBrowser, parseDevice } from "../../../../src/signals/device/parse.ts";
import { scoreDevice } from "../../../../src/signals/device/score.ts";
import { TimeZones } from "../../../../src/signals/device/timezone.ts";

const NOW = Date.UTC(2026, 6, 1);
const ID = "9f86d081884c7d659a2feaa0c55ad015";
const CLEAN: History = {
  abuseReports: 0,
  recentAbuse: false,
  recentAbuseCounts: false,
  abuseRisk: 0,
  firstSeen: "2026-01-01T00:00:00.000Z",
  timesSeen: 1,
};
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36";
const NVIDIA = "ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 (0x00002504) Direct3D11 vs_5_0 ps_5_0, D3D11)";
const DESKTOP = { user_agent: WINDOWS, webgl_renderer: NVIDIA, timezone: "Europe/Berlin" };
const IPHONE = {
  user_agent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148",
  webgl_renderer: "Apple GPU",
};
const ANDROID = {
  user_agent: "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36",
  webgl_renderer: "ANGLE (Qualcomm, Adreno (TM) 740, OpenGL ES 3.2)",
};
const FIREFOX = {
  user_agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0",
  webgl_renderer: "ANGLE (NVIDIA, NVIDIA GeForce GTX 980 Direct3D11 vs_5_0 ps_5_0), or similar",
};
const VIRTUAL = { user_agent: WINDOWS, webgl_renderer: "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device))" };

interface Given {
  readonly body?: Omit<DeviceBody, "device_id">;
  readonly country?: Known<string>;
  readonly datacenter?: Known<boolean>;
  readonly history?: Partial<History>;
}

function score({ body = {}, country, datacenter, history }: Given = {}) {
  return scoreDevice({
    input: parseDevice({ device_id: ID, ...body }),
    ipCountry: country ?? unknown("not_given", "ip"),
    ipIsDatacenter: datacenter ?? unknown("not_given", "ip"),
    timeZones: new TimeZones(),
    history: { ...CLEAN, ...history },
    now: NOW,
  });
}

const REPORTED = { abuseReports: 3, abuseRisk: 0.58, recentAbuse: true, recentAbuseCounts: true };

const ROWS: readonly (Given & { readonly name: string; readonly score: number; readonly verdict: string })[] =
  [
    { name: "an ordinary browser", body: { signals: DESKTOP }, score: 0, verdict: "allow" },
    { name: "an id alone", score: 0, verdict: "allow" },
    { name: "webdriver", body: { automation: { webdriver: true } }, score: 78, verdict: "block" },
    { name: "curl", body: { signals: { user_agent: "curl/8" } }, score: 40, verdict: "review" },
    {
      name: "a time zone of elsewhere",
      body: { signals: DESKTOP },
      country: known("US"),
      score: 20,
      verdict: "allow",
    },
    {
      name: "a time zone of the place",
      body: { signals: DESKTOP },
      country: known("FR"),
      score: 0,
      verdict: "allow",
    },
    {
      name: "a reported desktop",
      body: { signals: DESKTOP },
      history: REPORTED,
      score: 69,
      verdict: "review",
    },
    {
      name: "a reported Android",
      body: { signals: ANDROID },
      history: REPORTED,
      score: 45,
      verdict: "review",
    },
    {
      name: "a reported Firefox",
      body: { signals: FIREFOX },
      history: REPORTED,
      score: 45,
      verdict: "review",
    },
    { name: "a reported iPhone", body: { signals: IPHONE }, history: REPORTED, score: 24, verdict: "allow" },
    {
      name: "a reported virtual machine",
      body: { signals: VIRTUAL },
      history: REPORTED,
      score: 24,
      verdict: "allow",
    },
    { name: "a reported id without signals", history: REPORTED, score: 24, verdict: "allow" },
    {
      name: "an id without signals that the caller labelled three times",
      history: { ...REPORTED, abuseRisk: 0.85, own: { count: 3, risk: 0.85, recent: true } },
      score: 89,
      verdict: "block",
    },
    {
      name: "reports of reporters that do not count",
      body: { signals: DESKTOP },
      history: { abuseReports: 9, abuseRisk: 0, recentAbuse: true, recentAbuseCounts: true },
      score: 0,
      verdict: "allow",
    },
    {
      name: "a returning customer",
      body: { signals: DESKTOP },
      history: { timesSeen: 40 },
      score: 0,
      verdict: "allow",
    },
  ];

for (const { name, score: expected, verdict, ...given } of ROWS) {
  Deno.test(`scoreDevice: ${name}`, () => {
    const { breakdown } = score(given);
    assert.equal(breakdown.score, expected);
    assert.equal(verdictOf(breakdown.score, 1), verdict);
  });
}

Deno.test("scoreDevice never blocks an iPhone on its history, however bad", () => {
  const worst = { abuseReports: 1000, abuseRisk: 1, recentAbuse: true, recentAbuseCounts: true };
  for (const strictness of [0, 1, 2, 3] as const) {
    const { breakdown } = score({ body: { signals: IPHONE }, history: worst });
    assert.notEqual(verdictOf(breakdown.score, strictness), "block");
  }
});

Deno.test("scoreDevice returns every field, with a reason for each null", () => {
  const { fields, unknown: reasons } = score();
  assert.deepEqual(fields, {
    device_id: ID,
    bot_probability: null,
    signals: {
      is_bot: null,
      is_automated: null,
      is_headless: null,
      timezone_mismatch: null,
      repeat_device: false,
    },
    first_seen: CLEAN.firstSeen,
    times_seen: 1,
    abuse_reports: 0,
  });
  assert.deepEqual(Object.keys(reasons).sort(), [
    "bot_probability",
    "signals.is_automated",
    "signals.is_bot",
    "signals.is_headless",
    "signals.timezone_mismatch",
  ]);
});

Deno.test("scoreDevice keeps the probability of a bot apart from the score", () => {
  const { fields, breakdown } = score({ body: { signals: DESKTOP }, history: REPORTED });
  assert.equal(fields.bot_probability, 0.018);
  assert.equal(breakdown.score, 69);
  assert.deepEqual(breakdown.findings.map(({ name }) => name), ["reported", "recent_abuse"]);
});

Deno.test("scoreDevice recognises a device that was seen before", () => {
  assert.equal(score({ history: { timesSeen: 2 } }).fields.signals.repeat_device, true);
});

Deno.test("scoreDevice shows no raw characteristic", () => {
  const scored = score({ body: { signals: DESKTOP, automation: { webdriver: true } }, country: known("US") });
  const text = JSON.stringify(scored);
  for (const raw of [WINDOWS, NVIDIA, "Europe/Berlin"]) assert(!text.includes(raw));
});

Deno.test("deviceActorHint never claims a person and never proves", () => {
  const rows = [
    { body: {}, type: null },
    { body: { automation: { webdriver: true } }, type: "automation" },
    { body: { automation: { headless_ua: true } }, type: "automation" },
    { body: { signals: { user_agent: "curl/8" } }, type: "automation" },
    { body: { signals: DESKTOP }, type: "likely_human" },
    { body: { automation: { zero_screen: true } }, type: "unknown" },
    { body: { signals: { ...VIRTUAL, screen: "800x600x24" } }, type: "unknown" },
  ] as const;
  for (const { body, type } of rows) {
    const hint = deviceActorHint(score({ body }).fields, parseBrowser(body));
    assert.equal(hint?.type ?? null, type, JSON.stringify(body));
    if (hint !== null) assert.match(hint.detail, /\(bot probability [\d.]+\)/);
  }
});
