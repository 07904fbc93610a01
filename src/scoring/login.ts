/** What speaks against a log-in, as points that add up, and what the site should do. Pure. */
import { DAY_MS } from "../model/duration.ts";
import {
  type Familiarity,
  hides,
  isShared,
  MIN_LOGINS,
  RATIO_LOGINS,
  type UserHistory,
} from "../model/login/history.ts";
import type { LoginPlace, Suggestion } from "../model/login/login.ts";
import type { Travel } from "../model/login/travel.ts";
import type { PlaceKind, Surroundings } from "../model/login/window.ts";

interface Row {
  readonly points: number;
  /** Of each group the strongest counts. */
  readonly group: string;
  readonly text: string;
  /** It alone says only that something is new: no log-in is denied for such findings. */
  readonly isNovelty?: true;
}

/** Tuned on generated log-ins: see "Log-ins" in `docs/figures.md`. */
export const LOGIN_WEIGHTS = {
  new_device: { points: 15, group: "device", text: "a device that this user never used", isNovelty: true },
  new_network: {
    points: 5,
    group: "network",
    text: "a network operator that this user never used",
    isNovelty: true,
  },
  new_country: {
    points: 15,
    group: "network",
    text: "a country that this user never was in",
    isNovelty: true,
  },
  new_country_and_device: {
    points: 25,
    group: "network",
    text: "a new device in a country that this user never was in",
    isNovelty: true,
  },
  new_hiding_network: {
    points: 50,
    group: "hiding",
    text: "a hosting, VPN or Tor network that this user never used",
    isNovelty: true,
  },
  impossible_travel: {
    points: 35,
    group: "travel",
    text: "two countries within a time in which nobody travels that far",
    isNovelty: true,
  },
  stuffing: { points: 40, group: "stuffing", text: "many users fail to log in from here" },
  user_attacked: {
    points: 25,
    group: "attack",
    text: "this user failed from several networks within the hour",
  },
  success_after_failures: {
    points: 20,
    group: "attack",
    text: "a success after failures from elsewhere",
  },
  site_attack: { points: 10, group: "site", text: "far more strange log-ins fail than usual" },
  sleeping_account: {
    points: 15,
    group: "sleeping",
    text: "no log-in for 90 days, and now from a new device and network",
    isNovelty: true,
  },
  leaked_password: { points: 30, group: "password", text: "the password is known from a leak" },
  unusual: {
    points: 40,
    group: "unusual",
    text: "the network and browser together are unusual for this user",
    isNovelty: true,
  },
  takeover: { points: 30, group: "takeover", text: "the account was taken over, or is being taken over" },
} as const satisfies Readonly<Record<string, Row>>;

type LoginFindingName = keyof typeof LOGIN_WEIGHTS;

/** The score is multiplied by this where a second factor was passed with the device before. */
export const CONFIRMED_DEVICE = { factor: 0.5, text: "a device that was confirmed before" } as const;

/** The lowest score of each suggestion. */
export const SUGGESTED_FROM = { notify: 30, step_up: 60, deny: 85 } as const;

/**
 * Points of `unusual` are those of its row times the logistic function of ln S minus `centre`: from so many log-ins of the user on,
 * with a device or a network operator that they never had. Fewer than `least` points are none.
 */
export const UNUSUAL = { logins: RATIO_LOGINS, centre: -2.4, least: 5 } as const;

const SLEEP_MS = 90 * DAY_MS;
const TRAVEL = { km: 500, kmh: 1000 } as const;
/** Users with failures in ten minutes and in a day, by where, and the share of attempts there that fail. */
const STUFFING: { readonly [kind in PlaceKind]: { readonly users: number; readonly usersOfDay: number } } = {
  address: { users: 10, usersOfDay: 30 },
  subnet: { users: 30, usersOfDay: 90 },
  device: { users: 5, usersOfDay: 15 },
  asn: { users: 100, usersOfDay: 300 },
};
const STUFFING_SHARE = 0.8;
const USER_ATTACK = { failures: 5, networks: 3 } as const;
const FAILURES_BEFORE_SUCCESS = 3;

interface LoginFinding {
  readonly name: LoginFindingName;
  readonly points: number;
  readonly text: string;
}

export interface ScoredLogin {
  /** 0 to 100. */
  readonly score: number;
  readonly findings: readonly LoginFinding[];
  readonly isTrusted: boolean;
  readonly suggest: Suggestion;
}

interface LoginEvidence {
  readonly place: LoginPlace;
  readonly history: UserHistory | null;
  readonly familiarity: Familiarity;
  readonly travel: Travel | null;
  /** Null: unknown. */
  readonly around: Surroundings | null;
  readonly succeeded: boolean | null;
  readonly passwordLeaked: boolean | null;
  /** Freeman's ratio; see `model/login/ratio.ts`. Null: unknown. */
  readonly lnRatio: number | null;
  readonly at: number;
}

