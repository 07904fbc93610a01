/** What generated log-ins are made of: networks of countries, and browsers that grow older. Invented, and the same each time. */
import type { LoginPlace } from "../../model/login/login.ts";
import { oneFrom, type Random, weightedFrom } from "./random.ts";

/** Where people live, by weight. */
const HOMES = [
  ["DE", 30],
  ["US", 18],
  ["GB", 10],
  ["FR", 10],
  ["NL", 7],
  ["PL", 7],
  ["ES", 6],
  ["BR", 6],
  ["IN", 6],
] as const;
/** Where else addresses are: people travel there, and attackers come from there. */
const OTHERS = ["VN", "RU", "NG", "ID", "UA", "TR", "PK", "CN", "RO", "IT", "MX", "TH"] as const;
const COUNTRIES: readonly string[] = [...HOMES.map(([country]) => country), ...OTHERS];

const KINDS = ["residential", "mobile", "business", "vpn", "datacenter"] as const;
type Kind = typeof KINDS[number];
/** Operators of a country; the first have most of the people. */
const OPERATORS: Readonly<Record<Kind, number>> = {
  residential: 5,
  mobile: 3,
  business: 20,
  vpn: 5,
  datacenter: 5,
};
/** Of VPN and hosting networks, so many are known as such: what was measured of the feeds (see "Detection" in `docs/figures.md`). */
const DETECTED = 0.97;

/** A network that somebody is in. */
export interface Network {
  readonly address: string;
  readonly asn: number;
  readonly country: string;
  readonly kind: LoginPlace["network"];
}

/** A new address. */
export function networkIn(country: string, kind: Kind, random: Random): Network {
  const operators = Array.from({ length: OPERATORS[kind] }, (_, at) => [at, 1 / (at + 1)] as const);
  return addressOf(country, kind, weightedFrom(operators, random), random);
}

/** Another address of the same operator. */
export function movedWithin({ asn, country, kind }: Network, random: Random): Network {
  return { ...addressOf(country, "residential", 0, random), asn, country, kind };
}

function addressOf(country: string, kind: Kind, operator: number, random: Random): Network {
  const asn = 60_000 + COUNTRIES.indexOf(country) * 100 + KINDS.indexOf(kind) * 20 + operator;
  const byte = () => Math.floor(random() * 256);
  const isHidden = (kind === "vpn" || kind === "datacenter") && random() >= DETECTED;
  return {
    address: `${1 + Math.floor(random() * 223)}.${byte()}.${byte()}.${byte()}`,
    asn,
    country,
    kind: isHidden || kind === "business" ? "residential" : kind,
  };
}

export function countryBeside(home: string, random: Random): string {
  return oneFrom(COUNTRIES.filter((country) => country !== home), random);
}

export function homeCountry(random: Random): string {
  return weightedFrom(HOMES, random);
}

/** A device with a browser, which is updated some days after a version comes. */
export interface Device {
  readonly model: Model;
  readonly lagDays: number;
  /** A text of its own in the user agent, as phones have; "" where all are alike. */
  readonly own: string;
}

/** What a browser says of itself, as the columns of the data set have it. */
export interface AgentText {
  readonly userAgent: string;
  readonly browser: string;
  readonly os: string;
  readonly deviceType: "desktop" | "mobile" | "tablet" | "bot";
}

type Model =
  | "chrome windows"
  | "edge windows"
  | "firefox windows"
  | "chrome mac"
  | "safari mac"
  | "firefox linux"
  | "chrome android"
  | "samsung android"
  | "safari iphone"
  | "safari ipad";

const COMPUTERS: readonly (readonly [Model, number])[] = [
  ["chrome windows", 42],
  ["edge windows", 16],
  ["firefox windows", 8],
  ["chrome mac", 12],
  ["safari mac", 16],
  ["firefox linux", 6],
];
const PHONES: readonly (readonly [Model, number])[] = [
  ["chrome android", 45],
  ["samsung android", 12],
  ["safari iphone", 43],
];

export function deviceOf(kind: "computer" | "phone" | "tablet", random: Random): Device {
  const model = kind === "tablet"
    ? "safari ipad"
    : weightedFrom(kind === "phone" ? PHONES : COMPUTERS, random);
  const own = model === "samsung android" ? `SM-S9${1 + Math.floor(random() * 40)}B` : "";
  return { model, lagDays: random() * 12, own };
}

