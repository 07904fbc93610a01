/**
 * How many of an account's stored scores of the last days would have another verdict with more rules: scores of live keys,
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
import type { ScorePosition } from "../../records/scores/score_search.ts";
import type { Services } from "../context.ts";
import { labelsOfPast } from "../dry_run/labels.ts";
import type { DryRunRequest } from "../dry_run/listed_scores.ts";
import { NewestScores, readScores } from "../dry_run/newest_scores.ts";
import { type DryRunCounts, DryRunTally } from "../dry_run/tally.ts";
import { type HeldRules, isInForce } from "./account_rules.ts";
import { type HashedRules, hashRules, matchRecord } from "./hashed_rules.ts";
import { CANDIDATE_COLUMNS, RuleCandidates } from "./rule_candidates.ts";
import { runInSlices } from "./time_slicing.ts";

/** The `trial` member of a dry run. */
export interface BacktestCounts extends DryRunCounts {
  readonly scores_checked: number;
  /** RFC 3339: the scores of this time and later were looked at. */
  readonly since: string;
  /** True: the days hold more scores, and `since` is that of the oldest one looked at. */
  readonly capped: boolean;
}

interface Backtest {
  readonly counts: BacktestCounts;
  /** With the list that was asked for. */
  readonly tally: DryRunTally;
}

const FINER = "a rule is finer than what is stored of the score";

/** @param added rules that the account does not have */
export async function backtest(
  services: Services,
  caller: Caller,
  added: readonly Rule[],
  existing: HeldRules,
  { days, list }: Pick<DryRunRequest, "days" | "list">,
): Promise<Backtest> {
  const now = services.now();
  const { account: { id: account }, key: { mode } } = caller;
  const trials: Trial[] = [];
  const tried: HashedRules[] = [];
  for (const action of RULE_ACTIONS.toReversed()) {
    const rules = added.filter((rule) => rule.action === action);
    const hashed = await runInSlices(hashRules(services.hasher, rules));
    if (rules.length === 0) continue;
    trials.push(new Trial(services, action, hashed, existing, now));
    tried.push(hashed);
  }
  const span = { since: now - days * DAY_MS, until: now };
  const tally = new DryRunTally(await labelsOfPast(services, account, span.since), list);
  const newest = new NewestScores(services, caller, span);
  const candidates = new RuleCandidates(services, account, tried, span.since);
  let checked = 0;
  const judge = async (position: ScorePosition, record: ScoreRecord) => {
    const changed = await changeOf(trials, record);
    const { at, verdict: before } = record;
    if (changed === "unknown") tally.notJudged(position, FINER);
    else if (changed !== null || trials.some((trial) => trial.matches(record) === "match")) {
      tally.touched({ position, at, before, after: changed ?? before });
    }
  };
  try {
    for await (const { block, first } of newest.blocks(["at", "mode", ...CANDIDATE_COLUMNS])) {
      const fits = await candidates.rows(block);
      const modes = block.column("mode");
      const wanted = 1 + (modes?.values.indexOf(mode) ?? -1);
      const rows: number[] = [];
      for (let row = first; row < block.count; row++) {
        if (wanted === 0 || modes!.codes[row] !== wanted) continue;
        checked++;
        if (fits[row] === 1) rows.push(row);
      }
      await readScores(services, account, await block.positions(rows), judge);
    }
  } finally {
    await candidates.close();
  }
  const { since, capped } = newest;
  const counts = {
    ...tally.counts({ since, until: now, days }),
    scores_checked: checked,
    since: new Date(since).toISOString(),
    capped,
  };
  return { counts, tally };
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
