/**
 * What is usual at a place: a network, an address, the domain of an organisation, a device id that many have. Sign-ups a day
 * and an hour, and marks of the different values seen there. Some 150 bytes for most, merged by union and maximum like the
 * states of linkage.
 */
import { DAY_MS, HOUR_MS } from "../duration.ts";
import { addHit, countHits, mergeHits, NO_HITS, type Rate, type RateSpan, usualHits } from "./linkage.ts";
import { countMarks, hasMark, type Mark, marked, type Marks, unionOf } from "./marks.ts";

/** The members that places of 2026-11-22 and before lack are optional. */
export interface Place {
  /** Sign-ups a day, by process. */
  readonly d: Rate;
  /** The period of the marks in `m`; those in `b` are of the period before. */
  readonly g: number;
  readonly m: Marks;
  readonly b: Marks;
  /** The half-day of the marks in `n`; those in `y` are of the one before. Older ones move to `m`. */
  readonly e?: number;
  readonly n?: Marks;
  readonly y?: Marks;
  /** Sign-ups an hour, by process. */
  readonly h?: Rate;
  /** Sign-ups of the last hour, by process; only of places that have no other counter. */
  readonly r?: Rate;
}

/** Which rates are kept of a place. */
export interface PlaceRates {
  readonly days: boolean;
  readonly lastHour: boolean;
}

/** Hashes of what a sign-up has. */
interface PlaceValues {
  readonly pattern: string | null;
  readonly device: string | null;
  /** The address, or the /64 of an IPv6 one. */
  readonly line?: string | null;
}

/** What is known of a place, the sign-up itself left out. */
export interface PlaceView {
  readonly isKnown: boolean;
  /** Somebody signed up today. */
  readonly isToday: boolean;
  /** E-mail patterns, devices and devices that several e-mail addresses used: about how many others in the last weeks. */
  readonly patterns: number;
  readonly devices: number;
  readonly sharedDevices: number;
  /**
   * About how many people who shared nothing with anybody, seen here before today and the day's half before it: whoever
   * comes with a burst is none of them.
   */
  readonly people: number;
  /** Days before today on which somebody signed up. */
  readonly days: number;
  /** On about how many days before today, and the half-day before it, on which somebody had a token. */
  readonly tokenDays: number;
  /** Another sign-up had the same address, as far as can be told. */
  readonly knowsLine: boolean;
  /** Sign-ups in an hour of a usual day; null for a place that was not seen before today. */
  readonly usualHour: number | null;
  /** Sign-ups in this hour of a usual day since the first sign-up: 0 for a place that was not seen before. */
  readonly usualNow: number;
  /** The same over a whole week, so that a flood of yesterday is not usual today: 0 until most of its days are alike. */
  readonly lastingNow: number;
  /** Sign-ups in this hour and the one before. */
  readonly twoHours: number;
  /** Sign-ups of the last hour, where the place counts them. */
  readonly lastHour: number;
}

/** Rates of the last 30 days. */
const USUAL_DAYS = 30;
const LAST_DAYS: RateSpan = { unitMs: DAY_MS, units: USUAL_DAYS };
const TODAY: RateSpan = { unitMs: DAY_MS, units: 1 };
const DAY_HOURS = 24;
/** On how many earlier days something has to be seen to be usual in an hour of the day. */
const COMPARED_DAYS = 7;
const LAST_WEEK: RateSpan = { unitMs: HOUR_MS, units: COMPARED_DAYS * DAY_HOURS + 2 };
/** The last hour in steps, so that the state is small. */
const STEPS = 12;
const LAST_STEPS: RateSpan = { unitMs: HOUR_MS / STEPS, units: STEPS };
/** Hours of a day in which people sign up. */
const ACTIVE_HOURS = 12;
/** Marks are kept for one to two periods. */
const PERIOD_MS = 15 * DAY_MS;
const HALF_DAY_MS = DAY_MS / 2;
const HALVES = PERIOD_MS / HALF_DAY_MS;

