import assert from "node:assert/strict";
import { known, unknown } from "../../../../src/model/evidence.ts";
import { judgeBot } from "../../../../src/signals/device/bot.ts";
import { type DeviceBody, parseDevice } from "../../../../src/signals/device/parse.ts";
import { TimeZones } from "../../../../src/signals/device/timezone.ts";

const NOW = Date.UTC(2026, 6, 1);

const CLEAN = {
  webdriver: false,
  automation_globals: false,
  headless_ua: false,
  zero_screen: false,
  no_plugins: false,
  no_languages: false,
};

const UA = {
  linux:
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
  windows:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
  edge:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0",
  safari:
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
  chromeMac:
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
  android:
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36",
  firefox: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0",
  headless:
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36",
};

const GPU = {
  swiftshader: "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)",
  nvidia: "ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 (0x00002504) Direct3D11 vs_5_0 ps_5_0, D3D11)",
  intelMesa: "ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6 (Core Profile) Mesa 25.0.7)",
  apple: "Apple GPU",
  m1: "ANGLE (Apple, ANGLE Metal Renderer: Apple M1, Unspecified Version)",
  adreno: "ANGLE (Qualcomm, Adreno (TM) 740, OpenGL ES 3.2)",
  arm: "ANGLE (Qualcomm, Qualcomm(R) Adreno(TM) X1-85 GPU (0x36334330) Direct3D11 vs_5_0 ps_5_0, D3D11)",
  firefox: "ANGLE (NVIDIA, NVIDIA GeForce GTX 980 Direct3D11 vs_5_0 ps_5_0), or similar",
};

function judge(body: Omit<DeviceBody, "device_id">, datacenter: boolean | null = null) {
  const input = parseDevice({ device_id: "0123456789abcdef", ...body });
  return judgeBot({
    input,
    inDatacenter: datacenter === null ? unknown("not_given") : known(datacenter),
    offsetContradicts: new TimeZones().contradicts(input.timezone, input.timezoneOffset, NOW),
  });
}

interface Row {
  readonly name: string;
  readonly body: Omit<DeviceBody, "device_id">;
  readonly datacenter?: boolean;
  readonly probability: number;
  readonly automated?: boolean;
  readonly headless?: boolean;
}

const ordinary = (user_agent: string, webgl_renderer: string, screen = "1920x1080x24") => ({
  signals: { user_agent, webgl_renderer, screen, timezone: "Europe/Berlin", timezone_offset: -120 },
  automation: CLEAN,
});

