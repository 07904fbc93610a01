/** Rules that the console makes of a stored value, without the value being typed. */
import type { Caller } from "../../model/records.ts";
import type { RuleAction } from "../../model/rules/rule.ts";
import { AppError } from "../../model/error.ts";
import type { RefKind } from "../cases/value_ref.ts";
import type { Services } from "../context.ts";
import type { DryRunRequest } from "../dry_run/listed_scores.ts";
import { dryRunRules, type ListedConflict, listStoredClashes } from "../rules/dry_run.ts";
import { readRuleOptions } from "../rules/rule_options.ts";
import { maskedNetwork } from "../rules/rule_refs.ts";
import { liveOrTest } from "./value.ts";
import { addRules, type RuleSources, type ShownRule, shownRule } from "../rules/rules.ts";

/** The value itself, or what it belongs to. */
const TARGET_NAMES = ["value", "network", "domain"] as const;
type TargetName = typeof TARGET_NAMES[number];

export interface RuleTarget {
  readonly name: TargetName;
  readonly kind: RefKind;
  /** Masked; in clear what the masks of addresses show: their network or domain. */
  readonly shown: string;
  readonly sources: RuleSources;
}

export interface StoredValue {
  readonly ref: string;
  readonly kind: RefKind;
  readonly masked: string;
  /** Stored scores that have it, and the labels of these. */
  readonly scores: number;
  readonly labels: Readonly<Record<"fraud" | "legit", number>>;
  readonly targets: readonly RuleTarget[];
}

/** @throws AppError not_found when the account has no stored score with it */
export async function storedValue(services: Services, caller: Caller, ref: string): Promise<StoredValue> {
  const { value } = await liveOrTest(services, caller, ref);
  const { kind, masked, labels } = value;
  const targets: RuleTarget[] = [{
    name: "value",
    kind,
    shown: masked,
    sources: { values: [], refs: [ref] },
  }];
  const network = kind === "ip" ? maskedNetwork(masked) : null;
  if (network !== null) {
    targets.push({ name: "network", kind: "network", shown: network, sources: { values: [network] } });
  }
  const host = kind === "email" ? masked.slice(masked.lastIndexOf("@") + 1) : "";
  if (host !== "" && host !== masked) {
    targets.push({ name: "domain", kind: "domain", shown: host, sources: { values: [host] } });
  }
  const { allow, review, block } = value.scores;
  return { ref, kind, masked, scores: allow + review + block, labels, targets };
}

interface TargetRule {
  readonly target: RuleTarget;
  readonly action: RuleAction;
  readonly note: string;
}

/** What the rule would change. @throws as `dryRunRules` */
export async function previewTarget(
  services: Services,
  caller: Caller,
  { target, action }: TargetRule,
  request: DryRunRequest,
) {
  return await dryRunRules(services, caller, target.sources, optionsOf(services, action, ""), request);
}

/** @returns the rule's id; null when it is a rule already. @throws as `addRules` */
export async function addTarget(
  services: Services,
  caller: Caller,
  { target, action, note }: TargetRule,
): Promise<string | null> {
  const added = await addRules(services, caller, target.sources, optionsOf(services, action, note));
  return added.rules[0]?.id ?? null;
}

/** A rule with what overrides it in stored scores. */
export interface FoundRule {
  readonly rule: ShownRule;
  readonly overriddenBy: readonly ListedConflict[];
}

/** Null when it is not there, or no longer. */
export async function findRule(services: Services, caller: Caller, id: string): Promise<FoundRule | null> {
  const now = services.now();
  const held = await services.rules.held(caller.account.id, now);
  const rule = held.get(id, now);
  if (rule === null) return null;
  const clashes = await listStoredClashes(services, caller, [{ kind: "list", rule }], held);
  return { rule: shownRule(rule), overriddenBy: clashes.filter(({ type }) => type === "overridden_by") };
}

function optionsOf(services: Services, action: RuleAction, note: string) {
  const refuse = (_field: string, why: string) => new AppError("invalid_value", `The note ${why}.`);
  return readRuleOptions(action, { note }, services.now(), refuse);
}
