/**
 * The review queue: what is to review, in an order. All of it is looked up in the columns of the scores and put in order; only
 * the scores of a page are read. A page begins after a score, which may have been decided meanwhile.
 */
import { actorOf } from "../../model/access/who.ts";
import type { Caller, ScoreRecord } from "../../model/records.ts";
import { isReviewed } from "../../model/review.ts";
import type { ColumnBlock } from "../../records/scores/score_columns.ts";
import { positionOf, type ScorePosition } from "../../records/scores/score_search.ts";
import { addWork, requireWork, WORK } from "../access/work.ts";
import { fittingBlocks } from "../cases/column_matches.ts";
import { type FoundScore, withLabels, withRings } from "../cases/found_score.ts";
import { conditionsOf, fitsSearch } from "../cases/search_conditions.ts";
import { readSearch, type Search, type SearchField, type SearchRequest } from "../cases/search_request.ts";
import { TO_REVIEW } from "../cases/to_review.ts";
import { stateOf } from "../campaigns/campaign_state.ts";
import type { Services } from "../context.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
import { type CaseHolders, holdersOf } from "./cases.ts";

export const REVIEW_ORDERS = ["risk", "age", "campaign", "newest"] as const;
export type ReviewOrder = typeof REVIEW_ORDERS[number];

/** Filters of the queue, all of which are in columns. */
type ReviewFilter = Partial<
  Pick<SearchRequest, "minScore" | "maxScore" | "finding" | "component" | "rule" | "tag" | "facts">
>;

export interface QueueRequest {
  readonly sort: ReviewOrder;
  /** `mine`, `none`, or the id of a person or key; null: whoever has them. */
  readonly assigned: string | null;
  readonly filter: ReviewFilter;
}

export interface ReviewItem {
  readonly found: FoundScore;
  readonly holders: CaseHolders;
  /** The largest campaign that it belongs to. */
  readonly campaignId: string | null;
}

export interface ReviewPage {
  /** All that are to review and fit. */
  readonly total: number;
  readonly items: readonly ReviewItem[];
  /** The request id after which the next page begins; null at the end. */
  readonly next: string | null;
}

/** Cases that are put in order: of more, those that come first in time. */
const MAX_ORDERED = 50_000;
/** Cases with a holder that are looked through. */
const MAX_HELD = 10_000;
const READ_AT_ONCE = 256;
/** A member of a campaign is looked for in the time of so many cells. */
const MEMBER_CELLS = 10;
/** Cases after the current one among which the next free one is looked for. */
const LOOKED_AHEAD = 20;

/** @param page `after`: the request id that the page before ended with; null: the first page @throws AppError rate_limited; what `refuse` makes */
export async function listReviews(
  services: Services,
  caller: Caller,
  { sort, assigned, filter }: QueueRequest,
  { limit, after }: { readonly limit: number; readonly after: string | null },
  refuse: (field: SearchField, why: string) => Error,
): Promise<ReviewPage> {
  requireWork(services, caller);
  const search = await readSearch(services, caller, { ...TO_REVIEW, ...filter }, refuse);
  const { total, cases } = await casesOf(services, caller, search, sort, assigned);
  const last = after === null ? null : await caseOf(services, caller, after);
  if (after !== null && last === null) throw refuse("cursor", "is not the cursor of a page of this queue");
  const ordered = last === null ? cases : [...cases, last];
  const campaigns = sort === "campaign" ? await campaignsOf(services, caller, ordered) : null;
  const order = orderOf(sort, campaigns ?? new Map());
  const left = last === null ? cases : cases.filter((one) => order(one, last) > 0);
  const page = left.sort(order).slice(0, limit);
  const items = await itemsOf(services, caller, page, campaigns ?? await campaignsOf(services, caller, page));
  return { total, items, next: left.length > limit ? items.at(-1)?.found.record.id ?? null : null };
}

/** The next case after this one that nobody else has open, or else the first one; null: there is none. */
export async function nextReview(
  services: Services,
  caller: Caller,
  request: QueueRequest,
  requestId: string,
  refuse: (field: SearchField, why: string) => Error,
): Promise<string | null> {
  const me = actorOf(caller).id;
  for (const after of [requestId, null]) {
    const page = { limit: LOOKED_AHEAD, after };
    const { items } = await listReviews(services, caller, request, page, refuse);
    const free = items.find(({ found, holders: { claim } }) =>
      found.record.id !== requestId && (claim === null || claim.by.id === me)
    );
    if (free !== undefined) return free.found.record.id;
  }
  return null;
}

/** What a case is put in order by. */
interface OrderedCase {
  readonly position: ScorePosition;
  readonly score: number;
}

/** Null when the account has no such score. */
async function caseOf({ store, now }: Services, { account }: Caller, requestId: string) {
  const record = await store.scores.get(account.id, requestId, now());
  return record === null ? null : orderedCase(record);
}

function orderedCase({ id, score }: ScoreRecord): OrderedCase {
  return { position: positionOf(id)!, score }; // it is a stored score's
}

/** By the positions of its newest members, the largest campaign of each. */
type CampaignsOf = ReadonlyMap<ScorePosition, { readonly id: string; readonly signups: number }>;

