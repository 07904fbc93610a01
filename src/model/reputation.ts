/**
 * The arithmetic of shared reputation. A value's reputation is a list of voices, one an account: how many reports and
 * fraud labels it gave, and on which days. The counter is plain; the points decay and are bounded by voices.
 */
import { DAY_MS } from "./duration.ts";

/** Days since the epoch and how many reports or labels fell on that day. */
export type DayCount = readonly [day: number, count: number];

export interface Voice {
  readonly reports: number;
  readonly labels: number;
  /** Newest first, at most MAX_DAYS of them. */
  readonly days: readonly DayCount[];
}

/** By account id; under OTHERS, the sum of those that were left out. */
export type Voices = Readonly<Record<string, Voice>>;

/** Each report that counts leaves this share of the trust that was left: n reports weigh 1 − 0.75ⁿ. */
export const TRUST_LEFT_BY_ONE_REPORT = 0.75;
/** A report weighs half after this many days. */
export const HALF_LIFE_DAYS = 90;
/** `recent_abuse`: any report or label in this many days. */
export const RECENT_DAYS = 30;
/** So many other accounts with a voice make recent reports count twice over; one alone must not decide for everybody. */
export const RECENT_VOICES = 2;
/** An account made on the key page has a voice for others when it is this old and has been billed this much. */
export const VOICE_AGE_DAYS = 7;
export const VOICE_BILLED_LOOKUPS = 100;

const MAX_DAYS = 40;
/** No account's id. */
const OTHERS = "*";
/** Voices of one value, and days of all of them together: about 45 kB, which one value of the store holds. */
export const MAX_VOICES = 300;
const MAX_DAYS_TOGETHER = 1500;

export interface ReputationView {
  readonly abuseReports: number;
  readonly recentAbuse: boolean;
  /** The viewer, or RECENT_VOICES accounts that have a voice, gave recent ones. */
  readonly recentVoice: boolean;
  /** 0 to 1. */
  readonly abuseRisk: number;
}

export const NO_REPUTATION: ReputationView = {
  abuseReports: 0,
  recentAbuse: false,
  recentVoice: false,
  abuseRisk: 0,
};

/** What a caller sees: its own reports in full, every other account that has a voice as one. */
export function viewReputation(
  voices: Voices,
  viewer: string,
  hasVoice: (account: string) => boolean,
  now: number,
): ReputationView {
  const today = Math.floor(now / DAY_MS);
  let count = 0;
  let recentAbuse = false;
  let recentVoices = 0;
  let weight = 0;
  for (const [account, voice] of Object.entries(voices)) {
    count += voice.reports + voice.labels;
    const recent = voice.days.some(([day, n]) => n > 0 && today - day <= RECENT_DAYS);
    recentAbuse ||= recent;
    if (account === viewer) {
      weight += voice.days.reduce((sum, [day, n]) => sum + n * decay(today - day), 0);
      if (recent) recentVoices = RECENT_VOICES;
    } else if (hasVoice(account)) {
      weight += Math.max(
        0,
        ...voice.days.map(([day, n]) => n > 0 ? decay(today - day) : 0),
      );
      if (recent) recentVoices++;
    }
  }
  const recentVoice = recentVoices >= RECENT_VOICES;
  return { abuseReports: count, recentAbuse, recentVoice, abuseRisk: 1 - TRUST_LEFT_BY_ONE_REPORT ** weight };
}

const SILENT: Voice = { reports: 0, labels: 0, days: [] };

/**
 * Adds a report or label of a moment; `by` −1 takes one back that was given then. Null when nothing is left.
 * @param mayCount accounts that could have a voice: where there are too many, the others are left out first
 */
export function changeVoices(
  voices: Voices,
  account: string,
  change: { kind: "report" | "label"; at: number; by: 1 | -1 },
  mayCount: (account: string) => boolean = () => true,
): Voices | null {
  const who = change.by === -1 && voices[account] === undefined ? OTHERS : account;
  const before = voices[who] ?? SILENT;
  const day = Math.floor(change.at / DAY_MS);
  const days = new Map(before.days);
  const onDay = Math.max(0, (days.get(day) ?? 0) + change.by);
  if (onDay > 0) days.set(day, onDay);
  else days.delete(day);
  const voice: Voice = {
    reports: Math.max(0, before.reports + (change.kind === "report" ? change.by : 0)),
    labels: Math.max(0, before.labels + (change.kind === "label" ? change.by : 0)),
    days: newestFirst(days, MAX_DAYS),
  };
  const { [who]: _, ...others } = voices;
  const rest: Voices = voice.reports + voice.labels > 0 ? { ...others, [who]: voice } : others;
  return Object.keys(rest).length > 0 ? bounded(rest, account, mayCount) : null;
}

/** The newest voices are kept, those that may count before all others, and the one that spoke now first of all. */
function bounded(voices: Voices, speaking: string, mayCount: (account: string) => boolean): Voices {
  const accounts = Object.keys(voices).filter((account) => account !== OTHERS);
  const days = Object.values(voices).reduce((sum, voice) => sum + voice.days.length, 0);
  if (accounts.length <= MAX_VOICES && days <= MAX_DAYS_TOGETHER) return voices;
  const rank = (account: string) =>
    (account === speaking ? 2e6 : 0) + (mayCount(account) ? 1e6 : 0) + (voices[account]!.days[0]?.[0] ?? 0);
  const ranked = accounts.sort((a, b) => rank(b) - rank(a));
  const kept = ranked.slice(0, MAX_VOICES);
  const daysEach = Math.max(1, Math.floor(MAX_DAYS_TOGETHER / (kept.length + 1)));
  const left = ranked.slice(MAX_VOICES).reduce(
    (sum, account) => together(sum, voices[account]!),
    voices[OTHERS] ?? SILENT,
  );
  const result: Record<string, Voice> = {};
  for (const account of kept) {
    result[account] = { ...voices[account]!, days: voices[account]!.days.slice(0, daysEach) };
  }
  if (left.reports + left.labels > 0) result[OTHERS] = { ...left, days: left.days.slice(0, daysEach) };
  return result;
}

function together(one: Voice, other: Voice): Voice {
  const days = new Map(one.days);
  for (const [day, count] of other.days) days.set(day, (days.get(day) ?? 0) + count);
  return {
    reports: one.reports + other.reports,
    labels: one.labels + other.labels,
    days: newestFirst(days, MAX_DAYS),
  };
}

function newestFirst(days: ReadonlyMap<number, number>, most: number): DayCount[] {
  return [...days].sort((a, b) => b[0] - a[0]).slice(0, most);
}

function decay(days: number): number {
  return 0.5 ** (Math.max(0, days) / HALF_LIFE_DAYS);
}
