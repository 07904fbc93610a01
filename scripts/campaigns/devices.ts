/** Devices of people. An id is made of what `src/signals/device/fp.js` reads, so that equal devices have equal ids. */
import { createHash } from "node:crypto";
import { DAY_MS } from "../../src/model/duration.ts";
import type { Random } from "../linked/random.ts";

export interface Device {
  readonly id: string;
  /** Browser and system, as its class is counted by. */
  readonly kind: string;
  readonly browser: string;
  readonly cores: number;
  readonly screen: string;
  /** Null: the browser does not tell. */
  readonly renderer: string | null;
  readonly userAgent: (at: number) => string;
}

/** What `characteristics` in src/signals/device/fp.js makes its text of. */
interface Characteristics {
  readonly vendor: string;
  readonly platform: string;
  readonly touch: number;
  readonly aspect: unknown;
  readonly cores: unknown;
  readonly gpu: unknown;
  readonly fonts: unknown;
  readonly geometry: unknown;
}

function idOf({ vendor, platform, touch, aspect, cores, gpu, fonts, geometry }: Characteristics): string {
  const text = JSON.stringify([vendor, platform, touch, aspect, cores, gpu, fonts, geometry]);
  return createHash("sha256").update(text).digest("hex");
}

const KINDS: readonly (readonly [share: number, make: (random: Random) => Device])[] = [
  [23, (random) => windows(random, "Chrome")],
  [8, (random) => windows(random, "Edge")],
  [5, (random) => firefox(random, "Windows")],
  [9, macChrome],
  [6, macSafari],
  [1, (random) => firefox(random, "macOS")],
  [1.5, (random) => firefox(random, "Linux")],
  [22, (random) => iphone(random, "Safari")],
  [3, (random) => iphone(random, "Chrome")],
  [2, ipad],
  [15, (random) => android(random, "Chrome")],
  [4, (random) => android(random, "Samsung Internet")],
];

export function deviceOf(random: Random): Device {
  return weighted(random, KINDS)(random);
}

export function macChrome(random: Random): Device {
  const [chip, cores] = weighted(random, MAC_CHIPS);
  const [screen, aspect] = weighted(
    random,
    [
      [6, ["1440x900x30", 32]],
      [2, ["1512x982x30", 31]],
      [3, ["1920x1080x24", 36]],
    ] as const,
  );
  const fonts = weighted(
    random,
    [
      [65, "base"],
      [27, "base, MS Outlook"],
      [5, "base, Fira Code"],
      [3, `own ${random.hex(6)}`],
    ] as const,
  );
  const renderer = `ANGLE (Apple, ANGLE Metal Renderer: ${chip}, Unspecified Version)`;
  const delay = updateDelay(random);
  return {
    id: idOf({
      ...{ vendor: "Google Inc.", platform: "MacIntel", touch: 0, aspect, cores },
      ...{ gpu: [renderer, "metal"], fonts, geometry: "skia metal" },
    }),
    ...{ kind: "Chrome on macOS", browser: "Chrome", cores, screen, renderer },
    userAgent: (at) => chromeAgent("Macintosh; Intel Mac OS X 10_15_7", at, delay),
  };
}

const MAC_CHIPS: readonly (readonly [share: number, chip: readonly [name: string, cores: number]])[] = [
  [30, ["Apple M1", 8]],
  [20, ["Apple M2", 8]],
  [8, ["Apple M1 Pro", 10]],
  [7, ["Apple M2 Pro", 12]],
  [14, ["Apple M3", 8]],
  [6, ["Apple M3 Pro", 11]],
  [9, ["Apple M4", 10]],
  [4, ["Apple M4 Pro", 14]],
];

function macSafari(random: Random): Device {
  const cores = 8;
  const screen = random.of(["1440x900x24", "1512x982x24", "1920x1080x24"]);
  const delay = updateDelay(random);
  return {
    id: idOf({
      ...{ vendor: "Apple Computer, Inc.", platform: "MacIntel", touch: 0, aspect: false, cores: false },
      ...{ gpu: ["Apple GPU", random.chance(0.8) ? "apple" : "intel"], fonts: false, geometry: false },
    }),
    ...{ kind: "Safari on macOS", browser: "Safari", cores, screen, renderer: "Apple GPU" },
    userAgent: (at) => safariAgent("Macintosh; Intel Mac OS X 10_15_7", at, delay, ""),
  };
}