const NOWHERE: PlaceView = {
  isKnown: false,
  isToday: false,
  patterns: 0,
  devices: 0,
  sharedDevices: 0,
  people: 0,
  days: 0,
  tokenDays: 0,
  knowsLine: false,
  usualHour: null,
  usualNow: 0,
  lastingNow: 0,
  twoHours: 0,
  lastHour: 0,
};

/** One sign-up at a place. */
export interface Visit {
  readonly marks: Readonly<Partial<Record<Mark, string | null>>>;
  readonly rates: PlaceRates;
  /** Sign-ups that it stands for in the last hour. */
  readonly count?: number;
}

/** The place after one more sign-up. */
export function addToPlace(
  place: Place | null,
  { marks, rates, count = 1 }: Visit,
  node: string,
  now: number,
): Place {
  const before = settled(place ?? { d: NO_HITS, g: periodOf(now), m: "", b: "" }, halfDayOf(now));
  let n = before.n ?? "";
  for (const mark in marks) {
    const value = marks[mark as Mark];
    if (value !== null && value !== undefined) n = marked(n, mark as Mark, value);
  }
  let r = before.r;
  for (let i = 0; rates.lastHour && i < count; i++) r = addHit(r ?? NO_HITS, node, now, LAST_STEPS);
  return {
    ...before,
    d: rates.days ? addHit(before.d, node, now, LAST_DAYS) : before.d,
    h: addHit(before.h ?? NO_HITS, node, now, LAST_WEEK),
    ...(r === undefined ? {} : { r }),
    ...(n === "" ? {} : { n }),
  };
}

/** The place with these marks and nothing else of a visit; the same place when it has them. */
export function markPlace(
  place: Place | null,
  marks: readonly (readonly [Mark, string])[],
  now: number,
): Place {
  const { g, m, b } = place ?? { g: -1, m: "", b: "" };
  const period = Math.max(g, periodOf(now));
  const before = period === g ? m : "";
  let after = before;
  for (const [mark, value] of marks) after = hasMark(after, mark, value) ? after : marked(after, mark, value);
  if (place !== null && after === before && period === g) return place;
  return { d: NO_HITS, g: period, m: after, b: period === g ? b : period === g + 1 ? m : "" };
}

/** Of one or two periods. */
export function marksOf(place: Place | null, now: number): Marks {
  if (place === null) return "";
  const age = periodOf(now) - place.g;
  return age <= 0 ? unionOf(place.m, place.b) : age === 1 ? place.m : "";
}

export function mergePlaces(one: Place | null, other: Place, now: number): Place {
  if (one === null || one === other) return other;
  const half = Math.max(one.e ?? one.g * HALVES, other.e ?? other.g * HALVES);
  const [a, b] = [settled(one, half), settled(other, half)];
  const [n, y] = [unionOf(a.n ?? "", b.n ?? ""), unionOf(a.y ?? "", b.y ?? "")];
  const rate = (of: "h" | "r", span: RateSpan) => {
    const [x, z] = [a[of], b[of]];
    return x === undefined ? z : z === undefined ? x : mergeHits(x, z, now, span);
  };
  const [h, r] = [rate("h", LAST_WEEK), rate("r", LAST_STEPS)];
  return {
    d: mergeHits(one.d, other.d, now, LAST_DAYS),
    g: a.g,
    m: unionOf(a.m, b.m),
    b: unionOf(a.b, b.b),
    ...(a.e === undefined ? {} : { e: a.e }),
    ...(n === "" ? {} : { n }),
    ...(y === "" ? {} : { y }),
    ...(h === undefined ? {} : { h }),
    ...(r === undefined ? {} : { r }),
  };
}

