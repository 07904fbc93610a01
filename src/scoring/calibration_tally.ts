/** Counts labelled scores (of whole requests, or of one kind of component) and measures how good their verdicts and numbers were. */
import { type Strictness, STRICTNESS_NAMES, type Verdict } from "../model/verdict.ts";
import { rounded, shareOf } from "./calibration_lift.ts";
import { STRICTNESSES } from "./calibration_replay.ts";

const DECILES = 10;

type Counts = Record<Verdict, number>;

/** Verdicts of labelled scores. A share of nothing is null. */
export interface Confusion {
  readonly fraud: Readonly<Counts>;
  readonly legit: Readonly<Counts>;
  /** Fraud among what was blocked. */
  readonly precision_of_block: number | null;
  /** Blocked among the legitimate. */
  readonly false_positive_rate: number | null;
  /** Review or block among the legitimate. */
  readonly legit_disturbed: number | null;
  /** Blocked among the fraudulent. */
  readonly fraud_blocked: number | null;
  /** Review or block among the fraudulent. */
  readonly fraud_noticed: number | null;
}

/** Verdicts that would change, by the verdict they would change to. */
export interface WouldChange {
  readonly count: number;
  readonly fraud: Readonly<Counts>;
  readonly legit: Readonly<Counts>;
  readonly text: string;
}

export interface Decile {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly fraud: number;
  readonly mean_score: number | null;
  readonly share_of_fraud: number | null;
}

export interface Figures {
  readonly labelled: number;
  readonly fraud: number;
  readonly legit: number;
  /** Labelled, but decided by a rule: they show nothing about the scoring and are in no other figure. */
  readonly ruled: number;
  /** Mean squared difference of score ÷ 100 and the label (1 for fraud): 0 is perfect. */
  readonly brier_score: number | null;
  /** The Brier score of a forecast that knows only the share of fraud. */
  readonly brier_score_of_base_rate: number | null;
  readonly reliability: readonly Decile[];
  readonly as_answered: Confusion;
  readonly at_strictness: readonly (Confusion & {
    readonly strictness: Strictness;
    readonly name: string;
    readonly would_change: WouldChange;
  })[];
}

export interface Judged {
  readonly fraud: boolean;
  /** Integer 0 to 100, as returned. */
  readonly score: number;
  readonly verdict: Verdict;
  /** At strictness 0, 1, 2 and 3. */
  readonly verdicts: readonly Verdict[];
}

interface Confused {
  readonly fraud: Counts;
  readonly legit: Counts;
}

export class Tally {
  ruled = 0;
  #squares = 0;
  readonly #deciles = Array.from({ length: DECILES }, () => ({ count: 0, fraud: 0, sum: 0 }));
  readonly #answered = empty();
  readonly #levels = STRICTNESSES.map(() => ({ would: empty(), changed: empty() }));

  add({ fraud, score, verdict, verdicts }: Judged): void {
    const truth = fraud ? "fraud" : "legit";
    this.#squares += (score / 100 - (fraud ? 1 : 0)) ** 2;
    const decile = this.#deciles[Math.min(DECILES - 1, Math.floor(score / DECILES))]!;
    decile.count++;
    decile.sum += score;
    if (fraud) decile.fraud++;
    this.#answered[truth][verdict]++;
    this.#levels.forEach(({ would, changed }, level) => {
      const other = verdicts[level]!;
      would[truth][other]++;
      if (other !== verdict) changed[truth][other]++;
    });
  }

  /** Without those that a rule decided. */
  get labelled(): { fraud: number; legit: number } {
    return { fraud: sum(this.#answered.fraud), legit: sum(this.#answered.legit) };
  }

  figures(): Figures {
    const { fraud, legit } = this.labelled;
    const labelled = fraud + legit;
    return {
      labelled,
      fraud,
      legit,
      ruled: this.ruled,
      brier_score: shareOf(this.#squares, labelled),
      brier_score_of_base_rate: shareOf(fraud * legit, labelled ** 2),
      reliability: this.#deciles.map(({ count, fraud, sum }, index) => ({
        from: index * DECILES,
        to: index === DECILES - 1 ? 100 : index * DECILES + 9,
        count,
        fraud,
        mean_score: count === 0 ? null : rounded(sum / count),
        share_of_fraud: shareOf(fraud, count),
      })),
      as_answered: confusion(this.#answered),
      at_strictness: this.#levels.map(({ would, changed }, index) => {
        const strictness = STRICTNESSES[index]!;
        return {
          strictness,
          name: STRICTNESS_NAMES[strictness],
          ...confusion(would),
          would_change: wouldChange(changed, labelled),
        };
      }),
    };
  }
}

function empty(): Confused {
  return { fraud: { allow: 0, review: 0, block: 0 }, legit: { allow: 0, review: 0, block: 0 } };
}

function sum({ allow, review, block }: Counts): number {
  return allow + review + block;
}

function confusion({ fraud, legit }: Confused): Confusion {
  return {
    fraud: { ...fraud },
    legit: { ...legit },
    precision_of_block: shareOf(fraud.block, fraud.block + legit.block),
    false_positive_rate: shareOf(legit.block, sum(legit)),
    legit_disturbed: shareOf(legit.review + legit.block, sum(legit)),
    fraud_blocked: shareOf(fraud.block, sum(fraud)),
    fraud_noticed: shareOf(fraud.review + fraud.block, sum(fraud)),
  };
}

const WORDS: Readonly<Record<Verdict, string>> = {
  allow: "would be allowed",
  review: "would go to review",
  block: "would be blocked",
};

function wouldChange({ fraud, legit }: Confused, labelled: number): WouldChange {
  const count = sum(fraud) + sum(legit);
  const parts = ([[legit, "legitimate"], [fraud, "fraud"]] as const).flatMap(([counts, word]) =>
    (["block", "review", "allow"] as const).flatMap((verdict) =>
      counts[verdict] === 0 ? [] : [`${counts[verdict]} ${word} ${WORDS[verdict]}`]
    )
  );
  const text = labelled === 0
    ? "Nothing is labelled yet."
    : count === 0
    ? "No labelled verdict would change."
    : `${count} of ${labelled} verdicts would change: ${parts.join(", ")}.`;
  return { count, fraud: { ...fraud }, legit: { ...legit }, text };
}
