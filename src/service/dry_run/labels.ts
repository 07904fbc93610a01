/** The labels of an account's scores, as dry runs need them. */
import type { PastLabel } from "../../model/conditions/counts/replay.ts";
import { positionOf, positionTime, type ScorePosition } from "../../records/scores/score_search.ts";
import type { Services } from "../context.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
import type { LabelledPositions } from "./tally.ts";

interface LabelsOfPast extends LabelledPositions {
  /** Each, with when it was given; also those that were replaced or removed since. */
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
  const withHistory = new Set<ScorePosition>();
  for await (const { requestId, events } of store.labels.histories(account, { since })) {
    const id = positionOf(requestId);
    if (slice.isOver) await slice.next();
    if (id === null) continue;
    withHistory.add(id);
    for (const [outcome, labelledAt] of events) {
      given.push({
        id,
        scoredAt: positionTime(id),
        labelledAt,
        outcome: outcome === "none" ? null : outcome,
      });
    }
  }
  for await (const { requestId, outcome, at } of store.labels.list(account, { since })) {
    const id = positionOf(requestId);
    if (slice.isOver) await slice.next();
    if (id === null) continue;
    sets[outcome].add(id);
    // Labels from before 2026-11-22 have none.
    if (withHistory.has(id)) continue;
    given.push({ id, scoredAt: positionTime(id), labelledAt: at, outcome });
  }
  return { ...sets, given };
}
