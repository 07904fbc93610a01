/** What another strictness would have said of a stored score: its component scores against other thresholds and another block floor. */
import type { ScoreRecord, StoredComponent } from "../model/records.ts";
import { type Strictness, type Verdict, verdictOf } from "../model/verdict.ts";
import { combine, overallVerdict } from "./combine.ts";

export const STRICTNESSES: readonly Strictness[] = [0, 1, 2, 3];

/** Rules and an agent's denial decide as they did then; the score that was answered may carry the floor of its own strictness. */
export function verdictAt(
  record: Pick<ScoreRecord, "subject" | "score" | "rule" | "agentDecision" | "components">,
  strictness: Strictness,
): Verdict {
  const { components } = record;
  return overallVerdict({
    combined: record.subject === "user" ? combine(components, isEmailsOwnDomain(components)) : record.score,
    strictness,
    anyBlock: components.some((component) => componentVerdictAt(component, strictness) === "block"),
    rule: record.rule?.action ?? null,
    agentDenied: record.agentDecision === "deny",
  }).verdict;
}

export function componentVerdictAt(component: StoredComponent, strictness: Strictness): Verdict {
  return component.rule?.action ?? verdictOf(component.score, strictness);
}

/** A stored component keeps the hashes of its domain and the parents: equal lists are equal domains. */
function isEmailsOwnDomain(components: readonly StoredComponent[]): boolean {
  const email = components.find((component) => component.kind === "email")?.relatedHashes;
  const domain = components.find((component) => component.kind === "domain")?.relatedHashes;
  return email !== undefined && domain !== undefined && email.length === domain.length &&
    email.every((hash, index) => hash === domain[index]);
}
