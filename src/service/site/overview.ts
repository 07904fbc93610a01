/**
 * The console's overview of an account, cached for some seconds. Scores are counted by day as they are stored; of days that
 * an earlier version stored, a bounded number of scores is read.
 */
import { TtlCache } from "../../concurrency/ttl_cache.ts";
import { DAY_MS } from "../../model/duration.ts";
import { COMPONENT_KINDS, type ComponentKind, type FindingSource } from "../../model/component.ts";
import { addCounted, countedOf, counterOf, dayOf, dayText, RULED } from "../../model/day_counts.ts";
import type { Caller, KeyMode } from "../../model/records.ts";
import type { Verdict } from "../../model/verdict.ts";
import { monthStart } from "../../records/usage.ts";
import type { Services } from "../context.ts";
import type { Latencies, LatencyFigures } from "./latency.ts";
import { usageOf } from "../access/quota.ts";
import { findingText } from "../score/finding_names.ts";

const CACHE_MS = 10_000;
const MAX_CACHED_OVERVIEWS = 500;
const TOP_FINDINGS = 8;

export const OVERVIEW_SPANS = [7, 30] as const;
export type OverviewSpan = (typeof OVERVIEW_SPANS)[number];

type VerdictCounts = Record<Verdict, number>;

export interface DayCount extends Readonly<VerdictCounts> {
  /** `2026-11-20`, UTC. */
  readonly day: string;
}

interface TopFinding {
  readonly component: FindingSource;
  readonly name: string;
  readonly text: string;
  readonly count: number;
}

interface Counts {
  readonly days: readonly DayCount[];
  readonly verdicts: Readonly<VerdictCounts>;
  readonly total: number;
  /** Scores of test keys, which are in no other figure. */
  readonly tests: number;
  readonly components: readonly { readonly kind: ComponentKind; readonly count: number }[];
  readonly findings: readonly TopFinding[];
  readonly ruled: number;
  /** Scored in this calendar month (UTC). */
  readonly month: { readonly count: number; readonly capped: boolean };
  /** The figures cover the scores of this time and later (milliseconds since the epoch). */
  readonly since: number;
  /** True: there are more scores than were counted or read; the figures cover the newest. */
  readonly capped: boolean;
}

export interface Overview extends Counts {
  readonly usage: Awaited<ReturnType<typeof usageOf>>;
  readonly latency: LatencyFigures | null;
}

export class Overviews {
  readonly #services: Services;
  readonly #latencies: Latencies;
  readonly #counted: TtlCache<Counts>;

  constructor(services: Services, latencies: Latencies) {
    this.#services = services;
    this.#latencies = latencies;
    this.#counted = new TtlCache({ max: MAX_CACHED_OVERVIEWS, now: services.now });
  }

  async of(caller: Caller, span: OverviewSpan): Promise<Overview> {
    const [counted, usage] = await Promise.all([
      this.#counted.get(`${caller.account.id} ${span}`, async () => ({
        value: await count(this.#services, caller.account.id, span, this.#services.now()),
        ttlMs: CACHE_MS,
      })),
      usageOf(this.#services, caller),
    ]);
    return { ...counted, usage, latency: this.#latencies.of(caller.account.id) };
  }
}

type Totals = ReadonlyMap<string, number>;

async function count(services: Services, account: string, span: OverviewSpan, now: number): Promise<Counts> {
  const { archive, dayCounts } = services.store;
  const first = dayOf(now) - span + 1;
  const month = monthStart(now);
  const counted = await dayCounts.since(account, Math.min(first, dayOf(month)));
  const read = await readDays(services, account, first * DAY_MS, Math.min(counted.from * DAY_MS, now + 1));
  const byDay = new Map<number, Totals>([...read.days, ...counted.days]);
  const days = Array.from({ length: span }, (_, index) => {
    const totals = byDay.get(first + index) ?? new Map();
    return { day: dayText(first + index), ...verdictsOf(totals) };
  });
  const totals = new Map<string, number>();
  for (const [day, each] of byDay) {
    if (day < first) continue;
    for (const [name, count] of each) totals.set(name, (totals.get(name) ?? 0) + count);
  }
  const ofMonth = await archive.count(account, {
    since: month,
    before: Math.max(month, Math.min(counted.from * DAY_MS, now + 1)),
    limit: services.readLimits.monthScores,
  });
  const countedOfMonth = [...counted.days].filter(([day]) => day >= dayOf(month));
  const { allow, review, block } = verdictsOf(totals);
  return {
    days,
    month: {
      count: countedOfMonth.reduce((sum, [, totals]) => sum + scoresIn(totals), ofMonth.count),
      capped: ofMonth.capped,
    },
    verdicts: { allow, review, block },
    total: allow + review + block,
    tests: scoresIn(totals, "test"),
    ruled: totals.get(RULED) ?? 0,
    since: read.since,
    capped: read.capped,
    components: COMPONENT_KINDS.map((kind) => ({ kind, count: totals.get(kind) ?? 0 })),
    findings: topFindings(totals),
  };
}

/** Counts stored scores of days that were not counted, the newest first. */
async function readDays({ store, readLimits }: Services, account: string, since: number, before: number) {
  const days = new Map<number, Map<string, number>>();
  let [total, reached] = [0, before];
  if (since >= before) return { days, since, capped: false };
  for await (const record of store.archive.list(account, { since, until: before - 1 })) {
    if (total === readLimits.overviewScores) return { days, since: reached, capped: true };
    total++;
    reached = record.at;
    // Its id is older than its time: it was counted in the day that follows.
    if (record.at >= before) continue;
    const day = dayOf(record.at);
    const totals = days.get(day) ?? new Map<string, number>();
    addCounted(countedOf(record), totals);
    days.set(day, totals);
  }
  return { days, since, capped: false };
}

function verdictsOf(totals: Totals, mode: KeyMode = "live"): VerdictCounts {
  const of = (verdict: Verdict) => totals.get(counterOf(verdict, mode)) ?? 0;
  return { allow: of("allow"), review: of("review"), block: of("block") };
}

function scoresIn(totals: Totals, mode: KeyMode = "live"): number {
  const { allow, review, block } = verdictsOf(totals, mode);
  return allow + review + block;
}

function topFindings(totals: Totals): TopFinding[] {
  const sources: readonly FindingSource[] = [...COMPONENT_KINDS, "linkage"];
  return sources.flatMap((component) =>
    [...totals].filter(([name]) => name.startsWith(`${component} `)).map(([counter, count]) => {
      const name = counter.slice(component.length + 1);
      return { component, name, text: findingText(component, name), count };
    })
  ).sort((a, b) => b.count - a.count).slice(0, TOP_FINDINGS);
}
