/** Does a finding predict fraud? Its share of the fraudulent and of the legitimate scores, their ratio, and its interval. */

/** No ratio with fewer labels: neither of scores in which it fired, nor of fraudulent or of legitimate ones. */
export const MIN_LABELS = 5;

/** Quantile of the normal distribution for an interval of 95 %. */
const Z = 1.96;

/** Labelled scores in which the finding fired, and all in which it could have. */
export interface Split {
  readonly fired: { readonly fraud: number; readonly legit: number };
  readonly all: { readonly fraud: number; readonly legit: number };
}

export function liftOf({ fired, all }: Split) {
  const fraud = shareOf(fired.fraud, all.fraud);
  const legit = shareOf(fired.legit, all.legit);
  const enough = fired.fraud + fired.legit >= MIN_LABELS && all.fraud >= MIN_LABELS &&
    all.legit >= MIN_LABELS;
  const [low, high] = enough ? interval({ fired, all }) : [null, null];
  return {
    share_of_fraud: fraud,
    share_of_legit: legit,
    /** Null with too few labels, and when the finding fired on no legitimate score: then `lift_low` is its lower bound. */
    lift: enough && fired.legit > 0 ? rounded((fired.fraud / all.fraud) / (fired.legit / all.legit)) : null,
    lift_low: low,
    lift_high: high,
  };
}

/** Null when the whole is 0. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded(part / whole);
}

/** To four digits. */
export function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** Confidence interval of a ratio of two shares on the log scale (Katz et al., Biometrics 34, 1978), with half a case added to each count. */
function interval({ fired, all }: Split): [low: number, high: number] {
  const [a, m, b, n] = [fired.fraud + 0.5, all.fraud + 1, fired.legit + 0.5, all.legit + 1];
  const middle = Math.log((a / m) / (b / n));
  const reach = Z * Math.sqrt(Math.max(0, 1 / a - 1 / m + 1 / b - 1 / n));
  return [rounded(Math.exp(middle - reach)), rounded(Math.exp(middle + reach))];
}
