/**
 * The probability that the browser is automated: a logistic model with one row per marker. A bot's operator can remove
 * most markers, so only those that are present count; the absence of one is not evidence.
 */
import type { DeepReadonly } from "../../model/component.ts";
import { isFalse, isTrue, type Known, known, mapKnown, unknown } from "../../model/evidence.ts";
import {
  claimedAgent,
  isDesktop,
  isDesktopChromium,
  isForeignRenderer,
  isHeadless,
  isMobile,
  isSoftwareRenderer,
  isTool,
} from "./browser.ts";
import type { BrowserFacts } from "./parse.ts";

/** Log-odds that a browser without any marker is automated. */
const BASE = -4;
/** The sum is limited to these log-odds, so that the probability is never 0 or 1. */
const CAP = 8;
/** From this probability on, `is_bot`. */
export const BOT = 0.5;
/** From this sum of log-odds on, the rows marked `headless` together mean a headless browser. */
const HEADLESS = 2.5;

interface MarkerRow {
  /** Log-odds that the marker adds. */
  readonly logit: number;
  /** A sentence fragment for people. */
  readonly text: string;
  /** Typical of a headless browser. */
  readonly headless?: true;
}

const MARKERS = {
  automation_globals: { logit: 7.5, text: "traces of an automation tool or of a disguised browser" },
  webdriver: { logit: 7, text: "navigator.webdriver is true" },
  headless_ua: { logit: 7, text: "user agent of a headless browser" },
  tool_ua: { logit: 6, text: "user agent of a script or crawler" },
  agent_ua: { logit: 6, text: "user agent of an AI agent" },
  no_languages: { logit: 3, text: "no browser language" },
  zero_screen: { logit: 2.5, text: "screen or window of size zero", headless: true },
  foreign_renderer: { logit: 2.5, text: "graphics card does not match the operating system" },
  offset_contradicts: { logit: 2, text: "time zone does not match the UTC offset" },
  software_renderer: { logit: 1.6, text: "software rendering without a graphics card", headless: true },
  default_screen: { logit: 1.2, text: "800x600 screen, the default of headless browsers", headless: true },
  no_plugins: { logit: 1.2, text: "desktop Chromium without plugins" },
  wide_mobile: { logit: 1, text: "mobile browser with a screen wider than 2000 pixels" },
  datacenter: { logit: 1, text: "browser on a datacenter address" },
  utc_desktop: { logit: 0.7, text: "desktop with the time zone UTC" },
} as const satisfies Record<string, MarkerRow>;

type Marker = keyof typeof MARKERS;

export type BotFacts = DeepReadonly<ReturnType<typeof judgeBot>>;

export interface BotEvidence {
  readonly input: BrowserFacts;
  readonly inDatacenter: Known<boolean>;
  /** The browser's time zone does not have the offset that it sent. */
  readonly offsetContradicts: Known<boolean>;
}

const NOT_SENT = unknown("not_given", "signals or automation");

export function judgeBot(evidence: BotEvidence) {
  const { input } = evidence;
  const marks = markersOf(evidence);
  const judged = isJudgeable(input);
  const logit = marks.reduce((sum, mark) => sum + MARKERS[mark].logit, BASE);
  const chance = 1 / (1 + Math.exp(-Math.min(CAP, Math.max(-CAP, logit))));
  const probability: Known<number> = judged ? known(Math.round(chance * 1000) / 1000) : NOT_SENT;
  const strongest = marks.toSorted((a, b) => MARKERS[b].logit - MARKERS[a].logit)[0];
  return {
    /** 0 to 1, three digits. */
    probability,
    isBot: mapKnown(probability, (value) => value >= BOT),
    isAutomated: either(input.webdriver, input.automationGlobals),
    isHeadless: headless(input, marks),
    /** Text of the strongest marker; null when none fired. */
    because: judged && strongest !== undefined ? MARKERS[strongest].text : null,
  };
}

/** Something was sent from which automation can be recognised. */
function isJudgeable(input: BrowserFacts): boolean {
  const { webdriver, automationGlobals, headlessUserAgent, zeroScreen, noPlugins, noLanguages } = input;
  return [webdriver, automationGlobals, headlessUserAgent, zeroScreen, noPlugins, noLanguages]
    .some((flag) => flag.known) ||
    [input.userAgent, input.renderer, input.screen].some((fact) => fact.known);
}

function markersOf({ input, inDatacenter, offsetContradicts }: BotEvidence): Marker[] {
  const agent = input.userAgent.known ? input.userAgent.value : null;
  const renderer = input.renderer.known ? input.renderer.value : null;
  const screen = input.screen.known ? input.screen.value : null;
  const namesHeadless = isTrue(input.headlessUserAgent) || agent !== null && isHeadless(agent);
  const fires: Readonly<Record<Marker, boolean>> = {
    automation_globals: isTrue(input.automationGlobals),
    webdriver: isTrue(input.webdriver),
    headless_ua: namesHeadless,
    tool_ua: agent !== null && !namesHeadless && isTool(agent),
    agent_ua: agent !== null && !namesHeadless && !isTool(agent) && claimedAgent(agent) !== null,
    no_languages: isTrue(input.noLanguages),
    zero_screen: isTrue(input.zeroScreen) || screen !== null && (screen.width === 0 || screen.height === 0),
    foreign_renderer: agent !== null && renderer !== null && isForeignRenderer(agent, renderer),
    offset_contradicts: isTrue(offsetContradicts),
    software_renderer: renderer !== null && isSoftwareRenderer(renderer),
    default_screen: screen !== null && screen.width === 800 && screen.height === 600,
    no_plugins: isTrue(input.noPlugins) && agent !== null && isDesktopChromium(agent),
    wide_mobile: agent !== null && screen !== null && isMobile(agent) && screen.width > 2000,
    datacenter: isTrue(inDatacenter),
    utc_desktop: input.timezone.known && input.timezone.value === "UTC" && agent !== null && isDesktop(agent),
  };
  return (Object.keys(fires) as Marker[]).filter((marker) => fires[marker]);
}

/** True by the user agent, or by screen and graphics together. Missing plugins alone are not enough. */
function headless(input: BrowserFacts, marks: readonly Marker[]): Known<boolean> {
  if (marks.includes("headless_ua")) return known(true);
  const rows: readonly MarkerRow[] = marks.map((mark) => MARKERS[mark]);
  const logit = rows.reduce((sum, row) => row.headless ? sum + row.logit : sum, 0);
  if (logit >= HEADLESS) return known(true);
  return input.headlessUserAgent.known || input.userAgent.known
    ? known(false)
    : unknown("not_given", "headless_ua or user_agent");
}

/** True when one is, false only when both are known to be false. */
function either(one: Known<boolean>, other: Known<boolean>): Known<boolean> {
  if (isTrue(one) || isTrue(other)) return known(true);
  if (isFalse(one) && isFalse(other)) return known(false);
  return one.known ? other : one;
}
