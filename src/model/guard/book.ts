/** What is known of an account's sends: those of a day one by one, those of 16 days in totals. Holds state, asks no clock. */
import { DAY_MS, HOUR_MS } from "../duration.ts";
import {
  type BlockEvent,
  type BlockState,
  blockState,
  type BlockSubject,
  NO_BLOCK,
  subjectText,
} from "./blocks.ts";
import {
  type GuardSend,
  isMail,
  type KnownSend,
  type SendKeys,
  type SendOutcome,
  strongerOutcome,
} from "./send.ts";
import { type Conversion, TimedSends } from "./timed_sends.ts";
import { placeOf, Totals } from "./totals.ts";

/** One by one: as long as the longest window, and a little. */
const ONE_BY_ONE_MS = DAY_MS + HOUR_MS;
/** In totals. */
export const KEPT_DAYS = 16;
/** The oldest make room. */
const MAX_SENDS = 200_000;
const MAX_SEEN = 200_000;
const MAX_SUBJECTS = 20_000;
/** About, of one send with its places in the lists. */
const SEND_BYTES = 700;
/** The usual hour is that of so many. */
const USUAL_HOURS = 48;
/** From so many verifications on a country is known. */
const KNOWN_VERIFICATIONS = 3;

/** What sends are counted by. */
type Counted = "recipient" | "block" | "carrier" | "country" | "address" | "device" | "user";

export interface Blocked extends BlockSubject {
  readonly state: BlockState;
}

interface Subject extends BlockSubject {
  readonly events: BlockEvent[];
  state: BlockState;
}

const EMPTY = new TimedSends();

