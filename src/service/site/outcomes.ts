/** The newest labels of an account, for the console. */
import { DAY_MS } from "../../model/duration.ts";
import { type Caller, type OutcomeLabel, RETENTION_MS } from "../../model/records.ts";
import type { Services } from "../context.ts";

const MAX_LABELS_LISTED = 20;

/** By the time of their score, newest first. @param days of the scores; absent: all */
export async function newestLabels(
  services: Services,
  caller: Caller,
  days?: number,
): Promise<OutcomeLabel[]> {
  const now = services.now();
  const found: OutcomeLabel[] = [];
  const span = { since: now - (days === undefined ? RETENTION_MS : days * DAY_MS) };
  for await (const label of services.store.labels.list(caller.account.id, span, { newestFirst: true })) {
    if (label.expiresAt > now) found.push(label);
    if (found.length === MAX_LABELS_LISTED) break;
  }
  return found;
}
