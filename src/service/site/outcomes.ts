/** The newest labels of an account's live scores, for the console. */
import { DAY_MS } from "../../model/duration.ts";
import { type Caller, type OutcomeLabel, RETENTION_MS } from "../../model/records.ts";
import type { Services } from "../context.ts";

const MAX_LABELS_LISTED = 20;
const MAX_LABELS_READ = 200;

/** By the time of their score, newest first. @param days of the scores; absent: all */
export async function newestLabels(
  services: Services,
  caller: Caller,
  days?: number,
): Promise<OutcomeLabel[]> {
  const now = services.now();
  const found: OutcomeLabel[] = [];
  const span = { since: now - (days === undefined ? RETENTION_MS : days * DAY_MS) };
  const account = caller.account.id;
  let read = 0;
  for await (const label of services.store.labels.list(account, span, { newestFirst: true })) {
    const record = label.expiresAt > now
      ? await services.store.scores.get(account, label.requestId, now)
      : null;
    if (record?.mode === "live") found.push(label);
    if (found.length === MAX_LABELS_LISTED || ++read === MAX_LABELS_READ) break;
  }
  return found;
}