export function viewPlace(
  place: Place | null,
  { pattern, device, line }: PlaceValues,
  now: number,
): PlaceView {
  if (place === null) return NOWHERE;
  const { m, b, n = "", y = "", d, h = NO_HITS, r } = settled(place, Math.max(halfDayOf(now), place.e ?? 0));
  const before = unionOf(m, b);
  const marks = unionOf(before, unionOf(n, y));
  const perDay = usualHits(d, now, LAST_DAYS);
  return {
    isKnown: true,
    isToday: countHits(d, now, TODAY) > 0,
    patterns: countMarks(marks, "pattern", pattern),
    devices: countMarks(marks, "device", device),
    sharedDevices: countMarks(marks, "sharedDevice", device),
    people: countMarks(before, "person", null),
    days: daysBefore(d, now),
    tokenDays: countMarks(before, "tokenDay", null),
    knowsLine: line !== null && line !== undefined && hasMark(marks, "line", line),
    usualHour: perDay === null ? null : perDay / ACTIVE_HOURS,
    ...usualOfHour(h, now),
    twoHours: countHits(h, now, { unitMs: HOUR_MS, units: 2 }),
    lastHour: r === undefined ? 0 : countHits(r, now, LAST_STEPS),
  };
}

const NEVER = { usualNow: 0, lastingNow: 0 };

/**
 * Medians over the last days of the most in this hour or one next to it: peaks come a little earlier or later, and clocks
 * are changed.
 */
function usualOfHour(rate: Rate, now: number): Pick<PlaceView, "usualNow" | "lastingNow"> {
  const hour = Math.floor(now / HOUR_MS);
  let first = hour;
  // The oldest count of each process comes first.
  for (const node in rate) first = Math.min(first, rate[node]![0] ?? hour);
  const days = Math.min(COMPARED_DAYS, Math.floor((hour - first + 1) / DAY_HOURS));
  if (days <= 0) return NEVER;
  const near = new Array<number>(COMPARED_DAYS * 3).fill(0);
  for (const counts of Object.values(rate)) {
    for (let at = 0; at < counts.length; at += 2) {
      const back = hour - counts[at]!;
      const day = Math.round(back / DAY_HOURS);
      const side = day * DAY_HOURS - back + 1;
      if (day >= 1 && day <= COMPARED_DAYS && side >= 0 && side <= 2) {
        near[(day - 1) * 3 + side]! += counts[at + 1]!;
      }
    }
  }
  const most = Array.from(
    { length: COMPARED_DAYS },
    (_, day) => Math.max(...near.slice(day * 3, day * 3 + 3)),
  );
  return { usualNow: medianOf(most.slice(0, days)), lastingNow: medianOf(most) };
}

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const { length } = sorted;
  return (sorted[(length - 1) >> 1]! + sorted[length >> 1]!) / 2;
}

function daysBefore(rate: Rate, now: number): number {
  const today = Math.floor(now / DAY_MS);
  let isNew = true;
  for (const node in rate) isNew &&= (rate[node]![0] ?? today) >= today;
  if (isNew) return 0;
  const days = new Set<number>();
  for (const counts of Object.values(rate)) {
    for (let at = 0; at < counts.length; at += 2) {
      if (counts[at]! < today && counts[at]! > today - USUAL_DAYS) days.add(counts[at]!);
    }
  }
  return days.size;
}

/** Other patterns or devices that a network may have without being a shared place. */
const FEW = 10;

/**
 * Whether two sign-ups from one network with one e-mail pattern, or with one device id that many devices have, belong
 * together: not in a place that many people share (a carrier's gateway, a university), unless they make up much of what
 * comes from there.
 * @param others other patterns, or devices, that were seen in the network
 * @param same sign-ups from the network with this one
 * @param isExit the network is known to be shared: a relay, VPN or Tor exit, proxy
 */
function joinsInNetwork(others: number, same: number, isExit: boolean): boolean {
  return (others < FEW && !isExit) || same >= others;
}

/** Number of sign-ups of a shared place within which a pattern rarely comes again by chance. */
const NEXT_SIGNUPS = 5;

/** What a sign-up and an earlier one with the same value have in common. */
interface SharedInNetwork {
  readonly network: PlaceView;
  /** Earlier sign-ups from the network with the value. */
  readonly same: number;
  /** Milliseconds since the last of them. */
  readonly sinceMs: number;
  readonly isExit: boolean;
}

export function joinsByPattern({ network, same, sinceMs, isExit }: SharedInNetwork): boolean {
  const between = network.usualHour === null ? Infinity : network.usualHour * sinceMs / HOUR_MS;
  return between < NEXT_SIGNUPS || joinsInNetwork(network.patterns, same, isExit);
}

