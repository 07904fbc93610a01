/** `rule.changed`: rules of lists and conditions that were added, changed or deleted. No event names a value. */
import { actorOf } from "../../model/access/who.ts";
import type { Caller } from "../../model/records.ts";
import { timestamp } from "../../model/timestamp.ts";
import { type Change, NO_CHANGE } from "../../records/change.ts";
import type { Services } from "../context.ts";

export const RULE_CHANGES = ["added", "changed", "deleted"] as const;

/** Of one event; `count` has the others. */
export const MAX_RULE_IDS = 100;

interface ChangedRules {
  readonly change: typeof RULE_CHANGES[number];
  /** Ids of rules. */
  readonly ids: readonly string[];
  /** Of all of them. */
  readonly count: number;
  /** From what to what, in words. */
  readonly changes?: Readonly<Record<string, readonly [from: string, to: string]>> | undefined;
}

/** One event of all of them. */
export function ruleEvents(
  { webhooks: { events }, now }: Services,
  caller: Caller,
  { change, ids, count, changes = {} }: ChangedRules,
): Change {
  if (count === 0 || !events.wanted(caller.account.id, "rule.changed")) return NO_CHANGE;
  const by = actorOf(caller);
  return events.change([{
    account: caller.account.id,
    type: "rule.changed",
    id: `rule_${crypto.randomUUID()}`,
    data: {
      change,
      rule_ids: ids.slice(0, MAX_RULE_IDS),
      count,
      changes: Object.entries(changes).map(([field, [from, to]]) => ({ field, from, to })),
      by: by.name,
      by_id: by.id,
      at: timestamp(now()),
    },
  }]);
}
