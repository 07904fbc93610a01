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
import { componentVerdictAt, hasPassedChallenge, overallAt } from "../../scoring/calibration_replay.ts";
import { afterChallenge } from "../../scoring/challenge.ts";
import { type ConditionHit, decideByConditions, storedHit } from "../../scoring/conditions.ts";
import { accountWith, requireChange, type SettingsChange, settingsOf } from "../access/settings.ts";
import { requireWork } from "../access/work.ts";
import type { Services } from "../context.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
import { labelsOfPast } from "./labels.ts";
import { type DryRunRequest, listedScores } from "./listed_scores.ts";
import { NewestScores, readScores } from "./newest_scores.ts";
import { SETTINGS_COLUMNS, SettingsRows } from "./settings_columns.ts";
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
  const newest = new NewestScores(services, caller, span);
  let checked = 0;
  for await (const { block, first } of newest.blocks(SETTINGS_COLUMNS)) {
    const { times, count } = block;
    const rows = new SettingsRows(block);
    const changed: { readonly row: number; readonly before: Verdict; readonly after: Verdict }[] = [];
    const unclear: number[] = [];
    for (let row = first; row < count; row++) {
      if (slice.isOver) await slice.next();
      if (rows.value("mode", row) !== mode) continue;
      checked++;
      const before = rows.value("verdict", row) as Verdict;
      const after = rows.verdictWith(row, change);
      if (after === null) unclear.push(row);
      else if (after !== before) changed.push({ row, before, after });
    }
    const positions = await block.positions(changed.map(({ row }) => row));
    for (const [index, { row, before, after }] of changed.entries()) {
      tally.touched({ position: positions[index]!, at: times[row]!, before, after });
    }
    await readScores(services, account.id, await block.positions(unclear), (position, record) => {
      const { at, verdict: before } = record;
      const after = verdictWith(record, change, hits);
      if (after === null) tally.notJudged(position, CANNOT_TELL);
      else if (after !== before) tally.touched({ position, at, before, after });
    });
  }
  const { since, capped } = newest;
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
  // A passed challenge comes after the conditions.
  const { conditions, facts: _facts, ...unconditional } = record;
  const { score, verdict } = overallAt(unconditional, level, { withLinks });
  const { components, agentDecision } = record;
  const decider = conditions?.decided ?? null;
  // One that decided is known by what it was, also where it is changed or deleted since.
  const hits = (conditions?.hit ?? []).flatMap((id) =>
    id === decider?.id ? storedHit(decider) : existing.get(id) ?? []
  );
  const judged = decideByConditions({
    score,
    verdict,
    ruled: record.rule !== null,
    anyBlock: components.some((component) => componentVerdictAt(component, level) === "block"),
    agentDenied: agentDecision === "deny",
    reviewThreshold: thresholdsAt(level).review,
  }, hits);
  return afterChallenge(judged, hasPassedChallenge(record), level).verdict;
}
