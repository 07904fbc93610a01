/** `POST /v1/batch`: up to 500 values of one kind; order kept, failures per item, one durable write, one bill. */
import { Budget } from "../../concurrency/budget.ts";
import { AppError } from "../../model/error.ts";
import { type Inputs, isChecked, VALUE_SIGNALS, type ValueKind } from "../../signals/registry.ts";
import { charge, requireActive } from "../access/quota.ts";
import { takeWork, WORK } from "../access/work.ts";
import { answeredWith } from "../idempotency/once.ts";
import { processingTime, type ScoringContext, type Services } from "../context.ts";
import type { Decision } from "./decision.ts";
import { record } from "./record.ts";
import { type ComponentBody, componentBody, scoreComponent } from "./score_component.ts";
import { singleRequest } from "./score_value.ts";

export const MAX_BATCH_ITEMS = 500;
/** Items scored at the same time: those that need outside evidence wait for it in parallel. */
const CONCURRENT_ITEMS = 100;

export interface BatchRequest {
  readonly type: ValueKind;
  readonly items: readonly string[];
  readonly phoneCountry: string | null;
}

/** A text that was read, or why it fails. */
type Item<K extends ValueKind = ValueKind> =
  | { readonly input: string; readonly parsed: Inputs[K]; readonly error: null }
  | { readonly input: string; readonly parsed: null; readonly error: string };

interface IpExtras {
  readonly cached: boolean;
  readonly first_seen: string | null;
  readonly times_seen: number | null;
}

/** The result of the single endpoint with its input, or why the item fails. */
type ItemBody<K extends ValueKind> =
  | { readonly input: string } & ComponentBody<K> & (K extends "ip" ? IpExtras : unknown)
  | { readonly input: string; readonly error: string };

interface BatchBodyOf<K extends ValueKind> {
  readonly type: K;
  readonly count: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly billable_lookups: number;
  readonly processing_time_sec: number;
  readonly results: readonly ItemBody<K>[];
}

type BatchBody = { readonly [K in ValueKind]: BatchBodyOf<K> }[ValueKind];

/** @throws AppError account_paused, rate_limited, quota_exceeded; then nothing is scored and nothing billed */
export async function scoreBatch(
  services: Services,
  context: ScoringContext,
  request: BatchRequest,
): Promise<BatchBody> {
  requireActive(context.caller);
  takeWork(services, context.caller, WORK.batchItem * request.items.length);
  const items = request.items.map((input) => readItem(services, request.type, request.phoneCountry, input));
  const billable = items.filter(({ parsed }) => parsed !== null && isChecked(request.type, parsed)).length;
  const paid = await charge(services.store, context.caller, billable, services.now());
  let scored: Scored;
  try {
    const scoring = scoreItems(services, context, request.type, items);
    scored = scoring instanceof Promise ? await scoring : scoring;
  } catch (error) {
    paid.settle(0);
    throw error;
  }
  const requests = scored.flatMap((decision) =>
    decision === null ? [] : [singleRequest(decision, services.store.writer.reserve())]
  );
  const bodyOf = (decisions: readonly (readonly Decision[])[]) => {
    const seconds = processingTime(context.started);
    let next = 0;
    const results = items.map(({ input, error }) => {
      if (error !== null) return { input, error };
      const { requestId } = requests[next]!.slot;
      const decision = decisions[next++]![0]!;
      return { input, ...batchExtras(decision), ...componentBody(decision, requestId, seconds) };
    });
    return {
      type: request.type,
      count: items.length,
      succeeded: requests.length,
      failed: items.length - requests.length,
      billable_lookups: context.caller.key.mode === "test" ? 0 : billable,
      processing_time_sec: seconds,
      results,
      // Every item is scored by the row of the batch's type.
    } as BatchBody;
  };
  const kept = answeredWith(context.once, () => bodyOf(requests.map(({ decisions }) => decisions)));
  return bodyOf(await record(services, context, paid, billable, requests, kept));
}

type Scored = (Decision | null)[];

/** Synchronous when no item has to be waited for, as `scoreComponent`. */
function scoreItems(
  services: Services,
  context: ScoringContext,
  type: ValueKind,
  items: readonly Item[],
): Scored | Promise<Scored> {
  const budget = new Budget(services.budgetMs, context.caller.account);
  const score = ({ parsed }: Item): ScoredLater =>
    parsed === null ? null : scoreComponent(services, context, type, parsed, budget);
  const scored: Scored = [];
  for (let from = 0; from < items.length; from += CONCURRENT_ITEMS) {
    const part = items.slice(from, from + CONCURRENT_ITEMS).map(score);
    if (!part.every(isScored)) return awaitItems(scored, part, items.slice(from + CONCURRENT_ITEMS), score);
    scored.push(...part);
  }
  return countRepeats(scored);
}

type ScoredLater = Decision | null | Promise<Decision>;

function isScored(decision: ScoredLater): decision is Decision | null {
  return !(decision instanceof Promise);
}

async function awaitItems(
  scored: Scored,
  part: readonly ScoredLater[],
  rest: readonly Item[],
  score: (item: Item) => ScoredLater,
): Promise<Scored> {
  scored.push(...await Promise.all(part));
  for (let from = 0; from < rest.length; from += CONCURRENT_ITEMS) {
    scored.push(...await Promise.all(rest.slice(from, from + CONCURRENT_ITEMS).map(score)));
  }
  return countRepeats(scored);
}

/** A duplicate in a batch counts as a second sighting. */
function countRepeats(scored: Readonly<Scored>): Scored {
  const earlier = new Map<string, Decision>();
  return scored.map((decision) => {
    if (decision === null || decision.prepared.hash === null) return decision;
    const { hash } = decision.prepared;
    const before = earlier.get(hash);
    const counted = before === undefined ? decision : seenAfter(decision, before);
    earlier.set(hash, counted);
    return counted;
  });
}

function seenAfter(decision: Decision, before: Decision): Decision {
  const { prepared } = decision;
  const { firstSeen, timesSeen } = before.prepared.history;
  const times = timesSeen === null ? null : timesSeen + 1;
  const history = { ...prepared.history, cached: firstSeen !== null, firstSeen, timesSeen: times };
  return { ...decision, prepared: { ...prepared, history } };
}

/** What batch IP results carry in addition to the single result. */
function batchExtras({ prepared: { kind, history } }: Decision): IpExtras | Record<string, never> {
  if (kind !== "ip") return {};
  return { cached: history.cached, first_seen: history.firstSeen, times_seen: history.timesSeen };
}

function readItem<K extends ValueKind>(
  { valueReader }: Services,
  type: K,
  country: string | null,
  input: string,
): Item<K> {
  const row = VALUE_SIGNALS[type];
  const refuse = (why: string) => new AppError("invalid_value", `this is not a valid ${row.noun}: ${why}`);
  try {
    const parsed = valueReader.read(type, input, refuse, { country });
    const refusal = row.batchRefusal(parsed);
    if (refusal !== null) throw refuse(refusal);
    return { input, parsed, error: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { input, parsed: null, error: error.message };
  }
}
