/**
 * What links the sign-ups of an account: which values were seen together, and how many sign-ups a network or domain had in
 * the last hour. Pure states that are changed, merged and counted; merging two states of the same counter counts nothing
 * twice.
 */
import { DAY_MS, MINUTE_MS } from "../duration.ts";

/** Each is null (unknown) when the sign-up lacks a value that it is counted by. */
export interface Linkage {
  /** Distinct e-mail addresses seen on this device. */
  readonly device_email_count: number | null;
  /** Distinct devices seen with this e-mail address. */
  readonly email_device_count: number | null;
  /** Distinct IP addresses seen with this e-mail address. */
  readonly email_ip_count: number | null;
  /** Sign-ups from this /24 (IPv4) or /48 (IPv6) in the last hour. */
  readonly subnet_rate_1h: number | null;
  /** Sign-ups with this domain in the last hour. */
  readonly domain_rate_1h: number | null;
  /** Sign-ups with this referral in the last hour. */
  readonly referral_rate_1h: number | null;
}

/** The largest set; its count means "at least". */
export const MAX_MEMBERS = 1000;
/** A member not seen for this many days is forgotten. */
export const MEMBER_DAYS = 90;
/** The last hour as minutes: the current one and the 59 before. */
export const RATE_MINUTES = 60;

/** Characters of a member's hash that are stored (96 bits of base64url, 64 of hex), and of the day it was last seen, in base 36. */
const MEMBER_CHARS = 16;
const DAY_CHARS = 3;
const RECORD_CHARS = MEMBER_CHARS + DAY_CHARS;

/** Members with the day each was last seen, as records of equal length, the least recently seen first: at most 19 kB. */
export type DistinctSet = string;

export const NO_MEMBERS: DistinctSet = "";

/** Returns the same text when the member was already seen today. @param member its hash */
export function addMember(set: DistinctSet, member: string, now: number): DistinctSet {
  const day = dayOf(now);
  const record = recordOf(nameOf(member), day);
  const at = placeOf(set, nameOf(member));
  if (at !== null && set.startsWith(record, at)) return set;
  const others = at === null ? set : set.slice(0, at) + set.slice(at + RECORD_CHARS);
  return (alive(others, day) + record).slice(-MAX_MEMBERS * RECORD_CHARS);
}

/** The same set with a member under another name; a record under the new name stays as it is. */
export function renameMember(set: DistinctSet, from: string, to: string): DistinctSet {
  const at = placeOf(set, nameOf(from));
  if (at === null) return set;
  if (placeOf(set, nameOf(to)) !== null) return set.slice(0, at) + set.slice(at + RECORD_CHARS);
  return set.slice(0, at) + nameOf(to) + set.slice(at + MEMBER_CHARS);
}

/** The set without a member; the same text when it has none of that name. */
export function withoutMember(set: DistinctSet, member: string): DistinctSet {
  const at = placeOf(set, nameOf(member));
  return at === null ? set : set.slice(0, at) + set.slice(at + RECORD_CHARS);
}

/** The members of both. */
export function mergeMembers(one: DistinctSet, other: DistinctSet, now: number): DistinctSet {
  if (one === other || other === NO_MEMBERS) return one;
  const today = dayOf(now);
  const days = new Map<string, number>();
  for (const set of [one, other]) {
    for (let at = 0; at < set.length; at += RECORD_CHARS) {
      const name = set.slice(at, at + MEMBER_CHARS);
      days.set(name, Math.max(dayAt(set, at), days.get(name) ?? 0));
    }
  }
  const records = [...days].sort((a, b) => a[1] - b[1]).map(([name, day]) => recordOf(name, day));
  return alive(records.slice(-MAX_MEMBERS).join(""), today);
}

export function countMembers(set: DistinctSet, now: number): number {
  return alive(set, dayOf(now)).length / RECORD_CHARS;
}

/** What a rate counts by, and how far back. */
export interface RateSpan {
  readonly unitMs: number;
  readonly units: number;
}

const LAST_HOUR: RateSpan = { unitMs: MINUTE_MS, units: RATE_MINUTES };

/**
 * Counts by node (process), so that processes do not overwrite each other's: minute (or whatever the span's unit is), count,
 * minute, count, …, oldest first.
 */
export type Rate = Readonly<Record<string, readonly number[]>>;

export const NO_HITS: Rate = {};

/** Nodes of one rate at most; a node without counts in the span is dropped. */
const MAX_NODES = 32;

export function addHit(rate: Rate, node: string, now: number, span = LAST_HOUR): Rate {
  const unit = unitOf(now, span);
  const counts = [...recent(rate[node] ?? [], unit, span)];
  if (counts.at(-2) === unit) counts[counts.length - 1]! += 1;
  else counts.push(unit, 1);
  return bounded({ ...rate, [node]: counts }, unit, span);
}

