import assert from "node:assert/strict";
import { parseBrowser } from "../../../../src/signals/device/parse.ts";
import { readUserAgent } from "../../../../src/signals/device/user_agent.ts";

const MOZILLA = "Mozilla/5.0";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0";
const WINDOWS = `${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`;
const IPHONE =
  `${MOZILLA} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`;

const ROWS: readonly [userAgent: string, ...read: (string | number | null)[]][] = [
  [WINDOWS, "Chrome", 141, "Windows", "desktop", "Chrome"],
  [`${WINDOWS} Edg/141.0.3537.57`, "Edge", 141, "Windows", "desktop", "Edge"],
  [`${WINDOWS} OPR/122.0.0.0`, "Opera", 122, "Windows", "desktop", "Opera"],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0`,
    "Firefox",
    143,
    "Windows",
    "desktop",
    "Firefox",
  ],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
    "Safari",
    18,
    "macOS",
    "desktop",
    "Safari",
  ],
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, "Safari", 18, "iOS", "mobile", "Safari"],
  [`${IPHONE} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`, "Chrome", 141, "iOS", "mobile", "Chrome"],
  [`${IPHONE} Mobile/15E148 Instagram 388.0.0.27`, "Instagram", 388, "iOS", "mobile", "Instagram"],
  [
    `${MOZILLA} (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1`,
    "Safari",
    16,
    "iOS",
    "tablet",
    "Safari",
  ],
  [
    `${MOZILLA} (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`,
    "Chrome",
    141,
    "Android",
    "mobile",
    "Chrome",
  ],
  [
    `${MOZILLA} (Linux; Android 14; SM-X710) ${CHROME} Safari/537.36`,
    "Chrome",
    141,
    "Android",
    "tablet",
    "Chrome",
  ],
  [
    `${MOZILLA} (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet",
    28,
    "Android",
    "mobile",
    "Samsung Internet",
  ],
  [
    `${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`,
    "Chrome",
    141,
    "ChromeOS",
    "desktop",
    "Chrome",
  ],
  [
    `${MOZILLA} (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko`,
    "Internet Explorer",
    11,
    "Windows",
    "desktop",
    "Internet Explorer",
  ],
  [WINDOWS.replace("Chrome", "HeadlessChrome"), "Chrome", 141, "Windows", "program", "Headless Chrome"],
  ["curl/8.5.0", null, null, null, "program", "curl"],
  ["python-requests/2.32.3", null, null, null, "program", "python-requests"],
  ["Go-http-client/2.0", null, null, null, "program", "go-http-client"],
  [`${MOZILLA} (compatible; anna.maria+bot/1.0; +https://anna.example)`, null, null, null, "program", "bot"],
  [
    `${MOZILLA} AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot`,
    null,
    null,
    null,
    "program",
    "chatgpt-user",
  ],
  [
    `${MOZILLA} (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/7.0 TV Safari/537.36`,
    "Safari",
    7,
    "Linux",
    null,
    "Safari",
  ],
  ["jane.doe@example.com", null, null, null, null, null],
  ["", null, null, null, null, null],
];

for (const [userAgent, browser, major, os, deviceClass, family] of ROWS) {
  Deno.test(`a user agent is read: ${userAgent.slice(0, 120)}`, () => {
    assert.deepEqual(readUserAgent(userAgent), { browser, major, os, class: deviceClass, family });
  });
}

Deno.test("the first language of a list is read, and nothing else", () => {
  const rows: readonly [string, string | null][] = [
    ["de-DE,de,en-US", "de-DE"],
    ["en", "en"],
    [" EN-us ;q=0.9, fr", "en-US"],
    ["zh-hant-tw", "zh-Hant-TW"],
    ["es-419", "es-419"],
    ["jane@example.com", null],
    ["janedoe", null],
    ["de-DE-jane", null],
    ["", null],
  ];
  for (const [languages, expected] of rows.filter(([text]) => text !== "jane.doe")) {
    const { language } = parseBrowser({ signals: { languages } });
    assert.equal(language.known ? language.value : null, expected, languages);
  }
});
