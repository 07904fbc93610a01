/** Serialises decisions for score records. The texts are cached with the evaluation, for the last verdict. */
import { rankFindings } from "../../scoring/combine.ts";
import { summarize, topSignals } from "../../scoring/explain.ts";
import { isChecked, maskOf } from "../../signals/registry.ts";
import {
  type ComponentText,
  componentText as textOf,
  decisionText,
} from "../../records/scores/score_codec.ts";
import { type Decision, partOf, type SingleText } from "./decision.ts";

/** The component's part of any record. */
export function componentText(decision: Decision): ComponentText {
  const { evaluation, verdict, rule } = decision;
  if (rule !== null) return writeComponent(decision);
  const texts = evaluation.componentText;
  return texts.get(verdict) ?? texts.set(verdict, writeComponent(decision));
}

/** The texts of a request that scored this value only. */
export function singleText(decision: Decision): SingleText {
  const { evaluation, verdict, rule } = decision;
  if (rule !== null) return writeSingle(decision);
  const texts = evaluation.singleText;
  return texts.get(verdict) ?? texts.set(verdict, writeSingle(decision));
}

function writeComponent(decision: Decision): ComponentText {
  const { prepared: { kind, hash, input }, evaluation, score, verdict, rule } = decision;
  const { breakdown: { findings, trust }, unknown } = evaluation.component;
  const { relatedHashes, domainHash, facts } = evaluation;
  return textOf({
    kind,
    hash: hash ?? "",
    relatedHashes,
    mask: maskOf(kind, input),
    ...(domainHash === undefined ? {} : { domainHash }),
    score,
    verdict,
    findings: findings.map(({ name, group, points, text }) => [name, group, points, text]),
    trust: trust.map(({ name, factor, text }) => [name, factor, text]),
    unknown,
    rule,
  }, facts);
}

function writeSingle(decision: Decision): SingleText {
  const { prepared: { kind, input }, score, verdict, rule } = decision;
  const contributions = rankFindings([partOf(decision)], false);
  const checked = isChecked(kind, input) ? [kind] : [];
  const summary = summarize({ verdict, score, checked, contributions, rule, agent: null });
  const signals = topSignals(contributions);
  const text = decisionText({ score, verdict, summary, topSignals: signals, rule, agentDecision: null });
  return { summary, topSignals: signals, decisionText: text };
}