export function iphone(random: Random, browser: "Safari" | "Chrome"): Device {
  const screen = random.of(["390x844x32", "393x852x32", "430x932x32", "402x874x32", "375x667x32"]);
  const delay = updateDelay(random);
  return {
    id: idOf({
      ...{ vendor: "Apple Computer, Inc.", platform: "iPhone", touch: 2, aspect: false, cores: false },
      ...{ gpu: ["Apple GPU", weighted(random, [[7, "a15"], [2, "a12"], [1, "a10"]] as const)] },
      ...{ fonts: false, geometry: false },
    }),
    ...{ kind: `${browser} on iOS`, browser, cores: 4, screen },
    // Some pages leave it out, as their own code sends what the script answers.
    renderer: random.chance(0.15) ? null : "Apple GPU",
    userAgent: (at) =>
      safariAgent(iosSystem(at, delay), at, delay, browser === "Chrome" ? "CriOS" : "Mobile"),
  };
}

export function ipad(random: Random): Device {
  const delay = updateDelay(random);
  return {
    id: idOf({
      ...{ vendor: "Apple Computer, Inc.", platform: "MacIntel", touch: 2, aspect: false, cores: false },
      ...{ gpu: ["Apple GPU", random.chance(0.7) ? "a15" : "a12"], fonts: false, geometry: false },
    }),
    ...{
      kind: "Safari on iPadOS",
      browser: "Safari",
      cores: 4,
      screen: "820x1180x32",
      renderer: "Apple GPU",
    },
    userAgent: (at) => safariAgent("Macintosh; Intel Mac OS X 10_15_7", at, delay, ""),
  };
}

const ANDROID_MODELS = 60;

function android(random: Random, browser: "Chrome" | "Samsung Internet"): Device {
  // Models by Zipf's law; Samsung's browser is on its own.
  const model = Math.min(ANDROID_MODELS - 1, Math.floor(ANDROID_MODELS ** random.next()) - 1) *
    (browser === "Chrome" ? 1 : 2);
  const gpu = model % 3 === 2 ? `Mali-G${57 + model}` : `Adreno (TM) ${600 + 10 * (model % 15)}`;
  const [width, height] = [360 + 3 * (model % 9), 780 + 7 * (model % 13)];
  const delay = updateDelay(random);
  return {
    id: idOf({
      ...{ vendor: "Google Inc.", platform: model % 4 === 0 ? "Linux armv81" : "Linux aarch64", touch: 2 },
      ...{ aspect: [height, width], cores: 8, gpu: [gpu, model], fonts: "android", geometry: `skia ${gpu}` },
    }),
    ...{ kind: `${browser} on Android`, browser, cores: 8, screen: `${width}x${height}x24`, renderer: gpu },
    userAgent: (at) => {
      const major = chromeMajor(at, delay);
      const samsung = browser === "Chrome" ? "" : "SamsungBrowser/28.0 ";
      return `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ${samsung}Chrome/${major}.0.0.0 Mobile Safari/537.36`;
    },
  };
}

const WINDOWS_GPUS = [
  [16, "Intel(R) UHD Graphics 620 (0x00003EA0)"],
  [14, "Intel(R) Iris(R) Xe Graphics (0x00009A49)"],
  [8, "Intel(R) UHD Graphics 630 (0x00003E92)"],
  [7, "Intel(R) UHD Graphics (0x000046A6)"],
  [7, "AMD Radeon(TM) Graphics (0x00001638)"],
  [6, "NVIDIA GeForce RTX 3060 (0x00002504)"],
  [5, "NVIDIA GeForce GTX 1650 (0x00001F82)"],
  [4, "NVIDIA GeForce RTX 4060 (0x00002882)"],
  [3, "Intel(R) HD Graphics 520 (0x00001916)"],
  [3, "AMD Radeon RX 6600 (0x000073FF)"],
] as const;

/** @param rare of a campaign: nobody else has it */
export function windows(random: Random, browser: "Chrome" | "Edge", rare = false): Device {
  const card = rare || random.chance(0.25)
    ? `NVIDIA GeForce RTX ${2060 + 10 * random.below(300)} (0x0000${random.hex(4)})`
    : weighted(random, WINDOWS_GPUS);
  const cores = random.of([4, 8, 8, 8, 12, 12, 16, 20]);
  const [screen, aspect] = weighted(
    random,
    [
      [8, ["1920x1080x24", 36]],
      [3, ["1536x864x24", 36]],
      [2, ["1920x1200x24", 32]],
      [1, ["2560x1080x24", 47]],
    ] as const,
  );
  // What programs install tells most Windows computers apart, but not those that come from one office's image.
  const fonts = rare || random.chance(0.45)
    ? `own ${random.hex(5)}`
    : weighted(random, [[5, "base, Office"], [3, "base"], [1, "base, Office, Open Sans"]] as const);
  const renderer = `ANGLE (${
    card.split(" ")[0]!.replace("(R)", "")
  }, ${card} Direct3D11 vs_5_0 ps_5_0, D3D11)`;
  const delay = updateDelay(random);
  return {
    id: idOf({
      ...{ vendor: "Google Inc.", platform: "Win32", touch: 0, aspect, cores },
      ...{ gpu: [renderer, "d3d11"], fonts, geometry: `skia ${card.split(" ")[0]}` },
    }),
    ...{ kind: `${browser} on Windows`, browser, cores, screen, renderer },
    userAgent: (at) => {
      const agent = chromeAgent("Windows NT 10.0; Win64; x64", at, delay);
      return browser === "Chrome" ? agent : `${agent} Edg/${chromeMajor(at, delay)}.0.0.0`;
    },
  };
}

