/** `POST /v1/batch`: up to 500 values of one kind; order kept, failures per item, one durable write, one bill. */
import { Budget } from "../../concurrency/budget.ts";
import { AppError } from "../../model/error.ts";
import type { Inputs, ValueKind } from "../../signals/registry.ts";
import { processingTime, type ScoringContext, type Services } from "../context.ts";
import { charge, requireActive } from "../access/quota.ts";
import { readDomain, readEmail, readIp, readPhone } from "./read_input.ts";
import { record } from "./record.ts";
import { decidedAlone } from "./score_value.ts";
import { componentBody, scoreComponent, type ScoredComponent, SIGNAL_ROWS } from "./score_component.ts";

export const MAX_BATCH_ITEMS = 500;
/** Items scored at once; local evidence is synchronous, outside evidence waits together. */
const AT_ONCE = 100;

export interface BatchRequest {
  readonly type: ValueKind;
  readonly items: readonly string[];
  readonly phoneCountry: string | null;
}

interface Item {
  readonly input: string;
  readonly parsed: Inputs[ValueKind] | null;
  readonly error: string | null;
}

/** @throws AppError account_paused, quota_exceeded; then nothing is scored and nothing billed */
export async function scoreBatch(services: Services, context: ScoringContext, request: BatchRequest) {
  requireActive(context.caller);
  const items = request.items.map((input) => readItem(request, input));
  const row = SIGNAL_ROWS[request.type];
  const billable = items.filter((item) => item.parsed !== null && row.checked(item.parsed)).length;
  const paid = await charge(services.store, context.caller, billable, services.now());
  let scored: Scored;
  try {
    const scoring = scoreItems(services, context, request.type, items);
    scored = scoring instanceof Promise ? await scoring : scoring;
  } catch (error) {
    paid.settle(0);
    throw error;
  }
  const decisions = scored.flatMap((component) =>
    component === null ? [] : [decidedAlone(component, services.store.writer.reserve())]
  );
  const counted = (await record(services, context, paid, billable, decisions)).values();
  const seconds = processingTime(context.started);
  const places = decisions.map((decided) => decided.place.requestId).values();
  const results = items.map((item, index) => {
    if (scored[index] === null) return { input: item.input, error: item.error };
    const component = counted.next().value![0]!;
    return {
      input: item.input,
      ...batchExtras(request.type, component),
      ...componentBody(component, places.next().value!, seconds),
    };
  });
  const succeeded = decisions.length;
  return {
    type: request.type,
    count: items.length,
    succeeded,
    failed: items.length - succeeded,
    billable_lookups: context.caller.key.mode === "test" ? 0 : billable,
    processing_time_sec: processingTime(context.started),
    results,
  };
}

type Scored = (ScoredComponent | null)[];

/** At once when nothing has to be waited for, as `scoreComponent`. */
function scoreItems(
  services: Services,
  context: ScoringContext,
  type: ValueKind,
  items: readonly Item[],
): Scored | Promise<Scored> {
  const budget = new Budget(services.budgetMs);
  const score = ({ parsed }: Item) =>
    parsed === null ? null : scoreComponent(services, context, type, parsed as never, budget);
  const scored: Scored = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const part = items.slice(from, from + AT_ONCE).map(score);
    if (!part.every(isHere)) return awaitItems(scored, part, items.slice(from + AT_ONCE), score);
    scored.push(...part);
  }
  return countRepeats(scored);
}

type Coming = ScoredComponent | null | Promise<ScoredComponent>;

function isHere(coming: Coming): coming is ScoredComponent | null {
  return !(coming instanceof Promise);
}

async function awaitItems(
  scored: Scored,
  part: readonly Coming[],
  rest: readonly Item[],
  score: (item: Item) => Coming,
): Promise<Scored> {
  scored.push(...await Promise.all(part));
  for (let from = 0; from < rest.length; from += AT_ONCE) {
    scored.push(...await Promise.all(rest.slice(from, from + AT_ONCE).map(score)));
  }
  return countRepeats(scored);
}

/** A value that stands twice in a batch is seen twice. */
function countRepeats(scored: Readonly<Scored>): Scored {
  const before = new Map<string, ScoredComponent>();
  return scored.map((component) => {
    if (component === null || component.hash === null) return component;
    const { firstSeen, timesSeen } = before.get(component.hash) ?? { firstSeen: null, timesSeen: 0 };
    const counted = firstSeen === null
      ? component
      : { ...component, cached: true, firstSeen, timesSeen: timesSeen + 1 };
    before.set(component.hash, counted);
    return counted;
  });
}

/** What batch IP results carry besides the single result. */
function batchExtras(type: ValueKind, component: ScoredComponent): Record<string, unknown> {
  if (type !== "ip") return {};
  return { cached: component.cached, first_seen: component.firstSeen, times_seen: component.timesSeen };
}

function readItem(request: BatchRequest, input: string): Item {
  try {
    return { input, parsed: parsedItem(request, input), error: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { input, parsed: null, error: error.message };
  }
}

function parsedItem({ type, phoneCountry }: BatchRequest, input: string): Inputs[ValueKind] {
  const refuse = (why: string) => new AppError("invalid_value", `this is not a valid ${NAMES[type]}: ${why}`);
  switch (type) {
    case "ip":
      return readIp(input, refuse);
    case "domain":
      return readDomain(input, refuse);
    case "email": {
      const email = readEmail(input, refuse);
      if (email.mailbox === null) throw refuse(email.reason ?? "its syntax is wrong");
      return { email, waitForMailbox: false };
    }
    case "phone": {
      const country = (why: string) => new AppError("invalid_value", `phone_country ${why}`);
      const phone = readPhone(input, phoneCountry, { phone: refuse, country });
      if (phone.number === null && phone.parseStatus !== "country_required") {
        throw refuse(PHONE_REASONS[phone.parseStatus] ?? phone.parseStatus);
      }
      return phone;
    }
  }
}

const NAMES = { ip: "IP address", email: "email", domain: "domain", phone: "phone number" } as const;

const PHONE_REASONS: Readonly<Record<string, string>> = {
  invalid_country: "its country does not exist",
  too_short: "it is too short",
  too_long: "it is too long",
  not_a_number: "it does not read as a number",
};
