/** What the account's labels say of the groups of a sign-up that is scored. */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import type { Breakdown } from "../../model/component.ts";
import type { Facts } from "../../model/facts/fact.ts";
import type { Caller } from "../../model/records.ts";
import { scoreGroups } from "../../scoring/groups.ts";
import type { ScoringContext, Services } from "../context.ts";
import type { Decision } from "../score/decision.ts";
import { groupsOfSignup, groupWords, networkOf } from "./signup_groups.ts";

/** Synchronous when the labels are in memory. Sign-ups of test keys are not labelled. */
export function readyGroups({ labelGroups }: Services, { account, key }: Caller): Awaitable<void> {
  return key.mode === "test" ? undefined : labelGroups.ready(account.id);
}

/** Null: nothing. */
export function groupsBreakdown(
  { labelGroups, now }: Services,
  { caller: { account, key } }: ScoringContext,
  decisions: readonly Decision[],
  facts: Facts,
): Breakdown | null {
  const labelled = key.mode === "test" ? null : labelGroups.of(account.id);
  if (labelled === null || labelled.size === 0) return null;
  const taught = labelled.taught(groupsOfSignup(decisions, facts), now());
  return taught.length === 0
    ? null
    : scoreGroups(taught, (group) => groupWords(group, facts, networkOf(decisions)));
}