function firefox(random: Random, os: "Windows" | "macOS" | "Linux"): Device {
  const renderer = {
    Windows: random.of([
      "ANGLE (Intel, Intel(R) HD Graphics 400 Direct3D11 vs_5_0 ps_5_0), or similar",
      "ANGLE (NVIDIA, NVIDIA GeForce GTX 980 Direct3D11 vs_5_0 ps_5_0), or similar",
      "ANGLE (AMD, Radeon R9 200 Series Direct3D11 vs_5_0 ps_5_0), or similar",
    ]),
    macOS: "Apple M1, or similar",
    Linux: random.of(["Intel(R) HD Graphics 400, or similar", "GeForce GTX 980, or similar"]),
  }[os];
  const cores = random.of([4, 8, 8, 8]);
  const [screen, aspect] = random.of(
    [["1920x1080x24", 36], ["1536x864x24", 36], ["1440x900x24", 32]] as const,
  );
  const system = {
    Windows: "Windows NT 10.0; Win64; x64",
    macOS: "Macintosh; Intel Mac OS X 10.15",
    Linux: "X11; Linux x86_64",
  }[os];
  const delay = updateDelay(random);
  return {
    id: idOf({
      ...{ vendor: "", platform: os === "Windows" ? "Win32" : os === "macOS" ? "MacIntel" : "Linux x86_64" },
      ...{ touch: 0, aspect, cores, gpu: [renderer, os], fonts: false, geometry: false },
    }),
    ...{ kind: `Firefox on ${os}`, browser: "Firefox", cores, screen, renderer },
    userAgent: (at) => {
      const major = firefoxMajor(at, delay);
      return `Mozilla/5.0 (${system}; rv:${major}.0) Gecko/20100101 Firefox/${major}.0`;
    },
  };
}

/** Browsers of a vendor appear every four weeks; most people have the newest within days. */
const RELEASES_MS = 28 * DAY_MS;
const FIRST_RELEASE = Date.UTC(2026, 9, 20);

/** By how much the browser of a device is behind, milliseconds: the same whenever it comes. */
function updateDelay(random: Random): number {
  return weighted(random, [[70, 4], [20, 14], [7, 45], [3, 120]] as const) * DAY_MS * random.next();
}

/** Releases since the first one. */
function release(at: number, delay: number): number {
  return Math.max(-6, Math.floor((at - delay - FIRST_RELEASE) / RELEASES_MS));
}

function chromeMajor(at: number, delay: number): number {
  return 150 + release(at, delay);
}

function firefoxMajor(at: number, delay: number): number {
  return 152 + release(at, delay);
}

function chromeAgent(system: string, at: number, delay: number): string {
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${
    chromeMajor(at, delay)
  }.0.0.0 Safari/537.36`;
}

function iosSystem(at: number, delay: number): string {
  const [major, minor] = iosVersion(at, delay);
  return `iPhone; CPU iPhone OS ${major}_${minor} like Mac OS X`;
}

function iosVersion(at: number, delay: number): readonly [number, number] {
  return delay > 5 * DAY_MS ? [18, 6] : [26, Math.max(0, 1 + Math.floor(release(at, delay) / 2))];
}

function safariAgent(system: string, at: number, delay: number, extra: "" | "Mobile" | "CriOS"): string {
  const version = iosVersion(at, delay).join(".");
  const middle = extra === "CriOS"
    ? `CriOS/${chromeMajor(at, delay)}.0.0.0 Mobile/15E148 `
    : `Version/${version} ${extra === "Mobile" ? "Mobile/15E148 " : ""}`;
  return `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${middle}Safari/605.1.15`;
}

export function weighted<T>(random: Random, rows: readonly (readonly [weight: number, value: T])[]): T {
  let at = random.next() * rows.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, value] of rows) {
    if (at < weight) return value;
    at -= weight;
  }
  return rows.at(-1)![1];
}
