/** `POST /v1/scores/search`: the account's stored scores that fit, the newest first, page by page. */
import type { ComponentKind } from "../../model/component.ts";
import { ringIdOf, rootOfRingId, type SignupId } from "../../model/linkage/ring.ts";
import {
  type Caller,
  type KeyMode,
  linksOwner,
  type Outcome,
  RETENTION_MS,
  type ScoreRecord,
} from "../../model/records.ts";
import type { Verdict } from "../../model/verdict.ts";
import { positionTime, type ScoreBlock, type ScorePosition } from "../../records/scores/score_search.ts";
import { addWork, WORK } from "../access/work.ts";
import { seenMode } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";
import { type FoundScore, withLabels, withRings } from "./found_score.ts";
import { readCursor, writeCursor } from "./search_cursor.ts";
import { hasSearched, readSearched, type SearchedValue, type SearchKind } from "./searched_value.ts";
import { readRef } from "./value_ref.ts";

/** As a request gives it; null for what it does not. */
export interface SearchRequest {
  /** Scores of live or of test keys; null: those that the caller's own key sees. */
  readonly mode: KeyMode | null;
  readonly value: string | null;
  readonly kind: SearchKind | null;
  readonly userId: string | null;
  readonly ringId: string | null;
  readonly verdict: Verdict | null;
  readonly label: Outcome | "none" | null;
  readonly finding: string | null;
  /** Only scores that have it. */
  readonly component?: ComponentKind | null;
  /** Milliseconds since the epoch: from then on, and before then. */
  readonly from: number | null;
  readonly to: number | null;
}

export type SearchField = "value" | "kind" | "ring_id" | "cursor" | "from";

/** What is looked for. */
export interface Search extends Omit<SearchRequest, "mode" | "value" | "kind" | "ringId"> {
  readonly mode: KeyMode;
  /** Meanings of the value, any of which fits; null: any value. */
  readonly values: readonly SearchedValue[] | null;
  /** Nodes that lead to a ring. */
  readonly ring: readonly SignupId[] | null;
  /** Names the search, for its cursors. */
  readonly name: string;
}

export interface SearchPage {
  readonly found: readonly FoundScore[];
  /** Null at the end. */
  readonly cursor: string | null;
  /** How far back it looked, in milliseconds since the epoch; null at the end. */
  readonly reached: number | null;
}

export const MAX_RESULTS = 500;
/** Records read for one page. A search that finds few of them is continued by its cursor. */
const MAX_EXAMINED = 2000;
/** Records read at once. */
const BLOCK = 64;
const MAX_BLOCK = 256;

/**
 * @param refuse makes the error of a field
 * @throws what `refuse` makes; AppError test_key_refused
 */
export async function readSearch(
  services: Services,
  caller: Caller,
  request: SearchRequest,
  refuse: (field: SearchField, why: string) => Error,
): Promise<Search> {
  const { mode: wanted, value, kind, ringId, ...rest } = request;
  const mode = seenMode(caller, wanted);
  if (kind !== null && value === null) throw refuse("kind", "needs a value");
  if (rest.from !== null && rest.to !== null && rest.from >= rest.to) {
    throw refuse("from", "must be before to");
  }
  const values = value === null ? null : readReferred(services, caller, value, kind) ??
    readSearched(services.hasher, value, kind, (why) => refuse("value", why));
  const name = JSON.stringify({ ...request, mode });
  const ring = await readRing(services, linksOwner(caller.account.id, mode), ringId, refuse);
  return { ...rest, mode, values, ring, name };
}

/** Null when the text is not a reference of the account. */
function readReferred(
  { hasher }: Services,
  caller: Caller,
  text: string,
  kind: SearchKind | null,
): readonly SearchedValue[] | null {
  const value = kind === null ? readRef(hasher, caller.account.id, text) : null;
  if (value === null) return null;
  return [{ kind: value.kind, hashes: [value.hash], related: value.kind === "network" }];
}

