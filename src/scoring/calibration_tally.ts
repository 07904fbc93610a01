/** Counts labelled scores (of whole requests, or of one kind of component) and measures how good their verdicts and numbers were. */
import type { DeepReadonly } from "../model/component.ts";
import { STRICTNESS_NAMES, type Verdict } from "../model/verdict.ts";
import { rounded, shareOf } from "./calibration_lift.ts";
import { STRICTNESSES } from "./calibration_replay.ts";

const DECILES = 10;

type Counts = Record<Verdict, number>;

export type Figures = DeepReadonly<ReturnType<Tally["figures"]>>;

interface Judged {
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

  figures() {
    const { fraud, legit } = this.labelled;
    const labelled = fraud + legit;
    return {
      labelled,
      fraud,
      legit,
      /** Labelled, but decided by a rule: they show nothing about the scoring and are in no other figure. */
      ruled: this.ruled,
      /** Mean squared difference of score ÷ 100 and the label (1 for fraud): 0 is perfect. */
      brier_score: shareOf(this.#squares, labelled),
      /** The Brier score of a forecast that knows only the share of fraud. */
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

/** Verdicts of labelled scores. A share of nothing is null. */
function confusion({ fraud, legit }: Confused) {
  return {
    fraud: { ...fraud },
    legit: { ...legit },
    /** Fraud among what was blocked. */
    precision_of_block: shareOf(fraud.block, fraud.block + legit.block),
    /** Blocked among the legitimate. */
    false_positive_rate: shareOf(legit.block, sum(legit)),
    /** Review or block among the legitimate. */
    legit_disturbed: shareOf(legit.review + legit.block, sum(legit)),
    /** Blocked among the fraudulent. */
    fraud_blocked: shareOf(fraud.block, sum(fraud)),
    /** Review or block among the fraudulent. */
    fraud_noticed: shareOf(fraud.review + fraud.block, sum(fraud)),
  };
}

const WORDS: Readonly<Record<Verdict, string>> = {
  allow: "would be allowed",
  review: "would go to review",
  block: "would be blocked",
};

/** Verdicts that would change, by the verdict they would change to. */
function wouldChange({ fraud, legit }: Confused, labelled: number) {
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
