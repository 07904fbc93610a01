/** Whether a message may be sent: one named row for each reason, with its decision and its points. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../duration.ts";
import type { Verdict } from "../verdict.ts";
import { type BlockBegin, type BlockState, type BlockSubject, nextBlock } from "./blocks.ts";
import { carrierName, type GuardBook } from "./book.ts";
import { type GuardSettings, type Limits, limitsOf } from "./limits.ts";
import { runLength } from "./runs.ts";
import { type GuardSend, isMail, type KnownSend, type SendDecision } from "./send.ts";
import type { TimedSends } from "./timed_sends.ts";
import { wilsonUpper } from "./wilson.ts";

interface SendRow {
  readonly decision: SendDecision;
  readonly points: number;
  readonly text: string;
}

/** `allow`: it is told, and decides nothing. Texts are for the site, and tell nothing of whether a mailbox exists. */
export const SEND_RULES = {
  unreachable: { decision: "deny", points: 85, text: "nobody can be reached there" },
  number_type: { decision: "deny", points: 80, text: "numbers of this kind get no codes" },
  country_not_permitted: { decision: "deny", points: 80, text: "this country is not permitted" },
  block_conversion: { decision: "deny", points: 85, text: "codes to this block of numbers are not entered" },
  carrier_conversion: {
    decision: "delay",
    points: 60,
    text: "codes to this carrier are hardly ever entered",
  },
  carrier_conversion_again: {
    decision: "deny",
    points: 80,
    text: "codes to this carrier are still hardly ever entered",
  },
  neighbours: { decision: "deny", points: 80, text: "neighbouring numbers one after the other" },
  mailbox_flooded: { decision: "deny", points: 80, text: "too much for this recipient is never confirmed" },
  network: { decision: "deny", points: 75, text: "asked for over Tor, hosting or a listed address" },
  address_blocked: { decision: "deny", points: 75, text: "the address that asked is blocked" },
  signup_blocked: { decision: "deny", points: 80, text: "the sign-up behind it is blocked" },
  signup_review: {
    decision: "allow",
    points: 35,
    text: "the sign-up behind it, or its address, is a review",
  },
  block_unanswered: {
    decision: "delay",
    points: 55,
    text: "hardly anybody in this block of numbers has entered a code yet",
  },
  recipient_minute: { decision: "delay", points: 20, text: "this recipient was sent to a moment ago" },
  recipient_10m: { decision: "delay", points: 30, text: "this recipient was sent to several times just now" },
  recipient_day: { decision: "delay", points: 40, text: "this recipient was sent to often today" },
  address_hour: { decision: "delay", points: 45, text: "the address asked for many recipients this hour" },
  address_day: { decision: "delay", points: 50, text: "the address asked for many recipients today" },
  device_hour: { decision: "delay", points: 45, text: "the device asked for many recipients this hour" },
  device_day: { decision: "delay", points: 50, text: "the device asked for many recipients today" },
  user_day: { decision: "delay", points: 40, text: "the user asked often today" },
  country_new_hour: {
    decision: "delay",
    points: 50,
    text: "a country where nobody has entered a code yet, and several sends this hour",
  },
  budget: { decision: "delay", points: 50, text: "what may be spent in this country today is spent" },
  spend_high: { decision: "delay", points: 45, text: "much more than usual is spent in this country today" },
  spend_extreme: { decision: "deny", points: 75, text: "ten times the usual is spent in this country today" },
  breaker: {
    decision: "delay",
    points: 60,
    text: "far more than usual is sent: only recipients that were sent to before",
  },
} as const satisfies Readonly<Record<string, SendRow>>;

export type SendRule = keyof typeof SEND_RULES;

/** What is known of a send apart from other sends. */
export interface SendFacts {
  /** Of a number: it exists and may get a code; of mail: it is an address. */
  readonly reachable: boolean;
  /** Premium, shared cost, satellite, reserved, or a fixed line for an SMS. */
  readonly refusedType: boolean;
  readonly network: "tor" | "hosting" | "listed" | null;
  /** Of the address that asks; null: none was given. */
  readonly address: Verdict | null;
  /** Of the score of the sign-up; null: none was named. */
  readonly signup: Verdict | null;
}

