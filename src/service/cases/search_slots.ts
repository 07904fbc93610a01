/** Where the scores of a search can be: the narrowest of its filters leads there. The others are checked on the records. */
import type { ComponentKind } from "../../model/component.ts";
import { counterOf, dayOf } from "../../model/day_counts.ts";
import { DAY_MS } from "../../model/duration.ts";
import { requestIdOf, type SignupId } from "../../model/linkage/ring.ts";
import type { Outcome } from "../../model/records.ts";
import { ringTerm, userTerm, verdictTerm } from "../../records/scores/score_terms.ts";
import type { Verdict } from "../../model/verdict.ts";
import { segmentFrom, segmentTime, slotNameOf } from "../../db/commit/segment.ts";
import { type SlotName, slotName } from "../../db/commit/slot_name.ts";
import type { Span } from "../../db/index/postings.ts";
import type { Services } from "../context.ts";
import { type SearchedValue, termsOfSearched } from "./searched_value.ts";

/** The nodes that lead to a ring. */
export interface RingFilter {
  readonly nodes: readonly SignupId[];
}

interface Filters {
  readonly values: readonly SearchedValue[] | null;
  readonly ring: RingFilter | null;
  readonly userId: string | null;
  readonly label: Outcome | "none" | null;
  readonly verdict: Verdict | null;
  readonly component?: ComponentKind | null;
}

/** The newest first; all that can fit, and others. */
export function slotsOf(
  { store }: Services,
  account: string,
  { values, ring, userId, label, verdict, component = null }: Filters,
  span: Span,
): AsyncIterable<SlotName> {
  const { postings } = store;
  if (values !== null) {
    const terms = values.flatMap(termsOfSearched);
    const ids = values.flatMap((value) => value.kind === "request_id" ? [value.requestId] : []);
    return withIds(terms.length === 0 ? none() : postings.find(account, terms, span), ids, span);
  }
  if (ring !== null) {
    const found = postings.find(account, ring.nodes.map(ringTerm), span);
    return withIds(found, ring.nodes.map(requestIdOf), span);
  }
  if (userId !== null) return postings.find(account, [userTerm(userId)], span);
  if (label === "fraud" || label === "legit") return store.labels.slots(account, label, span);
  const term = verdict === null ? null : verdictTerm(verdict);
  if (term === null && component !== null) return ofDaysWith(store, account, component, span);
  return postings.find(account, term === null ? null : [term], span);
}

/** The scores of days that have some with the component; days that an earlier version stored were not counted. */
async function* ofDaysWith(
  { postings, dayCounts }: Services["store"],
  account: string,
  component: ComponentKind,
  { since, before }: Span,
): AsyncIterable<SlotName> {
  const first = dayOf(since);
  const last = before === null ? Infinity : dayOf(segmentTime(before));
  const { from, days } = await dayCounts.since(account, first);
  // An id may be older than its score: the score can be counted in the day that follows.
  const counters = (["live", "test"] as const).map((mode) => counterOf(component, mode));
  const counted = [...days].filter(([, totals]) => counters.some((name) => (totals.get(name) ?? 0) > 0))
    .map(([day]) => day);
  const wanted = [...new Set(counted.flatMap((day) => [day, day - 1]))].filter((day) => day <= last).sort(
    (one, other) => other - one,
  );
  for (let at = 0; at < wanted.length;) {
    const newest = wanted[at]!;
    let oldest = newest;
    while (wanted[++at] === oldest - 1) oldest--;
    const end = slotName(segmentFrom((newest + 1) * DAY_MS), 0);
    yield* postings.find(account, null, {
      since: Math.max(since, oldest * DAY_MS),
      before: before === null || end < before ? end : before,
    });
  }
  if (from <= first) return;
  const rest = Math.min(from, ...wanted);
  const end = rest === Infinity ? null : slotName(segmentFrom(rest * DAY_MS), 0);
  const isEarlier = end !== null && (before === null || end < before);
  yield* postings.find(account, null, { since, before: isEarlier ? end : before });
}

async function* none(): AsyncIterable<SlotName> {}

/** With the slots of some scores, each in its place and once. */
async function* withIds(
  found: AsyncIterable<SlotName>,
  ids: readonly string[],
  { before }: Span,
): AsyncIterable<SlotName> {
  const known = ids.flatMap((id) => slotNameOf(id) ?? []);
  const left = [...new Set(known)].filter((slot) => before === null || slot < before).sort();
  for await (const slot of found) {
    while (left.length > 0 && left.at(-1)! > slot) yield left.pop()!;
    if (left.at(-1) === slot) left.pop();
    yield slot;
  }
  yield* left.reverse();
}
