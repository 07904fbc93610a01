/** `GET /v1/outcomes/summary`: how well the scoring did for an account, by the labels it gave. Bounded work, kept for a moment. */
import { TtlCache } from "../../concurrency/ttl_cache.ts";
import { Bulkhead } from "../../concurrency/bulkhead.ts";
import { DAY_MS } from "../../model/duration.ts";
import { AppError } from "../../model/error.ts";
import type { Outcome } from "../../model/records.ts";
import { Calibration, type CalibrationFigures } from "../../scoring/calibration.ts";
import { shareOf } from "../../scoring/calibration_lift.ts";
import { locate, segmentTime } from "../../store/commit/segment.ts";
import type { Store } from "../../store/store.ts";
import type { Services } from "../context.ts";

export const SUMMARY_DAYS = 180;
/** Labels whose scores one summary reads, and scores it counts: the newest of each. */
export const MAX_SUMMARY_LABELS = 20_000;
export const MAX_SUMMARY_SCORES = 100_000;

const KEPT = 200;
const KEPT_MS = 30_000;
/** Scores read at once. After each page the summary rests for as long as the page took: half of the time is for others. */
const PAGE = 50;
/** Summaries under way, and waiting, in this process. */
const AT_ONCE = 1;
const WAITING = 50;

export interface OutcomeSummary extends CalibrationFigures {
  readonly days: number;
  /** RFC 3339. */
  readonly since: string;
  readonly until: string;
  readonly labels: {
    /** Scores and labels are counted from here: later than the span's `since` when there are more than one summary reads. */
    readonly since: string;
    readonly scored: number;
    readonly labelled: number;
    readonly share_labelled: number | null;
    /** Labelled scores of test keys; they are in no other figure. */
    readonly test_mode: number;
    /** There are more than were read: all figures are of the newest. */
    readonly capped: boolean;
  };
}

interface Desk {
  readonly summaries: TtlCache<OutcomeSummary>;
  readonly gate: Bulkhead;
}

const desks = new WeakMap<Store, Desk>();

/**
 * What this process labelled is in the next summary; what another one labelled, within a second.
 * @param days span of the scores' times, 1 to 180
 * @throws AppError unavailable when too many wait already
 */
export function outcomeSummary(
  services: Services,
  accountId: string,
  days: number = SUMMARY_DAYS,
): Promise<OutcomeSummary> {
  const { summaries, gate } = deskOf(services);
  const revision = services.store.labels.revision(accountId);
  return summaries.get(`${accountId} ${days} ${revision}`, async () => ({
    value: await gate.run(() => summarize(services, accountId, days), () => {
      throw new AppError("unavailable", "many summaries are being made; try again", { retryAfter: 5 });
    }),
    ttlMs: KEPT_MS,
  }));
}

function deskOf(services: Services): Desk {
  let desk = desks.get(services.store);
  if (desk === undefined) {
    desk = {
      summaries: new TtlCache({ max: KEPT, now: services.now }),
      gate: new Bulkhead(AT_ONCE, WAITING),
    };
    desks.set(services.store, desk);
  }
  return desk;
}

async function summarize(services: Services, account: string, days: number): Promise<OutcomeSummary> {
  const { scores } = services.store;
  const now = services.now();
  const since = now - days * DAY_MS;
  const { found, capped } = await newestLabels(services, account, since);
  const calibration = new Calibration();
  const times: number[] = [];
  let testMode = 0;
  for (let from = 0; from < found.length; from += PAGE) {
    const started = performance.now();
    const page = found.slice(from, from + PAGE);
    const records = await scores.getMany(account, page.map(([id]) => id), now);
    for (const [id, outcome] of page) {
      const record = records.get(id);
      if (record === undefined) continue;
      times.push(timeOf(id));
      if (record.mode === "test") testMode++;
      else calibration.add(record, outcome);
    }
    if (from + PAGE < found.length) await rest(performance.now() - started);
  }
  const counted = await scores.count(account, {
    since: capped ? times.at(-1) ?? since : since,
    limit: MAX_SUMMARY_SCORES,
  });
  const labelled = times.filter((at) => at >= counted.since).length;
  return {
    days,
    since: new Date(since).toISOString(),
    until: new Date(now).toISOString(),
    labels: {
      since: new Date(counted.since).toISOString(),
      scored: counted.count,
      labelled,
      share_labelled: shareOf(labelled, counted.count),
      test_mode: testMode,
      capped: capped || counted.capped,
    },
    ...calibration.figures(),
  };
}

type Labelled = readonly [requestId: string, outcome: Outcome];

/** By the times of their scores, newest first. */
async function newestLabels(
  services: Services,
  account: string,
  since: number,
): Promise<{ found: Labelled[]; capped: boolean }> {
  const found: Labelled[] = [];
  const newest = services.store.labels.list(account, { since }, { newestFirst: true });
  for await (const { requestId, outcome } of newest) {
    if (found.length === MAX_SUMMARY_LABELS) return { found, capped: true };
    found.push([requestId, outcome]);
  }
  return { found, capped: false };
}

/** When the score's segment was opened: the time that labels and scores are listed by. */
function timeOf(requestId: string): number {
  return segmentTime(locate(requestId)!.segment);
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
