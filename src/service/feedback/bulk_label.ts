/** Labels many scores in one call, so that it can be undone for a day. */
import { AppError } from "../../model/error.ts";
import type { Caller, Outcome } from "../../model/records.ts";
import type { Services } from "../context.ts";
import { labelOutcomes, MAX_OUTCOMES } from "./outcome.ts";

/** What can be undone. */
export interface LabelUndo {
  readonly id: string;
  readonly outcome: Outcome;
  /** Scores that had another label or none. */
  readonly count: number;
}

const UNDO_ID = /^[0-9a-f-]{36}$/;

/**
 * Labels the scores. What they were before is stored first, so that whatever was labelled can be undone.
 * @returns null when all of them had the label already
 * @throws AppError not_found when the account has none of them; as `labelOutcomes`
 */
export async function labelMany(
  services: Services,
  caller: Caller,
  requestIds: readonly string[],
  outcome: Outcome,
): Promise<LabelUndo | null> {
  if (requestIds.length > MAX_OUTCOMES) {
    throw new AppError(
      "too_many_items",
      `At most ${MAX_OUTCOMES} scores can be labelled at once. Nothing was changed.`,
    );
  }
  const account = caller.account.id;
  const { store, now } = services;
  const records = await store.scores.getMany(account, requestIds, now());
  const known = [...new Set(requestIds)].filter((id) => records.has(id));
  if (known.length === 0) throw new AppError("not_found", "Your account has none of these scores.");
  const labels = await Promise.all(known.map((id) => store.labels.get(account, id)));
  const before = known.map((id, at) => [id, labels[at]?.outcome ?? null, labels[at]?.values ?? []] as const)
    .filter(([, label]) => label !== outcome);
  if (before.length === 0) return null;
  const id = crypto.randomUUID();
  await store.labelUndos.put(account, id, { outcome, at: now(), before });
  await labelOutcomes(services, caller, before.map(([requestId]) => ({ requestId, outcome })));
  return { id, outcome, count: before.length };
}

/** Null when there is nothing to undo: never, no longer, or in another account. */
export async function findUndo(services: Services, caller: Caller, id: string): Promise<LabelUndo | null> {
  const stored = UNDO_ID.test(id)
    ? await services.store.labelUndos.get(caller.account.id, id, services.now())
    : null;
  return stored === null ? null : { id, outcome: stored.outcome, count: stored.before.length };
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
  const stored = UNDO_ID.test(id) ? await store.labelUndos.get(account, id, now()) : null;
  if (stored === null) throw new AppError("not_found", "There is nothing to undo here any more.");
  const labels = await Promise.all(stored.before.map(([requestId]) => store.labels.get(account, requestId)));
  const entries = stored.before.filter((_, at) => labels[at]?.outcome === stored.outcome)
    .map(([requestId, outcome, values = []]) => ({ requestId, outcome, values }));
  await labelOutcomes(services, caller, entries);
  await store.labelUndos.remove(account, id);
  return { restored: entries.length, left: stored.before.length - entries.length };
}