const NEWEST = { chrome: 138, firefox: 140, safari: 18.1 } as const;
const RELEASE_DAYS = 28;

/** @param day of the simulation, from 0 */
export function agentOf({ model, lagDays, own }: Device, day: number): AgentText {
  const releases = Math.max(0, Math.floor((day - lagDays) / RELEASE_DAYS));
  return agentText(model, releases, own);
}

function agentText(model: Model, releases: number, own: string): AgentText {
  const chrome = NEWEST.chrome + releases;
  const firefox = NEWEST.firefox + releases;
  const safari = (NEWEST.safari + Math.floor(releases / 2) / 10).toFixed(1);
  const webkit = (system: string, rest: string) =>
    `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chrome}.0.0.0 ${rest}`;
  const apple = (system: string, rest: string) =>
    `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${safari} ${rest}`;
  const gecko = (system: string) =>
    `Mozilla/5.0 (${system}; rv:${firefox}.0) Gecko/20100101 Firefox/${firefox}.0`;
  const windows = "Windows NT 10.0; Win64; x64";
  const mac = "Macintosh; Intel Mac OS X 10_15_7";
  const desktop = (userAgent: string, browser: string, os: string): AgentText => ({
    userAgent,
    browser,
    os,
    deviceType: "desktop",
  });
  const mobile = (userAgent: string, browser: string, os: string): AgentText => ({
    userAgent,
    browser,
    os,
    deviceType: "mobile",
  });
  switch (model) {
    case "chrome windows":
      return desktop(webkit(windows, "Safari/537.36"), `Chrome ${chrome}.0.0`, "Windows 10");
    case "edge windows":
      return desktop(
        webkit(windows, `Safari/537.36 Edg/${chrome}.0.0.0`),
        `Edge ${chrome}.0.0`,
        "Windows 10",
      );
    case "firefox windows":
      return desktop(gecko(windows), `Firefox ${firefox}.0`, "Windows 10");
    case "chrome mac":
      return desktop(webkit(mac, "Safari/537.36"), `Chrome ${chrome}.0.0`, "Mac OS X 10.15.7");
    case "safari mac":
      return desktop(apple(mac, "Safari/605.1.15"), `Safari ${safari}`, "Mac OS X 10.15.7");
    case "firefox linux":
      return desktop(gecko("X11; Linux x86_64"), `Firefox ${firefox}.0`, "Linux");
    case "chrome android":
      return mobile(
        webkit("Linux; Android 10; K", "Mobile Safari/537.36"),
        `Chrome Mobile ${chrome}.0.0`,
        "Android 10",
      );
    case "samsung android":
      return mobile(
        `Mozilla/5.0 (Linux; Android 14; ${own}) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/${
          26 + Math.floor(releases / 2)
        }.0 Chrome/${chrome - 8}.0.0.0 Mobile Safari/537.36`,
        `Samsung Internet ${26 + Math.floor(releases / 2)}.0`,
        "Android 14",
      );
    case "safari iphone":
      return mobile(
        apple(
          `iPhone; CPU iPhone OS ${safari.replace(".", "_")} like Mac OS X`,
          "Mobile/15E148 Safari/604.1",
        ),
        `Mobile Safari ${safari}`,
        `iOS ${safari}`,
      );
    case "safari ipad":
      return {
        ...mobile(
          apple(`iPad; CPU OS ${safari.replace(".", "_")} like Mac OS X`, "Mobile/15E148 Safari/604.1"),
          `Mobile Safari ${safari}`,
          `iOS ${safari}`,
        ),
        deviceType: "tablet",
      };
  }
}

const TOOLS = ["python-requests/2.32.3", "Go-http-client/2.0", "okhttp/4.12.0", "curl/8.5.0"] as const;
/** How many versions those are behind that come with tools of attackers. */
const OUTDATED = { least: 12, most: 60 } as const;

/** What somebody sends who thinks of no victim in particular. */
export function naiveAgent(random: Random): AgentText {
  if (random() < 0.6) {
    const userAgent = oneFrom(TOOLS, random);
    return { userAgent, browser: userAgent.replace("/", " "), os: "Other", deviceType: "bot" };
  }
  const behind = OUTDATED.least + Math.floor(random() * (OUTDATED.most - OUTDATED.least));
  return agentText(weightedFrom([...COMPUTERS, ...PHONES], random), -behind, "SM-G950F");
}
