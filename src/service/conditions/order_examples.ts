/** What several conditions that are true make of a score, for the documentation: decided as sign-ups are. */
import { THRESHOLDS, type Verdict, verdictOf } from "../../model/verdict.ts";
import { type ConditionHit, decideByConditions } from "../../scoring/conditions.ts";

const STRICTNESS = 1;

interface OrderExample {
  readonly score: number;
  /** The verdict of a component is block. */
  readonly anyBlock: boolean;
  readonly hits: readonly ConditionHit[];
}

const EXAMPLES: readonly OrderExample[] = [
  { score: 10, anyBlock: false, hits: [{ action: "review" }] },
  { score: 60, anyBlock: false, hits: [{ action: "review" }] },
  { score: 60, anyBlock: false, hits: [{ action: "allow" }] },
  { score: 60, anyBlock: true, hits: [{ action: "allow" }] },
  { score: 60, anyBlock: true, hits: [{ action: "allow", overrides: "block" }] },
  { score: 10, anyBlock: false, hits: [{ action: "allow" }, { action: "review" }] },
  { score: 10, anyBlock: false, hits: [{ action: "allow", overrides: "block" }, { action: "block" }] },
];

export interface DecidedExample extends OrderExample {
  readonly before: Verdict;
  readonly after: { readonly score: number; readonly verdict: Verdict };
}

export function decidedExamples(): readonly DecidedExample[] {
  return EXAMPLES.map((example) => {
    const before = verdictOf(example.score, STRICTNESS);
    const after = decideByConditions({
      ...example,
      verdict: before,
      ruled: false,
      agentDenied: false,
      reviewThreshold: THRESHOLDS[STRICTNESS].review,
    }, example.hits);
    return { ...example, before, after };
  });
}
