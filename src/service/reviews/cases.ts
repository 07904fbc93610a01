/** Who works on a case of the review queue: it is claimed by opening it, taken over with a click, or assigned. */
import { isLeased } from "../../concurrency/clock_rules.ts";
import { ACTIONS, mayDo } from "../../model/access/action.ts";
import { reaches } from "../../model/access/role.ts";
import { actorOf, type Who, whoOf } from "../../model/access/who.ts";
import { originOf } from "../../model/access/audit.ts";
import { isActive } from "../../model/access/key_expiry.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import { AppError, invalidField } from "../../model/error.ts";
import type { Caller, OutcomeLabel, ScoreRecord } from "../../model/records.ts";
import { CLAIM_MS, isReviewed, type ReviewCase, type ReviewClaim } from "../../model/review.ts";
import { emailOf } from "../people/address.ts";
import { mayOpen, requireLive } from "../access/seen_mode.ts";
import type { Services } from "../context.ts";

const DECIDE = "reviews.decide";
/** Of a claim that is renewed by opening the case again: it is written at most this often. */
const TOUCH_MS = MINUTE_MS;

export interface CaseHolders {
  /** Null: nobody has it open. */
  readonly claim: ReviewClaim | null;
  readonly assigned: Who | null;
}

/** Who has each of the cases now. */
export async function holdersOf(
  { store, now }: Services,
  account: string,
  requestIds: readonly string[],
): Promise<CaseHolders[]> {
  const found = await store.reviewCases.getMany(account, requestIds);
  const at = now();
  return found.map((one) => ({ claim: claimOf(one, at), assigned: one?.assigned ?? null }));
}

/** The claim that has not ended. */
function claimOf(found: ReviewCase | null, now: number): ReviewClaim | null {
  const { claim = null } = found ?? {};
  return claim !== null && isLeased(claim.until, now, CLAIM_MS) ? claim : null;
}

/**
 * Claims the case for who opens it, unless somebody else has it.
 * @returns null where the score is not to review
 */
export async function openCase(
  services: Services,
  caller: Caller,
  record: ScoreRecord,
  label: OutcomeLabel | null,
): Promise<CaseHolders | null> {
  if (!isReviewed(record) || label !== null) return null;
  const [holders] = await holdersOf(services, record.account, [record.id]);
  const { claim } = holders!;
  const by = actorOf(caller);
  if (!mayDo(caller, DECIDE) || (claim !== null && claim.by.id !== by.id)) return holders!;
  if (claim !== null && claim.until - services.now() > CLAIM_MS - TOUCH_MS) return holders!;
  return await claimCase(services, record, by, false);
}

/** @param anyway also what somebody else has */
async function claimCase(
  { store, now }: Services,
  { account, id, expiresAt }: ScoreRecord,
  by: Who,
  anyway: boolean,
): Promise<CaseHolders> {
  const at = now();
  const changed = await store.reviewCases.change(account, id, (current): ReviewCase => {
    const before = claimOf(current, at);
    if (before !== null && before.by.id !== by.id && !anyway) return current!;
    const since = before?.by.id === by.id ? before.at : at;
    return { ...current, claim: { by, at: since, until: at + CLAIM_MS } };
  }, { end: expiresAt });
  return { claim: claimOf(changed, at), assigned: changed.assigned ?? null };
}

/** Claims the case whoever has it. @throws AppError not_found, conflict where the score is not to review */
export async function takeOver(services: Services, caller: Caller, requestId: string): Promise<void> {
  const record = await requireCase(services, caller, requestId);
  await claimCase(services, record, actorOf(caller), true);
}

/** @param personId null: to nobody @throws AppError not_found, conflict, invalid_value */
export async function assignCase(
  services: Services,
  caller: Caller,
  requestId: string,
  personId: string | null,
): Promise<CaseHolders> {
  requireLive(caller, "assign reviews");
  const { store, now } = services;
  const record = await requireCase(services, caller, requestId);
  const all = personId === null ? [] : await assignees(services, caller);
  const assigned = personId === null ? null : all.find(({ id }) => id === personId);
  if (assigned === undefined) {
    throw invalidField("/person_id", "is not the id of a person or key of your account who may decide");
  }
  const event = {
    account: record.account,
    action: "review_assigned",
    subjects: [requestId],
    details: { to: assigned?.id ?? "none" },
  } as const;
  const changed = await store.reviewCases.change(record.account, requestId, (current) => {
    const { assigned: _, ...rest } = current ?? {};
    const after = assigned === null ? rest : { ...rest, assigned };
    return Object.keys(after).length === 0 ? null : after;
  }, { end: record.expiresAt, also: store.audit.entry(event, originOf(caller)) });
  return { claim: claimOf(changed, now()), assigned };
}

/** To whom cases can be assigned: people who may decide them, by name, then keys. */
export async function assignees(services: Services, { account }: Caller): Promise<readonly Who[]> {
  const { store, people, now } = services;
  const persons = (await store.people.of(account.id)).filter(({ role }) =>
    reaches(role, ACTIONS[DECIDE].role)
  )
    .map((person) => whoOf({ ...person, email: emailOf(people, person) }));
  const keys = store.accounts.keysOf(account.id)
    .filter((key) => key.mode === "live" && isActive(key, now()) && mayDo({ key }, DECIDE))
    .map((key) => actorOf({ key }));
  const byName = (one: Who, other: Who) => one.name.localeCompare(other.name);
  return [...persons.sort(byName), ...keys.sort(byName)];
}

async function requireCase(services: Services, caller: Caller, requestId: string): Promise<ScoreRecord> {
  const { store, now } = services;
  const { id: account } = caller.account;
  const record = await store.scores.get(account, requestId, now());
  if (record === null || !mayOpen(caller, record.mode)) {
    throw new AppError("not_found", "your account has no score with this request_id");
  }
  if (!isReviewed(record) || await store.labels.newest(account, requestId) !== null) {
    throw new AppError("conflict", "this score is not to review: it has a label, or another verdict");
  }
  return record;
}
