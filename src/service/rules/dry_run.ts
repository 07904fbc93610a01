/**
 * `dry_run=true`: what rules would do, without doing it. What would be added, what conflicts with existing rules, and how many
 * of the account's stored scores of the last 30 days would have another verdict.
 */
import { DAY_MS } from "../../model/duration.ts";
import type { Caller, ScoreRecord } from "../../model/records.ts";
import type { Rule } from "../../model/rules/rule.ts";
import { conflictFinder, type ConflictType } from "../../model/rules/rule_conflict.ts";
import { compileRules } from "../../model/rules/rule_set.ts";
import type { Services } from "../context.ts";
import { type HashedRules, hashRules, matchStored } from "./hashed_rules.ts";
import {
  type Candidate,
  type Duplicate,
  planRules,
  readCandidates,
  ruleBody,
  type RuleOptions,
} from "./rules.ts";
import { runInSlices } from "./time_slicing.ts";

const SPAN_MS = 30 * DAY_MS;
const MAX_SCORES = 100_000;
const MAX_CONFLICTS_LISTED = 100;

export interface ListedConflict {
  readonly value: string;
  readonly type: Exclude<ConflictType, "duplicate">;
  readonly rule: Rule;
}

const NO_COUNTS = {
  scores_checked: 0,
  would_change: 0,
  unknown: 0,
  would_block: 0,
  would_allow: 0,
  labelled_legit_blocked: 0,
  labelled_fraud_allowed: 0,
};

/** The `trial` member of the response: counts of stored scores. */
export type DryRunCounts = Readonly<typeof NO_COUNTS>;

/**
 * The response of `addRules` with conflicts and the counts of stored scores.
 * @throws AppError rate_limited, unavailable when too many dry runs are waiting
 */
export async function dryRunRules(
  services: Services,
  caller: Caller,
  values: readonly string[],
  options: RuleOptions,
) {
  const { candidates, skipped } = readCandidates(values);
  const dry = await dryRunCandidates(services, caller, candidates, options);
  for (const { value, reason } of dry.duplicates) skipped.push({ value, reason });
  return {
    dry_run: true,
    added: dry.rules.length,
    rules: dry.rules.map((rule) => ruleBody(services, rule)),
    skipped,
    clashes: dry.conflicts,
    trial: dry.counts,
  };
}

interface DryRun {
  readonly rules: Rule[];
  readonly duplicates: Duplicate[];
  readonly conflicts: ListedConflict[];
  readonly counts: DryRunCounts;
}

/** @throws AppError rate_limited, unavailable when too many dry runs are waiting */
export function dryRunCandidates(
  services: Services,
  caller: Caller,
  candidates: readonly Candidate[],
  options: RuleOptions,
): Promise<DryRun> {
  return services.dryRunLimit.run(caller.account.id, async () => {
    const now = services.now();
    const existing = await services.rules.list(caller.account.id, now);
    const { rules, duplicates } = planRules(existing, candidates, options, now);
    const conflicts = findConflicts(rules, existing, now);
    const counts = await countChanges(services, caller, rules, existing, options);
    return { rules, duplicates, conflicts, counts };
  });
}

function findConflicts(rules: readonly Rule[], existing: readonly Rule[], now: number): ListedConflict[] {
  const conflicts: ListedConflict[] = [];
  const find = conflictFinder(compileRules(existing), now);
  for (const candidate of rules) {
    if (conflicts.length >= MAX_CONFLICTS_LISTED) break;
    for (const { type, rule } of find(candidate)) {
      if (type !== "duplicate") conflicts.push({ value: candidate.value, type, rule });
    }
  }
  return conflicts.slice(0, MAX_CONFLICTS_LISTED);
}

async function countChanges(
  services: Services,
  caller: Caller,
  rules: readonly Rule[],
  existing: readonly Rule[],
  options: RuleOptions,
): Promise<DryRunCounts> {
  const now = services.now();
  const counts = { ...NO_COUNTS };
  const hashed = (some: readonly Rule[]) => runInSlices(hashRules(services.hasher, some));
  const added = await hashed(rules);
  const deciding = existing.filter(({ action }) => action === "block" || action === options.action);
  const current = {
    ids: new Set(deciding.map(({ id }) => id)),
    hashed: deciding.length === 0 ? null : await hashed(deciding),
  };
  const span = { since: now - SPAN_MS, until: now };
  for await (const record of services.store.scores.list(caller.account.id, span)) {
    if (counts.scores_checked >= MAX_SCORES) break;
    counts.scores_checked++;
    const changes = wouldChange(added, current, record, options);
    if (changes === "unknown") counts.unknown++;
    if (changes !== true) continue;
    counts.would_change++;
    const label = await services.store.labels.get(caller.account.id, record.id);
    if (options.action === "block") {
      counts.would_block++;
      if (label?.outcome === "legit") counts.labelled_legit_blocked++;
    } else {
      counts.would_allow++;
      if (label?.outcome === "fraud") counts.labelled_fraud_allowed++;
    }
  }
  return counts;
}

/** The account's rules that take precedence over what is added, or do the same. */
interface CurrentRules {
  readonly ids: ReadonlySet<string>;
  readonly hashed: HashedRules | null;
}

/** A block rule overrides everything; an allow rule everything but a block rule and a denied agent. */
function wouldChange(
  added: HashedRules,
  current: CurrentRules,
  record: ScoreRecord,
  { action }: RuleOptions,
): boolean | "unknown" {
  if (record.verdict === action) return false;
  if (action === "allow" && record.agentDecision === "deny") return false;
  if (record.rule !== null && current.ids.has(record.rule.id)) return false;
  const match = matchRecord(added, record);
  if (match === "no") return false;
  const currentMatch = current.hashed === null ? "no" : matchRecord(current.hashed, record);
  if (currentMatch === "match") return false;
  return match === "match" && (currentMatch === "no" || action === "block") ? true : "unknown";
}

/** Whether any of the rules matches any component of the score. */
function matchRecord(rules: HashedRules, { components }: ScoreRecord): "match" | "no" | "unknown" {
  let unknown = false;
  for (const component of components) {
    const match = matchStored(rules, component);
    if (match === "match") return match;
    if (match === "unknown") unknown = true;
  }
  return unknown ? "unknown" : "no";
}
