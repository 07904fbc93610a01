/** `GET /v1/score/<request_id>`: a stored decision of the caller's own account. */
import { hasScope } from "../../model/access/key_scope.ts";
import { AppError } from "../../model/error.ts";
import type { Caller, OutcomeLabel, ScoreRecord, StoredFinding } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import { notesBody } from "../cases/note.ts";
import { appealOffer } from "../appeals/offer.ts";
import { outcomeOf } from "../challenge/outcome.ts";
import { refOf } from "../cases/value_ref.ts";
import { factsWhy } from "./common_device.ts";
import { storedDeciding } from "./customer_reason.ts";
import { factsBody } from "../facts/facts_body.ts";
import { conditionFields, decidingRule } from "../conditions/condition_fields.ts";
import { mayOpen } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";
import type {
  ComponentFinding,
  ComponentGroup,
  LinkageFinding,
  LinkageGroup,
  TrustName,
} from "./finding_names.ts";
import type { DecidedAgent } from "./score_signup.ts";
import type { LabelEvent } from "../../records/labels/labels.ts";
import type { Noted } from "../../records/notes.ts";

/** With the offer of an appeal, where there is one, and with what became of the challenge that a review offered. @throws AppError not_found when there is none, it is another account's, or its 180 days are over */
export async function storedScore(services: Services, caller: Caller, requestId: string) {
  const record = await services.store.scores.get(caller.account.id, requestId, services.now());
  if (record === null || !mayOpen(caller, record.mode)) {
    throw new AppError("not_found", "there is no score with this request_id in your account");
  }
  const { labels, notes } = services.store;
  const [label, history, noted] = await Promise.all([
    labels.get(caller.account.id, requestId),
    labels.history(caller.account.id, requestId),
    // Notes are of the people who work on cases.
    hasScope(caller.key, "cases") ? notes.get(caller.account.id, requestId) : NOT_NOTED,
  ]);
  const appeal = record.subject !== "user" ? null : appealOffer(services, caller.account, {
    requestId: record.id,
    mode: record.mode,
    verdict: record.verdict,
  });
  const isOffered = record.subject === "user" && record.verdict === "review" && caller.account.challenges;
  const challenge = isOffered === true ? await outcomeOf(services, caller.account, requestId) : null;
  return { body: storedScoreBody(services, record, { label, history, noted }), appeal, challenge };
}

/** What people said about a score. */
interface Remarks {
  readonly label: OutcomeLabel | null;
  readonly history: readonly LabelEvent[];
  readonly noted: Noted;
}

const NOT_NOTED: Noted = { note: null, notes: [] };

function storedScoreBody({ hasher }: Services, record: ScoreRecord, { label, history, noted }: Remarks) {
  const { signup, account } = record;
  return {
    request_id: record.id,
    subject: record.subject,
    via: record.via,
    mode: record.mode,
    scored_at: timestamp(record.at),
    expires_at: timestamp(record.expiresAt),
    risk_score: record.score,
    verdict: record.verdict,
    strictness: record.strictness,
    ...(record.thresholds === undefined ? {} : { thresholds: record.thresholds }),
    summary: record.summary,
    customer_reason: storedDeciding(record)?.reason ?? null,
    top_signals: record.topSignals,
    rule_applied: decidingRule(record.rule, record.conditions ?? null),
    ...conditionFields(record.rule, record.conditions ?? null),
    agent_decision: record.agentDecision,
    user_id: signup?.userId ?? null,
    components: record.components.map((component) => ({
      kind: component.kind,
      masked: component.mask,
      ref: refOf(hasher, account, component),
      risk_score: component.score,
      verdict: component.verdict,
      findings: component.findings.map(findingBody<ComponentFinding, ComponentGroup>),
      // As findingBody.
      trust: component.trust.map(([name, factor, text]) => ({ name: name as TrustName, factor, text })),
      unknown: component.unknown,
      rule_applied: component.rule,
    })),
    components_invalid: signup?.invalid ?? [],
    linkage: signup === undefined ? null : { ...signup.linkage, ring: signup.ring },
    links: signup === undefined ? null : {
      risk_score: signup.links.score,
      findings: signup.links.findings.map(findingBody<LinkageFinding, LinkageGroup>),
      counted: signup.links.counted,
    },
    ...(signup?.browser === undefined ? {} : {
      browser: {
        risk_score: signup.browser.score,
        findings: signup.browser.findings.map(findingBody<ComponentFinding, ComponentGroup>),
      },
    }),
    ...(signup?.groups === undefined ? {} : {
      groups: {
        risk_score: signup.groups.score,
        findings: signup.groups.findings.map(findingBody<LinkageFinding, LinkageGroup>),
      },
    }),
    actor: signup?.actor ?? null,
    agent: agentOf(signup?.agent ?? null),
    ...storedFacts(record),
    data_version: record.dataVersion,
    label: label === null ? null : {
      outcome: label.outcome,
      labelled_at: timestamp(label.at),
      ...(label.type === undefined ? {} : { type: label.type }),
      ...(label.happenedAt === undefined ? {} : { at: timestamp(label.happenedAt) }),
      ...(label.source === undefined ? {} : { source: label.source }),
    },
    label_history: labelHistory(label, history).map(([outcome, at]) => ({
      outcome,
      labelled_at: timestamp(at),
    })),
    note: noted.note,
    notes: notesBody(noted),
  };
}

function storedFacts({ facts, components, signup }: ScoreRecord) {
  if (facts === undefined) return { facts: null, facts_unknown: {} };
  return {
    ...factsBody(facts, (of) => components.find(({ kind }) => kind === of)?.unknown),
    ...factsWhy(facts, signup),
  };
}

/** As score_signup.ts made it; agents of earlier versions lack what is added here. */
function agentOf(stored: object | null): DecidedAgent | null {
  return stored === null ? null : { profile: null, replay: null, commerce: null, ...stored } as DecidedAgent;
}

/** A label of earlier versions has no history. */
function labelHistory(label: OutcomeLabel | null, history: readonly LabelEvent[]): readonly LabelEvent[] {
  return history.length === 0 && label !== null ? [[label.outcome, label.at]] : history;
}

/** Records hold only what the weight tables gave. */
function findingBody<Name extends string, Group extends string>([name, group, points, text]: StoredFinding) {
  return { name: name as Name, group: group as Group, points, text };
}
