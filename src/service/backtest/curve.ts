/** How well a score separates fraud from the rest, at each threshold it can have. Pure. */
import { rounded, shareOf } from "../../scoring/calibration_lift.ts";

/** What a threshold stops: the rows whose score is at least so high. */
export interface CurvePoint {
  readonly score: number;
  readonly fraud: number;
  readonly legit: number;
  readonly fraud_stopped: number | null;
  readonly legit_stopped: number | null;
  /** Fraud among what is stopped. */
  readonly precision: number | null;
}

export interface Curve {
  readonly fraud: number;
  readonly legit: number;
  /** Area under the ROC curve: the chance that fraud scores higher than a legitimate row, ties counting half. */
  readonly auc: number | null;
  /** From the highest threshold to the lowest. */
  readonly points: readonly CurvePoint[];
}

/** Points of a curve that are kept; a score of 0 to 100 has fewer. */
const MAX_POINTS = 201;

/** Rows by score. */
export class ScoreCounts {
  readonly #counts = new Map<number, { fraud: number; legit: number }>();

  add(score: number, fraud: boolean): void {
    let counts = this.#counts.get(score);
    if (counts === undefined) this.#counts.set(score, counts = { fraud: 0, legit: 0 });
    counts[fraud ? "fraud" : "legit"]++;
  }

  curve(): Curve {
    const sorted = [...this.#counts].sort(([a], [b]) => b - a);
    const all = { fraud: 0, legit: 0 };
    for (const [, { fraud, legit }] of sorted) {
      all.fraud += fraud;
      all.legit += legit;
    }
    const points: CurvePoint[] = [];
    let [fraud, legit, area] = [0, 0, 0];
    for (const [score, counts] of sorted) {
      area += counts.legit * (fraud + counts.fraud / 2);
      fraud += counts.fraud;
      legit += counts.legit;
      points.push({
        score,
        fraud,
        legit,
        fraud_stopped: shareOf(fraud, all.fraud),
        legit_stopped: shareOf(legit, all.legit),
        precision: shareOf(fraud, fraud + legit),
      });
    }
    const auc = all.fraud === 0 || all.legit === 0 ? null : rounded(area / (all.fraud * all.legit));
    return { ...all, auc, points: thinned(points) };
  }
}

/** Evenly, with the first and the last. */
function thinned(points: readonly CurvePoint[]): readonly CurvePoint[] {
  if (points.length <= MAX_POINTS) return points;
  const step = (points.length - 1) / (MAX_POINTS - 1);
  return Array.from({ length: MAX_POINTS }, (_, index) => points[Math.round(index * step)]!);
}

/** The share of fraud that a curve stops when it stops no more legitimate rows than this share. */
export function fraudStoppedAt({ points }: Curve, legitShare: number): CurvePoint | null {
  return points.findLast(({ legit_stopped }) => (legit_stopped ?? 0) <= legitShare) ?? null;
}
