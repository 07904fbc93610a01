/** Counts which values scores have, alone or in common. */
import type { Outcome, ScoreRecord, StoredComponent } from "../../model/records.ts";
import type { Services } from "../context.ts";
import type { LabelledScore } from "./found_score.ts";
import { type RefKind, refOf } from "./value_ref.ts";

export interface CountedValue {
  readonly kind: RefKind;
  readonly hash: string;
  readonly masked: string;
  readonly count: number;
  /** How many of those scores are labelled fraud. */
  readonly fraud: number;
}

/** What of a score is counted. */
export type ValuesIn = (record: ScoreRecord) => ReturnType<typeof valuesOf>;

/** The most frequent first. */
export function countValues(
  scores: readonly LabelledScore[],
  valuesIn: ValuesIn = ({ components }) => valuesOf(components),
): CountedValue[] {
  const counts = new Map<string, { -readonly [Name in keyof CountedValue]: CountedValue[Name] }>();
  for (const { record, label } of scores) {
    for (const { kind, hash, mask } of valuesIn(record)) {
      const key = `${kind} ${hash}`;
      const counted = counts.get(key) ?? { kind, hash, masked: mask, count: 0, fraud: 0 };
      counts.set(key, counted);
      counted.count++;
      if (label === "fraud") counted.fraud++;
    }
  }
  return [...counts.values()].sort((one, other) => other.count - one.count || other.fraud - one.fraud);
}

/** Values that have an identity; of an address also its /24 or /48, which is the first of its related hashes. */
export function valuesOf(components: readonly StoredComponent[]) {
  return components.flatMap(({ kind, hash, mask, relatedHashes }) => {
    const values: { readonly kind: RefKind; readonly hash: string; readonly mask: string }[] = [];
    if (hash !== "") values.push({ kind, hash, mask });
    if (kind === "ip" && relatedHashes[0] !== undefined) {
      values.push({ kind: "network", hash: relatedHashes[0], mask });
    }
    return values;
  });
}

/** With the registrable domain of the e-mail address in place of what the sign-up gave as its domain. */
export function valuesWithDomain({ components, facts }: ScoreRecord): ReturnType<typeof valuesOf> {
  const hash = components.find(({ kind }) => kind === "email")?.domainHash;
  const domain = facts?.["email.domain"];
  const others = valuesOf(components).filter(({ kind }) => kind !== "domain");
  return hash === undefined || domain === undefined
    ? others
    : [...others, { kind: "domain", hash, mask: String(domain) }];
}

export function countLabels(scores: readonly LabelledScore[]): Readonly<Record<Outcome, number>> {
  const of = (outcome: Outcome) => scores.filter(({ label }) => label === outcome).length;
  return { fraud: of("fraud"), legit: of("legit") };
}

export function maskedValue({ hasher }: Services, account: string, { kind, hash, masked }: CountedValue) {
  return { kind, masked, ref: refOf(hasher, account, { kind, hash }) };
}