export class GuardBook {
  readonly totals = new Totals();
  readonly #sends = new Map<string, KnownSend>();
  /** Outcomes that came before their sends. */
  readonly #early = new Map<string, SendOutcome>();
  readonly #lists: Readonly<Record<Counted, Map<string, TimedSends>>> = {
    recipient: new Map(),
    block: new Map(),
    carrier: new Map(),
    country: new Map(),
    address: new Map(),
    device: new Map(),
    user: new Map(),
  };
  /** By hours, those that only the breaker could refuse. */
  readonly #hours = new Map<number, number>();
  /** The usual hour of an hour, until something comes of an earlier one. */
  #usual: { readonly hour: number; readonly count: number } | null = null;
  readonly #passed = new TimedSends();
  /** Recipients that were sent to. */
  readonly #seen = new Set<string>();
  readonly #verifications = new Map<string, number>();
  readonly #subjects = new Map<string, Subject>();

  get bytes(): number {
    return this.#sends.size * SEND_BYTES + this.#seen.size * 80 + this.#subjects.size * 500;
  }

  send(id: string): KnownSend | null {
    return this.#sends.get(id) ?? null;
  }

  /** Counts a send; one that is known is not counted again. */
  note(send: GuardSend, now: number): void {
    if (this.#sends.has(send.id)) return;
    this.totals.add(send);
    const passed = send.decision === "allow" || send.byBreaker;
    if (passed) {
      const hour = hourOf(send.at);
      this.#hours.set(hour, (this.#hours.get(hour) ?? 0) + 1);
      if (this.#usual !== null && hour < this.#usual.hour) this.#usual = null;
    }
    if (send.decision === "allow") this.#see(send.keys.recipient);
    if (now - send.at >= ONE_BY_ONE_MS || !passed) return;
    const known: KnownSend = { ...send, outcome: this.#early.get(send.id) ?? null };
    this.#early.delete(send.id);
    this.#sends.set(send.id, known);
    this.#passed.add(known);
    if (send.decision === "allow") {
      for (const by of COUNTED) {
        const name = listName(by, send);
        if (name !== null) this.#list(by, name).add(known);
      }
    }
    if (this.#sends.size > MAX_SENDS) this.#drop(this.#sends.values().next().value!);
  }

  /**
   * What became of a send. What is not told of it here is told by the one who knows it.
   * @returns false: nothing changes
   */
  tell(
    { id, outcome, at, country, carrier, refused = false }: {
      readonly id: string;
      readonly outcome: SendOutcome;
      readonly at: number;
      readonly country: string | null;
      readonly carrier: string | null;
      /** It was sent all the same: what is told is true, but no part of what was allowed. */
      readonly refused?: boolean;
    },
  ): boolean {
    const send = this.#sends.get(id);
    const before = send?.outcome ?? this.#early.get(id) ?? null;
    const after = strongerOutcome(before, outcome);
    if (after === before) return false;
    if (send === undefined) {
      this.#early.set(id, after);
      if (this.#early.size > MAX_SENDS) this.#early.delete(this.#early.keys().next().value!);
    } else send.outcome = after;
    if (after !== "verified") return true;
    // Of sends that are not known here, mail alone has neither.
    const isMail = country === null && carrier === null;
    if (!refused) this.totals.verified(at, send === undefined ? { isMail, country, carrier } : placeOf(send));
    if (country !== null) this.#verifications.set(country, (this.#verifications.get(country) ?? 0) + 1);
    if (send !== undefined) {
      for (const subject of subjectsOf(send)) this.happened(subject, { at, type: "verified" });
    }
    return true;
  }

  /** A verification means something for what is blocked alone. */
  happened(subject: BlockSubject, event: BlockEvent): void {
    const name = subjectText(subject);
    let known = this.#subjects.get(name);
    if (known === undefined) {
      if (event.type === "verified") return;
      this.#subjects.set(name, known = { ...subject, events: [], state: NO_BLOCK });
    }
    const same = known.events.some(({ at, type }) => at === event.at && type === event.type);
    if (same) return;
    known.events.push(event);
    known.events.sort((one, other) => one.at - other.at);
    known.state = blockState(known.events);
    if (this.#subjects.size > MAX_SUBJECTS) this.#subjects.delete(this.#subjects.keys().next().value!);
  }

  block(subject: BlockSubject): BlockState {
    return this.#subjects.get(subjectText(subject))?.state ?? NO_BLOCK;
  }

  /** What is blocked now. */
  blocked(now: number): Blocked[] {
    return [...this.#subjects.values()].filter(({ state }) => state.until > now);
  }

  /** Countries that were verified on the account before what is in memory. */
  knowCountries(countries: Iterable<string>): void {
    for (const country of countries) {
      this.#verifications.set(country, Math.max(KNOWN_VERIFICATIONS, this.#verifications.get(country) ?? 0));
    }
  }

  isKnownCountry(country: string): boolean {
    return (this.#verifications.get(country) ?? 0) >= KNOWN_VERIFICATIONS;
  }

  knownCountries(): string[] {
    return [...this.#verifications.keys()].filter((country) => this.isKnownCountry(country)).sort();
  }

  /** Allowed sends that have this in common with one. */
  sends(by: Counted, send: Pick<GuardSend, "channel" | "keys">): TimedSends {
    const name = listName(by, send);
    return name === null ? EMPTY : this.#lists[by].get(name) ?? EMPTY;
  }

  /** Allowed sends of a block of numbers. */
  inBlock(block: string): TimedSends {
    return this.#lists.block.get(block) ?? EMPTY;
  }

  conversion(by: Counted, send: Pick<GuardSend, "channel" | "keys">, span: number, now: number): Conversion {
    return this.sends(by, send).conversion(span, now, -Infinity);
  }

  wasSeen(recipient: string): boolean {
    return this.#seen.has(recipient);
  }

  /** Sends of the last hour that were allowed, or would have been but for the breaker. */
  passedInHour(now: number): number {
    return this.#passed.countAfter(now - HOUR_MS);
  }

  /**
   * The upper quartile of the last 48 whole hours. Most sites have quiet nights, so that the middle one may have none; and what
   * an attack sends is usual only after twelve hours.
   */
  usualHour(now: number): number {
    const hour = hourOf(now);
    if (this.#usual?.hour === hour) return this.#usual.count;
    const counts = Array.from({ length: USUAL_HOURS }, (_, ago) => this.#hours.get(hour - ago - 1) ?? 0)
      .sort((one, other) => one - other);
    const count = counts[USUAL_HOURS * 3 / 4]!;
    this.#usual = { hour, count };
    return count;
  }

  /** Lets go of what is too old. */
  advance(now: number): void {
    for (const send of this.#sends.values()) {
      if (now - send.at < ONE_BY_ONE_MS) break;
      this.#drop(send);
    }
    const hour = hourOf(now);
    for (const known of this.#hours.keys()) if (known < hour - USUAL_HOURS) this.#hours.delete(known);
    this.totals.forgetBefore(now - KEPT_DAYS * DAY_MS);
    for (const [name, { state, events }] of this.#subjects) {
      const last = Math.max(state.until, state.liftedAt, events.at(-1)!.at);
      if (now - last > 2 * DAY_MS) this.#subjects.delete(name);
    }
  }

  #drop(send: KnownSend): void {
    this.#sends.delete(send.id);
    this.#passed.remove(send);
    for (const by of COUNTED) {
      const name = listName(by, send);
      const list = name === null ? undefined : this.#lists[by].get(name);
      list?.remove(send);
      if (list?.size === 0) this.#lists[by].delete(name!);
    }
  }

  #see(recipient: string): void {
    if (this.#seen.has(recipient)) return;
    this.#seen.add(recipient);
    if (this.#seen.size > MAX_SEEN) this.#seen.delete(this.#seen.values().next().value!);
  }

  #list(by: Counted, name: string): TimedSends {
    const lists = this.#lists[by];
    let list = lists.get(name);
    if (list === undefined) lists.set(name, list = new TimedSends());
    return list;
  }
}

/** What a send can be refused with, for a while. */
function subjectsOf(send: Pick<GuardSend, "channel" | "keys">): BlockSubject[] {
  const { keys } = send;
  const subjects: BlockSubject[] = [];
  if (keys.block !== null) subjects.push({ kind: "block", name: keys.block });
  if (keys.country !== null) subjects.push({ kind: "carrier", name: carrierName(keys) });
  if (isMail(send)) subjects.push({ kind: "mailbox", name: keys.recipient });
  return subjects;
}

export function carrierName({ country, carrier }: Pick<SendKeys, "country" | "carrier">): string {
  return `${country ?? "?"} ${carrier ?? "?"}`;
}

const COUNTED: readonly Counted[] = [
  "recipient",
  "block",
  "carrier",
  "country",
  "address",
  "device",
  "user",
];

function listName(by: Counted, { keys }: Pick<GuardSend, "channel" | "keys">): string | null {
  if (by !== "carrier") return keys[by];
  return keys.country === null && keys.carrier === null ? null : carrierName(keys);
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS);
}