/** Minimum of people, and of earlier days on which they came, from which the account's own sign-ups show that many share a place. */
const SHARED_PEOPLE = 8;
const SHARED_DAYS = 2;

/** People who are known to share the place; 0 where they are too few, or came too lately, to say so. */
export function crowdOf({ people, days }: PlaceView): number {
  return days >= SHARED_DAYS && people >= SHARED_PEOPLE ? people : 0;
}

/** For a device id that many devices have. */
export function joinsByCommonDevice({ network, same, isExit }: SharedInNetwork): boolean {
  return joinsInNetwork(Math.max(network.patterns, network.devices), same, isExit);
}

/** Whoever passes a code on at home or at work does so over days. */
const REFERRED_MS = HOUR_MS;

/**
 * Whether two sign-ups from one network with one referral belong together: only where few people sign up, and soon after
 * each other. A code is made to be passed on, so that many with it, or at a place that many share, are no sign of anything.
 */
export function joinsByReferral(
  { network, sinceMs, isExit }: Pick<SharedInNetwork, "network" | "sinceMs" | "isExit">,
): boolean {
  const others = Math.max(network.patterns, network.devices, network.people);
  return sinceMs <= REFERRED_MS && others < FEW && !isExit;
}

/** Minimum of people, and of earlier days on which they came, of an organisation's domain. */
const ORGANISATION_PEOPLE = 8;
const ORGANISATION_DAYS = 3;

/**
 * Whether the account's own sign-ups show an organisation at a domain: names of people are made up in a minute, but not days.
 * @param isDoubted the domain is known to be young, or to take no mail
 */
export function isOrganisation({ people, days }: PlaceView, isDoubted: boolean): boolean {
  return !isDoubted && people >= ORGANISATION_PEOPLE && days >= ORGANISATION_DAYS;
}

/** Minimum of other devices from which devices that several people use are usual at an organisation. */
const SHARED_DEVICES = 2;
const ORGANISATION_DEVICES = 8;

/** People who came on earlier days without the device, there and in the network of the sign-up. */
const COLLEAGUES = 4;
const COLLEAGUE_DAYS = 2;

/**
 * Whether colleagues share devices at an organisation, or ids of equal ones: sharing one proves nothing there. The computers of
 * a university; or people of it came before who share nothing, and as many in this network: its computers are bought together.
 */
export function sharesDevices(organisation: PlaceView, subnet: PlaceView, isDoubted: boolean): boolean {
  const { devices, sharedDevices, people, days } = organisation;
  const hasEqualOnes = people >= COLLEAGUES && days >= COLLEAGUE_DAYS && subnet.people >= COLLEAGUES;
  if (hasEqualOnes && !isDoubted) return true;
  return sharedDevices >= SHARED_DEVICES && devices >= ORGANISATION_DEVICES &&
    isOrganisation(organisation, isDoubted);
}

function periodOf(now: number): number {
  return Math.floor(now / PERIOD_MS);
}

function halfDayOf(now: number): number {
  return Math.floor(now / HALF_DAY_MS);
}

/** The same marks at a later half-day, each in the member for its age; so what comes first, merging or time, is the same. */
function settled(place: Place, half: number): Place {
  const { e, n = "", y = "", g } = place;
  if (e !== undefined && e >= half) return place;
  const period = Math.max(g, Math.floor(half / HALVES));
  let [m, b] = period === g ? [place.m, place.b] : ["", period === g + 1 ? place.m : ""];
  const settle = (marks: Marks, of: number) => {
    if (marks === "") return;
    const age = period - Math.floor(of / HALVES);
    if (age === 0) m = unionOf(m, marks);
    if (age === 1) b = unionOf(b, marks);
  };
  const { n: _n, y: _y, ...rest } = place;
  if (e === undefined) return { ...rest, g: period, m, b, e: half };
  settle(y, e - 1);
  if (half > e + 1) settle(n, e);
  return { ...rest, g: period, m, b, e: half, ...(half === e + 1 && n !== "" ? { y: n } : {}) };
}
