/** What conditions would have done to the stored sign-ups of an account: judged in the order of their times, as live ones are. */
import type { Condition } from "../../model/conditions/condition.ts";
import { type Counted, countName, labelCountOf } from "../../model/conditions/count.ts";
import { CountReplay } from "../../model/conditions/counts/replay.ts";
import { spanOf, valuesFor } from "../../model/conditions/counts/signup_counts.ts";
import type { CountedValue } from "../../model/conditions/dimension.ts";
import type { ConditionAction } from "../../model/conditions/stored.ts";
import { DAY_MS, MINUTE_MS } from "../../model/duration.ts";
import { type Caller, RETENTION_MS } from "../../model/records.ts";
import type { Verdict } from "../../model/verdict.ts";
import type { ColumnBlock, WantedColumn } from "../../records/scores/score_columns.ts";
import { type ConditionHit, decideByConditions } from "../../scoring/conditions.ts";
import { addWork, requireWork, WORK } from "../access/work.ts";
import { columnsOf, pastSignups, rowsOf, valuesReader } from "../conditions/counts/past_signups.ts";
import type { Services } from "../context.ts";
import { runInSlices, TimeSlice } from "../rules/time_slicing.ts";
import { labelsOfPast } from "./labels.ts";
import { type DryRunRequest, listedScores } from "./listed_scores.ts";
import { BlockSubject, columnsFor, type StoredDecision } from "./stored_signups.ts";
import { DryRunTally } from "./tally.ts";

export interface TriedCondition extends ConditionHit {
  readonly condition: Condition;
}

/** A score may be as much younger than its place. */
const COMMIT_MS = MINUTE_MS;

interface Span {
  readonly since: number;
  readonly until: number;
}

/**
 * As if the conditions had been live, besides those that were.
 * @throws AppError rate_limited, unavailable when too many dry runs are waiting
 */
export function dryRunConditions(
  services: Services,
  caller: Caller,
  tried: readonly TriedCondition[],
  request: DryRunRequest,
) {
  requireWork(services, caller);
  return services.dryRunLimit.run(caller.account.id, async () => {
    const run = new ConditionDryRun(services, caller, tried);
    const { tally, span, checked, capped } = await run.run(request);
    return {
      trial: {
        ...tally.counts({ ...span, days: request.days }),
        scores_checked: checked,
        since: new Date(span.since).toISOString(),
        capped,
      },
      list: await listedScores(services, caller, tally, request),
    };
  });
}

class ConditionDryRun {
  readonly #services: Services;
  readonly #caller: Caller;
  readonly #tried: readonly TriedCondition[];
  readonly #wanted: readonly Counted[];
  readonly #values: readonly CountedValue[];
  readonly #columns: readonly WantedColumn[];
  /** Of each score. */
  readonly #work: number;
  readonly #slice = new TimeSlice();

  constructor(services: Services, caller: Caller, tried: readonly TriedCondition[]) {
    this.#services = services;
    this.#caller = caller;
    this.#tried = tried;
    this.#wanted = countsOf(tried);
    const steps = tried.reduce((sum, { condition }) => sum + condition.cost, 0);
    this.#work = WORK.dryRunScore + WORK.conditionStep * steps;
    this.#values = valuesFor(this.#wanted);
    const variables = tried.flatMap(({ condition }) => condition.variables);
    this.#columns = ["at", ...new Set([...columnsFor(variables), ...this.#values.flatMap(columnsOf)])];
  }

