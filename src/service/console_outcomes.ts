/** The labels an account gave, counted for the console with bounded work. */
import type { Caller, OutcomeLabel } from "../domain/records.ts";
import type { Verdict } from "../domain/verdict.ts";
import { RETENTION_MS } from "../store/stage.ts";
import type { Services } from "./context.ts";

const MAX_LABELS = 20_000;
const NEWEST = 20;

export interface LabelCounts {
  readonly fraud: Readonly<Record<Verdict, number>>;
  readonly legit: Readonly<Record<Verdict, number>>;
  readonly total: number;
  /** By when they were given, newest first. */
  readonly newest: readonly OutcomeLabel[];
}

export async function countLabels(services: Services, caller: Caller): Promise<LabelCounts> {
  const now = services.now();
  const counts = { fraud: { allow: 0, review: 0, block: 0 }, legit: { allow: 0, review: 0, block: 0 } };
  let total = 0;
  let newest: OutcomeLabel[] = [];
  for await (const label of services.store.labels.list(caller.account.id, { since: now - RETENTION_MS })) {
    if (total === MAX_LABELS) break;
    if (label.expiresAt <= now) continue;
    total++;
    counts[label.outcome][label.verdict]++;
    newest.push(label);
    if (newest.length >= 10 * NEWEST) newest = byTime(newest);
  }
  return { ...counts, total, newest: byTime(newest) };
}

function byTime(labels: OutcomeLabel[]): OutcomeLabel[] {
  return labels.sort((a, b) => b.at - a.at).slice(0, NEWEST);
}
