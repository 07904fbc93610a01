/** What conditions said of a score, as one part of a chunk: many scores have the same. */
import type { DecidingCondition, StoredConditions } from "../../model/conditions/stored.ts";
import type { Verdict } from "../../model/verdict.ts";

export type PackedConditions = readonly [
  decided:
    | readonly [
      id: string,
      action: DecidingCondition["action"],
      when: string,
      score: number,
      verdict: Verdict,
      /** Of one that allows. */
      overrides?: 0 | 1,
    ]
    | null,
  tags: StoredConditions["tags"],
  hit: StoredConditions["hit"],
  would: StoredConditions["would"],
  notJudged: StoredConditions["notJudged"],
];

export function conditionsText({ decided, tags, hit, would, notJudged }: StoredConditions): string {
  const packed: PackedConditions = [
    decided === null ? null : packedDecision(decided),
    tags,
    hit,
    would,
    notJudged,
  ];
  return JSON.stringify(packed);
}

function packedDecision(
  { id, action, when, before: { score, verdict }, overrides }: DecidingCondition,
): NonNullable<PackedConditions[0]> {
  const packed = [id, action, when, score, verdict] as const;
  return overrides === undefined ? packed : [...packed, overrides === null ? 0 : 1];
}

export function unpackConditions([decided, tags, hit, would, notJudged]: PackedConditions): StoredConditions {
  const unpacked = (packed: NonNullable<typeof decided>): DecidingCondition => {
    const [id, action, when, score, verdict, overrides] = packed;
    const decision = { id, action, when, before: { score, verdict } };
    return overrides === undefined ? decision : { ...decision, overrides: overrides === 1 ? "block" : null };
  };
  return {
    decided: decided === null ? null : unpacked(decided),
    tags,
    hit,
    would,
    notJudged,
  };
}
