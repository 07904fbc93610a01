/** What of a stored score is in columns. */
import { COMPONENT_KINDS, type ComponentKind } from "../../model/component.ts";
import { isCustomFact } from "../../model/facts/custom.ts";
import type { AnyFact, FactValue } from "../../model/facts/fact.ts";
import { isFactName } from "../../model/facts/table.ts";
import { IDENTITIES, identitiesOf, type Identity } from "../../model/conditions/identities.ts";
import type { Linkage } from "../../model/linkage/linkage.ts";
import { linkedFindings, type ScoreRecord } from "../../model/records.ts";

/** Sets of texts. */
type SetColumn =
  /** Names of findings of components and the browser, and of links whether they counted or not. */
  | "findings"
  /** Kinds. */
  | "components"
  | "tags"
  /** Ids of conditions that were true, and of rules of lists that matched one of the components. */
  | "hit"
  /** Ids of conditions. */
  | "would"
  | "not_judged";

export type ColumnName =
  | AnyFact
  | SetColumn
  | "score"
  | "verdict"
  | "mode"
  | "subject"
  | "strictness"
  /** Id of the rule or condition that decided. */
  | "rule"
  /** Whether trust or a rule of a list decided. */
  | "ruled"
  /** Where a condition decided: what the sign-up was without conditions. */
  | "score_before"
  | "verdict_before"
  /** Whether the verdict of one of the components is block. */
  | "component_block"
  /** Whether a field could not be read. */
  | "invalid"
  | "agent_denied"
  | `score.${ComponentKind}`
  | `linkage.${keyof Linkage}`
  /** Of its ring, as it was: absent where it was in none. */
  | "linkage.ring.size"
  | "linkage.ring.labelled_fraud"
  | `dimension.${Identity}`;

/** Sets are sorted, and not empty. */
export type ColumnValue = FactValue | readonly string[];

// Names that are made for each score anew would cost more than what is done with them.
const SCORE_OF = prefixed("score", COMPONENT_KINDS);
const DIMENSION_OF = prefixed("dimension", IDENTITIES);
const LINKAGE_OF = prefixed(
  "linkage",
  [
    "device_email_count",
    "email_device_count",
    "email_ip_count",
    "subnet_rate_1h",
    "domain_rate_1h",
    "referral_rate_1h",
  ] as const satisfies readonly (keyof Linkage)[],
);

function prefixed<Prefix extends string, Name extends string>(prefix: Prefix, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, `${prefix}.${name}`])) as {
    readonly [Each in Name]: `${Prefix}.${Each}`;
  };
}

/** Takes the values of a score that are known, each column once. */
type TakeValue = (name: ColumnName, value: ColumnValue) => void;

export function takeValues(record: ScoreRecord, take: TakeValue): void {
  const { score, verdict, mode, subject, strictness, components, signup, conditions, facts } = record;
  take("score", score);
  take("verdict", verdict);
  take("mode", mode);
  take("subject", subject);
  take("strictness", strictness);
  const rule = record.rule?.id ?? conditions?.decided?.id;
  if (rule !== undefined) take("rule", rule);
  take("ruled", record.rule !== null);
  const before = conditions?.decided?.before;
  if (before !== undefined) {
    take("score_before", before.score);
    take("verdict_before", before.verdict);
  }
  take("component_block", components.some((component) => component.verdict === "block"));
  take("invalid", (signup?.invalid?.length ?? 0) > 0);
  take("agent_denied", record.agentDecision === "deny");
  const findings: string[] = [];
  const kinds: ComponentKind[] = [];
  const hit: string[] = [];
  for (const { kind, score, findings: found, rule } of components) {
    for (const finding of found) findings.push(finding[0]);
    if (!kinds.includes(kind)) take(SCORE_OF[kind], score);
    kinds.push(kind);
    if (rule !== null) hit.push(rule.id);
  }
  for (const finding of signup?.browser?.findings ?? []) findings.push(finding[0]);
  for (const finding of linkedFindings(signup)) findings.push(finding[0]);
  takeSet("findings", findings, take);
  takeSet("components", kinds, take);
  if (conditions !== undefined) hit.push(...conditions.hit);
  takeSet("hit", hit, take);
  if (conditions !== undefined) {
    takeSet("tags", conditions.tags, take);
    takeSet("would", conditions.would.map(([id]) => id), take);
    takeSet("not_judged", conditions.notJudged.map(([id]) => id), take);
  }
  // `Object.entries` would make a list of each pair.
  const linkage = signup?.linkage;
  for (const name in linkage) {
    const count = linkage[name as keyof Linkage];
    if (count !== null) take(LINKAGE_OF[name as keyof Linkage], count);
  }
  if (signup?.ring) {
    take("linkage.ring.size", signup.ring.size);
    take("linkage.ring.labelled_fraud", signup.ring.labelled_fraud);
  }
  const identities = identitiesOf(components, signup?.userId ?? null);
  for (const name in identities) take(DIMENSION_OF[name as Identity], identities[name as Identity]!);
  for (const name in facts) {
    if (!isFactName(name) && !isCustomFact(name)) continue;
    const value = facts[name];
    if (value !== undefined) take(name, value);
  }
}

/** Sorted, each once; not when there is none. */
function takeSet(name: SetColumn, texts: readonly string[], take: TakeValue): void {
  if (texts.length === 0) return;
  take(name, texts.length === 1 ? texts : [...new Set(texts)].sort());
}
