/**
 * `dry_run=true`: what rules would do, without doing it. What would be added, what clashes with existing rules, and how
 * many of the account's stored scores of the last 30 days would have had another verdict.
 */
import { DAY_MS } from "../../model/duration.ts";
import type { Caller, ScoreRecord, StoredComponent } from "../../model/records.ts";
import type { Rule } from "../../model/rules/rule.ts";
import { clashFinder, type ClashType } from "../../model/rules/rule_clash.ts";
import { compileRules } from "../../model/rules/rule_set.ts";
import { inTurns } from "./time_slicing.ts";
import { type PastRule, pastRuleSteps, whatItSays } from "./hashed_rules.ts";
import type { Services } from "../context.ts";
import { inTurn } from "./dry_run_limit.ts";
import { type Candidate, type Duplicate, planned, readCandidates, ruleBody, type RuleWish } from "./rules.ts";

const SPAN_MS = 30 * DAY_MS;
const MAX_SCORES = 100_000;
const MAX_CLASHES_LISTED = 100;

export interface ListedClash {
  readonly value: string;
  readonly type: ClashType;
  readonly rule: Rule;
}

export interface Trial {
  readonly scores_checked: number;
  readonly would_change: number;
  readonly unknown: number;
  readonly would_block: number;
  readonly would_allow: number;
  readonly labelled_legit_blocked: number;
  readonly labelled_fraud_allowed: number;
}

/**
 * As `addRules` would answer, with clashes and the trial on the past.
 * @throws AppError rate_limited, unavailable when too many trials wait already
 */
export async function tryRules(
  services: Services,
  caller: Caller,
  values: readonly string[],
  wish: RuleWish,
) {
  const { candidates, skipped } = readCandidates(values);
  const tried = await tryCandidates(services, caller, candidates, wish);
  for (const { value, reason } of tried.duplicates) skipped.push({ value, reason });
  return {
    dry_run: true,
    added: tried.rules.length,
    rules: tried.rules.map((rule) => ruleBody(services, rule)),
    skipped,
    clashes: tried.clashes,
    trial: tried.trial,
  };
}

interface Tried {
  readonly rules: Rule[];
  readonly duplicates: Duplicate[];
  readonly clashes: ListedClash[];
  readonly trial: Trial;
}

/** @throws AppError rate_limited, unavailable when too many trials wait already */
export function tryCandidates(
  services: Services,
  caller: Caller,
  candidates: readonly Candidate[],
  wish: RuleWish,
): Promise<Tried> {
  return inTurn(services.store, caller.account.id, () => tryNow(services, caller, candidates, wish));
}

async function tryNow(
  services: Services,
  caller: Caller,
  candidates: readonly Candidate[],
  wish: RuleWish,
): Promise<Tried> {
  const now = services.now();
  const existing = await services.rules.list(caller.account.id, now);
  const { rules, duplicates } = planned(existing, candidates, wish, now);
  const clashes: ListedClash[] = [];
  const find = clashFinder(compileRules(existing), now);
  for (const candidate of rules) {
    if (clashes.length >= MAX_CLASHES_LISTED) break;
    for (const { type, rule } of find(candidate)) {
      if (type !== "duplicate") clashes.push({ value: candidate.value, type, rule });
    }
  }
  const trial = await tryOnThePast(services, caller, rules, existing, wish);
  return { rules, duplicates, clashes: clashes.slice(0, MAX_CLASHES_LISTED), trial };
}

async function tryOnThePast(
  services: Services,
  caller: Caller,
  rules: readonly Rule[],
  existing: readonly Rule[],
  wish: RuleWish,
): Promise<Trial> {
  const now = services.now();
  const counts = {
    scores_checked: 0,
    would_change: 0,
    unknown: 0,
    would_block: 0,
    would_allow: 0,
    labelled_legit_blocked: 0,
    labelled_fraud_allowed: 0,
  };
  const steps = (some: readonly Rule[]) => inTurns(pastRuleSteps(services.hasher, some));
  const past = await steps(rules);
  const stronger = existing.filter(({ action }) => action === "block" || action === wish.action);
  const inForce = {
    ids: new Set(stronger.map(({ id }) => id)),
    past: stronger.length === 0 ? null : await steps(stronger),
  };
  for await (
    const record of services.store.scores.list(caller.account.id, { since: now - SPAN_MS, until: now })
  ) {
    if (counts.scores_checked >= MAX_SCORES) break;
    counts.scores_checked++;
    const answer = wouldChange(past, inForce, record, wish);
    if (answer === "unknown") counts.unknown++;
    if (answer !== true) continue;
    counts.would_change++;
    const label = await services.store.labels.get(caller.account.id, record.id);
    if (wish.action === "block") {
      counts.would_block++;
      if (label?.outcome === "legit") counts.labelled_legit_blocked++;
    } else {
      counts.would_allow++;
      if (label?.outcome === "fraud") counts.labelled_fraud_allowed++;
    }
  }
  return counts;
}

/** The rules that decide already, whatever is added. */
interface InForce {
  readonly ids: ReadonlySet<string>;
  readonly past: PastRule | null;
}

/** A block rule turns anything into a block; an allow rule anything that no block rule and no agent's denial holds. */
function wouldChange(
  past: PastRule,
  inForce: InForce,
  record: ScoreRecord,
  wish: RuleWish,
): boolean | "unknown" {
  if (record.verdict === (wish.action === "block" ? "block" : "allow")) return false;
  if (wish.action === "allow" && record.agentDecision === "deny") return false;
  if (record.rule !== null && inForce.ids.has(record.rule.id)) return false;
  const added = says(past, record);
  if (added === "no") return false;
  const already = inForce.past === null ? "no" : says(inForce.past, record);
  if (already === "match") return false;
  return added === "match" && (already === "no" || wish.action === "block") ? true : "unknown";
}

/** What rules say of the whole: of any component. */
function says(past: PastRule, { components }: ScoreRecord): "match" | "no" | "unknown" {
  let unknown = false;
  for (const component of components as readonly StoredComponent[]) {
    const said = whatItSays(past, component);
    if (said === "match") return said;
    if (said === "unknown") unknown = true;
  }
  return unknown ? "unknown" : "no";
}
