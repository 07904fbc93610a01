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
import type { Verdict } from "../../model/verdict.ts";
import type { ColumnBlock, WantedColumn } from "../../records/scores/score_columns.ts";
import type { ScorePosition } from "../../records/scores/score_search.ts";
import type { Services } from "../context.ts";
import { labelsOfPast } from "../dry_run/labels.ts";
import type { DryRunRequest } from "../dry_run/listed_scores.ts";
import { NewestScores, readScores } from "../dry_run/newest_scores.ts";
import { type DryRunCounts, DryRunTally } from "../dry_run/tally.ts";
import { type HeldRules, isInForce } from "./account_rules.ts";
import { type HashedRules, hashRules, matchRecord } from "./hashed_rules.ts";
import { CANDIDATE_COLUMNS, RuleCandidates } from "./rule_candidates.ts";
import { runInSlices, TimeSlice } from "./time_slicing.ts";

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

const BACKTEST_COLUMNS = [
  "at",
  "mode",
  "verdict",
  "rule",
  "ruled",
  "agent_denied",
  ...CANDIDATE_COLUMNS,
] as const satisfies readonly WantedColumn[];
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
  const slice = new TimeSlice();
  let checked = 0;
  const judge = async (position: ScorePosition, record: ScoreRecord) => {
    const changed = await changeOf(trials, record);
    const { at, verdict: before } = record;
    if (changed === "unknown") tally.notJudged(position, FINER);
    else if (changed !== null || trials.some((trial) => trial.matches(record) === "match")) {
      tally.touched({ position, at, before, after: changed ?? before });
    }
  };
  const told = trials.length === 1
    ? new ToldChanges(services, account, trials[0]!, candidates, span.since)
    : null;
  try {
    for await (const { block, first } of newest.blocks(BACKTEST_COLUMNS)) {
      const fits = await candidates.rows(block);
      const changes = await told?.of(block) ?? null;
      const { times } = block;
      const modes = block.column("mode");
      const wanted = 1 + (modes?.values.indexOf(mode) ?? -1);
      const rows: number[] = [];
      const sure: ({ readonly row: number } & Change)[] = [];
      for (let row = first; row < block.count; row++) {
        if (wanted === 0 || modes!.codes[row] !== wanted) continue;
        checked++;
        const after = changes?.(row) ?? null;
        if (after !== null) sure.push({ row, ...after });
        else if (fits[row] === 1) rows.push(row);
        if (slice.isOver) await slice.next();
      }
      const positions = await block.positions(sure.map(({ row }) => row));
      for (const [at, { row, ...change }] of sure.entries()) {
        tally.touched({ position: positions[at]!, at: times[row]!, ...change });
      }
      await readScores(services, account, await block.positions(rows), judge);
    }
  } finally {
    await candidates.close();
    await told?.close();
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
  /** Hashed when needed: most dry runs match few scores. */
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
    const { verdict, rule, agentDecision } = record;
    if (this.leaves({ verdict, rule: rule?.id ?? null, agentDenied: agentDecision === "deny" })) return false;
    const { action } = this;
    const added = this.matches(record);
    if (added === "no") return false;
    const current = matchRecord(await this.current(), record);
    if (current === "match") return false;
    return added === "match" && (current === "no" || action !== "allow") ? true : "unknown";
  }

  /** Whether the verdict stays, whatever matches. @param rule that decided */
  leaves({ verdict, rule, agentDenied }: {
    readonly verdict: Verdict;
    readonly rule: string | null;
    readonly agentDenied: boolean;
  }): boolean {
    if (verdict === verdictOfRule(this.action)) return true;
    if (this.action !== "block" && agentDenied) return true;
    const before = rule === null ? null : this.#existing.get(rule, this.#now);
    return before !== null && before.paused !== true && this.#isDeciding(before);
  }

  /** Existing rules that take precedence, or do the same. */
  async current(): Promise<HashedRules> {
    return this.#current ??= await runInSlices(hashRules(this.#services.hasher, this.#deciding()));
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

interface Change {
  readonly before: Verdict;
  readonly after: Verdict;
}

/** Of rules with one action: what becomes of scores whose facts tell it, so that they need not be read. */
class ToldChanges {
  readonly #services: Services;
  readonly #account: string;
  readonly #trial: Trial;
  readonly #added: RuleCandidates;
  readonly #since: number;
  #current: RuleCandidates | null = null;

  constructor(services: Services, account: string, trial: Trial, added: RuleCandidates, since: number) {
    this.#services = services;
    this.#account = account;
    this.#trial = trial;
    this.#added = added;
    this.#since = since;
  }

  /** Of a row: null where the score has to be read. To be asked of one block after another, the newest first. */
  async of(block: ColumnBlock): Promise<((row: number) => Change | null) | null> {
    const sure = this.#added.sureRows(block);
    if (!sure.includes(1)) return null;
    this.#current ??= new RuleCandidates(
      this.#services,
      this.#account,
      [await this.#trial.current()],
      this.#since,
    );
    const current = await this.#current.rows(block);
    const [verdicts, rules, ruled, denied] = (["verdict", "rule", "ruled", "agent_denied"] as const).map(
      (name) => {
        const column = block.column(name);
        return (row: number) => column?.values[column.codes[row]! - 1];
      },
    );
    return (row) => {
      if (sure[row] !== 1) return null;
      const before = verdicts!(row) as Verdict; // as `takeValues` has them
      const rule = ruled!(row) === true ? rules!(row) as string : null;
      if (this.#trial.leaves({ verdict: before, rule, agentDenied: denied!(row) === true })) {
        return { before, after: before };
      }
      return current[row] === 1 ? null : { before, after: verdictOfRule(this.#trial.action) };
    };
  }

  async close(): Promise<void> {
    await this.#current?.close();
  }
}

type Match = "match" | "no" | "unknown";
