/** The findings of a stored component as they were when it was scored. Pure. */
import type { Breakdown, FindingSource } from "../model/component.ts";
import type { StoredComponent, StoredFinding } from "../model/records.ts";

export function storedBreakdown(
  { kind, score, findings, trust }: Pick<StoredComponent, "kind" | "score" | "findings" | "trust">,
): Breakdown {
  return {
    score,
    findings: findings.map((finding) => storedFinding(kind, finding)),
    trust: trust.map(([name, factor, text]) => ({ component: kind, name, factor, text })),
  };
}

export function storedFinding(component: FindingSource, [name, group, points, text]: StoredFinding) {
  return { component, name, group, points, text };
}