/** Takes the larger count of each node and minute, because a node's own count only grows. */
export function mergeHits(one: Rate, other: Rate, now: number, span = LAST_HOUR): Rate {
  if (one === other) return one;
  const unit = unitOf(now, span);
  const merged: Record<string, readonly number[]> = { ...one };
  for (const node in other) {
    const [known, counts] = [merged[node], other[node]!];
    merged[node] = known === undefined ? counts : largest(known, counts);
  }
  return bounded(merged, unit, span);
}

/** Those that one node counted. */
export function hitsOf(rate: Rate, node: string): Rate {
  const counts = rate[node];
  return counts === undefined ? NO_HITS : { [node]: counts };
}

export function countHits(rate: Rate, now: number, span = LAST_HOUR): number {
  const unit = unitOf(now, span);
  let sum = 0;
  for (const counts of Object.values(rate)) {
    for (let at = 0; at < counts.length; at += 2) {
      if (isRecent(counts[at]!, unit, span)) sum += counts[at + 1]!;
    }
  }
  return sum;
}

/** Hits a unit since the first one of the span, the current unit left out; null without an earlier one. */
export function usualHits(rate: Rate, now: number, span: RateSpan): number | null {
  const unit = unitOf(now, span);
  let first = unit;
  let sum = 0;
  for (const counts of Object.values(rate)) {
    for (let at = 0; at < counts.length; at += 2) {
      if (counts[at]! >= unit || !isRecent(counts[at]!, unit, span)) continue;
      first = Math.min(first, counts[at]!);
      sum += counts[at + 1]!;
    }
  }
  return first === unit ? null : sum / (unit - first);
}

function dayOf(now: number): number {
  return Math.floor(now / DAY_MS);
}

function unitOf(now: number, { unitMs }: RateSpan): number {
  return Math.floor(now / unitMs);
}

function nameOf(member: string): string {
  return member.slice(0, MEMBER_CHARS).padEnd(MEMBER_CHARS, "_");
}

function recordOf(name: string, day: number): string {
  return name + day.toString(36).padStart(DAY_CHARS, "0");
}

function dayAt(set: DistinctSet, at: number): number {
  return parseInt(set.slice(at + MEMBER_CHARS, at + RECORD_CHARS), 36);
}

/** Where the member's record begins; null without one. */
function placeOf(set: DistinctSet, name: string): number | null {
  let at = set.indexOf(name);
  while (at >= 0 && at % RECORD_CHARS !== 0) at = set.indexOf(name, at + 1);
  return at < 0 ? null : at;
}

/** Without the members that were not seen for MEMBER_DAYS, which are the first ones. */
function alive(set: DistinctSet, today: number): DistinctSet {
  let from = 0;
  while (from < set.length && today - dayAt(set, from) >= MEMBER_DAYS) from += RECORD_CHARS;
  return set.slice(from);
}

function isRecent(unit: number, now: number, { units }: RateSpan): boolean {
  return unit > now - units;
}

function recent(counts: readonly number[], unit: number, span: RateSpan): readonly number[] {
  let from = 0;
  while (from < counts.length && !isRecent(counts[from]!, unit, span)) from += 2;
  return from === 0 ? counts : counts.slice(from);
}

function largest(one: readonly number[], other: readonly number[]): readonly number[] {
  if (sameMinutes(one, other)) return one.map((value, at) => Math.max(value, other[at]!));
  const counts = new Map<number, number>();
  for (const list of [one, other]) {
    for (let at = 0; at < list.length; at += 2) {
      counts.set(list[at]!, Math.max(list[at + 1]!, counts.get(list[at]!) ?? 0));
    }
  }
  return [...counts].sort((a, b) => a[0] - b[0]).flat();
}

function sameMinutes(one: readonly number[], other: readonly number[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 2) if (one[at] !== other[at]) return false;
  return true;
}

function isBounded(rate: Rate, unit: number, span: RateSpan): boolean {
  let nodes = 0;
  for (const node in rate) {
    const counts = rate[node]!;
    if (++nodes > MAX_NODES || counts.length === 0 || !isRecent(counts[0]!, unit, span)) return false;
  }
  return true;
}

function bounded(rate: Rate, unit: number, span: RateSpan): Rate {
  if (isBounded(rate, unit, span)) return rate;
  const nodes = Object.entries(rate).map(([node, counts]) => [node, recent(counts, unit, span)] as const)
    .filter(([, counts]) => counts.length > 0);
  if (nodes.length > MAX_NODES) {
    nodes.sort((a, b) => b[1].at(-2)! - a[1].at(-2)!);
    nodes.length = MAX_NODES;
  }
  return Object.fromEntries(nodes);
}
