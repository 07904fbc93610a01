/**
 * What thresholds cost, by the labels of an account: a fraud that is allowed, a good customer who is blocked, a sign-up that is
 * reviewed. Every label weighs the same. Pure.
 */
import type { Thresholds } from "../model/verdict.ts";

/** In any unit, the same for all three. */
export interface Costs {
  readonly missedFraud: number;
  readonly blockedGood: number;
  readonly review: number;
}

/** A labelled score as far as thresholds decide its verdict. */
export interface LabelledScore {
  readonly isFraud: boolean;
  /** Before floors, 0 to 100. */
  readonly combined: number;
  /** The highest score of a component: one that is a block alone makes the whole a review. */
  readonly highest: number;
  /** A component could not be read: at least a review. */
  readonly hasInvalid: boolean;
}

/** An estimate and its 95 % interval. */
interface Estimate {
  readonly low: number;
  readonly value: number;
  readonly high: number;
}

export interface PairCost {
  readonly thresholds: Thresholds;
  readonly missed: number;
  readonly blocked: number;
  readonly reviewed: number;
  /** For 100 labelled scores. */
  readonly cost: Estimate;
}

/** Fewer labels of a kind tell nothing that could be relied on. */
export const MIN_LABELS = 50;
const PER_SCORES = 100;
const HIGHEST = 100;
/** Of the normal distribution, for 95 %. */
const Z = 1.96;

interface Group extends LabelledScore {
  count: number;
}

export class ThresholdCosts {
  readonly fraud: number;
  readonly good: number;
  readonly #groups: readonly Group[];
  readonly #costs: Costs;

  constructor(scores: Iterable<LabelledScore>, costs: Costs) {
    this.#costs = costs;
    const groups = new Map<string, Group>();
    let [fraud, good] = [0, 0];
    for (const score of scores) {
      if (score.isFraud) fraud++;
      else good++;
      const key = `${score.isFraud} ${score.combined} ${score.highest} ${score.hasInvalid}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { ...score, count: 1 });
      else group.count++;
    }
    this.fraud = fraud;
    this.good = good;
    this.#groups = [...groups.values()];
  }

  /** False: nobody can know which thresholds are the cheapest. */
  get isEnough(): boolean {
    return this.fraud >= MIN_LABELS && this.good >= MIN_LABELS;
  }

  at(thresholds: Thresholds): PairCost {
    let [missed, blocked, reviewed] = [0, 0, 0];
    for (const { count, isFraud, ...score } of this.#groups) {
      const verdict = verdictWith(score, thresholds);
      if (verdict === "review") reviewed += count;
      else if (isFraud && verdict === "allow") missed += count;
      else if (!isFraud && verdict === "block") blocked += count;
    }
    return { thresholds, missed, blocked, reviewed, cost: this.#cost(missed, blocked, reviewed) };
  }

  /**
   * Of all pairs the one with the lowest cost; of equal ones the nearest to the present one. To be run in slices.
   * @param present thresholds in force
   */
  *cheapest(present: Thresholds): Generator<void, PairCost> {
    let best = this.at(present);
    for (let review = 1; review <= HIGHEST; review++) {
      for (let block = review; block <= HIGHEST; block++) {
        const pair = this.at({ review, block });
        const saved = best.cost.value - pair.cost.value;
        const isNearer = far(pair, present) < far(best, present);
        if (saved > TINY || (saved > -TINY && isNearer)) best = pair;
      }
      yield;
    }
    return best;
  }

  /** With every value of one threshold, and the other as it is in the pair. */
  along(threshold: keyof Thresholds, { review, block }: Thresholds): PairCost[] {
    const [from, to] = threshold === "review" ? [1, block] : [review, HIGHEST];
    return Array.from(
      { length: to - from + 1 },
      (_, index) => this.at({ review, block, [threshold]: from + index }),
    );
  }

  /**
   * Each of the three shares lies within its own Wilson interval: the interval of the cost is that of their sum, and so rather
   * too wide than too narrow.
   */
  #cost(missed: number, blocked: number, reviewed: number): Estimate {
    const all = this.fraud + this.good;
    if (all === 0) return { low: 0, value: 0, high: 0 };
    const { missedFraud, blockedGood, review } = this.#costs;
    const terms = [
      [missedFraud, wilson(missed, this.fraud), this.fraud / all],
      [blockedGood, wilson(blocked, this.good), this.good / all],
      [review, wilson(reviewed, all), 1],
    ] as const;
    const sum = (bound: keyof Estimate) =>
      terms.reduce((sum, [cost, share, weight]) => sum + cost * share[bound] * weight * PER_SCORES, 0);
    return { low: sum("low"), value: sum("value"), high: sum("high") };
  }
}

/** Sums of floating point numbers that differ by less are equal. */
const TINY = 1e-9;

function far({ thresholds }: PairCost, { review, block }: Thresholds): number {
  return Math.abs(thresholds.review - review) + Math.abs(thresholds.block - block);
}

/** As `overallVerdict` decides without rules: floors raise to the review threshold. */
export function verdictWith(
  { combined, highest, hasInvalid }: Omit<LabelledScore, "isFraud">,
  { review, block }: Thresholds,
): "allow" | "review" | "block" {
  const score = highest >= block || hasInvalid ? Math.max(combined, review) : combined;
  if (score >= block) return "block";
  return score >= review ? "review" : "allow";
}

/** Wilson's score interval of a share; all of it where nothing was observed. */
export function wilson(count: number, of: number): Estimate {
  if (of === 0) return { low: 0, value: 0, high: 1 };
  const share = count / of;
  const middle = share + Z * Z / (2 * of);
  const half = Z * Math.sqrt(share * (1 - share) / of + Z * Z / (4 * of * of));
  const scale = 1 + Z * Z / of;
  return {
    low: Math.max(0, Math.min(share, (middle - half) / scale)),
    value: share,
    high: Math.min(1, Math.max(share, (middle + half) / scale)),
  };
}
