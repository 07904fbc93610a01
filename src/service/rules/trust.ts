/** Trust in a person ends when a sign-up that it decided, or one with the trusted value, is labelled as fraud. */
import { originOf } from "../../model/access/audit.ts";
import type { Caller, ScoreRecord } from "../../model/records.ts";
import type { Rule } from "../../model/rules/rule.ts";
import { timestamp } from "../../model/timestamp.ts";
import { together } from "../../records/change.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";
import type { Services } from "../context.ts";
import { ruleEvents } from "../webhooks/rule_events.ts";
import { ruleName } from "./rule_audit.ts";
import { namesOf } from "./stored_clashes.ts";
import { runInSlices } from "./time_slicing.ts";

/** Rules hashed per step. */
const RULES_PER_STEP = 50;

interface EndedTrust {
  readonly rule: Rule;
  readonly labelled: ScoreRecord;
}

/** A score that is to be labelled as fraud. */
interface Fraud {
  readonly record: ScoreRecord;
  /** False: it has that label already, or the label will be refused. */
  isLabelled(): Promise<boolean>;
}

/** Durable when it resolves, with an event `trust.ended` for each. */
export async function endTrust(
  services: Services,
  caller: Caller,
  frauds: readonly Fraud[],
): Promise<void> {
  const live = frauds.filter(({ record: { mode } }) => mode === "live");
  const { rules, hasher, now } = services;
  const account = caller.account.id;
  if (live.length === 0) return;
  const trusts = [...(await rules.held(account, now())).compiled.trusts()];
  if (trusts.length === 0) return;
  const labelled: ScoreRecord[] = [];
  for (const { record, isLabelled } of live) if (await isLabelled()) labelled.push(record);
  const ended = await runInSlices(trustsIn(hasher, trusts, labelled));
  if (ended.length === 0) return;
  await rules.change(account, (existing) => {
    const left = ended.filter(({ rule }) => existing.get(rule.id, now()) !== null);
    const removed = new Set(left.map(({ rule }) => rule.id));
    return { added: [], removed, result: null, also: announced(services, caller, left) };
  }, now());
}

function announced(services: Services, caller: Caller, ended: readonly EndedTrust[]) {
  const { store, webhooks, now } = services;
  const account = caller.account.id;
  const audit = store.audit.entry({
    account,
    action: "rules_deleted",
    subjects: ended.map(({ rule }) => rule.id),
    names: ended.map(({ rule }) => ruleName(rule)),
    count: ended.length,
    details: { by: "fraud_label" },
  }, originOf(caller));
  const events = webhooks.events.change(ended.map(({ rule, labelled }) => ({
    account,
    type: "trust.ended" as const,
    id: `trust_${rule.id}`,
    data: {
      rule_id: rule.id,
      kind: rule.kind,
      note: rule.note ?? null,
      trusted_at: rule.created_at,
      ended_at: timestamp(now()),
      request_id: labelled.id,
      user_id: labelled.signup?.userId ?? null,
    },
  })));
  const ids = ended.map(({ rule }) => rule.id);
  const told = ruleEvents(services, caller, { change: "deleted", ids, count: ids.length });
  return together(audit, events, told);
}

/** Each with the first score that ends it. To be run by `runInSlices`. */
function* trustsIn(
  hasher: IdentifierHasher,
  trusts: readonly Rule[],
  labelled: readonly ScoreRecord[],
): Generator<void, EndedTrust[]> {
  if (trusts.length === 0) return [];
  const byName = new Map<string, ScoreRecord>();
  const add = (name: string, record: ScoreRecord) => {
    if (!byName.has(name)) byName.set(name, record);
  };
  for (const record of labelled) {
    for (const { kind, hash, rule } of record.components) {
      add(`${kind} ${hash}`, record);
      if (rule?.action === "trust") add(rule.id, record);
    }
    if (record.signup?.userId != null) add(`user ${record.signup.userId}`, record);
    if (record.rule?.action === "trust") add(record.rule.id, record);
  }
  const ended: EndedTrust[] = [];
  for (const [index, rule] of trusts.entries()) {
    if (index % RULES_PER_STEP === RULES_PER_STEP - 1) yield;
    const name = [rule.id, ...namesOf(hasher, rule)].find((name) => byName.has(name));
    if (name !== undefined) ended.push({ rule, labelled: byName.get(name)! });
  }
  return ended;
}
