/**
 * When people of an account last looked at the first page of the console. Sessions belong to keys, which people of a team
 * share and replace; so a visit is the account's: what one of them saw is not news to the next.
 */
import { hasPassed } from "../../concurrency/clock_rules.ts";
import { HOUR_MS, MINUTE_MS } from "../../model/duration.ts";
import type { Caller } from "../../model/records.ts";
import type { Services } from "../context.ts";

/** The page was not opened for so long: the visit is over. */
const OVER_MS = HOUR_MS;
/** A visit that goes on is stored at most this often. */
const TOUCH_MS = 5 * MINUTE_MS;

/**
 * Notes the visit.
 * @returns when the visit before ended, in milliseconds since the epoch; the same while a visit goes on; null: there was none
 */
export async function visit({ store, now: clock }: Services, { account }: Caller): Promise<number | null> {
  const now = clock();
  const stored = await store.consoleVisits.get(account.id, now);
  if (stored !== null && !hasPassed(stored.seenAt, now, TOUCH_MS)) return stored.before;
  const goesOn = stored !== null && !hasPassed(stored.seenAt, now, OVER_MS);
  const before = goesOn ? stored.before : stored?.seenAt ?? null;
  await store.consoleVisits.put(account.id, { seenAt: now, before });
  return before;
}
