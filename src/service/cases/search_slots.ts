/** Where the scores of a search can be: the narrowest of its filters leads there. The others are checked on the records. */
import { requestIdOf, type SignupId } from "../../model/linkage/ring.ts";
import type { Outcome } from "../../model/records.ts";
import { ringTerm, userTerm, verdictTerm } from "../../store/postings/score_terms.ts";
import type { Verdict } from "../../model/verdict.ts";
import { slotNameOf } from "../../store/commit/segment.ts";
import type { SlotName } from "../../store/commit/slot_name.ts";
import type { Span } from "../../store/postings/postings.ts";
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
}

/** The newest first; all that can fit, and others. */
export function slotsOf(
  { store }: Services,
  account: string,
  { values, ring, userId, label, verdict }: Filters,
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
  return postings.find(account, term === null ? null : [term], span);
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