export function scoreLogin(evidence: LoginEvidence): ScoredLogin {
  const strongest = new Map<string, LoginFinding>();
  for (const name of fired(evidence)) {
    const { group, text } = LOGIN_WEIGHTS[name];
    const points = name === "unusual" ? unusualPoints(evidence) : LOGIN_WEIGHTS[name].points;
    const before = strongest.get(group);
    if (before === undefined || before.points < points) strongest.set(group, { name, points, text });
  }
  const findings = [...strongest.values()].sort((one, other) => other.points - one.points);
  const sum = findings.reduce((points, finding) => points + finding.points, 0);
  const isTrusted = evidence.familiarity.isConfirmed && sum > 0 && !isVictim(evidence);
  const score = Math.min(100, Math.round(sum * (isTrusted ? CONFIRMED_DEVICE.factor : 1)));
  return { score, findings, isTrusted, suggest: suggestionOf(score, findings, evidence) };
}

function suggestionOf(
  score: number,
  findings: readonly LoginFinding[],
  evidence: LoginEvidence,
): Suggestion {
  if (score >= SUGGESTED_FROM.deny) {
    const isNovelty = findings.every(({ name }) => (LOGIN_WEIGHTS[name] as Row).isNovelty === true);
    return isNovelty ? "step_up" : "deny";
  }
  // The person is known to be a victim: whoever logs in shows more than a password.
  if (score >= SUGGESTED_FROM.step_up || isVictim(evidence)) return "step_up";
  return score >= SUGGESTED_FROM.notify ? "notify" : "allow";
}

function isVictim({ history, at }: LoginEvidence): boolean {
  return history !== null && history.victimUntil !== null && history.victimUntil > at;
}

function fired(evidence: LoginEvidence): LoginFindingName[] {
  const { history, around, passwordLeaked, succeeded, familiarity, at } = evidence;
  const isDesk = history !== null && isShared(history, at);
  const { device, network } = familiarity;
  const isStrange = device !== "known" && network !== "known" && (device === "new" || network !== "unknown");
  return [
    ...(history !== null && history.logins >= MIN_LOGINS && !isDesk ? novelties(evidence, history) : []),
    ...(around !== null && isStuffed(around) ? ["stuffing" as const] : []),
    ...(isDesk || around === null ? [] : attacks(around, succeeded, familiarity)),
    ...(around?.isSiteAttacked === true && isStrange ? ["site_attack" as const] : []),
    ...(passwordLeaked === true ? ["leaked_password" as const] : []),
    ...(isVictim(evidence) ? ["takeover" as const] : []),
  ];
}

function novelties(evidence: LoginEvidence, history: UserHistory): LoginFindingName[] {
  const { familiarity: { device, network, isNewHiding }, travel, place, at } = evidence;
  const isNewDevice = device === "new";
  const isUnusual = unusualPoints(evidence) >= UNUSUAL.least;
  const isNewPlace = network === "new_country" || network === "new_network";
  const isAnywhere = hides(place.network) || place.network === "relay" || place.network === "mobile" ||
    hides(history.lastNetwork) || history.lastNetwork === "relay" || history.lastNetwork === "mobile";
  return [
    ...(isNewDevice ? ["new_device" as const] : []),
    ...(network === "new_country"
      ? [isNewDevice ? "new_country_and_device" as const : "new_country" as const]
      : network === "new_network"
      ? ["new_network" as const]
      : []),
    ...(isNewHiding ? ["new_hiding_network" as const] : []),
    ...(travel !== null && travel.km > TRAVEL.km && travel.kmh > TRAVEL.kmh && !isAnywhere
      ? ["impossible_travel" as const]
      : []),
    ...(isNewDevice && isNewPlace && at - history.last > SLEEP_MS ? ["sleeping_account" as const] : []),
    ...(isUnusual ? ["unusual" as const] : []),
  ];
}

/** 0 to the points of its row, whole. */
function unusualPoints({ lnRatio, history, familiarity }: LoginEvidence): number {
  if (lnRatio === null || history === null || history.logins < UNUSUAL.logins) return 0;
  const { device, network } = familiarity;
  if (device === "known" && (network === "known" || network === "new_address")) return 0;
  return Math.round(LOGIN_WEIGHTS.unusual.points / (1 + Math.exp(UNUSUAL.centre - lnRatio)));
}

function isStuffed({ failing }: Surroundings): boolean {
  return (Object.keys(STUFFING) as PlaceKind[]).some((kind) => {
    const { users, usersOfDay, attempts, failures } = failing[kind];
    const limits = STUFFING[kind];
    return (users >= limits.users || usersOfDay >= limits.usersOfDay) && attempts > 0 &&
      failures >= STUFFING_SHARE * attempts;
  });
}

/** Somebody who mistypes on their own device is no attacker. */
function attacks(
  { user }: Surroundings,
  succeeded: boolean | null,
  { device }: Familiarity,
): LoginFindingName[] {
  if (device === "known") return [];
  return [
    ...(user.ofHour >= USER_ATTACK.failures && user.networksOfHour >= USER_ATTACK.networks
      ? ["user_attacked" as const]
      : []),
    ...(succeeded === true && user.recentElsewhere >= FAILURES_BEFORE_SUCCESS
      ? ["success_after_failures" as const]
      : []),
  ];
}
