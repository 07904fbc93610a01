/**
 * The arithmetic of shared reputation. A value's reputation is a list of voices, one an account: how many reports and
 * fraud labels it gave, and on which days. The counter is plain; the points decay and are bounded by voices.
 */

/** Days since the epoch and how many reports or labels fell on that day. */
export type DayCount = readonly [day: number, count: number];

export interface Voice {
  readonly reports: number;
  readonly labels: number;
  /** Newest first, at most MAX_DAYS of them. */
  readonly days: readonly DayCount[];
}

/** By account id. */
export type Voices = Readonly<Record<string, Voice>>;

/** Each report that counts leaves this share of the trust that was left: n reports weigh 1 − 0.75ⁿ. */
export const TRUST_LEFT_BY_ONE_REPORT = 0.75;
/** A report weighs half after this many days. */
export const HALF_LIFE_DAYS = 90;
/** `recent_abuse`: any report or label in this many days. */
export const RECENT_DAYS = 30;
/** An account made on the key page has a voice for others when it is this old and has been billed this much. */
export const VOICE_AGE_DAYS = 7;
export const VOICE_BILLED_LOOKUPS = 100;

const DAY_MS = 86_400_000;
const MAX_DAYS = 40;

export interface ReputationView {
  readonly abuseReports: number;
  readonly recentAbuse: boolean;
  /** 0 to 1. */
  readonly abuseRisk: number;
}

export const NO_REPUTATION: ReputationView = { abuseReports: 0, recentAbuse: false, abuseRisk: 0 };

/** What a caller sees: its own reports in full, every other account that has a voice as one. */
export function viewReputation(
  voices: Voices,
  viewer: string,
  hasVoice: (account: string) => boolean,
  now: number,
): ReputationView {
  const today = Math.floor(now / DAY_MS);
  let count = 0;
  let recent = false;
  let weight = 0;
  for (const [account, voice] of Object.entries(voices)) {
    count += voice.reports + voice.labels;
    if (voice.days.some(([day, n]) => n > 0 && today - day <= RECENT_DAYS)) recent = true;
    if (account === viewer) weight += voice.days.reduce((sum, [day, n]) => sum + n * decay(today - day), 0);
    else if (hasVoice(account)) {
      weight += Math.max(
        0,
        ...voice.days.map(([day, n]) => n > 0 ? decay(today - day) : 0),
      );
    }
  }
  return { abuseReports: count, recentAbuse: recent, abuseRisk: 1 - TRUST_LEFT_BY_ONE_REPORT ** weight };
}

/** Adds a report or label of a moment; `by` −1 takes one back that was given then. Null when nothing is left. */
export function changeVoices(
  voices: Voices,
  account: string,
  change: { kind: "report" | "label"; at: number; by: 1 | -1 },
): Voices | null {
  const before = voices[account] ?? { reports: 0, labels: 0, days: [] };
  const day = Math.floor(change.at / DAY_MS);
  const days = new Map(before.days);
  const onDay = Math.max(0, (days.get(day) ?? 0) + change.by);
  if (onDay > 0) days.set(day, onDay);
  else days.delete(day);
  const voice: Voice = {
    reports: Math.max(0, before.reports + (change.kind === "report" ? change.by : 0)),
    labels: Math.max(0, before.labels + (change.kind === "label" ? change.by : 0)),
    days: [...days].sort((a, b) => b[0] - a[0]).slice(0, MAX_DAYS),
  };
  const { [account]: _, ...others } = voices;
  const rest: Voices = voice.reports + voice.labels > 0 ? { ...others, [account]: voice } : others;
  return Object.keys(rest).length > 0 ? rest : null;
}

function decay(days: number): number {
  return 0.5 ** (Math.max(0, days) / HALF_LIFE_DAYS);
}
