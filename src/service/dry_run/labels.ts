/** The labels of an account's scores, as dry runs need them. */
import type { PastLabel } from "../../model/conditions/counts/replay.ts";
import { positionOf, positionTime, type ScorePosition } from "../../records/scores/score_search.ts";
import type { Services } from "../context.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
import type { LabelledPositions } from "./tally.ts";

export interface LabelsOfPast extends LabelledPositions {
  /** Each, with when it was given. */
  readonly given: readonly PastLabel[];
}

/** Those of scores since a time. */
export async function labelsOfPast(
  { store }: Services,
  account: string,
  since: number,
): Promise<LabelsOfPast> {
  const slice = new TimeSlice();
  const sets = { fraud: new Set<ScorePosition>(), legit: new Set<ScorePosition>() };
  const given: PastLabel[] = [];
  for await (const { requestId, outcome, at } of store.labels.list(account, { since })) {
    const id = positionOf(requestId);
    if (slice.isOver) await slice.next();
    if (id === null) continue;
    sets[outcome].add(id);
    given.push({ id, scoredAt: positionTime(id), labelledAt: at, outcome });
  }
  return { ...sets, given };
}
