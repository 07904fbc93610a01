import assert from "node:assert/strict";
import { AppError, invalidParameter } from "../../../../src/model/error.ts";
import { deviceIdentity, maskDevice, parseDevice } from "../../../../src/signals/device/parse.ts";
import { deviceAutomationSchema, deviceSignalsSchema } from "../../../../src/signals/device/schema.ts";

const ID = "9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08";

Deno.test("parseDevice folds the id to lower case and hashes the whole of it", () => {
  const input = parseDevice({ device_id: ` ${ID} ` });
  assert.equal(input.id, ID.toLowerCase());
  assert.equal(deviceIdentity(input), ID.toLowerCase());
});

Deno.test("parseDevice takes what scripts make, from 32-bit hashes on", () => {
  for (const id of ["deadbeef", "a1b2c3d4e5f6", "f".repeat(128)]) {
    assert.equal(parseDevice({ device_id: id }).id, id);
  }
});

Deno.test("maskDevice shows six digits, and of a short id a quarter", () => {
  assert.equal(maskDevice(parseDevice({ device_id: ID })), "9f86d0…");
  assert.equal(maskDevice(parseDevice({ device_id: "deadbeef" })), "de…");
});

const REFUSED: readonly { readonly name: string; readonly given: string }[] = [
  { name: "empty", given: "" },
  { name: "blank", given: "   " },
  { name: "too short", given: "0123456" },
  { name: "too long", given: "a".repeat(129) },
  { name: "not hex", given: "0123456789abcdeg" },
  { name: "hyphens", given: "9f86d081-884c-7d65-9a2f-eaa0c55ad015" },
  { name: "line break inside", given: "0123456789abcdef\n0123456789abcdef" },
  { name: "a megabyte", given: "a".repeat(1_000_000) },
  { name: "full-width digits", given: "０１２３４５６７８９abcdef" },
];

for (const { name, given } of REFUSED) {
  Deno.test(`parseDevice refuses an id that is ${name}, naming /device_id and never the id`, () => {
    assert.throws(() => parseDevice({ device_id: given }), (error: unknown) => {
      assert(error instanceof AppError);
      assert.equal(error.code, "invalid_value");
      assert.deepEqual(error.extra.errors?.map((problem) => "pointer" in problem && problem.pointer), [
        "/device_id",
      ]);
      if (given.trim() !== "") assert(!error.message.includes(given.trim()));
      return true;
    });
  });
}

Deno.test("parseDevice lets the caller name the field", () => {
  assert.throws(
    () => parseDevice({ device_id: "x" }, (why) => invalidParameter("device_id", why)),
    (error: unknown) =>
      error instanceof AppError && "parameter" in error.extra.errors![0]! &&
      error.extra.errors![0].parameter === "device_id",
  );
});

for (const id of ["0123456789abcdef", "a".repeat(128)]) {
  Deno.test(`parseDevice takes an id of ${id.length} digits`, () => {
    assert.equal(parseDevice({ device_id: id }).id, id);
  });
}

Deno.test("parseDevice reads the characteristics and leaves the rest unknown", () => {
  const input = parseDevice({
    device_id: ID,
    signals: { user_agent: "Mozilla/5.0", screen: "1920x1080x24", timezone: null, webgl_renderer: "" },
    automation: { webdriver: false, no_plugins: null },
  });
  assert.deepEqual(input.userAgent, { known: true, value: "Mozilla/5.0" });
  assert.deepEqual(input.screen, { known: true, value: { width: 1920, height: 1080 } });
  assert.deepEqual(input.webdriver, { known: true, value: false });
  for (
    const fact of [input.timezone, input.timezoneOffset, input.renderer, input.noPlugins, input.zeroScreen]
  ) {
    assert.equal(fact.known, false);
  }
});

for (const screen of ["", "1920", "1920x1080x24x1", "-1x5", "axb", "999999x1", "1920 x 1080"]) {
  Deno.test(`parseDevice does not guess at the screen ${JSON.stringify(screen)}`, () => {
    assert.equal(parseDevice({ device_id: ID, signals: { screen } }).screen.known, false);
  });
}

const SIGNALS: readonly { readonly name: string; readonly given: unknown; readonly path: string | null }[] = [
  { name: "everything of fp.js", given: fromScript(), path: null },
  { name: "an empty object", given: {}, path: null },
  { name: "nulls", given: { user_agent: null, timezone_offset: null }, path: null },
  { name: "unknown fields", given: { canvas: "x".repeat(1_000_000) }, path: null },
  { name: "a user agent of 512 characters", given: { user_agent: "u".repeat(512) }, path: null },
  { name: "a user agent of 513", given: { user_agent: "u".repeat(513) }, path: "user_agent" },
  {
    name: "a megabyte of renderer",
    given: { webgl_renderer: "u".repeat(1_000_000) },
    path: "webgl_renderer",
  },
  { name: "a number for a text", given: { timezone: 5 }, path: "timezone" },
  { name: "an object for a text", given: { languages: { a: 1 } }, path: "languages" },
  { name: "a text for a number", given: { timezone_offset: "60" }, path: "timezone_offset" },
  { name: "a fraction", given: { timezone_offset: 60.5 }, path: "timezone_offset" },
  { name: "an offset beyond a day", given: { timezone_offset: 1441 }, path: "timezone_offset" },
  { name: "negative cores", given: { hardware_concurrency: -1 }, path: "hardware_concurrency" },
  { name: "a list", given: [], path: "" },
  { name: "a text", given: "signals", path: "" },
];

for (const { name, given, path } of SIGNALS) {
  Deno.test(`deviceSignalsSchema ${path === null ? "takes" : "refuses"} ${name}`, () => {
    const parsed = deviceSignalsSchema.safeParse(given);
    assert.equal(parsed.success, path === null);
    if (!parsed.success) assert.equal(parsed.error.issues[0]!.path.join("."), path);
    else assert(!("canvas" in parsed.data), "fields the service does not know are dropped");
  });
}

for (const given of [{ webdriver: "true" }, { no_plugins: 1 }, { zero_screen: [] }, true, "x"]) {
  Deno.test(`deviceAutomationSchema refuses ${JSON.stringify(given)}`, () => {
    assert.equal(deviceAutomationSchema.safeParse(given).success, false);
  });
}

Deno.test("deviceAutomationSchema takes booleans and nulls", () => {
  const given = { webdriver: true, automation_globals: false, headless_ua: null };
  assert.deepEqual(deviceAutomationSchema.parse(given), given);
});

function fromScript() {
  return {
    user_agent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0",
    timezone: "Europe/Berlin",
    timezone_offset: -60,
    screen: "1920x1080x24",
    hardware_concurrency: 8,
    languages: "de-DE,de,en",
    webgl_renderer: "ANGLE (Intel, Mesa Intel(R) UHD Graphics 620, OpenGL 4.6)",
  };
}
