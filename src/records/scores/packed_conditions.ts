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
    ]
    | null,
  tags: StoredConditions["tags"],
  hit: StoredConditions["hit"],
  would: StoredConditions["would"],
  notJudged: StoredConditions["notJudged"],
];

export function conditionsText({ decided, tags, hit, would, notJudged }: StoredConditions): string {
  const packed: PackedConditions = [
    decided === null
      ? null
      : [decided.id, decided.action, decided.when, decided.before.score, decided.before.verdict],
    tags,
    hit,
    would,
    notJudged,
  ];
  return JSON.stringify(packed);
}

export function unpackConditions([decided, tags, hit, would, notJudged]: PackedConditions): StoredConditions {
  const unpacked = (packed: NonNullable<typeof decided>): DecidingCondition => {
    const [id, action, when, score, verdict] = packed;
    return { id, action, when, before: { score, verdict } };
  };
  return {
    decided: decided === null ? null : unpacked(decided),
    tags,
    hit,
    would,
    notJudged,
  };
}
