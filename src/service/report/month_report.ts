/**
 * What an account's live scores of a month came to: verdicts, what was caught, false positives, reviews, appeals, campaigns.
 * One scan of columns; of labels a bounded number, the newest, is read.
 */
import { MINUTE_MS } from "../../model/duration.ts";
import { type Caller, linksOwner, type OutcomeLabel, RETENTION_MS } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import { placedRows } from "../../records/scores/column_rows.ts";
import type { ColumnBlock } from "../../records/scores/score_columns.ts";
import { positionOf, type ScorePosition } from "../../records/scores/score_search.ts";
import { requireLive } from "../access/seen_mode.ts";
import { addWork, requireWork, WORK } from "../access/work.ts";
import { wasDecidedIn } from "../appeals/appeals.ts";
import { wasHandledIn } from "../campaigns/campaign_state.ts";
import type { Services } from "../context.ts";
import { ruleTexts } from "../rules/rule_texts.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
import { findingWords } from "../score/finding_names.ts";
import { type Caught, MONTH_COLUMNS, MonthTally } from "./month_tally.ts";
import type { Month } from "./month.ts";

/** Scores and labels that are read, the newest: some seconds of work. */
const MAX_ROWS = 5_000_000;
const MAX_LABELS = 200_000;
const MAX_APPEALS = 50_000;
/** Rules and findings that are named. */
const MAX_NAMED = 20;
const ROWS_PER_STEP = 4096;
/** A score was made so much later than its position says at most. */
const SLACK_MS = MINUTE_MS;
const HALF = 0.5;
const NINE_OF_TEN = 0.9;

interface Named {
  /** The id of the rule, or the name of the finding. */
  readonly id: string;
  /** Null: the rule is gone. */
  readonly text: string | null;
  readonly count: number;
}

export interface MonthReport {
  readonly month: Month;
  /** Scores since then are counted: earlier ones of the month have expired, or were too many. */
  readonly since: number;
  /** True: there are more scores or labels than were read. */
  readonly capped: boolean;
  readonly verdicts: MonthTally["verdicts"];
  readonly volume: number;
  readonly toReview: number;
  /** By verdict, of the scores that were labelled so. */
  readonly fraud: MonthTally["fraud"];
  readonly legit: MonthTally["legit"];
  /** Reviews that were labelled, and the share of fraud among them; null where there are none. */
  readonly decided: number;
  readonly precision: number | null;
  readonly caught: readonly Caught[];
  readonly falsePositivesByRule: readonly Named[];
  readonly falsePositivesByFinding: readonly Named[];
  /** Of reviews that were decided, from score to label: the middle, and what nine of ten are below; null where there are none. */
  readonly decidedInMs: { readonly half: number | null; readonly most: number | null };
  readonly campaigns: { readonly found: number; readonly handled: number };
  /** Appeals that were decided in the month: accepted ones overturned a decision. */
  readonly appeals: { readonly accepted: number; readonly refused: number };
}

/** @throws AppError test_key_refused, rate_limited, unavailable when too many reports are waiting */
export function monthReport(services: Services, caller: Caller, month: Month): Promise<MonthReport> {
  requireLive(caller, "read the report of a month");
  requireWork(services, caller);
  return services.dryRunLimit.run(caller.account.id, async () => {
    const { tally, since, capped } = await countMonth(services, caller, month);
    const { verdicts, fraud, legit } = tally;
    const decided = fraud.review + legit.review;
    return {
      month,
      since,
      capped,
      verdicts,
      volume: verdicts.allow + verdicts.review + verdicts.block,
      toReview: tally.toReview,
      fraud,
      legit,
      decided,
      precision: shareOf(fraud.review, decided),
      caught: tally.caught,
      falsePositivesByRule: await namedRules(services, caller, tally.falsePositivesByRule(MAX_NAMED)),
      falsePositivesByFinding: tally.falsePositivesByFinding(MAX_NAMED)
        .map(([id, count]) => ({ id, text: findingWords(id), count })),
      decidedInMs: { half: tally.timeToDecide(HALF), most: tally.timeToDecide(NINE_OF_TEN) },
      campaigns: await countCampaigns(services, caller, month),
      appeals: await countAppeals(services, caller, month),
    };
  });
}

async function countMonth(services: Services, caller: Caller, month: Month) {
  const account = caller.account.id;
  const since = Math.min(month.to, Math.max(month.from, services.now() - RETENTION_MS));
  if (since === month.to) return { tally: new MonthTally(), since, capped: false };
  const { labels, capped } = await labelsOf(services, caller, { since, to: month.to });
  const tally = new MonthTally();
  const slice = new TimeSlice();
  const span = { since, until: month.to - 1 };
  let rows = 0;
  let oldest = Infinity;
  for await (const block of services.store.archiveColumns.blocks(account, MONTH_COLUMNS, span, "newest")) {
    if (rows > MAX_ROWS) return { tally, since: oldest, capped: true };
    rows += block.count;
    addWork(services, caller, WORK.searchedCell * MONTH_COLUMNS.length * block.count);
    const labelled = await labelledRows(block, labels);
    for (let from = 0; from < block.count; from += ROWS_PER_STEP) {
      tally.add(block, from, Math.min(block.count, from + ROWS_PER_STEP), labelled);
      if (slice.isOver) await slice.next();
    }
    oldest = Math.min(oldest, ...block.times.subarray(0, 1));
  }
  return { tally, since, capped };
}

