/** `POST /v1/batch`: up to 500 values of one kind; order kept, failures per item, one durable write, one bill. */
import { Budget } from "../../concurrency/budget.ts";
import { AppError } from "../../model/error.ts";
import { type Inputs, isChecked, VALUE_SIGNALS, type ValueKind } from "../../signals/registry.ts";
import { charge, requireActive } from "../access/quota.ts";
import { takeWork, WORK } from "../access/work.ts";
import { readyGroups } from "../groups/score_groups.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
import { processingTime, type ScoringContext, type Services } from "../context.ts";
import { type Decision, decisionOf } from "./decision.ts";
import { record } from "./record.ts";
import { type ComponentBody, componentBody, scoreComponent } from "./score_component.ts";
import { type DomainExtras, domainExtras } from "./score_domain.ts";
import { singleRequest } from "./score_value.ts";

export const MAX_BATCH_ITEMS = 500;
/** Items scored at the same time: those that need outside evidence wait for it in parallel. */
const CONCURRENT_ITEMS = 100;

interface BatchRequest {
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

interface Extras {
  readonly ip: IpExtras;
  readonly domain: DomainExtras;
}

/** The result of the single endpoint with its input, or why the item fails. */
type ItemBody<K extends ValueKind> =
  | { readonly input: string } & ComponentBody<K> & (K extends keyof Extras ? Extras[K] : unknown)
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
  const items = await readItems(services, request);
  const billable = items.filter(({ parsed }) => parsed !== null && isChecked(request.type, parsed)).length;
  const paid = await charge(services.store, context.caller, billable, services.now());
  let scored: Scored;
  try {
    if (request.type === "domain") await readyGroups(services, context.caller);
    scored = await scoreItems(services, context, request.type, items);
  } catch (error) {
    paid.settle(0);
    throw error;
  }
  const requests = scored.flatMap((decision) =>
    decision === null ? [] : [singleRequest(decision, services.store.scores.begin(context.caller.key.mode))]
  );
  const bodyOf = (decisions: readonly (readonly Decision[])[]) => {
    const seconds = processingTime(context.started);
    let next = 0;
    const results = items.map(({ input, error }) => {
      if (error !== null) return { input, error };
      const { requestId } = requests[next]!.pending;
      const decision = decisions[next++]![0]!;
      const extras = batchExtras(services, context, decision);
      return { input, ...extras, ...componentBody(decision, requestId, seconds) };
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
  const kept = context.single?.answered(bodyOf(requests.map(({ decisions }) => decisions)));
  return bodyOf(await record(services, context, paid, billable, requests, kept));
}

type Scored = (Decision | null)[];

/** Others have their turn between items. */
async function scoreItems(
  services: Services,
  context: ScoringContext,
  type: ValueKind,
  items: readonly Item[],
): Promise<Scored> {
  const budget = new Budget(services.budgetMs, context.caller.account);
  const slice = new TimeSlice();
  const scored: Scored = [];
  for (let from = 0; from < items.length; from += CONCURRENT_ITEMS) {
    const part: (Decision | null | Promise<Decision>)[] = [];
    for (const { parsed } of items.slice(from, from + CONCURRENT_ITEMS)) {
      const scoring = parsed === null ? null : scoreComponent(services, context, type, parsed, budget);
      // It may fail while others have their turn; that is thrown below.
      if (scoring instanceof Promise) scoring.catch(() => {});
      part.push(scoring);
      if (slice.isOver) await slice.next();
    }
    scored.push(...await Promise.all(part));
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

/** What the results of a batch carry beside the component. */
function batchExtras(
  services: Services,
  { caller }: ScoringContext,
  decision: Decision,
): Extras[keyof Extras] | Record<string, never> {
  const { kind, history } = decision.prepared;
  if (kind === "ip") {
    return { cached: history.cached, first_seen: history.firstSeen, times_seen: history.timesSeen };
  }
  const domain = decisionOf([decision], "domain");
  if (domain === undefined) return {};
  return domainExtras(services, caller, domain.prepared.input, domain.evaluation.component.fields.signals);
}

async function readItems(services: Services, { type, items, phoneCountry }: BatchRequest): Promise<Item[]> {
  const slice = new TimeSlice();
  const read: Item[] = [];
  for (const input of items) {
    read.push(readItem(services, type, phoneCountry, input));
    if (slice.isOver) await slice.next();
  }
  return read;
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
