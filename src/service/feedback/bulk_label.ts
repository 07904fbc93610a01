/** Labels many scores in one call, so that it can be undone for a day. */
import { AppError } from "../../model/error.ts";
import type { Caller, LabelType, Outcome, OutcomeLabel } from "../../model/records.ts";
import type { Labelling } from "../../records/labels/labels.ts";
import { type EarlierLabel, earlierLabel, labellingOf } from "../../records/labels/label_undos.ts";
import type { Services } from "../context.ts";
import { labelOutcomes } from "./outcome.ts";

/** What can be undone. */
export interface LabelUndo {
  readonly id: string;
  readonly outcome: Outcome;
  readonly type: LabelType | null;
  /** Scores that had another label or none. */
  readonly count: number;
}

/** Scores that are labelled at once, and those whose earlier labels are one value. */
export const MAX_BULK = 5000;
const PART = 500;
const UNDO_ID = /^[0-9a-f-]{36}$/;

export interface BulkLabel {
  readonly outcome: Outcome;
  /** Of fraud; absent: it is not said, and scores keep what an earlier label of that outcome says. */
  readonly type?: LabelType;
}

/**
 * Labels the scores. What they were before is stored first, so that whatever was labelled can be undone.
 * @returns null when all of them had the label already
 * @throws AppError not_found when the account has none of them; as `labelOutcomes`
 */
export async function labelMany(
  services: Services,
  caller: Caller,
  requestIds: readonly string[],
  wanted: BulkLabel,
): Promise<LabelUndo | null> {
  if (requestIds.length > MAX_BULK) {
    throw new AppError(
      "too_many_items",
      `At most ${MAX_BULK} scores can be labelled at once. Nothing was changed.`,
    );
  }
  const account = caller.account.id;
  const { store, now } = services;
  const records = await store.scores.getMany(account, requestIds, now());
  const known = [...new Set(requestIds)].filter((id) => records.has(id));
  if (known.length === 0) throw new AppError("not_found", "Your account has none of these scores.");
  const labels = await Promise.all(known.map((id) => store.labels.get(account, id)));
  const changed = known.map((requestId, at) => ({ requestId, label: labels[at] ?? null }))
    .filter(({ label }) => !isLabelled(label, wanted));
  if (changed.length === 0) return null;
  const before = changed.map(({ requestId, label }) => earlierLabel(requestId, label));
  const id = await putUndo(services, account, { ...wanted, at: now(), count: before.length }, before);
  const entries = changed.map(({ requestId, label }) => ({ requestId, ...keeping(label, wanted) }));
  await labelOutcomes(services, caller, entries);
  return { id, outcome: wanted.outcome, type: wanted.type ?? null, count: changed.length };
}

/** The parts from the last one on, so that all are there when the first one is. @returns its id */
async function putUndo(
  { store }: Services,
  account: string,
  undo: BulkLabel & { readonly at: number; readonly count: number },
  before: readonly EarlierLabel[],
): Promise<string> {
  let next: string | undefined;
  for (let from = Math.floor((before.length - 1) / PART) * PART; from >= 0; from -= PART) {
    const id = crypto.randomUUID();
    const part = { ...undo, before: before.slice(from, from + PART) };
    await store.labelUndos.put(account, id, next === undefined ? part : { ...part, next });
    next = id;
  }
  return next!; // there is one at least
}

/** Labels one score, as `labelMany` does. @returns false when the account has no such score */
export async function labelScore(
  services: Services,
  caller: Caller,
  requestId: string,
  wanted: BulkLabel,
): Promise<boolean> {
  const label = await services.store.labels.get(caller.account.id, requestId);
  const { recorded } = await labelOutcomes(services, caller, [{ requestId, ...keeping(label, wanted) }]);
  return recorded === 1;
}

/** With what an earlier label of the same outcome says. */
export function keeping(label: OutcomeLabel | null, wanted: Labelling): Labelling {
  if (label?.outcome !== wanted.outcome) return wanted;
  const { type, happenedAt, values = [] } = label;
  return {
    ...(type === undefined ? {} : { type }),
    ...(happenedAt === undefined ? {} : { happenedAt }),
    values,
    ...wanted,
  };
}

function isLabelled(label: OutcomeLabel | null, { outcome, type }: BulkLabel): boolean {
  return label?.outcome === outcome && (type === undefined || label.type === type);
}

/** Null when there is nothing to undo: never, no longer, or in another account. */
export async function findUndo(services: Services, caller: Caller, id: string): Promise<LabelUndo | null> {
  const stored = UNDO_ID.test(id)
    ? await services.store.labelUndos.get(caller.account.id, id, services.now())
    : null;
  if (stored === null) return null;
  return {
    id,
    outcome: stored.outcome,
    type: stored.type ?? null,
    count: stored.count ?? stored.before.length,
  };
}

/**
 * Sets the labels back to what they were. Scores that were labelled otherwise since then are left alone.
 * @throws AppError not_found when there is nothing to undo; as `labelOutcomes`
 */
export async function undoLabels(
  services: Services,
  caller: Caller,
  id: string,
): Promise<{ restored: number; left: number }> {
  const account = caller.account.id;
  const { store, now } = services;
  let stored = UNDO_ID.test(id) ? await store.labelUndos.get(account, id, now()) : null;
  if (stored === null) throw new AppError("not_found", "There is nothing to undo here any more.");
  const done = { restored: 0, left: 0 };
  for (let part = id; stored !== null;) {
    const undo = stored;
    const labels = await Promise.all(undo.before.map(([requestId]) => store.labels.get(account, requestId)));
    const entries = undo.before.filter((_, at) => isLabelled(labels[at] ?? null, undo))
      .map((before) => ({ requestId: before[0], ...labellingOf(before) }));
    await labelOutcomes(services, caller, entries);
    await store.labelUndos.remove(account, part);
    done.restored += entries.length;
    done.left += undo.before.length - entries.length;
    if (undo.next === undefined) break;
    part = undo.next;
    stored = await store.labelUndos.get(account, part, now());
  }
  return done;
}