  async run({ days, list }: DryRunRequest) {
    const { services, account } = { services: this.#services, account: this.#caller.account.id };
    const until = services.now();
    const { since, capped } = await this.#start({ since: until - days * DAY_MS, until });
    const back = this.#back();
    const labels = await labelsOfPast(services, account, since - back);
    const counts = new CountReplay(this.#wanted, labels.given);
    if (back > 0) await this.#count(counts, { since: since - back, until: since - 1 });
    const tally = new DryRunTally(labels, list);
    const existing = await this.#existing();
    let checked = 0;
    const span = { since, until };
    for await (const block of services.store.archiveColumns.blocks(account, this.#columns, span, "oldest")) {
      addWork(services, this.#caller, this.#work * block.count);
      checked += await this.#judge(block, counts, tally, existing);
    }
    return { tally, span, checked, capped };
  }

  /** Where the newest scores begin, when there are more than a dry run reads. */
  async #start(span: Span): Promise<{ readonly since: number; readonly capped: boolean }> {
    const { store, readLimits } = this.#services;
    const { id } = this.#caller.account;
    const limit = readLimits.dryRunScores + 1;
    const known = await store.scores.count(id, { since: span.since - COMMIT_MS, limit });
    if (known.count < limit) return { since: span.since, capped: false };
    let left = readLimits.dryRunScores;
    let reached = span.until;
    for await (const block of store.archiveColumns.blocks(id, ["at"], span, "newest")) {
      const times = block.times.toSorted();
      if (times.length > left) return { since: times[times.length - left] ?? reached, capped: true };
      left -= times.length;
      reached = times[0] ?? reached;
      if (this.#slice.isOver) await this.#slice.next();
    }
    return { since: span.since, capped: false };
  }

  /** How long before the first sign-up counts begin, in milliseconds. */
  #back(): number {
    return this.#wanted.some(({ of }) => of === "labels") ? RETENTION_MS : spanOf(this.#wanted);
  }

  async #count(counts: CountReplay, span: Span): Promise<void> {
    const { store } = this.#services;
    const { account: { id: account }, key: { mode } } = this.#caller;
    for await (
      const signups of pastSignups(
        { scoreColumns: store.archiveColumns },
        { account, mode },
        this.#values,
        span,
      )
    ) {
      addWork(this.#services, this.#caller, WORK.countedScore * signups.length);
      for (const signup of signups) {
        counts.note(signup);
        if (this.#slice.isOver) await this.#slice.next();
      }
      await runInSlices(counts.advance(signups.at(-1)?.at ?? span.since));
    }
  }

  /** By their ids. */
  async #existing(): Promise<ReadonlyMap<string, ConditionHit>> {
    const { conditions } = await this.#services.conditions.of(this.#caller.account.id);
    return new Map(conditions.map((condition) => [condition.id, condition]));
  }

  /** Returns how many sign-ups there were. */
  async #judge(
    block: ColumnBlock,
    counts: CountReplay,
    tally: DryRunTally,
    existing: ReadonlyMap<string, ConditionHit>,
  ): Promise<number> {
    const rows = rowsOf(block, this.#caller.key.mode);
    const ids = this.#wanted.length === 0 ? null : await block.positions(rows);
    const subject = new BlockSubject(block, counts);
    const valuesOf = valuesReader(block, this.#values);
    const { times } = block;
    const found: { readonly row: number; readonly result: Touched | string }[] = [];
    for (const [index, row] of rows.entries()) {
      subject.row = row;
      subject.at = times[row]!;
      if (ids !== null) subject.values = valuesOf(row);
      const result = this.#judged(subject, existing);
      if (result !== null) found.push({ row, result });
      if (ids !== null) counts.note({ id: ids[index]!, at: subject.at, values: subject.values });
      if (this.#slice.isOver) await this.#slice.next();
    }
    const positions = await block.positions(found.map(({ row }) => row));
    for (const [index, { row, result }] of found.entries()) {
      const position = positions[index]!;
      if (typeof result === "string") tally.notJudged(position, result);
      else tally.touched({ position, at: times[row]!, ...result });
    }
    return rows.length;
  }

  /** Null: no condition is true; a text: why that cannot be told. */
  #judged(subject: BlockSubject, existing: ReadonlyMap<string, ConditionHit>): Touched | string | null {
    const hits: ConditionHit[] = [];
    let unknown: string | null = null;
    for (const tried of this.#tried) {
      const { value, because } = tried.condition.evaluate(subject);
      if (value === true) hits.push(tried);
      unknown ??= because;
    }
    if (hits.length === 0) return unknown;
    const decision = subject.decision();
    // The score is not asked for, so that the threshold is of no importance.
    const decided = decideByConditions({ ...decision, reviewThreshold: 0 }, [
      ...hitsOf(decision, existing),
      ...hits,
    ]);
    const isAnswered = decision.isChallengePassed && decided.verdict === "review";
    return { before: decision.stored, after: isAnswered ? "allow" : decided.verdict };
  }
}

interface Touched {
  readonly before: Verdict;
  readonly after: Verdict;
}

/** Each once. */
export function countsOf(tried: readonly Pick<TriedCondition, "condition">[]): Counted[] {
  const counts = new Map<string, Counted>();
  for (const { condition } of tried) {
    const labels = condition.variables.flatMap((variable) => labelCountOf(variable) ?? []);
    for (const count of [...condition.counts, ...labels]) counts.set(countName(count), count);
  }
  return [...counts.values()];
}

const ACTIONS: Readonly<Record<Verdict, ConditionAction>> = {
  allow: "allow",
  review: "review",
  block: "block",
};

/** The live conditions that were true of a stored score; one that decided is known by its verdict where it is deleted. */
function hitsOf(
  { isDecided, stored, hit }: StoredDecision,
  existing: ReadonlyMap<string, ConditionHit>,
): ConditionHit[] {
  const hits = hit.flatMap((id) => existing.get(id) ?? []);
  return isDecided ? [{ action: ACTIONS[stored], overrides: "block" }, ...hits] : hits;
}
