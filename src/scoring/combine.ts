/** Combines components into one score: the weighted maximum and a share of the noisy-or of the rest; then rules, agent and floor. */
import type { Breakdown, Finding, FindingSource } from "../model/component.ts";
import type { RuleAction } from "../model/rules/rule.ts";
import { floorsAtBlock, thresholdsAt, type Verdict, type VerdictLevel, verdictOf } from "../model/verdict.ts";
import { scoreOf } from "./evaluate.ts";
import { isOwnClaim, ownPointsOf } from "./reports.ts";

/** The share of its score that each component can give the whole by itself. */
export const COMPONENT_WEIGHTS: Readonly<Record<FindingSource, number>> = {
  ip: 0.9,
  email: 0.9,
  device: 0.9,
  linkage: 0.9,
  phone: 0.8,
  domain: 0.7,
};

/** Share of the noisy-or of the other components that is added above the strongest. */
export const TAIL_SHARE = 0.7;

/** What the combination needs of a component. */
export interface Part {
  readonly kind: FindingSource;
  readonly score: number;
  readonly breakdown: Breakdown;
  /** A rule decided this component, so its findings explain nothing. */
  readonly ruled: boolean;
  /** Findings that rest on values which anybody could have given, besides `own_claims`. */
  readonly claims?: ReadonlySet<string>;
}

/** What the whole is made of. */
interface Weighed {
  readonly kind: FindingSource;
  readonly score: number;
  /** Points of the account's own reports: the whole gets them in full, whatever the component's weight. */
  readonly own?: number;
  /** Its score without the account's labels on a value that anybody could have given; absent where those add nothing. */
  readonly unclaimed?: number;
}

/**
 * Integer 0 to 100 of the checked components. Labels on values that anybody could have given are of the same sign-ups on each
 * of them: they count on the one that they weigh most on.
 * @param sameDomain the domain component is the e-mail's own domain: only the stronger of the two counts, so that no fact counts twice
 */
export function combine(parts: readonly Weighed[], sameDomain: boolean): number {
  const values = parts.map(({ kind, score, own = 0 }) => Math.max(COMPONENT_WEIGHTS[kind] * score, own));
  countClaimsOnce(parts, values);
  const excluded = sameDomain ? weakerOfSameDomain(parts, values) : -1;
  let top = -1;
  for (let at = 0; at < values.length; at++) {
    if (at !== excluded && (top < 0 || values[at]! > values[top]!)) top = at;
  }
  if (top < 0) return 0;
  let remaining = 1;
  for (let at = 0; at < values.length; at++) {
    if (at !== excluded && at !== top) remaining *= 1 - values[at]! / 100;
  }
  const strongest = values[top]!;
  return Math.min(100, Math.max(0, Math.round(strongest + (100 - strongest) * TAIL_SHARE * (1 - remaining))));
}

/** As `combine` takes it; a rule overrides the account's reports too. */
export function weighed(
  { kind, score, ruled, claims, breakdown: { findings, trust } }: Part,
): Weighed & { own: number } {
  if (ruled) return { kind, score, own: 0 };
  const own = ownPointsOf(findings);
  const isClaim = (finding: Finding) => isOwnClaim(finding) || (claims?.has(finding.name) ?? false);
  if ((own === 0 && claims === undefined) || !findings.some(isClaim)) return { kind, score, own };
  return { kind, score, own, unclaimed: scoreOf(findings.filter((finding) => !isClaim(finding)), trust) };
}

function countClaimsOnce(parts: readonly Weighed[], values: number[]): void {
  let counted = -1;
  parts.forEach(({ unclaimed }, at) => {
    if (unclaimed !== undefined && (counted < 0 || values[at]! > values[counted]!)) counted = at;
  });
  parts.forEach(({ kind, unclaimed }, at) => {
    if (unclaimed !== undefined && at !== counted) values[at] = COMPONENT_WEIGHTS[kind] * unclaimed;
  });
}

/** Index of the weaker of e-mail and domain (of equals the domain); -1 when one of them is missing. */
function weakerOfSameDomain(parts: readonly Weighed[], values: readonly number[]): number {
  const email = parts.findIndex((part) => part.kind === "email");
  const domain = parts.findIndex((part) => part.kind === "domain");
  if (email < 0 || domain < 0) return -1;
  return values[email]! >= values[domain]! ? domain : email;
}

/**
 * The least score when a component's own verdict is block: the review threshold, from strict on the block threshold. With a
 * component that could not be read, the review threshold.
 */
export function blockFloor(
  score: number,
  anyBlock: boolean,
  level: VerdictLevel,
  anyInvalid = false,
): number {
  const { review, block } = thresholdsAt(level);
  if (!anyBlock) return anyInvalid ? Math.max(score, review) : score;
  return Math.max(score, floorsAtBlock(level) ? block : review);
}

export interface OverallVerdict {
  readonly score: number;
  readonly verdict: Verdict;
  /** A rule decided. */
  readonly ruled: boolean;
}

/** The first that applies decides: trust in the person (which is none in an agent that is denied), block rule, agent deny, allow rule, block floor. A deny changes the verdict, not the score. */
export function overallVerdict(given: {
  combined: number;
  strictness: VerdictLevel;
  anyBlock: boolean;
  /** A component could not be read, and the request asked to score the rest. */
  anyInvalid?: boolean;
  rule: RuleAction | null;
  agentDenied: boolean;
}): OverallVerdict {
  if (given.rule === "trust" && !given.agentDenied) return { score: 0, verdict: "allow", ruled: true };
  if (given.rule === "block") return { score: 100, verdict: "block", ruled: true };
  if (given.rule === "allow" && !given.agentDenied) return { score: 0, verdict: "allow", ruled: true };
  const score = blockFloor(given.combined, given.anyBlock, given.strictness, given.anyInvalid);
  return { score, verdict: given.agentDenied ? "block" : verdictOf(score, given.strictness), ruled: false };
}

/** A finding's part in the whole score. */
export interface Contribution {
  readonly finding: Finding;
  /** How far the whole score would drop without it. */
  readonly drop: number;
}

/** Findings of all parts, ranked by how far the whole score would drop without them, then by points. */
export function rankFindings(parts: readonly Part[], sameDomain: boolean): Contribution[] {
  if (parts.every((part) => part.ruled || part.breakdown.findings.length === 0)) return [];
  const scores = parts.map(weighed);
  const whole = combine(scores, sameDomain);
  const contributions: Contribution[] = [];
  parts.forEach(({ kind, score, ruled, breakdown, claims }, index) => {
    if (ruled) return;
    const { findings, trust } = breakdown;
    for (const finding of findings) {
      if (finding.points <= 0) continue;
      const others = findings.filter((other) => other !== finding);
      const breakdown = { findings: others, trust, score: scoreOf(others, trust) };
      const rest = weighed({
        kind,
        score: breakdown.score,
        ruled,
        breakdown,
        ...(claims === undefined ? {} : { claims }),
      });
      const isSame = rest.score === score && rest.own === scores[index]!.own;
      const without = isSame ? whole : combine(scores.with(index, rest), sameDomain);
      contributions.push({ finding, drop: whole - without });
    }
  });
  return contributions.sort((a, b) => b.drop - a.drop || b.finding.points - a.finding.points);
}