/** A send that is asked about. */
export interface AskedSend extends Pick<GuardSend, "channel" | "keys" | "cost"> {
  readonly facts: SendFacts;
  /** The block of numbers, or the masked mailbox. */
  readonly shown: () => string;
}

interface Asked extends Omit<AskedSend, "facts"> {
  readonly at: number;
}

interface SendFinding {
  readonly rule: SendRule;
  readonly decision: SendDecision;
  /** Milliseconds since the epoch: when to try again; null: waiting does not help. */
  readonly until: number | null;
}

export interface Judgement {
  readonly decision: SendDecision;
  readonly score: number;
  /** The heaviest first. */
  readonly findings: readonly SendFinding[];
  readonly until: number | null;
  /** Blocks that begin with it. */
  readonly begins: readonly { readonly subject: BlockSubject; readonly event: BlockBegin }[];
  /** The breaker refused it. */
  readonly tripped: boolean;
}

/** Fewer sends an hour trip no breaker. */
const BREAKER_LEAST = 100;
/** Who enters a code has mostly done so by then. */
const ANSWERED_MS = MINUTE_MS;
const BREAKER_WAIT_MS = 10 * MINUTE_MS;
/** Fewer sends a day to a country are no reason to compare what they cost. */
const SPEND_SENDS = 20;
const SPEND_HIGH = 3;
const SPEND_EXTREME = 10;
/** Mails that nobody confirmed, from more than one address. */
const FLOOD_SENDS = 3;
const FLOOD_ADDRESSES = 2;
/** Of the block after them: a day. */
const FLOOD_LEVEL = 4;

export function judgeSend(
  book: GuardBook,
  settings: GuardSettings,
  { facts, ...asked }: AskedSend,
  at: number,
): Judgement {
  const send = { ...asked, at };
  const limits = limitsOf(settings);
  const found = new Findings();
  judgeFacts(found, settings, send, facts);
  judgeCounts(found, book, limits, send);
  judgeMoney(found, book, settings, send);
  if (!isMail(send)) judgeConversion(found, book, limits, send);
  else judgeFlood(found, book, send);
  const tripped = found.decision === "allow" && trips(book, limits, send);
  if (tripped) found.add("breaker", send.at + BREAKER_WAIT_MS);
  return found.judgement(tripped);
}

class Findings {
  readonly #all: SendFinding[] = [];
  readonly #begins: Judgement["begins"][number][] = [];

  add(rule: SendRule, until: number | null = null): void {
    this.#all.push({ rule, decision: SEND_RULES[rule].decision, until });
  }

  begin(subject: BlockSubject, event: BlockBegin): void {
    this.#begins.push({ subject, event });
  }

  get decision(): SendDecision {
    const decisions = this.#all.map(({ decision }) => decision);
    return decisions.includes("deny") ? "deny" : decisions.includes("delay") ? "delay" : "allow";
  }

  judgement(tripped: boolean): Judgement {
    const { decision } = this;
    const findings = this.#all.toSorted((one, other) =>
      SEND_RULES[other.rule].points - SEND_RULES[one.rule].points
    );
    const deciding = findings.filter((finding) => finding.decision === decision && decision !== "allow");
    // One that no time ends is not to be tried again at all.
    const ends = deciding.map(({ until }) => until);
    const until = ends.length === 0 || ends.includes(null) ? null : Math.max(...ends as number[]);
    const left = findings.reduce((rest, { rule }) => rest * (1 - SEND_RULES[rule].points / 100), 1);
    return {
      decision,
      score: Math.round(100 * (1 - left)),
      findings,
      until,
      begins: this.#begins,
      tripped,
    };
  }
}

