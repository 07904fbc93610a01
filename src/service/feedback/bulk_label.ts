/** Labels many scores in one call, so that it can be undone for a day. */
import { actorOf } from "../../model/access/who.ts";
import { AppError } from "../../model/error.ts";
import type { Caller, LabelType, Outcome, OutcomeLabel } from "../../model/records.ts";
import { labelVersion } from "../../model/review.ts";
import type { Labelling } from "../../records/labels/labels.ts";
import { type EarlierLabel, earlierLabel, labellingOf } from "../../records/labels/label_undos.ts";
import { addWork, requireWork, WORK } from "../access/work.ts";
import { putNote, requireNote } from "../cases/note.ts";
import type { Services } from "../context.ts";
import { applyLabels, labelOutcomes, requireLabels } from "./outcome.ts";

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

/** What becomes of labels that were given together. */
interface ManyLabelled {
  /** Null when all of them had the label already. */
  readonly undo: LabelUndo | null;
  /** Scores that somebody labelled otherwise since the page was shown. They keep that label. */
  readonly stale: number;
}

/** As `labelMany`, of scores that had no label when the page was shown. */
export function labelShown(
  services: Services,
  caller: Caller,
  requestIds: readonly string[],
  wanted: BulkLabel,
): Promise<ManyLabelled> {
  return label(services, caller, requestIds, wanted, true);
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
  return (await label(services, caller, requestIds, wanted, false)).undo;
}

async function label(
  services: Services,
  caller: Caller,
  requestIds: readonly string[],
  wanted: BulkLabel,
  unlabelled: boolean,
): Promise<ManyLabelled> {
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
  const read = unlabelled ? "newest" : "get";
  const labels = await Promise.all(known.map((id) => store.labels[read](account, id)));
  const others = known.map((requestId, at) => ({ requestId, label: labels[at] ?? null }))
    .filter(({ label }) => !isLabelled(label, wanted));
  const changed = unlabelled ? others.filter(({ label }) => label === null) : others;
  const stale = others.length - changed.length;
  if (changed.length === 0) return { undo: null, stale };
  const before = changed.map(({ requestId, label }) => earlierLabel(requestId, label));
  const by = actorOf(caller).id;
  const id = await putUndo(services, account, { ...wanted, at: now(), by, count: before.length }, before);
  const seen = unlabelled ? { seen: labelVersion(null) } : {};
  const entries = changed.map(({ requestId, label }) => ({ requestId, ...keeping(label, wanted), ...seen }));
  const late = (await labelOutcomes(services, caller, entries)).stale.length;
  const count = changed.length - late;
  return { undo: { id, outcome: wanted.outcome, type: wanted.type ?? null, count }, stale: stale + late };
}

/** What a person decides about one score. */
interface ScoreDecision extends BulkLabel {
  /** `labelVersion` of the label that was shown; null: whatever it is. */
  readonly seen: string | null;
  /** Added to the notes of the score; "": none. */
  readonly note: string;
}

function refuseNote(why: string): AppError {
  return new AppError("invalid_value", `The note ${why}.`);
}

/**
 * As `labelMany`, of one score.
 * @returns `undo` null when it had the label already; "stale" when it has another label than was shown
 * @throws AppError not_found when the account has no such score; as `labelOutcomes`
 */
export async function decideScore(
  services: Services,
  caller: Caller,
  requestId: string,
  { seen, note, ...wanted }: ScoreDecision,
): Promise<{ readonly undo: LabelUndo | null } | "stale"> {
  const account = caller.account.id;
  const { store, now } = services;
  const before = await store.labels.newest(account, requestId);
  if (seen !== null && labelVersion(before) !== seen) return "stale";
  requireNote(note, refuseNote);
  if (await store.scores.get(account, requestId, now()) === null) {
    throw new AppError("not_found", "Your account has no score with this request id.");
  }
  const isSame = isLabelled(before, wanted);
  const earlier = [earlierLabel(requestId, before)];
  const id = isSame
    ? null
    : await putUndo(services, account, { ...wanted, at: now(), by: actorOf(caller).id, count: 1 }, earlier);
  const { stale } = await labelOutcomes(services, caller, [{
    requestId,
    ...keeping(before, wanted),
    ...(seen === null ? {} : { seen }),
    ...(note === "" || isSame ? {} : { note }),
    ...(id === null ? {} : { undo: id }),
  }]);
  if (stale.length > 0) {
    if (id !== null) await store.labelUndos.remove(account, id);
    return "stale";
  }
  if (isSame && note !== "") await putNote(services, caller, requestId, note, refuseNote);
  const { outcome, type = null } = wanted;
  return { undo: id === null ? null : { id, outcome, type, count: 1 } };
}

/** The parts from the last one on, so that all are there when the first one is. @returns its id */
async function putUndo(
  { store }: Services,
  account: string,
  undo: BulkLabel & { readonly at: number; readonly by: string; readonly count: number },
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

/** Null when there is nothing to undo: never, no longer, in another account, or by another person. */
export async function findUndo(services: Services, caller: Caller, id: string): Promise<LabelUndo | null> {
  const stored = await storedUndo(services, caller, id);
  if (stored === null) return null;
  return {
    id,
    outcome: stored.outcome,
    type: stored.type ?? null,
    count: stored.count ?? stored.before.length,
  };
}

async function storedUndo({ store, now }: Services, caller: Caller, id: string) {
  const stored = UNDO_ID.test(id) ? await store.labelUndos.get(caller.account.id, id, now()) : null;
  return stored?.by === undefined || stored.by === actorOf(caller).id ? stored : null;
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
  const first = await storedUndo(services, caller, id);
  if (first === null) throw new AppError("not_found", "There is nothing to undo here any more.");
  requireLabels(caller);
  requireWork(services, caller);
  const parts = [{ id, undo: first }];
  for (let next = first.next; next !== undefined;) {
    const undo = await store.labelUndos.get(account, next, now());
    if (undo === null) break;
    parts.push({ id: next, undo });
    next = undo.next;
  }
  const done = { restored: 0, left: 0 };
  for (const { undo } of parts) {
    const labels = await Promise.all(undo.before.map(([requestId]) => store.labels.get(account, requestId)));
    const entries = undo.before.filter((_, at) => isLabelled(labels[at] ?? null, undo))
      .map((before) => ({ requestId: before[0], ...labellingOf(before) }));
    addWork(services, caller, WORK.label * entries.length);
    await applyLabels(services, caller, entries);
    done.restored += entries.length;
    done.left += undo.before.length - entries.length;
  }
  // The first part leads to the others: one that was interrupted can be undone again.
  for (const part of parts.reverse()) await store.labelUndos.remove(account, part.id);
  return done;
}