function orderOf(sort: ReviewOrder, campaigns: CampaignsOf) {
  const older = (one: OrderedCase, other: OrderedCase) =>
    one.position < other.position ? -1 : one.position > other.position ? 1 : 0;
  const riskier = (one: OrderedCase, other: OrderedCase) => other.score - one.score || older(one, other);
  const inCampaign = (one: OrderedCase, other: OrderedCase) => {
    const [its, others] = [campaigns.get(one.position), campaigns.get(other.position)];
    const bySize = (others?.signups ?? 0) - (its?.signups ?? 0);
    if (bySize !== 0 || its?.id === others?.id) return bySize || riskier(one, other);
    return (its?.id ?? "") < (others?.id ?? "") ? -1 : 1;
  };
  return {
    risk: riskier,
    age: older,
    campaign: inCampaign,
    newest: (one: OrderedCase, other: OrderedCase) => older(other, one),
  }[sort];
}

async function campaignsOf(
  services: Services,
  caller: Caller,
  cases: readonly OrderedCase[],
): Promise<CampaignsOf> {
  const at = services.now();
  const wanted = new Set(cases.map(({ position }) => position));
  const found = new Map<ScorePosition, { readonly id: string; readonly signups: number }>();
  if (wanted.size === 0) return found;
  const slice = new TimeSlice();
  const campaigns = await services.store.campaigns.list(caller.account.id, at);
  for (const campaign of campaigns.toSorted((one, other) => other.signups - one.signups)) {
    if (stateOf(campaign, at) === "ignored") continue;
    const members = campaign.members.split(" ");
    addWork(services, caller, WORK.searchedCell * MEMBER_CELLS * members.length);
    const { id, signups } = campaign;
    for (const position of members) {
      if (wanted.delete(position)) found.set(position, { id, signups });
    }
    if (slice.isOver) await slice.next();
  }
  return found;
}

interface Cases {
  readonly total: number;
  readonly cases: OrderedCase[];
}

async function casesOf(
  services: Services,
  caller: Caller,
  search: Search,
  sort: ReviewOrder,
  assigned: string | null,
): Promise<Cases> {
  if (assigned !== null && assigned !== "none") {
    const cases = await heldCases(
      services,
      caller,
      search,
      assigned === "mine" ? actorOf(caller).id : assigned,
    );
    return { total: cases.length, cases };
  }
  const held = assigned === null ? null : await assignedPositions(services, caller);
  const [cases, slice] = [[] as OrderedCase[], new TimeSlice()];
  let total = 0;
  for await (const { block, rows } of fittingBlocks(services, caller, search, { more: ["score"] })) {
    const fitting = [...rows.keys()].filter((row) => rows[row] === 1);
    const positions = await block.positions(fitting);
    const scoreAt = scoresOf(block);
    for (const [at, row] of fitting.entries()) {
      const position = positions[at]!;
      if (held?.has(position)) continue;
      total++;
      cases.push({ position, score: scoreAt(row) });
    }
    // The newest come first.
    if (cases.length > MAX_ORDERED) {
      cases.splice(sort === "age" ? 0 : MAX_ORDERED, cases.length - MAX_ORDERED);
    }
    if (slice.isOver) await slice.next();
  }
  return { total, cases };
}

/** Every score is in the column. */
function scoresOf(block: ColumnBlock): (row: number) => number {
  const { values = [], codes, isConstant } = block.column("score") ?? {};
  return (row) => Number(values[isConstant ? 0 : codes![row]! - 1] ?? 0);
}

/** Cases that are assigned to one person. */
async function heldCases(services: Services, caller: Caller, search: Search, person: string) {
  const { store, now } = services;
  const account = caller.account.id;
  const conditions = conditionsOf(search);
  const ids = await assignedIds(services, caller, ({ id }) => id === person);
  const cases: OrderedCase[] = [];
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    const page = ids.slice(from, from + READ_AT_ONCE);
    addWork(services, caller, WORK.searchedScore * page.length);
    const records = [...(await store.scores.getMany(account, page, now())).values()];
    const labels = await Promise.all(records.map(({ id }) => store.labels.get(account, id)));
    for (const [at, record] of records.entries()) {
      const isOpen = isReviewed(record) && labels[at] === null;
      if (isOpen && fitsSearch(record, search, conditions)) cases.push(orderedCase(record));
    }
  }
  return cases;
}

async function assignedPositions(services: Services, caller: Caller): Promise<ReadonlySet<ScorePosition>> {
  const ids = await assignedIds(services, caller, () => true);
  return new Set(ids.flatMap((id) => positionOf(id) ?? []));
}

async function assignedIds(
  services: Services,
  caller: Caller,
  isWanted: (person: { readonly id: string }) => boolean,
): Promise<string[]> {
  const ids: string[] = [];
  let read = 0;
  for await (const { requestId, found: { assigned } } of services.store.reviewCases.list(caller.account.id)) {
    if (assigned !== undefined && isWanted(assigned)) ids.push(requestId);
    if (++read === MAX_HELD) break;
  }
  addWork(services, caller, WORK.listedRing * read);
  return ids;
}

async function itemsOf(
  services: Services,
  caller: Caller,
  page: readonly OrderedCase[],
  campaigns: CampaignsOf,
): Promise<ReviewItem[]> {
  const account = caller.account.id;
  const read = await services.store.scoreSearch.read(account, page.map(({ position }) => position));
  addWork(services, caller, WORK.searchedScore * read.length);
  const records = read.map(({ record }) => record);
  const found = await withRings(services, account, await withLabels(services, account, records));
  const holders = await holdersOf(services, account, records.map(({ id }) => id));
  return found.map((score, at) => ({
    found: score,
    holders: holders[at]!,
    campaignId: campaigns.get(read[at]!.position)?.id ?? null,
  }));
}