function judgeFacts(found: Findings, settings: GuardSettings, { keys, channel }: Asked, facts: SendFacts) {
  const { permittedCountries } = settings;
  if (!facts.reachable) found.add("unreachable");
  if (facts.refusedType) found.add("number_type");
  const isNumber = channel !== "email" || keys.country !== null;
  if (permittedCountries !== null && isNumber && facts.reachable) {
    if (keys.country === null || !permittedCountries.includes(keys.country)) {
      found.add("country_not_permitted");
    }
  }
  if (facts.network !== null) found.add("network");
  if (facts.address === "block") found.add("address_blocked");
  if (facts.signup === "block") found.add("signup_blocked");
  if (facts.signup === "review" || facts.address === "review") found.add("signup_review");
}

function judgeCounts(found: Findings, book: GuardBook, limits: Limits, send: Asked): void {
  const { at, keys } = send;
  const within = (rule: SendRule, sends: TimedSends, span: number, limit: number) => {
    const leaves = sends.leaving(at - span, limit - 1);
    if (leaves !== null) found.add(rule, leaves.at + span);
  };
  const recipient = book.sends("recipient", send);
  within("recipient_minute", recipient, MINUTE_MS, limits.recipient_minute);
  within("recipient_10m", recipient, 10 * MINUTE_MS, limits.recipient_10m);
  within("recipient_day", recipient, DAY_MS, limits.recipient_day);
  within("user_day", book.sends("user", send), DAY_MS, limits.user_day);
  for (const by of ["address", "device"] as const) {
    const sends = book.sends(by, send);
    for (
      const [rule, span, limit] of [
        [`${by}_hour`, HOUR_MS, limits.address_hour],
        [`${by}_day`, DAY_MS, limits.address_day],
      ] as const
    ) {
      const until = tooManyRecipients(sends, keys.recipient, { at, span, limit });
      if (until !== null) found.add(rule, until);
    }
  }
  if (keys.country !== null && !book.isKnownCountry(keys.country)) {
    within("country_new_hour", book.sends("country", send), HOUR_MS, limits.country_new_hour);
  }
}

/** When one of them leaves; null: there are not too many. One that is among them already is not one more. */
function tooManyRecipients(
  sends: TimedSends,
  recipient: string,
  { at, span, limit }: { readonly at: number; readonly span: number; readonly limit: number },
): number | null {
  if (sends.countAfter(at - span) < limit) return null;
  const last = new Map<string, number>();
  for (const send of sends.after(at - span)) last.set(send.keys.recipient, send.at);
  if (last.size < limit || last.has(recipient)) return null;
  return [...last.values()].sort((one, other) => one - other)[last.size - limit]! + span;
}

function judgeMoney(found: Findings, book: GuardBook, { budgets }: GuardSettings, send: Asked): void {
  const { keys: { country }, cost, at } = send;
  if (country === null || cost === 0) return;
  const { spent, sent } = book.totals.today(country, at);
  const tomorrow = (Math.floor(at / DAY_MS) + 1) * DAY_MS;
  const budget = budgets[country];
  if (budget !== undefined) {
    if (spent + cost > budget * 1_000_000) found.add("budget", tomorrow);
    return;
  }
  if (sent < SPEND_SENDS) return;
  const usual = book.totals.usualSpent(country, at);
  if (usual === null || usual === 0) return;
  if (spent + cost > SPEND_EXTREME * usual) found.add("spend_extreme", tomorrow);
  else if (spent + cost > SPEND_HIGH * usual) found.add("spend_high", tomorrow);
}

