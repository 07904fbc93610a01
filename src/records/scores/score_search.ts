/** Finds an account's stored scores: by what they are about, page by page. */
import type { ComponentKind } from "../../model/component.ts";
import { counterOf, dayOf } from "../../model/day_counts.ts";
import { DAY_MS } from "../../model/duration.ts";
import { requestIdOf, type SignupId } from "../../model/linkage/ring.ts";
import type { Outcome, ScoreRecord } from "../../model/records.ts";
import type { Verdict } from "../../model/verdict.ts";
import { segmentFrom, segmentTime, slotNameOf } from "../../db/commit/segment.ts";
import { type SlotName, slotName } from "../../db/commit/slot_name.ts";
import type { Postings, Span } from "../../db/index/postings.ts";
import type { Labels } from "../labels/labels.ts";
import type { DayCounts } from "../sightings/day_counts.ts";
import { ringTerm, termOf, userTerm, verdictTerm } from "./score_terms.ts";
import type { StoredScores } from "./stored_scores.ts";

/** Where a score is among those of its account, the oldest first. */
export type ScorePosition = SlotName;

/** What a score has: one of the hashes, of a value or related; the customer's own reference; or the id. */
type WantedValue =
  | { readonly hashes: readonly string[] }
  | { readonly userId: string }
  | { readonly requestId: string };

/** Null: any. The narrowest filter leads to the scores, and the caller checks the others. */
interface ScoreFilters {
  /** Any of which is wanted. */
  readonly values: readonly WantedValue[] | null;
  /** Nodes that lead to a ring. */
  readonly ring: readonly SignupId[] | null;
  readonly userId: string | null;
  readonly label: Outcome | "none" | null;
  readonly verdict: Verdict | null;
  readonly component?: ComponentKind | null;
}

/** Scores that were looked at together. */
export interface ScoreBlock {
  /** The newest first; without those that expired meanwhile. */
  readonly scores: readonly { readonly position: ScorePosition; readonly record: ScoreRecord }[];
  readonly examined: number;
  readonly last: ScorePosition;
}

interface SearchParts {
  readonly postings: Postings;
  readonly scores: StoredScores;
  readonly labels: Labels;
  readonly dayCounts: DayCounts;
  readonly now: () => number;
}

export class ScoreSearch {
  readonly #parts: SearchParts;

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  /**
   * The newest first; all that can fit, and others.
   * @param span before a position: as a search that is continued; null: all
   * @param size of a block; only the last one has fewer
   */
  async *blocks(
    account: string,
    filters: ScoreFilters,
    span: { readonly since: number; readonly before: ScorePosition | null },
    size: number,
  ): AsyncIterable<ScoreBlock> {
    let slots: SlotName[] = [];
    for await (const slot of slotsOf(this.#parts, account, filters, span)) {
      if (slots.push(slot) < size) continue;
      yield await this.#block(account, slots);
      slots = [];
    }
    if (slots.length > 0) yield await this.#block(account, slots);
  }

  /** The newest scores that may have one of the hashes. @param limit scores that are looked at */
  async newestWith(
    account: string,
    hashes: readonly string[],
    { since, limit }: { readonly since: number; readonly limit: number },
  ): Promise<{ readonly records: readonly ScoreRecord[]; readonly examined: number }> {
    const wanted = { values: [{ hashes }], ring: null, userId: null, label: null, verdict: null };
    for await (const block of this.blocks(account, wanted, { since, before: null }, limit)) {
      return { records: block.scores.map(({ record }) => record), examined: block.examined };
    }
    return { records: [], examined: 0 };
  }

  /** The oldest score that may have the hash; null when there is none. */
  async oldestWith(account: string, hash: string, since: number): Promise<ScoreRecord | null> {
    const { postings, scores, now } = this.#parts;
    const slot = await postings.first(account, termOf(hash), since);
    return slot === null ? null : (await scores.bySlot(account, [slot], now())).get(slot) ?? null;
  }

  async #block(account: string, slots: readonly SlotName[]): Promise<ScoreBlock> {
    const { scores, now } = this.#parts;
    const records = await scores.bySlot(account, slots, now());
    const found = slots.flatMap((position) => {
      const record = records.get(position);
      return record === undefined ? [] : [{ position, record }];
    });
    return { scores: found, examined: slots.length, last: slots.at(-1)! };
  }
}

/** Null when it is not the id of a request. */
export function positionOf(requestId: string): ScorePosition | null {
  return slotNameOf(requestId);
}

/** When the request of the score came, in milliseconds since the epoch. */
export function positionTime(position: ScorePosition): number {
  return segmentTime(position);
}

function slotsOf(
  parts: SearchParts,
  account: string,
  { values, ring, userId, label, verdict, component = null }: ScoreFilters,
  span: Span,
): AsyncIterable<SlotName> {
  const { postings, labels } = parts;
  if (values !== null) {
    const terms = values.flatMap(termsOf);
    const ids = values.flatMap((value) => "requestId" in value ? [value.requestId] : []);
    return withIds(terms.length === 0 ? none() : postings.find(account, terms, span), ids, span);
  }
  if (ring !== null) {
    return withIds(postings.find(account, ring.map(ringTerm), span), ring.map(requestIdOf), span);
  }
  if (userId !== null) return postings.find(account, [userTerm(userId)], span);
  if (label === "fraud" || label === "legit") return labels.slots(account, label, span);
  const term = verdict === null ? null : verdictTerm(verdict);
  if (term === null && component !== null) return ofDaysWith(parts, account, component, span);
  return postings.find(account, term === null ? null : [term], span);
}

/** None for a request id, which is found without an index. */
function termsOf(value: WantedValue): number[] {
  if ("requestId" in value) return [];
  return "userId" in value ? [userTerm(value.userId)] : value.hashes.map(termOf);
}

/** The scores of days that have some with the component; days that an earlier version stored were not counted. */
async function* ofDaysWith(
  { postings, dayCounts }: SearchParts,
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
