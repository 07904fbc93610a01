/**
 * What is usual at a place: a network (/24 or /48), or the domain of an organisation. Sign-ups a day, and marks of the
 * different patterns and devices seen there, from which their number is estimated (linear counting). Some 150 bytes, merged
 * by union and maximum like the states of linkage.
 */
import { DAY_MS, HOUR_MS } from "../duration.ts";
import { addHit, mergeHits, NO_HITS, type Rate, type RateSpan, usualHits } from "./linkage.ts";

export interface Place {
  /** Sign-ups a day, by process. */
  readonly d: Rate;
  /** The period of the marks in `m`; those in `b` are of the period before. */
  readonly g: number;
  /** Hex: 64 bits of each of MARKS; "" for none. */
  readonly m: string;
  readonly b: string;
}

/** Hashes of what a sign-up has. */
export interface PlaceValues {
  readonly pattern: string | null;
  readonly device: string | null;
}

/** What is known of a place, the sign-up itself left out. */
export interface PlaceView {
  /** E-mail patterns, devices and devices that several e-mail addresses used: about so many others in the last weeks. */
  readonly patterns: number;
  readonly devices: number;
  readonly sharedDevices: number;
  /** Sign-ups in an hour of a usual day; null for a place that was not seen before today. */
  readonly usualHour: number | null;
}

/** Rates of the last 30 days. */
export const USUAL_DAYS = 30;
const LAST_DAYS: RateSpan = { unitMs: DAY_MS, units: USUAL_DAYS };
/** Hours of a day in which people sign up. */
const ACTIVE_HOURS = 12;
/** Marks are kept for one to two periods. */
const PERIOD_MS = 15 * DAY_MS;

const MARKS = ["pattern", "device", "sharedDevice"] as const;
type Mark = typeof MARKS[number];
const BITS = 64;
const HEX_BITS = 4;
const CHARS = BITS / HEX_BITS;
const NO_MARKS = "0".repeat(MARKS.length * CHARS);

const NOWHERE: PlaceView = { patterns: 0, devices: 0, sharedDevices: 0, usualHour: null };

/** The place after one more sign-up. @param shared its device was seen there with another e-mail address */
export function addToPlace(
  place: Place | null,
  { pattern, device }: PlaceValues,
  shared: boolean,
  node: string,
  now: number,
): Place {
  const before = inPeriod(place ?? { d: NO_HITS, g: periodOf(now), m: "", b: "" }, periodOf(now));
  let m = before.m;
  if (pattern !== null) m = marked(m, "pattern", pattern);
  if (device !== null) m = marked(m, "device", device);
  if (device !== null && shared) m = marked(m, "sharedDevice", device);
  return { ...before, d: addHit(before.d, node, now, LAST_DAYS), m };
}

export function mergePlaces(one: Place | null, other: Place, now: number): Place {
  if (one === null || one === other) return other;
  const period = Math.max(one.g, other.g);
  const [a, b] = [inPeriod(one, period), inPeriod(other, period)];
  return { d: mergeHits(one.d, other.d, now, LAST_DAYS), g: period, m: union(a.m, b.m), b: union(a.b, b.b) };
}

export function viewPlace(place: Place | null, { pattern, device }: PlaceValues, now: number): PlaceView {
  if (place === null) return NOWHERE;
  const { m, b } = inPeriod(place, Math.max(place.g, periodOf(now)));
  const marks = union(m, b);
  const perDay = usualHits(place.d, now, LAST_DAYS);
  return {
    patterns: countOthers(marks, "pattern", pattern),
    devices: countOthers(marks, "device", device),
    sharedDevices: countOthers(marks, "sharedDevice", device),
    usualHour: perDay === null ? null : perDay / ACTIVE_HOURS,
  };
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

/** Within so many sign-ups of a shared place, a pattern comes again by chance only rarely. */
const NEXT_SIGNUPS = 5;

/** What a sign-up and an earlier one with the same value have in common. */
export interface SharedInNetwork {
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

/** Whether so many other people signed up from the network lately that it is no household's or small office's. */
export function isSharedNetwork({ patterns }: PlaceView): boolean {
  return patterns >= FEW;
}

/** For a device id that many devices have. */
export function joinsByCommonDevice({ network, same, isExit }: SharedInNetwork): boolean {
  return joinsInNetwork(Math.max(network.patterns, network.devices), same, isExit);
}

/** From so many others on, devices that several people use are usual at an organisation with so many devices. */
const SHARED_DEVICES = 2;
const ORGANISATION_DEVICES = 8;

/** Whether colleagues share devices at an organisation, such as the computers of a university: sharing one proves nothing. */
export function sharesDevices({ devices, sharedDevices }: PlaceView): boolean {
  return sharedDevices >= SHARED_DEVICES && devices >= ORGANISATION_DEVICES;
}

function periodOf(now: number): number {
  return Math.floor(now / PERIOD_MS);
}

/** The same marks under a later period. */
function inPeriod(place: Place, period: number): Place {
  if (place.g >= period) return place;
  return { ...place, g: period, m: "", b: period === place.g + 1 ? place.m : "" };
}

function marked(marks: string, mark: Mark, value: string): string {
  const { at, bit } = bitOf(mark, value);
  const text = marks === "" ? NO_MARKS : marks;
  const digit = parseInt(text[at]!, 16);
  return (digit & bit) !== 0 ? text : text.slice(0, at) + (digit | bit).toString(16) + text.slice(at + 1);
}

function union(one: string, other: string): string {
  if (one === other || other === "") return one;
  if (one === "") return other;
  let text = "";
  for (let at = 0; at < one.length; at++) {
    text += (parseInt(one[at]!, 16) | parseInt(other[at]!, 16)).toString(16);
  }
  return text;
}

/** @param own not counted */
function countOthers(marks: string, mark: Mark, own: string | null): number {
  if (marks === "") return 0;
  const from = MARKS.indexOf(mark) * CHARS;
  let set = 0;
  for (let at = from; at < from + CHARS; at++) set += BITS_OF[parseInt(marks[at]!, 16)]!;
  if (own !== null) {
    const { at, bit } = bitOf(mark, own);
    if ((parseInt(marks[at]!, 16) & bit) !== 0) set--;
  }
  return set === BITS ? MOST : Math.round(BITS * Math.log(BITS / (BITS - set)));
}

/** Bits of each hex digit. */
const BITS_OF = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
/** What is said when all bits are set. */
const MOST = 300;

function bitOf(mark: Mark, value: string): { at: number; bit: number } {
  // FNV-1a, and a step that mixes the high bits in.
  let hash = 0x811c9dc5;
  for (let at = 0; at < value.length; at++) hash = Math.imul(hash ^ value.charCodeAt(at), 0x01000193);
  const index = (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 12) % BITS;
  return { at: MARKS.indexOf(mark) * CHARS + (index >> 2), bit: 1 << (index & 3) };
}
