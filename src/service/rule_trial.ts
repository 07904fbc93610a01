/**
 * `dry_run=true`: what rules would do, without doing it. What would be added, what clashes with existing rules, and how
 * many of the account's stored scores of the last 30 days would have had another verdict.
 */
import type { Caller, ScoreRecord, StoredComponent } from "../domain/records.ts";
import { classify, isClassified, type Rule } from "../domain/rule.ts";
import { clashFinder, type ClashType } from "../domain/rule_clash.ts";
import { compileRules } from "../domain/rule_set.ts";
import { phoneCanon } from "../signals/phone/canonical.ts";
import { type PastRule, pastRules, whatItSays } from "./rule_past.ts";
import type { Services } from "./context.ts";
import { echo } from "./echo.ts";
import { ALREADY_THERE, refuseTooMany, type RuleWish, type SkippedValue } from "./rules.ts";

const SPAN_MS = 30 * 86_400_000;
const MAX_SCORES = 100_000;
const MAX_CLASHES_LISTED = 100;

interface Candidate {
  readonly kind: Rule["kind"];
  readonly value: string;
}

export interface ListedClash {
  readonly value: string;
  readonly type: ClashType;
  readonly rule: Rule;
}

export interface Trial {
  readonly scores_checked: number;
  readonly would_change: number;
  readonly unknown: number;
  readonly would_block: number;
  readonly would_allow: number;
  readonly labelled_legit_blocked: number;
  readonly labelled_fraud_allowed: number;
}

/** As `addRules` would answer, with clashes and the trial on the past. */
export async function tryRules(
  services: Services,
  caller: Caller,
  values: readonly string[],
  wish: RuleWish,
) {
  const skipped: SkippedValue[] = [];
  const candidates = new Map<string, Candidate>();
  for (const text of values) {
    const found = classify(text, phoneCanon);
    const name = isClassified(found) ? `${found.kind} ${found.value}` : "";
    if (!isClassified(found)) skipped.push({ value: echo(text), reason: found.reason });
    else if (candidates.has(name)) {
      skipped.push({ value: echo(text), reason: "stands in this request already" });
    } else candidates.set(name, found);
  }
  const tried = await tryCandidates(services, caller, [...candidates.values()], wish);
  for (const { value } of tried.duplicates) skipped.push({ value, reason: ALREADY_THERE });
  return {
    dry_run: true,
    added: tried.rules.length,
    rules: tried.rules,
    skipped,
    clashes: tried.clashes,
    trial: tried.trial,
  };
}

export async function tryCandidates(
  services: Services,
  caller: Caller,
  candidates: readonly Candidate[],
  wish: RuleWish,
): Promise<{ rules: Rule[]; duplicates: Candidate[]; clashes: ListedClash[]; trial: Trial }> {
  const now = services.now();
  const existing = await services.rules.list(caller.account.id, now);
  const there = new Set(
    existing.filter((rule) => rule.action === wish.action).map((rule) => `${rule.kind} ${rule.value}`),
  );
  const rules: Rule[] = [];
  const duplicates: Candidate[] = [];
  const clashes: ListedClash[] = [];
  const find = clashFinder(compileRules(existing), now);
  for (const candidate of candidates) {
    if (there.has(`${candidate.kind} ${candidate.value}`)) {
      duplicates.push(candidate);
      continue;
    }
    rules.push({
      id: crypto.randomUUID(),
      action: wish.action,
      kind: candidate.kind,
      value: candidate.value,
      created_at: new Date(now).toISOString(),
      ...(wish.note === null ? {} : { note: wish.note }),
      ...(wish.expiresAt === null ? {} : { expires_at: wish.expiresAt }),
    });
    if (clashes.length < MAX_CLASHES_LISTED) {
      for (const { type, rule } of find({ ...candidate, action: wish.action })) {
        if (type !== "duplicate") clashes.push({ value: candidate.value, type, rule });
      }
    }
  }
  refuseTooMany(existing.length + rules.length);
  const trial = await tryOnThePast(services, caller, rules, wish);
  return { rules, duplicates, clashes: clashes.slice(0, MAX_CLASHES_LISTED), trial };
}

async function tryOnThePast(
  services: Services,
  caller: Caller,
  rules: readonly Rule[],
  wish: RuleWish,
): Promise<Trial> {
  const now = services.now();
  const counts = {
    scores_checked: 0,
    would_change: 0,
    unknown: 0,
    would_block: 0,
    would_allow: 0,
    labelled_legit_blocked: 0,
    labelled_fraud_allowed: 0,
  };
  const past = pastRules(services.identify, rules);
  for await (
    const record of services.store.scores.list(caller.account.id, { since: now - SPAN_MS, until: now })
  ) {
    if (counts.scores_checked >= MAX_SCORES) break;
    counts.scores_checked++;
    const answer = wouldChange(past, record, wish);
    if (answer === "unknown") counts.unknown++;
    if (answer !== true) continue;
    counts.would_change++;
    const label = await services.store.labels.get(caller.account.id, record.id);
    if (wish.action === "block") {
      counts.would_block++;
      if (label?.outcome === "legit") counts.labelled_legit_blocked++;
    } else {
      counts.would_allow++;
      if (label?.outcome === "fraud") counts.labelled_fraud_allowed++;
    }
  }
  return counts;
}

/** A block rule turns anything into a block; an allow rule anything that no block rule and no agent's denial holds. */
function wouldChange(past: PastRule, record: ScoreRecord, wish: RuleWish): boolean | "unknown" {
  if (record.verdict === (wish.action === "block" ? "block" : "allow")) return false;
  if (wish.action === "allow" && (record.rule?.action === "block" || record.agentDecision === "deny")) {
    return false;
  }
  let unknown = false;
  for (const component of record.components as readonly StoredComponent[]) {
    const says = whatItSays(past, component);
    if (says === "match") return true;
    if (says === "unknown") unknown = true;
  }
  return unknown ? "unknown" : false;
}
