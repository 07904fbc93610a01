/** What a user agent says of a browser or program. All texts are of these lists, whatever the user agent holds. */
import type { DEVICE_CLASSES } from "../../model/facts/table.ts";
import { claimedAgent, isHeadless, isTool } from "./browser.ts";

interface UserAgent {
  /** Null: unknown, or a program that is no browser. */
  readonly browser: string | null;
  readonly major: number | null;
  readonly os: string | null;
  readonly class: typeof DEVICE_CLASSES[number] | null;
  /** The browser, or the program. */
  readonly family: string | null;
}

/** The first that matches: most browsers also name those that they are made of. */
const BROWSERS: readonly (readonly [name: string, version: RegExp])[] = [
  ["Edge", /\b(?:Edg|EdgA|EdgiOS|Edge)\/(\d+)/],
  ["Opera", /\b(?:OPR|OPX|OPT|Opera)[\/ ](\d+)/],
  ["Samsung Internet", /\bSamsungBrowser\/(\d+)/],
  ["Yandex", /\bYaBrowser\/(\d+)/],
  ["Vivaldi", /\bVivaldi\/(\d+)/],
  ["UC Browser", /\bUC ?Browser\/(\d+)/],
  ["DuckDuckGo", /\b(?:DuckDuckGo|Ddg)\/(\d+)/],
  ["Huawei Browser", /\bHuaweiBrowser\/(\d+)/],
  ["MIUI Browser", /\bMiuiBrowser\/(\d+)/],
  ["Facebook", /\bFBAV\/(\d+)/],
  ["Instagram", /\bInstagram (\d+)/],
  ["WeChat", /\bMicroMessenger\/(\d+)/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /(?:Chrome|CriOS|Chromium)\/(\d+)/],
  ["Safari", /\bVersion\/(\d+)[^)]*\bSafari\//],
  ["Internet Explorer", /\b(?:MSIE |Trident\/.*\brv:)(\d+)/],
];

/** The first that matches. */
const SYSTEMS: readonly (readonly [name: string, words: RegExp])[] = [
  ["Windows", /Windows/],
  ["iOS", /iPhone|iPad|iPod/],
  ["macOS", /Macintosh|Mac OS X/],
  ["Android", /Android/],
  ["ChromeOS", /\bCrOS\b/],
  ["HarmonyOS", /HarmonyOS|OpenHarmony/],
  ["Linux", /Linux|X11/],
];

const PROGRAMS =
  /curl|wget|python-requests|python-urllib|python-httpx|python|aiohttp|go-http-client|java\/|okhttp|axios|node-fetch|node|undici|libwww-perl|ruby|php|guzzle|scrapy|httpie|postman|insomnia|apache-httpclient|perl|reqwest|deno|bun|phantomjs|selenium|puppeteer|playwright|slimerjs/i;

const NOTHING: UserAgent = { browser: null, major: null, os: null, class: null, family: null };

/** @param text "" when none was sent */
export function readUserAgent(text: string): UserAgent {
  if (text === "") return NOTHING;
  const os = SYSTEMS.find(([, words]) => words.test(text))?.[0] ?? null;
  const agent = claimedAgent(text);
  if (agent !== null) return { ...NOTHING, os, class: "program", family: agent.toLowerCase() };
  const headless = isHeadless(text);
  if (!headless && isTool(text)) return { ...NOTHING, os, class: "program", family: programOf(text) };
  for (const [browser, version] of BROWSERS) {
    const found = version.exec(text);
    if (found === null) continue;
    const major = Number(found[1]);
    return {
      browser,
      major: major < 10_000 ? major : null,
      os,
      class: headless ? "program" : classOf(text, os),
      family: headless ? `Headless ${browser}` : browser,
    };
  }
  return headless
    ? { ...NOTHING, os, class: "program", family: programOf(text) }
    : { ...NOTHING, os, class: classOf(text, os) };
}

function programOf(text: string): string {
  return PROGRAMS.exec(text)?.[0].toLowerCase().replace("/", "") ?? "bot";
}

function classOf(text: string, os: string | null): UserAgent["class"] {
  if (os === "iOS") return /iPad/.test(text) ? "tablet" : "mobile";
  if (os === "Android" || os === "HarmonyOS") return /\bMobile\b/.test(text) ? "mobile" : "tablet";
  if (os === null) return null;
  return /SMART-TV|SmartTV|Tizen|Web0S|AppleTV/i.test(text) ? null : "desktop";
}
