/** Finds an account's stored scores by what leads to few of them: what they are about, a ring, a label. */
import { requestIdOf } from "../../model/linkage/ring.ts";
import type { SignupId } from "../../model/linkage/ring_texts.ts";
import type { Outcome, ScoreRecord } from "../../model/records.ts";
import { segmentTime, slotNameOf } from "../../db/commit/segment.ts";
import type { SlotName } from "../../db/commit/slot_name.ts";
import type { Postings, Span } from "../../db/index/postings.ts";
import type { Labels } from "../labels/labels.ts";
import { ringTerm, termOf, userTerm } from "./score_terms.ts";
import type { StoredScores } from "./stored_scores.ts";

/** Where a score is among those of its account, the oldest first. */
export type ScorePosition = SlotName;

/** What a score has: one of the hashes, of a value or related; the customer's own reference; or the id. */
type WantedValue =
  | { readonly hashes: readonly string[] }
  | { readonly userId: string }
  | { readonly requestId: string };

/** Null: any. The narrowest filter leads to the scores, and the caller checks the others. */
interface LeadingFilters {
  /** Any of which is wanted. */
  readonly values: readonly WantedValue[] | null;
  /** Nodes that lead to a ring. */
  readonly ring: readonly SignupId[] | null;
  readonly userId: string | null;
  readonly label: Outcome | "none" | "any" | null;
}

export interface PlacedScore {
  readonly position: ScorePosition;
  readonly record: ScoreRecord;
}

interface SearchParts {
  readonly postings: Postings;
  readonly scores: StoredScores;
  readonly labels: Labels;
  readonly now: () => number;
}

export class ScoreSearch {
  readonly #parts: SearchParts;

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  /** The positions of all scores that can fit, and of others, the newest first. Null: no filter leads to few. */
  leads(account: string, filters: LeadingFilters, span: Span): AsyncIterable<ScorePosition> | null {
    return slotsOf(this.#parts, account, filters, span);
  }

  /** The scores at the positions, in their order, without those that expired meanwhile. */
  async read(account: string, positions: readonly ScorePosition[]): Promise<PlacedScore[]> {
    const { scores, now } = this.#parts;
    const records = await scores.bySlot(account, positions, now());
    return positions.flatMap((position) => {
      const record = records.get(position);
      return record === undefined ? [] : [{ position, record }];
    });
  }

  /** The positions of the scores since a time that have one of the hashes, and of a few others, the newest first. */
  withHashes(account: string, hashes: readonly string[], since: number): AsyncIterable<ScorePosition> {
    return hashes.length === 0
      ? none()
      : this.#parts.postings.find(account, hashes.map(termOf), { since, before: null });
  }

  /** The scores that are the newest to have each of the values, and a few others, in any order. @param limit of each value */
  async newestOf(
    account: string,
    values: readonly WantedValue[],
    { since, limit }: { readonly since: number; readonly limit: number },
  ): Promise<readonly ScorePosition[]> {
    const terms = [...new Set(values.flatMap(termsOf))];
    return [...await this.#parts.postings.newest(account, terms, { since, limit })];
  }

  /** The newest scores that may have one of the hashes. @param limit scores that are looked at */
  async newestWith(
    account: string,
    hashes: readonly string[],
    { since, limit }: { readonly since: number; readonly limit: number },
  ): Promise<{ readonly records: readonly ScoreRecord[]; readonly examined: number }> {
    const slots: SlotName[] = [];
    for await (
      const slot of this.#parts.postings.find(account, hashes.map(termOf), { since, before: null })
    ) {
      if (slots.push(slot) === limit) break;
    }
    const found = await this.read(account, slots);
    return { records: found.map(({ record }) => record), examined: slots.length };
  }

  /** The oldest score that may have the hash; null when there is none. */
  async oldestWith(account: string, hash: string, since: number): Promise<ScoreRecord | null> {
    const { postings, scores, now } = this.#parts;
    const slot = await postings.first(account, termOf(hash), since);
    return slot === null ? null : (await scores.bySlot(account, [slot], now())).get(slot) ?? null;
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
  { postings, labels }: SearchParts,
  account: string,
  { values, ring, userId, label }: LeadingFilters,
  span: Span,
): AsyncIterable<SlotName> | null {
  if (values !== null) {
    const terms = values.flatMap(termsOf);
    const ids = values.flatMap((value) => "requestId" in value ? [value.requestId] : []);
    return withIds(terms.length === 0 ? none() : postings.find(account, terms, span), ids, span);
  }
  if (ring !== null) {
    return withIds(postings.find(account, ring.map(ringTerm), span), ring.map(requestIdOf), span);
  }
  if (userId !== null) return postings.find(account, [userTerm(userId)], span);
  return label === "fraud" || label === "legit" ? labels.slots(account, label, span) : null;
}

/** None for a request id, which is found without an index. */
function termsOf(value: WantedValue): number[] {
  if ("requestId" in value) return [];
  return "userId" in value ? [userTerm(value.userId)] : value.hashes.map(termOf);
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
