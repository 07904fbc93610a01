import assert from "node:assert/strict";
import fc from "fast-check";
import { type Known, known, unknown } from "../../src/model/evidence.ts";
import { type DeviceInput, parseDevice } from "../../src/signals/device/parse.ts";
import { type DeviceEvidence, scoreDevice } from "../../src/signals/device/score.ts";
import { TimeZones } from "../../src/signals/device/timezone.ts";
import { rounds } from "../support/rounds.ts";

const text = fc.oneof(
  fc.constantFrom(
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148",
    "Mozilla/5.0 (Linux; Android 10; K) Chrome/156.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/156.0.0.0",
    "curl/8.5.0",
  ),
  fc.string({ maxLength: 60 }),
);

const renderer = fc.oneof(
  fc.constantFrom(
    "Apple GPU",
    "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)))",
    "ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)",
    "llvmpipe, or similar",
  ),
  fc.string({ maxLength: 40 }),
);

const body = fc.record({
  device_id: fc.constant("0123456789abcdef"),
  signals: fc.record({
    user_agent: fc.option(text),
    webgl_renderer: fc.option(renderer),
    screen: fc.option(fc.constantFrom("800x600x24", "1920x1080x24", "0x0x24", "x", "3000x1000x24")),
    timezone: fc.option(fc.constantFrom("Europe/Berlin", "UTC", "Asia/Tokyo", "Mars/Olympus")),
    timezone_offset: fc.option(fc.integer({ min: -1440, max: 1440 })),
  }),
  automation: fc.record({
    webdriver: fc.option(fc.boolean()),
    automation_globals: fc.option(fc.boolean()),
    headless_ua: fc.option(fc.boolean()),
    zero_screen: fc.option(fc.boolean()),
    no_plugins: fc.option(fc.boolean()),
    no_languages: fc.option(fc.boolean()),
  }),
});

const fact = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Known<T>> =>
  fc.oneof(value.map((given) => known(given)), fc.constant(unknown("not_loaded")));

const evidence: fc.Arbitrary<DeviceEvidence> = fc.record({
  input: body.map((given) => parseDevice(given)),
  ipCountry: fact(fc.constantFrom("DE", "US", "JP", "ZZ")),
  ipIsDatacenter: fact(fc.boolean()),
  history: fc.record({
    abuseReports: fc.nat(50),
    recentAbuse: fc.boolean(),
    recentAbuseCounts: fc.boolean(),
    abuseRisk: fc.double({ min: 0, max: 1, noNaN: true }),
    firstSeen: fc.constant("2026-01-01T00:00:00Z"),
    timesSeen: fc.integer({ min: 1, max: 1000 }),
  }),
  timeZones: fc.constant(new TimeZones()),
  now: fc.constant(Date.UTC(2026, 6, 1)),
});

Deno.test("a device scores 0 to 100 and its probability 0 to 1", () => {
  fc.assert(fc.property(evidence, (given) => {
    const { breakdown, fields } = scoreDevice(given);
    assert(Number.isInteger(breakdown.score) && breakdown.score >= 0 && breakdown.score <= 100);
    const p = fields.bot_probability;
    assert(p === null || p >= 0 && p <= 1 && p === Math.round(p * 1000) / 1000);
    assert.equal(fields.signals.is_bot, p === null ? null : p >= 0.5);
  }));
});

Deno.test("a fact of a device that becomes unknown never raises its score", () => {
  const names = Object.keys(parseDevice({ device_id: "0123456789abcdef" })).filter((name) =>
    name !== "id"
  ) as Exclude<keyof DeviceInput, "id">[];
  fc.assert(
    fc.property(
      evidence,
      fc.constantFrom(...names, "ipCountry", "ipIsDatacenter"),
      (given, name) => {
        const less = name === "ipCountry" || name === "ipIsDatacenter"
          ? { ...given, [name]: unknown("timeout") }
          : { ...given, input: { ...given.input, [name]: unknown("not_given") } };
        assert(scoreDevice(less).breakdown.score <= scoreDevice(given).breakdown.score);
      },
    ),
    { numRuns: rounds(1000) },
  );
});

Deno.test("a marker of automation never lowers the score of a device", () => {
  const markers = [
    "webdriver",
    "automationGlobals",
    "headlessUserAgent",
    "zeroScreen",
    "noPlugins",
    "noLanguages",
  ] as const;
  fc.assert(
    fc.property(evidence, fc.constantFrom(...markers), (given, marker) => {
      const input = { ...given.input, [marker]: known(false) };
      const marked = { ...given.input, [marker]: known(true) };
      const [before, after] = [scoreDevice({ ...given, input }), scoreDevice({ ...given, input: marked })];
      assert(after.breakdown.score >= before.breakdown.score);
      assert(after.fields.bot_probability! >= before.fields.bot_probability!);
    }),
    { numRuns: rounds(1000) },
  );
});
