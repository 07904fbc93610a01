/**
 * How many of an account's stored scores of the last 30 days would have another verdict with more rules: scores of live keys,
 * or of test keys where a test key asks.
 */
import { DAY_MS } from "../../model/duration.ts";
import type { Caller, ScoreRecord } from "../../model/records.ts";
import {
  isStronger,
  type Rule,
  RULE_ACTIONS,
  type RuleAction,
  verdictOfRule,
} from "../../model/rules/rule.ts";
import { addWork, WORK } from "../access/work.ts";
import type { Services } from "../context.ts";
import { type HeldRules, isInForce } from "./account_rules.ts";
import { type HashedRules, hashRules, matchRecord } from "./hashed_rules.ts";
import { runInSlices, TimeSlice } from "./time_slicing.ts";

const SPAN_MS = 30 * DAY_MS;

const NO_COUNTS = {
  scores_checked: 0,
  would_change: 0,
  unknown: 0,
  would_block: 0,
  would_allow: 0,
  labelled_legit_blocked: 0,
  labelled_fraud_allowed: 0,
};

/** The `trial` member of a dry run. */
export interface BacktestCounts extends Readonly<typeof NO_COUNTS> {
  /** RFC 3339: the scores of this time and later were looked at. */
  readonly since: string;
  /** True: the 30 days hold more scores, and `since` is that of the oldest one looked at. */
  readonly capped: boolean;
}

/** @param added rules that the account does not have */
export async function backtest(
  services: Services,
  caller: Caller,
  added: readonly Rule[],
  existing: HeldRules,
): Promise<BacktestCounts> {
  const now = services.now();
  const counts = { ...NO_COUNTS };
  const trials: Trial[] = [];
  for (const action of RULE_ACTIONS.toReversed()) {
    const rules = added.filter((rule) => rule.action === action);
    const hashed = await runInSlices(hashRules(services.hasher, rules));
    if (rules.length > 0) trials.push(new Trial(services, action, hashed, existing, now));
  }
  const slice = new TimeSlice();
  const span = { since: now - SPAN_MS, until: now };
  let { since } = span;
  let capped = false;
  let reached = now;
  let read = 0;
  try {
    for await (const record of services.store.archive.list(caller.account.id, span)) {
      if (read >= services.readLimits.dryRunScores) {
        [since, capped] = [reached, true];
        break;
      }
      read++;
      reached = record.at;
      if (slice.isOver) await slice.next();
      if (record.mode !== caller.key.mode) continue;
      counts.scores_checked++;
      const changed = await changeOf(trials, record);
      if (changed === "unknown") counts.unknown++;
      if (changed === "unknown" || changed === null) continue;
      counts.would_change++;
      const label = await services.store.labels.get(caller.account.id, record.id);
      if (changed === "block") {
        counts.would_block++;
        if (label?.outcome === "legit") counts.labelled_legit_blocked++;
      } else {
        counts.would_allow++;
        if (label?.outcome === "fraud") counts.labelled_fraud_allowed++;
      }
    }
  } finally {
    addWork(services, caller, WORK.dryRunScore * read);
  }
  return { ...counts, since: new Date(since).toISOString(), capped };
}

/** The verdict that the score would have instead of its own; null: none. @param trials the strongest first */
async function changeOf(
  trials: readonly Trial[],
  record: ScoreRecord,
): Promise<"allow" | "block" | "unknown" | null> {
  let unknown = false;
  /** Whether a stronger added rule matches, which this one does not override. */
  let decided: Match = "no";
  for (const trial of trials) {
    const change = await trial.changes(record);
    if (change === true && decided === "no") return verdictOfRule(trial.action);
    if (change !== false) unknown = true;
    if (trials.length === 1) break;
    const match = trial.matches(record);
    if (match === "match") break;
    if (match === "unknown") decided = match;
  }
  return unknown ? "unknown" : null;
}

/** The added rules with one action. */
class Trial {
  readonly action: RuleAction;
  readonly #services: Services;
  readonly #added: HashedRules;
  readonly #existing: HeldRules;
  readonly #now: number;
  /** Existing rules that take precedence, or do the same. Hashed when needed: most dry runs match few scores. */
  #current: HashedRules | null = null;

  constructor(services: Services, action: RuleAction, added: HashedRules, existing: HeldRules, now: number) {
    this.#services = services;
    this.action = action;
    this.#added = added;
    this.#existing = existing;
    this.#now = now;
  }

  matches(record: ScoreRecord): Match {
    return matchRecord(this.#added, record);
  }

  /** A block rule overrides everything but trust; an allow rule everything but these and a denied agent, as trust does. */
  async changes(record: ScoreRecord): Promise<boolean | "unknown"> {
    const { action } = this;
    if (record.verdict === verdictOfRule(action)) return false;
    if (action !== "block" && record.agentDecision === "deny") return false;
    const before = record.rule === null ? null : this.#existing.get(record.rule.id, this.#now);
    if (before !== null && before.paused !== true && this.#isDeciding(before)) return false;
    const added = this.matches(record);
    if (added === "no") return false;
    this.#current ??= await runInSlices(hashRules(this.#services.hasher, this.#deciding()));
    const current = matchRecord(this.#current, record);
    if (current === "match") return false;
    return added === "match" && (current === "no" || action !== "allow") ? true : "unknown";
  }

  *#deciding(): IterableIterator<Rule> {
    for (const rule of this.#existing.all()) {
      if (this.#isDeciding(rule) && isInForce(rule, this.#now)) yield rule;
    }
  }

  #isDeciding(rule: Rule): boolean {
    return !isStronger(this.action, rule.action);
  }
}

type Match = "match" | "no" | "unknown";
