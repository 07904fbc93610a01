/** The console's overview of an account, counted from a bounded number of stored scores and cached for some seconds. */
import { TtlCache } from "../../concurrency/ttl_cache.ts";
import { DAY_MS } from "../../model/duration.ts";
import { COMPONENT_KINDS, type ComponentKind } from "../../model/component.ts";
import type { Caller, ScoreRecord } from "../../model/records.ts";
import type { Verdict } from "../../model/verdict.ts";
import { withoutDetail } from "../../scoring/explain.ts";
import { monthStart } from "../../store/records/usage.ts";
import type { Services } from "../context.ts";
import type { Latencies, LatencyFigures } from "./latency.ts";
import { usageOf } from "../access/quota.ts";

/** Records read for one overview. */
export const MAX_OVERVIEW_RECORDS = 20_000;
/** Scores of a month counted for one overview. */
const MAX_MONTH_SCORES = 100_000;
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
  readonly component: ComponentKind;
  readonly name: string;
  readonly text: string;
  readonly count: number;
}

export interface Counts {
  readonly days: readonly DayCount[];
  readonly verdicts: Readonly<VerdictCounts>;
  readonly total: number;
  /** How many of the total are scores of test keys. */
  readonly tests: number;
  readonly components: readonly { readonly kind: ComponentKind; readonly count: number }[];
  readonly findings: readonly TopFinding[];
  readonly ruled: number;
  /** Scored in this calendar month (UTC). */
  readonly month: { readonly count: number; readonly capped: boolean };
  /** The figures cover the scores of this time and later (milliseconds since the epoch). */
  readonly since: number;
  /** True: there are more scores than were read; the figures cover the newest. */
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

async function count(services: Services, account: string, span: OverviewSpan, now: number): Promise<Counts> {
  const today = Math.floor(now / DAY_MS);
  const days = Array.from({ length: span }, (_, index) => {
    return { day: dayText(today - span + 1 + index), allow: 0, review: 0, block: 0 };
  });
  const byDay = new Map(days.map((day) => [day.day, day]));
  const verdicts: VerdictCounts = { allow: 0, review: 0, block: 0 };
  const components = new Map<ComponentKind, number>();
  const findings = new Map<string, TopFinding>();
  let [total, tests, ruled, capped] = [0, 0, 0, false];
  const bounds = { since: (today - span + 1) * DAY_MS, until: now };
  let { since } = bounds;
  let reached = now;
  for await (const record of services.store.archive.list(account, bounds)) {
    if (total === MAX_OVERVIEW_RECORDS) {
      [since, capped] = [reached, true];
      break;
    }
    total++;
    reached = record.at;
    verdicts[record.verdict]++;
    const day = byDay.get(dayText(Math.floor(record.at / DAY_MS)));
    if (day !== undefined) day[record.verdict]++;
    if (record.mode === "test") tests++;
    if (record.rule !== null) ruled++;
    countComponents(record, components, findings);
  }
  return {
    days,
    month: await services.store.archive.count(account, { since: monthStart(now), limit: MAX_MONTH_SCORES }),
    verdicts,
    total,
    tests,
    ruled,
    since,
    capped,
    components: COMPONENT_KINDS.map((kind) => ({ kind, count: components.get(kind) ?? 0 })),
    findings: [...findings.values()].sort((a, b) => b.count - a.count).slice(0, TOP_FINDINGS),
  };
}

function countComponents(
  record: ScoreRecord,
  components: Map<ComponentKind, number>,
  findings: Map<string, TopFinding>,
): void {
  for (const { kind, findings: fired } of record.components) {
    components.set(kind, (components.get(kind) ?? 0) + 1);
    for (const [name, , points, text] of fired) {
      if (points <= 0) continue;
      const place = `${kind} ${name}`;
      const count = (findings.get(place)?.count ?? 0) + 1;
      findings.set(place, { component: kind, name, text: withoutDetail(text), count });
    }
  }
}

function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
