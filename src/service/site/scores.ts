/** A stored score for the console, with what people said about it and the ring that it now belongs to. */
import { isPersonId } from "../../model/access/person.ts";
import { AppError } from "../../model/error.ts";
import type { Ring } from "../../model/linkage/ring.ts";
import { type Caller, linksOwner, type OutcomeLabel, type ScoreRecord } from "../../model/records.ts";
import type { LabelledBy } from "../../model/review.ts";
import type { Noted } from "../../records/notes.ts";
import { isRequestId } from "../../records/scores/request_id.ts";
import { refOf } from "../cases/value_ref.ts";
import { mayOpen } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";
import type { LabelEvent } from "../../records/labels/labels.ts";

/** How components make the whole, for the page of a score. */
export { COMPONENT_WEIGHTS, TAIL_SHARE } from "../../scoring/combine.ts";

export interface OpenScore {
  readonly record: ScoreRecord;
  readonly label: OutcomeLabel | null;
  /** Oldest first. */
  readonly history: readonly LabelEvent[];
  readonly noted: Noted;
  /** Who gave the label; null where that is not known, or there is none. */
  readonly labelledBy: LabelledBy | null;
  /** Who trusted the person, where a rule that trusts decided; null: none did, or it is not known who. */
  readonly trustedBy: string | null;
  /** The ring that the sign-up belongs to now. */
  readonly ring: Ring | null;
  /** Of the values, in the order of the components; null for a value that nothing is remembered of. */
  readonly refs: readonly (string | null)[];
}

export { isRequestId as locatesScore };

/** @throws AppError not_found when the account has no such score, or it has expired after 180 days */
export async function openScore(services: Services, caller: Caller, requestId: string): Promise<OpenScore> {
  const { store, hasher, now } = services;
  const account = caller.account.id;
  const record = await store.scores.get(account, requestId, now());
  if (record === null || !mayOpen(caller, record.mode)) {
    throw new AppError(
      "not_found",
      "Your account has no score with this request id. Scores are kept for 180 days.",
    );
  }
  const { signup, components } = record;
  const [label, history, noted, labelledBy, ring, trustedBy] = await Promise.all([
    store.labels.get(account, requestId),
    store.labels.history(account, requestId),
    store.notes.get(account, requestId),
    store.labelAuthors.get(account, requestId),
    signup === undefined ? null : store.rings.find(linksOwner(account, record.mode), signup.node, now()),
    trustedByOf(services, account, record),
  ]);
  const refs = components.map((component) => refOf(hasher, account, component));
  return { record, label, history, noted, labelledBy, trustedBy, ring: ring?.ring ?? null, refs };
}

/** The name of a person, or the key. */
async function trustedByOf(
  { store }: Pick<Services, "store">,
  account: string,
  { rule }: ScoreRecord,
): Promise<string | null> {
  const id = rule?.author;
  if (id === undefined) return null;
  if (isPersonId(id)) {
    return (await store.people.get(account, id))?.name ?? `a person who was removed (${id})`;
  }
  return `the key ${store.accounts.key(id)?.name || id}`;
}