async function readRing(
  { store, now }: Services,
  owner: string,
  ringId: string | null,
  refuse: (field: SearchField, why: string) => Error,
): Promise<readonly SignupId[] | null> {
  if (ringId === null) return null;
  const root = rootOfRingId(ringId);
  if (root === null) throw refuse("ring_id", "is not the id of a ring");
  const ring = await store.rings.find(owner, root, now());
  // A ring of the past is in the scores that it had.
  return ring === null ? [root] : [ring.root, ...ring.merged];
}

/** @throws what `refuse` makes for a cursor of another search or account */
export async function searchScores(
  services: Services,
  caller: Caller,
  search: Search,
  page: { readonly limit: number; readonly cursor: string | null },
  refuse: (field: SearchField, why: string) => Error,
): Promise<SearchPage> {
  const { store, hasher, now } = services;
  const account = caller.account.id;
  const before = page.cursor === null ? null : readCursor(hasher, account, search.name, page.cursor);
  if (page.cursor !== null && before === null) throw refuse("cursor", "is not a cursor of this search");
  const since = Math.max(now() - RETENTION_MS, search.from ?? 0);
  const next = (position: ScorePosition) => writeCursor(hasher, account, search.name, position);
  const found: Found[] = [];
  let examined = 0;
  const size = Math.min(MAX_BLOCK, Math.max(BLOCK, page.limit + 1));
  for await (const block of store.scoreSearch.blocks(account, search, { since, before }, size)) {
    found.push(...await fitting(services, account, search, block));
    examined += block.examined;
    addWork(services, caller, WORK.searchedScore * block.examined);
    // One more than the page holds means that it is not the last one.
    if (found.length > page.limit) break;
    if (block.examined === size && examined >= MAX_EXAMINED) {
      const reached = positionTime(block.last);
      return { found: found.map(({ score }) => score), cursor: next(block.last), reached };
    }
  }
  const kept = found.slice(0, page.limit);
  const last = found.length > page.limit ? kept.at(-1)!.position : null;
  return {
    found: kept.map(({ score }) => score),
    cursor: last === null ? null : next(last),
    reached: last === null ? null : positionTime(last),
  };
}

interface Found {
  readonly position: ScorePosition;
  readonly score: FoundScore;
}

async function fitting(
  services: Services,
  account: string,
  search: Search,
  block: ScoreBlock,
): Promise<Found[]> {
  const fit = block.scores.filter(({ record }) => fits(record, search));
  const labelled = await withLabels(services, account, fit.map(({ record }) => record));
  const wanted = labelled.map((score, at) => ({ position: fit[at]!.position, score }))
    .filter(({ score }) => search.label === null || (score.label ?? "none") === search.label);
  const scores = await withRings(services, account, wanted.map(({ score }) => score));
  return wanted.map(({ position }, at) => ({ position, score: scores[at]! }));
}

function fits(record: ScoreRecord, search: Search): boolean {
  const { values, userId, ring, verdict, finding, component = null, from, to } = search;
  return record.mode === search.mode && (verdict === null || record.verdict === verdict) &&
    (component === null || record.components.some(({ kind }) => kind === component)) &&
    (from === null || record.at >= from) && (to === null || record.at < to) &&
    (userId === null || record.signup?.userId === userId) &&
    (ring === null || isIn(record, ring)) &&
    (finding === null || hasFinding(record, finding)) &&
    (values === null || values.some((value) => hasSearched(record, value)));
}

function isIn({ signup }: ScoreRecord, nodes: readonly SignupId[]): boolean {
  if (signup === undefined) return false;
  // The oldest member of a ring was in none when it was stored; its node is itself.
  return nodes.includes(signup.node) ||
    (signup.ring !== null && nodes.map(ringIdOf).includes(signup.ring.ring_id));
}

function hasFinding({ components, signup }: ScoreRecord, wanted: string): boolean {
  return components.some(({ findings }) => findings.some(([name]) => name === wanted)) ||
    (signup?.links.findings.some(([name]) => name === wanted) ?? false);
}
