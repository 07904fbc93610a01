/**
 * `label.changed` and `review.decided`, in the commit of the label. A label of fraud or legit on a live score with the verdict
 * review is the decision of its review, whichever door it came through; that a label is taken away decides nothing. Labels of
 * imported files cause no events: they tell of the past, and by the thousand.
 */
import type { Who } from "../../model/access/who.ts";
import type { LabelType, Outcome, OutcomeLabel, ScoreRecord } from "../../model/records.ts";
import { DECISIONS, isReviewed } from "../../model/review.ts";
import { signupId } from "../../model/linkage/ring.ts";
import { timestamp } from "../../model/timestamp.ts";
import { type Change, NO_CHANGE } from "../../records/change.ts";
import type { Services } from "../context.ts";
import type { NewEvent } from "./events.ts";

interface NewLabel {
  readonly by: Who;
  readonly at: number;
  readonly outcome: Outcome | null;
  readonly type: LabelType | null;
  /** Given with it. */
  readonly note: string | undefined;
}

/** @returns the events of the label, once it is known which one it replaces */
export async function labelEvents(
  { store, webhooks: { events } }: Services,
  record: ScoreRecord,
  { by, at, outcome, type, note: given }: NewLabel,
): Promise<(replaced: OutcomeLabel | null) => Change> {
  const { account, id: request_id, mode } = record;
  if (mode !== "live") return () => NO_CHANGE;
  const isDecided = outcome !== null && isReviewed(record) && events.wanted(account, "review.decided");
  const isChanged = events.wanted(account, "label.changed");
  if (!isDecided && !isChanged) return () => NO_CHANGE;
  const note = given ?? (isDecided ? (await store.notes.get(account, request_id)).note : null);
  const id = `${signupId(request_id)}_${outcome ?? "none"}_${at.toString(36)}`;
  const told = {
    request_id,
    user_id: record.signup?.userId ?? null,
    outcome: outcome ?? "none",
    by: by.name,
    by_id: by.id,
    at: timestamp(at),
  };
  return (replaced) => {
    const before = replaced?.outcome ?? "none";
    const isOther = before !== told.outcome;
    if (!isOther && (replaced?.type ?? null) === type) return NO_CHANGE;
    const changed: NewEvent = {
      account,
      type: "label.changed",
      id: `${id}_label`,
      data: { ...told, old_outcome: before, type },
    };
    // The same outcome of another type is no other decision.
    if (!isDecided || !isOther) return events.change([changed]);
    const decided: NewEvent = {
      account,
      type: "review.decided",
      id: `${id}_review`,
      data: { ...told, decision: DECISIONS[outcome], note },
    };
    return events.change([decided, changed]);
  };
}