function judgeConversion(found: Findings, book: GuardBook, limits: Limits, send: Asked): void {
  const { at, keys } = send;
  if (keys.block !== null) {
    const subject = { kind: "block", name: keys.block } as const;
    const state = book.block(subject);
    const sends = book.inBlock(keys.block);
    if (state.until > at) found.add("block_conversion", state.until);
    else {
      const { decided, verified } = sends.conversion(HOUR_MS, at, state.liftedAt);
      if (decided >= limits.block_sends && wilsonUpper(verified, decided) < limits.block_bound) {
        const event = nextBlock(state, { at, why: SEND_RULES.block_conversion.text, shown: send.shown() });
        found.begin(subject, event);
        found.add("block_conversion", event.until);
      } else judgeUnanswered(found, sends, limits, { at, since: state.liftedAt });
    }
    judgeNeighbours(found, book, limits, send, state);
  }
  if (keys.country === null) return;
  const subject = { kind: "carrier", name: carrierName(keys) } as const;
  const state = book.block(subject);
  const rule = (level: number) =>
    level > 1 ? "carrier_conversion_again" as const : "carrier_conversion" as const;
  if (state.until > at) return found.add(rule(state.level), state.until);
  const { decided, verified } = book.sends("carrier", send).conversion(DAY_MS, at, state.liftedAt);
  if (decided < limits.carrier_sends || wilsonUpper(verified, decided) >= limits.carrier_bound) return;
  const event = nextBlock(state, { at, why: SEND_RULES.carrier_conversion.text, shown: subject.name });
  found.begin(subject, event);
  found.add(rule(event.level), event.until);
}

/** As `block_conversion`, before anything is decided: who enters a code has mostly done so after a minute. */
function judgeUnanswered(
  found: Findings,
  sends: TimedSends,
  limits: Limits,
  { at, since }: { readonly at: number; readonly since: number },
): void {
  let answered = 0;
  let verified = 0;
  let oldest = Infinity;
  for (const send of sends.after(Math.max(at - HOUR_MS, since))) {
    if (send.outcome === "verified") verified++;
    else if (at - send.at < ANSWERED_MS) continue;
    answered++;
    oldest = Math.min(oldest, send.at);
  }
  if (answered < limits.block_sends || wilsonUpper(verified, answered) >= limits.block_bound) return;
  found.add("block_unanswered", oldest + HOUR_MS);
}

function judgeNeighbours(
  found: Findings,
  book: GuardBook,
  limits: Limits,
  { at, keys }: Asked,
  { liftedAt }: BlockState,
): void {
  if (keys.inBlock === null) return;
  const numbers: number[] = [];
  let newest = 0;
  for (const [block, offset] of [[keys.before, -10_000], [keys.block, 0], [keys.after, 10_000]] as const) {
    if (block === null) continue;
    for (
      const { keys: { inBlock }, outcome, at: sentAt } of unverified(
        book,
        block,
        Math.max(at - HOUR_MS, liftedAt),
      )
    ) {
      if (inBlock === null || outcome === "verified") continue;
      numbers.push(inBlock + offset);
      newest = Math.max(newest, sentAt);
    }
  }
  if (numbers.length < limits.run_length - 1) return;
  if (runLength(keys.inBlock, numbers, limits.run_distance) < limits.run_length) return;
  found.add("neighbours", newest + HOUR_MS);
}

function unverified(book: GuardBook, block: string, since: number): Iterable<KnownSend> {
  return book.inBlock(block).after(since);
}

function judgeFlood(found: Findings, book: GuardBook, send: Asked): void {
  const { at, keys } = send;
  const subject = { kind: "mailbox", name: keys.recipient } as const;
  const state = book.block(subject);
  if (state.until > at) return found.add("mailbox_flooded", state.until);
  const sends = book.sends("recipient", send);
  const { decided, verified } = sends.conversion(DAY_MS, at, state.liftedAt);
  if (decided < FLOOD_SENDS || verified > 0) return;
  const addresses = new Set<string>();
  for (const { keys: { address } } of sends.after(Math.max(at - DAY_MS, state.liftedAt))) {
    if (address !== null) addresses.add(address);
  }
  if (addresses.size < FLOOD_ADDRESSES) return;
  const event = {
    at,
    type: "blocked",
    level: FLOOD_LEVEL,
    until: at + DAY_MS,
    why: SEND_RULES.mailbox_flooded.text,
    shown: send.shown(),
  } as const;
  found.begin(subject, event);
  found.add("mailbox_flooded", event.until);
}

function trips(book: GuardBook, { breaker }: Limits, { at, keys }: Asked): boolean {
  const hour = book.passedInHour(at) + 1;
  if (hour <= BREAKER_LEAST || book.wasSeen(keys.recipient)) return false;
  return hour > breaker * book.usualHour(at);
}
