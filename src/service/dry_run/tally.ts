/** What a dry run found: counts of the scores that a change would have touched, by verdict, label and day, and lists of them. */
import { DAY_MS } from "../../model/duration.ts";
import type { Outcome } from "../../model/records.ts";
import { type Verdict, VERDICTS } from "../../model/verdict.ts";
import type { ScorePosition } from "../../records/scores/score_search.ts";

/** Lists of scores behind the counts. */
export const DRY_RUN_LISTS = [
  "touched",
  "would_change",
  "fraud",
  "good",
  "unlabelled",
  "not_judged",
] as const;
export type DryRunList = typeof DRY_RUN_LISTS[number];

/** How far back a dry run can look. */
export const DRY_RUN_DAYS = [30, 180] as const;
export type DryRunDays = typeof DRY_RUN_DAYS[number];

/** The labels of scores. */
export interface LabelledPositions {
  readonly fraud: ReadonlySet<ScorePosition>;
  readonly legit: ReadonlySet<ScorePosition>;
}

interface ListedPosition {
  readonly position: ScorePosition;
  /** The verdict that it would have; null: that cannot be told. */
  readonly after: Verdict | null;
}

type ByVerdict = Record<Verdict, number>;

interface DayCounts {
  touched: number;
  would_change: number;
  fraud: number;
  good: number;
}

/** Reasons that are told apart; the others are counted together. */
const MAX_REASONS = 20;
const OTHER_REASONS = "other reasons";
const LABEL_LISTS = { fraud: "fraud", legit: "good", unlabelled: "unlabelled" } as const;

export class DryRunTally {
  readonly #labels: LabelledPositions;
  readonly #list: DryRunList | null;
  readonly #listed: ListedPosition[] = [];
  readonly #before = byVerdict();
  readonly #after = byVerdict();
  readonly #byLabel = { fraud: 0, legit: 0, unlabelled: 0 };
  readonly #changed = { block: 0, allow: 0, legitBlocked: 0, fraudAllowed: 0 };
  readonly #reasons = new Map<string, number>();
  readonly #days = new Map<number, DayCounts>();
  #touched = 0;
  #wouldChange = 0;
  #notJudged = 0;

  /** @param list the one whose scores are kept; null: none */
  constructor(labels: LabelledPositions, list: DryRunList | null) {
    this.#labels = labels;
    this.#list = list;
  }

  labelOf(position: ScorePosition): Outcome | null {
    if (this.#labels.fraud.has(position)) return "fraud";
    return this.#labels.legit.has(position) ? "legit" : null;
  }

  /** A score that the change applies to, with the verdict that it has and the one that it would have. */
  touched(
    score: ListedPosition & { readonly at: number; readonly before: Verdict; readonly after: Verdict },
  ) {
    const { position, at, before, after } = score;
    const label = this.labelOf(position);
    const changes = before !== after;
    const day = this.#day(at);
    this.#touched++;
    day.touched++;
    this.#before[before]++;
    this.#after[after]++;
    this.#byLabel[label ?? "unlabelled"]++;
    if (label === "fraud") day.fraud++;
    if (label === "legit") day.good++;
    if (changes) {
      this.#wouldChange++;
      day.would_change++;
      if (after !== "review") this.#changed[after]++;
      if (after === "block" && label === "legit") this.#changed.legitBlocked++;
      if (after === "allow" && label === "fraud") this.#changed.fraudAllowed++;
    }
    const list = this.#list;
    if (
      list === "touched" || list === LABEL_LISTS[label ?? "unlabelled"] || changes && list === "would_change"
    ) {
      this.#listed.push({ position, after });
    }
  }

  /** A score of which the change cannot tell whether it applies. @param reason a sentence fragment */
  notJudged(position: ScorePosition, reason: string): void {
    this.#notJudged++;
    const known = this.#reasons.has(reason) || this.#reasons.size < MAX_REASONS;
    const name = known ? reason : OTHER_REASONS;
    this.#reasons.set(name, (this.#reasons.get(name) ?? 0) + 1);
    if (this.#list === "not_judged") this.#listed.push({ position, after: null });
  }

  /** Those of the list that was asked for, the newest first. */
  listed(): ListedPosition[] {
    return this.#listed.sort((one, other) => one.position < other.position ? 1 : -1);
  }

  /** @param span what was looked at */
  counts(span: { readonly since: number; readonly until: number; readonly days: DryRunDays }) {
    const perDay = [];
    for (let day = dayOf(span.since); day <= dayOf(span.until); day++) {
      perDay.push({
        day: new Date(day * DAY_MS).toISOString().slice(0, 10),
        ...this.#days.get(day) ?? noCounts(),
      });
    }
    return {
      before: this.#before,
      after: this.#after,
      touched: this.#touched,
      would_change: this.#wouldChange,
      fraud: this.#byLabel.fraud,
      good: this.#byLabel.legit,
      unlabelled: this.#byLabel.unlabelled,
      days: span.days,
      not_judged: this.#notJudged,
      not_judged_because: [...this.#reasons].sort((a, b) => b[1] - a[1])
        .map(([reason, scores]) => ({ reason, scores })),
      per_day: perDay,
      unknown: this.#notJudged,
      would_block: this.#changed.block,
      would_allow: this.#changed.allow,
      labelled_legit_blocked: this.#changed.legitBlocked,
      labelled_fraud_allowed: this.#changed.fraudAllowed,
    };
  }

  #day(at: number): DayCounts {
    const day = dayOf(at);
    let counts = this.#days.get(day);
    if (counts === undefined) this.#days.set(day, counts = noCounts());
    return counts;
  }
}

export type DryRunCounts = ReturnType<DryRunTally["counts"]>;

function byVerdict(): ByVerdict {
  return Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as ByVerdict;
}

function noCounts(): DayCounts {
  return { touched: 0, would_change: 0, fraud: 0, good: 0 };
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}
