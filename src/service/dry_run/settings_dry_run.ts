/** `dry_run=true` of a change of settings: which stored scores would have another verdict with it. */
import { DAY_MS } from "../../model/duration.ts";
import type { Caller, ScoreRecord } from "../../model/records.ts";
import {
  DEFAULT_STRICTNESS,
  levelOf,
  thresholdsAt,
  type Verdict,
  type VerdictLevel,
} from "../../model/verdict.ts";
import { positionOf } from "../../records/scores/score_search.ts";
import { componentVerdictAt, overallAt } from "../../scoring/calibration_replay.ts";
import { type ConditionHit, decideByConditions } from "../../scoring/conditions.ts";
import { accountWith, requireChange, type SettingsChange, settingsOf } from "../access/settings.ts";
import { addWork, requireWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
import { labelsOfPast } from "./labels.ts";
import { type DryRunRequest, listedScores } from "./listed_scores.ts";
import { DryRunTally } from "./tally.ts";

const CANNOT_TELL = "its verdict does not follow from what is stored of it";

/**
 * The change touches the scores whose verdict it changes.
 * @throws AppError test_key_refused, invalid_value, rate_limited, unavailable when too many dry runs are waiting
 */
export function dryRunSettings(
  services: Services,
  caller: Caller,
  change: SettingsChange,
  request: DryRunRequest,
) {
  requireChange(caller, change);
  requireWork(services, caller);
  return services.dryRunLimit.run(caller.account.id, async () => {
    const { tally, ...trial } = await tried(services, caller, change, request);
    const list = await listedScores(services, caller, tally, request);
    return {
      ...settingsOf(accountWith(caller.account, change), services),
      dry_run: true,
      trial,
      ...(list === null ? {} : { list }),
    };
  });
}

async function tried(
  services: Services,
  caller: Caller,
  change: SettingsChange,
  { days, list }: DryRunRequest,
) {
  const { account, key: { mode } } = caller;
  const until = services.now();
  const span = { since: until - days * DAY_MS, until };
  const tally = new DryRunTally(await labelsOfPast(services, account.id, span.since), list);
  const { conditions } = await services.conditions.of(account.id);
  const hits = new Map<string, ConditionHit>(conditions.map((condition) => [condition.id, condition]));
  const slice = new TimeSlice();
  let [checked, read, reached, capped] = [0, 0, until, false];
  try {
    for await (const record of services.store.archive.list(account.id, span)) {
      if (read >= services.readLimits.dryRunScores) {
        capped = true;
        break;
      }
      read++;
      reached = record.at;
      if (slice.isOver) await slice.next();
      if (record.mode !== mode) continue;
      checked++;
      const position = positionOf(record.id)!; // a stored score has one
      const { at, verdict: before } = record;
      const after = verdictWith(record, change, hits);
      if (after === null) tally.notJudged(position, CANNOT_TELL);
      else if (after !== before) tally.touched({ position, at, before, after });
    }
  } finally {
    addWork(services, caller, WORK.dryRunScore * read);
  }
  const since = capped ? reached : span.since;
  return {
    tally,
    ...tally.counts({ since, until, days }),
    scores_checked: checked,
    since: new Date(since).toISOString(),
    capped,
  };
}

/** Null: what is stored does not give the verdict that the score has. What the change does not name counts as it did. */
function verdictWith(
  record: ScoreRecord,
  { linkage_scoring, thresholds }: SettingsChange,
  existing: ReadonlyMap<string, ConditionHit>,
): Verdict | null {
  const level = levelOf(record);
  const withLinks = record.signup?.links.counted ?? false;
  const newLevel = thresholds === undefined || isNamed(record) ? level : thresholds ?? DEFAULT_STRICTNESS;
  const newLinks = linkage_scoring === undefined ? withLinks : linkage_scoring === "score";
  const [from, to] = [thresholdsAt(level), thresholdsAt(newLevel)];
  const isSame = from.review === to.review && from.block === to.block;
  if (isSame && (withLinks === newLinks || record.signup === undefined)) return record.verdict;
  if (decided(record, level, withLinks, existing) !== record.verdict) return null;
  return decided(record, newLevel, newLinks, existing);
}

/** The request named a strictness: one that is not the default. */
function isNamed({ strictness, thresholds }: ScoreRecord): boolean {
  return thresholds === undefined && strictness !== DEFAULT_STRICTNESS;
}

function decided(
  record: ScoreRecord,
  level: VerdictLevel,
  withLinks: boolean,
  existing: ReadonlyMap<string, ConditionHit>,
): Verdict {
  const { score, verdict } = overallAt(record, level, { withLinks });
  const { components, conditions, agentDecision } = record;
  const decider = conditions?.decided ?? null;
  const hits = (conditions?.hit ?? []).flatMap((id) =>
    id === decider?.id ? { action: decider.action, overrides: "block" as const } : existing.get(id) ?? []
  );
  return decideByConditions({
    score,
    verdict,
    ruled: record.rule !== null,
    anyBlock: components.some((component) => componentVerdictAt(component, level) === "block"),
    agentDenied: agentDecision === "deny",
    reviewThreshold: thresholdsAt(level).review,
  }, hits).verdict;
}
