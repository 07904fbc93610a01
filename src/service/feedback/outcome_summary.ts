/**
 * `GET /v1/outcomes/summary`: how well the scores of an account agree with its labels. How many there are is counted by day as
 * they are stored; the figures are of a bounded number of labels. The result is cached.
 */
import { TtlCache } from "../../concurrency/ttl_cache.ts";
import { Bulkhead } from "../../concurrency/bulkhead.ts";
import { DAY_MS } from "../../model/duration.ts";
import type { DeepReadonly } from "../../model/component.ts";
import { counterOf, LABELLED } from "../../model/day_counts.ts";
import { AppError } from "../../model/error.ts";
import type { KeyMode, Outcome } from "../../model/records.ts";
import { VERDICTS } from "../../model/verdict.ts";
import type { ReadLimits } from "../read_limits.ts";
import { Calibration } from "../../scoring/calibration.ts";
import { shareOf } from "../../scoring/calibration_lift.ts";
import { requestTime } from "../../records/scores/request_id.ts";
import type { CountedDays } from "../../records/sightings/day_counts.ts";
import type { Store } from "../../records/store.ts";

export const SUMMARY_DAYS = 180;

const MAX_CACHED_SUMMARIES = 200;
const CACHED_MS = 30_000;
/** Scores per read. After each page the summary pauses for as long as the page took, so that it uses half of the time. */
const LABELS_PER_PAGE = 50;
/** Summaries being made, and waiting, in this process. */
const MAX_RUNNING = 1;
const MAX_WAITING = 50;

export type OutcomeSummary = DeepReadonly<Awaited<ReturnType<typeof summarize>>>;

export class OutcomeSummaries {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #cache: TtlCache<OutcomeSummary>;
  readonly #readLimits: ReadLimits;
  readonly #limit = new Bulkhead(MAX_RUNNING, MAX_WAITING);

  constructor(store: Store, now: () => number, readLimits: ReadLimits) {
    this.#readLimits = readLimits;
    this.#store = store;
    this.#now = now;
    this.#cache = new TtlCache({ max: MAX_CACHED_SUMMARIES, now });
  }

  /**
   * Includes every label that this process wrote, and labels of other processes after a second.
   * @param days the span of the scores' times, 1 to 180
   * @param mode of the scores: those of live or of test keys
   * @throws AppError unavailable when too many summaries are waiting
   */
  get(accountId: string, days: number = SUMMARY_DAYS, mode: KeyMode = "live"): Promise<OutcomeSummary> {
    const revision = this.#store.labels.revision(accountId);
    return this.#cache.get(`${accountId} ${mode} ${days} ${revision}`, async () => ({
      value: await this.#limit.run(
        () => summarize(this.#store, { account: accountId, mode, days }, this.#now(), this.#readLimits),
        () => {
          throw new AppError("unavailable", "too many outcome summaries are in progress; try again", {
            retryAfter: 5,
          });
        },
      ),
      ttlMs: CACHED_MS,
    }));
  }
}

interface Wanted {
  readonly account: string;
  readonly mode: KeyMode;
  readonly days: number;
}

async function summarize(store: Store, { account, mode, days }: Wanted, now: number, limits: ReadLimits) {
  const { archive, scores } = store;
  const since = now - days * DAY_MS;
  const { found, capped } = await newestLabels(store, account, since, limits.summaryLabels);
  const calibration = new Calibration();
  const times: number[] = [];
  let testMode = 0;
  for (let from = 0; from < found.length; from += LABELS_PER_PAGE) {
    const started = performance.now();
    const page = found.slice(from, from + LABELS_PER_PAGE);
    const ids = page.map(([id]) => id);
    const records = new Map(await archive.getMany(account, ids, now));
    // The replica may be behind the labels.
    const newer = archive === scores ? [] : ids.filter((id) => !records.has(id));
    for (const [id, record] of await scores.getMany(account, newer, now)) records.set(id, record);
    for (const [id, outcome] of page) {
      const record = records.get(id);
      if (record === undefined) continue;
      if (record.mode === "test") testMode++;
      if (record.mode !== mode) continue;
      times.push(requestTime(id));
      calibration.add(record, outcome);
    }
    if (from + LABELS_PER_PAGE < found.length) await pause(performance.now() - started);
  }
  const oldest = found.at(-1);
  const figuresSince = capped && oldest !== undefined ? requestTime(oldest[0]) : since;
  const counted = await store.dayCounts.since(account, Math.ceil(since / DAY_MS));
  const labels = capped && counted.from * DAY_MS <= figuresSince
    ? countedLabels(counted, mode)
    : await readLabels(store, account, {
      since: figuresSince,
      now,
      times,
      testMode,
      mode,
      limit: limits.summaryScores,
    }, counted);
  return {
    days,
    /** RFC 3339. */
    since: new Date(since).toISOString(),
    until: new Date(now).toISOString(),
    labels: {
      /** Scores and labels are counted from here: later than the summary's `since` when there are more than could be counted. */
      since: new Date(labels.since).toISOString(),
      scored: labels.scored,
      labelled: labels.labelled,
      share_labelled: shareOf(labels.labelled, labels.scored),
      /** Labelled scores of test keys, which are not in any other figure. */
      test_mode: labels.testMode,
      /** All other figures are of the labels of scores since then. */
      figures_since: new Date(figuresSince).toISOString(),
      /** True: only the newest scores or labels were read. */
      capped: capped || labels.capped,
    },
    ...calibration.figures(),
  };
}

interface LabelCounts {
  readonly since: number;
  readonly scored: number;
  readonly labelled: number;
  readonly testMode: number;
  readonly capped: boolean;
}

/** Of whole days. */
function countedLabels(counted: CountedDays, mode: KeyMode): LabelCounts {
  return {
    since: counted.from * DAY_MS,
    scored: scoredIn(counted, mode),
    labelled: sum(counted, counterOf(LABELLED, mode)),
    testMode: sum(counted, counterOf(LABELLED, "test")),
    capped: false,
  };
}

/** Of labels that were all read, and of scores of days that were not counted: an earlier version stored those, and most are live. */
async function readLabels(
  { archive }: Store,
  account: string,
  { since, now, times, testMode, mode, limit }: {
    readonly since: number;
    readonly now: number;
    readonly times: readonly number[];
    readonly testMode: number;
    readonly mode: KeyMode;
    readonly limit: number;
  },
  counted: CountedDays,
): Promise<LabelCounts> {
  const before = Math.min(counted.from * DAY_MS, now + 1);
  const read = await archive.count(account, { since, before, limit });
  const labelled = times.filter((at) => at >= read.since).length;
  return {
    ...read,
    scored: (mode === "test" ? 0 : read.count) + scoredIn(counted, mode),
    labelled,
    testMode,
  };
}

function scoredIn(counted: CountedDays, mode: KeyMode): number {
  return VERDICTS.reduce((scores, verdict) => scores + sum(counted, counterOf(verdict, mode)), 0);
}

function sum({ days }: CountedDays, name: string): number {
  return days.values().reduce((sum, totals) => sum + (totals.get(name) ?? 0), 0);
}

type Labelled = readonly [requestId: string, outcome: Outcome];

/** Sorted by the time of their scores, newest first. */
async function newestLabels(
  store: Store,
  account: string,
  since: number,
  limit: number,
): Promise<{ found: Labelled[]; capped: boolean }> {
  const found: Labelled[] = [];
  const newest = store.labels.list(account, { since }, { newestFirst: true });
  for await (const { requestId, outcome } of newest) {
    if (found.length === limit) return { found, capped: true };
    found.push([requestId, outcome]);
  }
  return { found, capped: false };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
