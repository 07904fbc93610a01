/**
 * How unusual a log-in is for its user: Freeman et al. 2016 (doi 10.14722/ndss.2016.23240), as Wiefling et al. 2022
 * (doi 10.1145/3546069) measured it. S(u, x) = product over the features of p(x) / p(x | u), times p(u | attack) / p(u | legitimate).
 * Pure.
 *
 * A feature has levels, from the whole value to what it has in common with most others. Its probability is the sum over the levels
 * of weight · p(value | level) · p(level). As in the authors' code (das-group/rba-algorithm), the first is asked of the log-ins
 * that have the level's value, so it is 1 there, and a level counts for whoever never had the levels above it.
 */

/** Weights of the levels of the address: it or its subnet, AS number, country. */
export const ADDRESS_WEIGHTS = [0.6, 0.3, 0.1] as const;
/** Of the user agent: the whole text, browser with version, system with version, class of device. */
export const AGENT_WEIGHTS = [0.5387, 0.2680, 0.1882, 0.0051] as const;

/** Who never had any value of a feature: p(x | u) is p(x) divided by this. */
export const NEVER_HAD = 4;

/** How often the log-in's value of a level came before. */
export interface LevelCount {
  /** In log-ins of the user. */
  readonly own: number;
  /** In log-ins of everybody. */
  readonly all: number;
  /** Values of the level that anybody had. */
  readonly distinct: number;
}

/** A level whose value is unknown is left out: null. */
type Levels = readonly (LevelCount | null)[];

interface FeatureCounts {
  readonly address: Levels;
  readonly agent: Levels;
  /** Log-ins of the user, at least 1. */
  readonly own: number;
  /** Log-ins of everybody, at least 1. */
  readonly all: number;
}

interface RatioCounts extends FeatureCounts {
  /** Who had those log-ins, at least 1. */
  readonly users: number;
}

/** ln S; above 0 a log-in is more likely an attack than the user's, if both were as frequent. */
export function lnRatio(counts: RatioCounts): number {
  return lnFeatures(counts) + lnUser(counts);
}

/** The features of ln S. @param most of what one can multiply S with */
export function lnFeatures({ address, agent, own, all }: FeatureCounts, most = Infinity): number {
  return lnFactor(ADDRESS_WEIGHTS, address, { own, all, most }) +
    lnFactor(AGENT_WEIGHTS, agent, { own, all, most });
}

/** ln of p(u | attack) = 1 / users by p(u | legitimate) = own / all. */
export function lnUser({ own, all, users }: Pick<RatioCounts, "own" | "all" | "users">): number {
  return Math.log(all) - Math.log(users) - Math.log(own);
}

function lnFactor(
  weights: readonly number[],
  levels: Levels,
  { own, all, most }: { readonly own: number; readonly all: number; readonly most: number },
): number {
  let [known, local, global] = [false, 0, 0];
  // One more than the values of the levels below.
  let unseen = 1;
  for (let at = weights.length - 1; at >= 0; at--) {
    const level = levels[at] ?? null;
    if (level === null) continue;
    known = true;
    local += weights[at]! * level.own / own;
    global += weights[at]! * smoothed(level.all, all, unseen);
    unseen += level.distinct;
  }
  // Nothing is known of the feature.
  if (!known) return 0;
  return Math.log(Math.min(most, local === 0 ? NEVER_HAD : global / local));
}

/** Of a value that came `times` in `all`, where `unseen` others are expected. */
function smoothed(times: number, all: number, unseen: number): number {
  return times === 0 ? 1 / (all + unseen) : times / all * (1 - unseen / (all + unseen));
}