interface PlacedLabel {
  readonly position: ScorePosition;
  readonly label: OutcomeLabel;
}

/** Of scores of the span, the last position last. */
async function labelsOf(
  services: Services,
  caller: Caller,
  { since, to }: { readonly since: number; readonly to: number },
) {
  const span = { since: since - SLACK_MS, before: to };
  const labels: PlacedLabel[] = [];
  const slice = new TimeSlice();
  let capped = false;
  for await (const label of services.store.labels.list(caller.account.id, span, { newestFirst: true })) {
    if (labels.length === MAX_LABELS) {
      capped = true;
      break;
    }
    const position = positionOf(label.requestId);
    if (position !== null) labels.push({ position, label });
    if (slice.isOver) await slice.next();
  }
  addWork(services, caller, WORK.dryRunScore * labels.length);
  labels.sort((one, other) => one.position < other.position ? -1 : 1);
  return { labels, capped };
}

/** Takes the labels of the block, the last of those that are left. */
async function labelledRows(
  block: ColumnBlock,
  labels: PlacedLabel[],
): Promise<ReadonlyMap<number, OutcomeLabel>> {
  const own = new Map<ScorePosition, OutcomeLabel>();
  while (labels.length > 0 && labels.at(-1)!.position >= block.from) {
    const { position, label } = labels.pop()!;
    own.set(position, label);
  }
  const placed = await placedRows(block, [...own.keys()]);
  return new Map(placed.map(([row, position]) => [row, own.get(position)!]));
}

async function namedRules(
  services: Services,
  caller: Caller,
  counted: readonly (readonly [id: string, count: number])[],
): Promise<readonly Named[]> {
  const texts = await ruleTexts(services, caller, counted.map(([id]) => id));
  return counted.map(([id, count]) => ({ id, text: texts.get(id) ?? null, count }));
}

/** Campaigns that were found in the month, and those that somebody marked as handled in it. */
async function countCampaigns({ store, now }: Services, { account }: Caller, { from, to }: Month) {
  const campaigns = await store.campaigns.list(linksOwner(account.id, "live"), now());
  const isIn = (at: number) => at >= from && at < to;
  return {
    found: campaigns.filter(({ foundAt }) => isIn(foundAt)).length,
    handled: campaigns.filter((campaign) => wasHandledIn(campaign, { from, to })).length,
  };
}

async function countAppeals(services: Services, caller: Caller, month: Month) {
  const { store } = services;
  const counts = { accepted: 0, refused: 0 };
  let read = 0;
  for await (const appeal of store.appeals.since(caller.account.id, month.from - RETENTION_MS)) {
    if (++read > MAX_APPEALS) break;
    if (appeal.state !== "open" && wasDecidedIn(appeal, month)) counts[appeal.state]++;
  }
  addWork(services, caller, WORK.dryRunScore * read);
  return counts;
}

/** Null of nothing. */
function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** As the API returns it. */
export function reportBody(report: MonthReport) {
  const { month, since, capped, volume, verdicts, toReview, decided, precision, fraud, legit } = report;
  const { appeals } = report;
  const seconds = (ms: number | null) => ms === null ? null : Math.round(ms / 1000);
  return {
    month: month.name,
    since: timestamp(since),
    capped,
    volume,
    ...verdicts,
    to_review: toReview,
    decided,
    decided_fraud: fraud.review,
    decided_legit: legit.review,
    precision,
    caught: fraud.review + fraud.block,
    missed: fraud.allow,
    false_positives: legit.review + legit.block,
    false_positives_reviewed: legit.review,
    false_positives_blocked: legit.block,
    time_to_decide_seconds: seconds(report.decidedInMs.half),
    time_to_decide_p90_seconds: seconds(report.decidedInMs.most),
    appeals_decided: appeals.accepted + appeals.refused,
    overturned: appeals.accepted,
    overturned_share: shareOf(appeals.accepted, appeals.accepted + appeals.refused),
    campaigns_found: report.campaigns.found,
    campaigns_handled: report.campaigns.handled,
    caught_by_type: report.caught.map(({ type, blocked, reviewed, missed }) => ({
      type,
      caught: blocked + reviewed,
      blocked,
      reviewed,
      missed,
    })),
    false_positives_by_rule: report.falsePositivesByRule.map(({ id, text, count }) => ({
      rule_id: id,
      text,
      count,
    })),
    false_positives_by_finding: report.falsePositivesByFinding.map(({ id, text, count }) => ({
      finding: id,
      text: text ?? id,
      count,
    })),
  };
}
