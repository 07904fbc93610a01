/** The verdict of a stored score at another strictness or other thresholds: its component scores with another block floor. */
import type { Breakdown } from "../model/component.ts";
import type { ScoreRecord, StoredComponent, StoredSignup } from "../model/records.ts";
import { verdictOfRule } from "../model/rules/rule.ts";
import {
  type Strictness,
  thresholdsAt,
  type Verdict,
  type VerdictLevel,
  verdictOf,
} from "../model/verdict.ts";
import {
  combine,
  type Contribution,
  type OverallVerdict,
  overallVerdict,
  type Part,
  rankFindings,
  weighed,
} from "./combine.ts";
import { afterChallenge } from "./challenge.ts";
import { decideByConditions, storedHit } from "./conditions.ts";
import { groupsPart } from "./groups.ts";
import { linkagePart } from "./linkage.ts";
import { storedBreakdown, storedFinding } from "./stored_breakdown.ts";

type ReplayedScore = Pick<
  ScoreRecord,
  "subject" | "score" | "rule" | "agentDecision" | "components" | "signup" | "conditions" | "facts"
>;

export const STRICTNESSES: readonly Strictness[] = [0, 1, 2, 3];

/**
 * Rules, conditions, an agent's denial and a passed challenge decide as they did. A sign-up is combined again: the block floor of its strictness may be in
 * its score.
 * @param options `withLinks`: links to other sign-ups are part of the score; as they were unless said
 */
export function verdictAt(
  record: ReplayedScore,
  level: VerdictLevel,
  options: { readonly withLinks?: boolean } = {},
): Verdict {
  return overallAt(record, level, options).verdict;
}

/** As `verdictAt`, with the score. */
export function overallAt(
  record: ReplayedScore,
  level: VerdictLevel,
  { withLinks = record.signup?.links.counted ?? false }: { readonly withLinks?: boolean } = {},
): OverallVerdict {
  return afterChallenge(beforeChallenge(record, level, withLinks), hasPassedChallenge(record), level);
}

/** A token of a passed challenge came with the sign-up. */
export function hasPassedChallenge({ facts }: Pick<ScoreRecord, "facts">): boolean {
  return facts?.["challenge.outcome"] === "passed";
}

function beforeChallenge(record: ReplayedScore, level: VerdictLevel, withLinks: boolean): OverallVerdict {
  const { components } = record;
  const anyBlock = components.some((component) => componentVerdictAt(component, level) === "block");
  const agentDenied = record.agentDecision === "deny";
  const overall = overallVerdict({
    combined: combinedOf(record, withLinks),
    strictness: level,
    anyBlock,
    anyInvalid: (record.signup?.invalid?.length ?? 0) > 0,
    rule: record.rule?.action ?? null,
    agentDenied,
  });
  const decided = record.conditions?.decided ?? null;
  if (decided === null) return overall;
  const { score, verdict, decided: still } = decideByConditions({
    ...overall,
    anyBlock,
    agentDenied,
    reviewThreshold: thresholdsAt(level).review,
  }, [storedHit(decided)]);
  return { score, verdict, ruled: overall.ruled || (still !== null && decided.action !== "review") };
}

/** The score before rules, the agent and the floors. @param withLinks as in `verdictAt` */
export function combinedOf(
  record: ReplayedScore,
  withLinks: boolean = record.signup?.links.counted ?? false,
): number {
  if (record.subject !== "user") return record.score;
  return combine(partsOf(record, withLinks).map(weighed), isEmailsOwnDomain(record.components));
}

/** Of the findings as they counted, the strongest first. */
export function storedContributions(record: ReplayedScore): readonly Contribution[] {
  const parts = partsOf(record, record.signup?.links.counted ?? false);
  return rankFindings(parts, record.subject === "user" && isEmailsOwnDomain(record.components));
}

/** What the score of a sign-up is made of, with or without what its links to other sign-ups add. */
function partsOf({ components, signup }: ReplayedScore, withLinks: boolean): Part[] {
  const parts: Part[] = components.map((component) => {
    const { kind, score, rule } = component;
    return { kind, score, ruled: rule !== null, breakdown: storedBreakdown(component) };
  });
  if (signup?.browser !== undefined) {
    const breakdown = storedBreakdown({ kind: "device", ...signup.browser, trust: [] });
    parts.push({ kind: "device", score: breakdown.score, ruled: false, breakdown });
  }
  if (signup?.groups !== undefined) parts.push(groupsPart(breakdownOf(signup.groups)));
  if (withLinks && signup !== undefined) {
    parts.push(linkagePart(breakdownOf(signup.links), signup.ring));
  }
  return parts;
}

/** Of findings about how a sign-up hangs together with others. */
function breakdownOf({ score, findings }: Pick<StoredSignup["links"], "score" | "findings">): Breakdown {
  return { score, findings: findings.map((finding) => storedFinding("linkage", finding)), trust: [] };
}

export function componentVerdictAt(component: StoredComponent, level: VerdictLevel): Verdict {
  return component.rule === null ? verdictOf(component.score, level) : verdictOfRule(component.rule.action);
}

/** Stored components hold hashes of the domain and its parents: equal lists mean equal domains. */
function isEmailsOwnDomain(components: readonly StoredComponent[]): boolean {
  const email = components.find((component) => component.kind === "email")?.relatedHashes;
  const domain = components.find((component) => component.kind === "domain")?.relatedHashes;
  return email !== undefined && domain !== undefined && email.length === domain.length &&
    email.every((hash, index) => hash === domain[index]);
}
