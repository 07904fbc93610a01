/** Counts which values scores have, alone or in common. */
import type { Outcome, StoredComponent } from "../../model/records.ts";
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

/** The most frequent first. */
export function countValues(
  scores: readonly LabelledScore[],
  values: typeof valuesOf = valuesOf,
): CountedValue[] {
  const counts = new Map<string, { -readonly [Name in keyof CountedValue]: CountedValue[Name] }>();
  for (const { record, label } of scores) {
    for (const { kind, hash, mask } of values(record.components)) {
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

/** With the registrable domains of e-mail addresses, under the mask of the address. */
export function valuesWithDomains(components: readonly StoredComponent[]) {
  const domains = components.flatMap(({ kind, domainHash: hash, mask }) =>
    kind === "email" && hash !== undefined
      ? [{ kind: "domain" as const, hash, mask: mask.slice(mask.lastIndexOf("@") + 1) }]
      : []
  );
  return [...valuesOf(components).filter(({ kind }) => kind !== "domain"), ...domains];
}

export function countLabels(scores: readonly LabelledScore[]): Readonly<Record<Outcome, number>> {
  const of = (outcome: Outcome) => scores.filter(({ label }) => label === outcome).length;
  return { fraud: of("fraud"), legit: of("legit") };
}

export function maskedValue({ hasher }: Services, account: string, { kind, hash, masked }: CountedValue) {
  return { kind, masked, ref: refOf(hasher, account, { kind, hash }) };
}
