/**
 * `dry_run=true`: what rules would do, without doing it. What would be added, what conflicts with existing rules, and how many
 * of the account's stored scores of the last 30 days would have another verdict.
 */
import { DAY_MS } from "../../model/duration.ts";
import type { Caller, ScoreRecord } from "../../model/records.ts";
import type { Rule, RuleAction } from "../../model/rules/rule.ts";
import { type ConflictType, findConflicts } from "../../model/rules/rule_conflict.ts";
import { addWork, takeWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { type HeldRules, isExpired } from "./account_rules.ts";
import { type HashedRules, hashRules, matchStored } from "./hashed_rules.ts";
import { ruleLimit } from "./rule_limit.ts";
import type { RuleOptions } from "./rule_options.ts";
import { type Candidate, type Duplicate, planRules } from "./rule_plan.ts";
import { readCandidates, ruleBody } from "./rules.ts";
import { runInSlices, TimeSlice } from "./time_slicing.ts";

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
  const { candidates, skipped } = await runInSlices(readCandidates(values));
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
    const existing = await services.rules.held(caller.account.id, now);
    takeWork(services, caller, WORK.dryRunRule * (candidates.length + existing.size));
    const limit = ruleLimit(caller);
    const { rules, duplicates } = await runInSlices(planRules(existing, candidates, options, now, limit));
    const conflicts = await runInSlices(listConflicts(rules, existing, now));
    const counts = await countChanges(services, caller, rules, existing, options);
    return { rules, duplicates, conflicts, counts };
  });
}

function* listConflicts(
  rules: readonly Rule[],
  existing: HeldRules,
  now: number,
): Generator<void, ListedConflict[]> {
  const conflicts: ListedConflict[] = [];
  const found = yield* findConflicts(existing.compiled, rules, now);
  for (const [index, { value }] of rules.entries()) {
    for (const { type, rule } of found[index]!) {
      if (conflicts.length >= MAX_CONFLICTS_LISTED) return conflicts;
      if (type !== "duplicate") conflicts.push({ value, type, rule });
    }
  }
  return conflicts;
}

async function countChanges(
  services: Services,
  caller: Caller,
  rules: readonly Rule[],
  existing: HeldRules,
  options: RuleOptions,
): Promise<DryRunCounts> {
  const now = services.now();
  const counts = { ...NO_COUNTS };
  const hash = (some: Iterable<Rule>) => runInSlices(hashRules(services.hasher, some));
  const added = await hash(rules);
  let current: HashedRules | null = null;
  const slice = new TimeSlice();
  const span = { since: now - SPAN_MS, until: now };
  try {
    for await (const record of services.store.scores.list(caller.account.id, span)) {
      if (counts.scores_checked >= MAX_SCORES) break;
      counts.scores_checked++;
      if (slice.isOver) await slice.next();
      const match = matchAdded(added, record, existing, options, now);
      if (match === "no") continue;
      // Hashing all of an account's rules takes long, and most dry runs match few scores.
      current ??= await hash(deciding(existing, options, now));
      const changes = wouldChange(match, matchRecord(current, record), options);
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
  } finally {
    addWork(services, caller, WORK.dryRunScore * counts.scores_checked);
  }
  return counts;
}

/** The account's rules that take precedence over what is added, or do the same. */
function* deciding(existing: HeldRules, { action }: RuleOptions, now: number): IterableIterator<Rule> {
  for (const rule of existing.all()) {
    if (isDeciding(rule, action) && !isExpired(rule, now)) yield rule;
  }
}

function isDeciding(rule: Rule, action: RuleAction): boolean {
  return rule.action === "block" || rule.action === action;
}

/** Whether an added rule matches the score and would have something to change. */
function matchAdded(
  added: HashedRules,
  record: ScoreRecord,
  existing: HeldRules,
  { action }: RuleOptions,
  now: number,
): Match {
  if (record.verdict === action) return "no";
  if (action === "allow" && record.agentDecision === "deny") return "no";
  const before = record.rule === null ? null : existing.get(record.rule.id, now);
  if (before !== null && isDeciding(before, action)) return "no";
  return matchRecord(added, record);
}

/** A block rule overrides everything; an allow rule everything but a block rule and a denied agent. */
function wouldChange(added: Match, current: Match, { action }: RuleOptions): boolean | "unknown" {
  if (current === "match") return false;
  return added === "match" && (current === "no" || action === "block") ? true : "unknown";
}

type Match = "match" | "no" | "unknown";

/** Whether any of the rules matches any component of the score. */
function matchRecord(rules: HashedRules, { components }: ScoreRecord): Match {
  let unknown = false;
  for (const component of components) {
    const match = matchStored(rules, component);
    if (match === "match") return match;
    if (match === "unknown") unknown = true;
  }
  return unknown ? "unknown" : "no";
}
