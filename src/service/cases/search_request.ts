/** What a search of stored scores asks for: as a request gives it, and read. */
import type { ComponentKind } from "../../model/component.ts";
import type { AnyFact, FactValue } from "../../model/facts/fact.ts";
import { rootOfRingId } from "../../model/linkage/ring.ts";
import type { SignupId } from "../../model/linkage/ring_texts.ts";
import { type Caller, type KeyMode, type LabelType, linksOwner, type Outcome } from "../../model/records.ts";
import type { Verdict } from "../../model/verdict.ts";
import { seenMode } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";
import { readSearched, type SearchedValue, type SearchKind } from "./searched_value.ts";
import { readRef } from "./value_ref.ts";

/** By name: values of which a score has one; null: it is unknown. */
export type FactFilters = { readonly [Name in AnyFact]?: readonly (FactValue | null)[] };

/** As a request gives it; null for what it does not. */
export interface SearchRequest {
  /** Scores of live or of test keys; null: those that the caller's own key sees. */
  readonly mode: KeyMode | null;
  readonly value: string | null;
  readonly kind: SearchKind | null;
  readonly userId: string | null;
  readonly ringId: string | null;
  /** `stopped`: review or block. */
  readonly verdict: Verdict | "stopped" | null;
  /** `any`: of either kind. */
  readonly label: Outcome | "none" | "any" | null;
  /** Labels as fraud that say so; `none`: that say no type. */
  readonly labelType: LabelType | "none" | null;
  readonly finding: string | null;
  /** Only scores that have it. */
  readonly component: ComponentKind | null;
  readonly facts: FactFilters;
  readonly minScore: number | null;
  readonly maxScore: number | null;
  /** Id of a rule or condition that decided, or that was true. */
  readonly rule: string | null;
  /** Id of the rule or condition that decided. */
  readonly decidedBy: string | null;
  readonly tag: string | null;
  /** Milliseconds since the epoch: from then on, and before then. */
  readonly from: number | null;
  readonly to: number | null;
}

/** All scores that the caller's own key sees. */
export const ANY_SCORE: SearchRequest = {
  mode: null,
  value: null,
  kind: null,
  userId: null,
  ringId: null,
  verdict: null,
  label: null,
  labelType: null,
  finding: null,
  component: null,
  facts: {},
  minScore: null,
  maxScore: null,
  rule: null,
  decidedBy: null,
  tag: null,
  from: null,
  to: null,
};

export type SearchField = "value" | "kind" | "ring_id" | "cursor" | "from" | "min_score" | "label_type";

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
  if (rest.minScore !== null && rest.maxScore !== null && rest.minScore > rest.maxScore) {
    throw refuse("min_score", "must not be above max_score");
  }
  const values = value === null ? null : readReferred(services, caller, value, kind) ??
    readSearched(services.hasher, value, kind, (why) => refuse("value", why));
  if (rest.labelType !== null && rest.label !== null && rest.label !== "fraud") {
    throw refuse("label_type", "is of labels as fraud");
  }
  const label = rest.labelType === null ? rest.label : "fraud";
  const name = JSON.stringify({ ...request, mode });
  const ring = await readRing(services, linksOwner(caller.account.id, mode), ringId, refuse);
  return { ...rest, label, mode, values, ring, name };
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
