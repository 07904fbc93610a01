/** What a record says of a component, in words and as stored. Scorings that share what was found share it: it is made once. */
import { rankFindings } from "../../scoring/combine.ts";
import { summarize, topSignals } from "../../scoring/explain.ts";
import {
  type ComponentText,
  decisionText,
  evaluationText,
  identityText,
} from "../../store/commit/score_codec.ts";
import type { Said, SaidAlone } from "./evaluation_cache.ts";
import { partOf, type ScoredComponent } from "./score_component.ts";

/** As a record keeps it. */
export function written(component: ScoredComponent): ComponentText {
  return saidOf(component).written;
}

/** The words for a component that was scored on its own. */
export function saidAlone(component: ScoredComponent): SaidAlone {
  const said = saidOf(component);
  return said.alone ??= sayAlone(component);
}

function saidOf(component: ScoredComponent): Said {
  const { found, rule, verdict } = component;
  if (rule !== null) return { verdict, written: write(component), alone: null };
  if (found.said?.verdict !== verdict) found.said = { verdict, written: write(component), alone: null };
  return found.said;
}

function write(component: ScoredComponent): ComponentText {
  const { kind, hash, relatedHashes, mask, score, verdict, evaluation, unknown, rule } = component;
  const text = evaluationText({
    kind,
    score,
    verdict,
    findings: evaluation.findings.map(({ name, group, points, text }) => [name, group, points, text]),
    trust: evaluation.trust.map(({ name, factor, text }) => [name, factor, text]),
    unknown,
    rule,
  });
  return { identity: identityText({ hash: hash ?? "", relatedHashes, mask }), evaluation: text };
}

function sayAlone(component: ScoredComponent): SaidAlone {
  const { kind, score, verdict, rule, checked } = component;
  const losses = rankFindings([partOf(component)], false);
  const summary = summarize({
    verdict,
    score,
    checked: checked ? [kind] : [],
    losses,
    rule,
    agentDenied: false,
  });
  const signals = topSignals(losses);
  const outcome = decisionText({ score, verdict, summary, topSignals: signals, rule, agentDecision: null });
  return { summary, topSignals: signals, outcome };
}