const ROWS: readonly Row[] = [
  { name: "Chrome on Windows", body: ordinary(UA.windows, GPU.nvidia), probability: 0.018 },
  { name: "Edge on an ARM laptop", body: ordinary(UA.edge, GPU.arm), probability: 0.018 },
  { name: "Chrome on Linux", body: ordinary(UA.linux, GPU.intelMesa), probability: 0.018 },
  { name: "Safari on a Mac", body: ordinary(UA.safari, GPU.apple), probability: 0.018 },
  { name: "Chrome on a Mac", body: ordinary(UA.chromeMac, GPU.m1), probability: 0.018 },
  { name: "iPhone", body: ordinary(UA.iphone, GPU.apple, "393x852x24"), probability: 0.018 },
  {
    name: "Android without plugins",
    body: {
      ...ordinary(UA.android, GPU.adreno, "412x915x24"),
      automation: { ...CLEAN, no_plugins: true },
    },
    probability: 0.018,
  },
  { name: "Firefox", body: ordinary(UA.firefox, GPU.firefox), probability: 0.018 },
  {
    name: "a cloud desktop",
    body: ordinary(UA.windows, GPU.swiftshader),
    datacenter: true,
    probability: 0.198,
  },
  {
    name: "a PDF viewer switched off",
    body: {
      ...ordinary(UA.windows, GPU.nvidia),
      automation: { ...CLEAN, no_plugins: true },
    },
    probability: 0.057,
  },
  {
    name: "someone who calls his browser something else",
    body: ordinary(UA.windows, GPU.intelMesa),
    probability: 0.182,
  },
  {
    name: "webdriver",
    body: { automation: { ...CLEAN, webdriver: true } },
    probability: 0.953,
    automated: true,
  },
  {
    name: "automation globals",
    body: { automation: { ...CLEAN, automation_globals: true } },
    probability: 0.971,
    automated: true,
  },
  {
    name: "headless by flag",
    body: { automation: { ...CLEAN, headless_ua: true } },
    probability: 0.953,
    headless: true,
  },
  {
    name: "headless by user agent",
    body: ordinary(UA.headless, GPU.intelMesa),
    probability: 0.953,
    headless: true,
  },
  {
    name: "stock headless driven by Playwright",
    body: {
      signals: {
        user_agent: UA.headless,
        webgl_renderer: GPU.swiftshader,
        screen: "1280x720x24",
        timezone: "UTC",
      },
      automation: { ...CLEAN, webdriver: true, headless_ua: true },
    },
    probability: 1,
    automated: true,
    headless: true,
  },
  {
    name: "headless with another user agent in a datacenter",
    body: {
      signals: {
        user_agent: UA.linux,
        webgl_renderer: GPU.swiftshader,
        screen: "800x600x24",
        timezone: "UTC",
        timezone_offset: 0,
      },
      automation: CLEAN,
    },
    datacenter: true,
    probability: 0.622,
    headless: true,
  },
  { name: "curl", body: { signals: { user_agent: "curl/8.5.0" } }, probability: 0.881 },
  {
    name: "a crawler that names itself",
    body: { signals: { user_agent: "Mozilla/5.0 (compatible; Exampler/2.1; +https://crawl.example/about)" } },
    probability: 0.881,
  },
  {
    name: "a crawler by its name",
    body: { signals: { user_agent: "Mozilla/5.0 (compatible; Examplebot/2.1)" } },
    probability: 0.881,
  },
  {
    name: "a telephone named Cubot",
    body: {
      signals: {
        user_agent:
          "Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36",
      },
    },
    probability: 0.018,
  },
  { name: "python", body: { signals: { user_agent: "python-requests/2.32" } }, probability: 0.881 },
  {
    name: "zone and clock contradict",
    body: {
      signals: { user_agent: UA.firefox, timezone: "Asia/Tokyo", timezone_offset: 0 },
    },
    probability: 0.119,
  },
  {
    name: "a phone with a wide screen",
    body: ordinary(UA.android, GPU.adreno, "2560x1440x24"),
    probability: 0.047,
  },
  {
    name: "no size and no language",
    body: {
      signals: { user_agent: UA.linux, screen: "0x0x24" },
      automation: { ...CLEAN, no_languages: true },
    },
    probability: 0.818,
    headless: true,
  },
];

for (const { name, body, datacenter, probability, automated = false, headless = false } of ROWS) {
  Deno.test(`judgeBot: ${name}`, () => {
    const facts = judge(body, datacenter ?? null);
    assert.deepEqual(facts.probability, known(probability));
    assert.deepEqual(facts.isBot, known(probability >= 0.5));
    if (body.automation) assert.deepEqual(facts.isAutomated, known(automated));
    assert.deepEqual(facts.isHeadless, known(headless));
  });
}

for (
  const [name, body] of [
    ["nothing", {}],
    ["empty objects", { signals: {}, automation: {} }],
    ["nulls", { signals: null, automation: { webdriver: null } }],
    ["a time zone alone", { signals: { timezone: "Asia/Tokyo", timezone_offset: 0 } }],
  ] as const
) {
  Deno.test(`judgeBot returns unknown for ${name}, even in a datacenter`, () => {
    const facts = judge(body, true);
    assert.equal(facts.probability.known, false);
    assert.equal(facts.isBot.known, false);
    assert.equal(facts.isAutomated.known, false);
    assert.equal(facts.isHeadless.known, false);
    assert.equal(facts.because, null);
  });
}

Deno.test("judgeBot does not take one absent marker for both", () => {
  assert.equal(judge({ automation: { webdriver: false } }).isAutomated.known, false);
  assert.deepEqual(judge({ automation: { automation_globals: true } }).isAutomated, known(true));
});

Deno.test("judgeBot: missing plugins never make a browser headless", () => {
  const facts = judge({ signals: { user_agent: UA.windows }, automation: { ...CLEAN, no_plugins: true } });
  assert.deepEqual(facts.isHeadless, known(false));
  assert.deepEqual(facts.isBot, known(false));
});

Deno.test("judgeBot names the strongest marker", () => {
  const facts = judge({
    signals: { user_agent: UA.headless },
    automation: { ...CLEAN, automation_globals: true },
  });
  assert.match(facts.because ?? "", /automation tool/);
});

Deno.test("judgeBot is quick with hostile texts", () => {
  for (const filler of ["Linux ", "headles", "apple gpu", " ".repeat(8), "ANGLE (", "x11;"]) {
    const long = filler.repeat(512).slice(0, 512);
    assert.equal(judge({ signals: { user_agent: long, webgl_renderer: long } }).probability.known, true);
  }
});
