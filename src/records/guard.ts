/**
 * Sends that sites ask about, a log of each account: what was asked and decided, what became of it, and what people lifted.
 * Entries are in the order of their times and never change, so nodes follow each other by reading the newest.
 */
import type { Engine } from "../db/engine.ts";
import type { Writer } from "../db/commit/writer.ts";
import type { ChangeLog } from "../db/cluster/change_log.ts";
import { DAY_MS } from "../model/duration.ts";
import { BLOCK_KINDS, type BlockBegin, type BlockKind } from "../model/guard/blocks.ts";
import { KEPT_DAYS } from "../model/guard/book.ts";
import type { GuardSettings } from "../model/guard/limits.ts";
import {
  CHANNELS,
  type GuardSend,
  SEND_DECISIONS,
  SEND_OUTCOMES,
  type SendKeys,
  type SendOutcome,
} from "../model/guard/send.ts";
import type { Change } from "./change.ts";
import { Document } from "./document.ts";
import {
  count,
  either,
  label,
  list,
  map,
  number,
  object,
  oneOf,
  orNull,
  record,
  text,
  tuple,
} from "./define.ts";
import { commitMirrored, Mirror } from "./mirror.ts";
import { State } from "./state.ts";

interface StoredBegin {
  readonly kind: BlockKind;
  readonly name: string;
  readonly event: Omit<BlockBegin, "type">;
}

/** A send that was asked about. */
export interface StoredSend extends Omit<GuardSend, "id" | "byBreaker"> {
  readonly type: "send";
  readonly byBreaker?: true;
  /** What is refused for a while from it on. */
  readonly begins?: readonly StoredBegin[];
}

/** What became of a send, with where it went. */
interface StoredOutcome {
  readonly type: "outcome";
  readonly at: number;
  readonly send: string;
  readonly outcome: SendOutcome;
  readonly country: string | null;
  readonly carrier: string | null;
}

interface StoredLift {
  readonly type: "lift";
  readonly at: number;
  readonly kind: BlockKind;
  readonly name: string;
}

export type GuardEvent = StoredSend | StoredOutcome | StoredLift;

type NamedSend = readonly [id: string, send: StoredSend];

/** Sends that were asked about while one before them was written: one entry, with the id of the first. */
interface StoredBatch {
  readonly type: "batch";
  readonly at: number;
  readonly sends: readonly NamedSend[];
}

type GuardEntry = GuardEvent | StoredBatch;

/** Sends of an entry: far from the most that a value may hold. */
export const MAX_BATCH = 40;
/** Later than the first of its batch, at most. */
const BATCH_MS = 10_000;
const BATCHES_READ = 200;

const keys = object<SendKeys>({
  recipient: text,
  block: orNull(text),
  inBlock: orNull(count),
  before: orNull(text),
  after: orNull(text),
  country: orNull(text),
  carrier: orNull(label),
  address: orNull(text),
  device: orNull(text),
  user: orNull(text),
});
const begin = object<StoredBegin>({
  kind: oneOf(...BLOCK_KINDS),
  name: text,
  event: object<StoredBegin["event"]>({ at: number, level: count, until: number, why: label, shown: label }),
});
const send = object<StoredSend>({
  type: oneOf("send"),
  at: number,
  channel: oneOf(...CHANNELS),
  keys,
  cost: count,
  decision: oneOf(...SEND_DECISIONS),
}, { byBreaker: oneOf(true), begins: list(begin) });
const outcome = object<StoredOutcome>({
  type: oneOf("outcome"),
  at: number,
  send: text,
  outcome: oneOf(...SEND_OUTCOMES),
  country: orNull(text),
  carrier: orNull(label),
});
const batch = object<StoredBatch>({
  type: oneOf("batch"),
  at: number,
  sends: list(tuple<NamedSend>([text, send])),
});
const lift = object<StoredLift>({ type: oneOf("lift"), at: number, kind: oneOf(...BLOCK_KINDS), name: text });

export const GUARD_EVENT = record({
  prefix: "guard-event",
  key: ["account", "id"],
  value: either<GuardEntry, GuardEntry>(
    either<StoredSend, StoredOutcome>(send, outcome),
    either<StoredLift, StoredBatch>(lift, batch),
  ),
  lifetimeMs: KEPT_DAYS * DAY_MS,
});

export const GUARD_SETTINGS = record({
  prefix: "guard-settings",
  key: ["account"],
  value: object<GuardSettings>({
    permittedCountries: orNull(list(text)),
    budgets: map(number),
    limits: map(number),
  }),
  announced: true,
});

/** Countries in which codes were entered. */
export const GUARD_COUNTRIES = record({ prefix: "guard-countries", key: ["account"], value: list(text) });

/** Of a time in base 36, until the year 5188. */
const TIME_CHARS = 9;

/** The first id of a time. */
export function guardTime(at: number): string {
  return Math.max(0, Math.floor(at)).toString(36).padStart(TIME_CHARS, "0");
}

/** Null: no id begins like this. */
export function timeOfGuardId(id: string): number | null {
  return /^[0-9a-z]{25}$/.test(id) ? parseInt(id.slice(0, TIME_CHARS), 36) : null;
}

/** Accounts are owners here: those of test keys are apart (`linksOwner`). */
export class GuardRecords {
  readonly #engine: Engine;
  readonly #writer: Writer;
  readonly #events: Document<GuardEntry, [account: string, id: string]>;
  readonly #settings: Mirror<GuardSettings>;
  readonly #countries: State<readonly string[], [account: string]>;

  constructor(engine: Engine, writer: Writer, changes: ChangeLog) {
    this.#engine = engine;
    this.#writer = writer;
    this.#events = new Document<GuardEntry, [account: string, id: string]>(engine, GUARD_EVENT);
    this.#settings = new Mirror<GuardSettings>({ engine, writer, changes, row: GUARD_SETTINGS });
    this.#countries = new State<readonly string[], [account: string]>(writer, GUARD_COUNTRIES);
  }

  /** Part of a commit. */
  append(owner: string, id: string, event: GuardEntry): Change {
    return this.#events.put([owner, id], event, event.at + GUARD_EVENT.lifetimeMs);
  }

  /** The same of several sends, at most MAX_BATCH, the oldest first. */
  appendSends(owner: string, sends: readonly NamedSend[]): Change {
    const [id, first] = sends[0]!;
    return this.append(owner, id, sends.length === 1 ? first : { type: "batch", at: first.at, sends });
  }

  /** Null: there is none, or it has ended. */
  async event(owner: string, id: string, now: number): Promise<GuardEvent | null> {
    const entry = await this.#events.get([owner, id]) ?? await this.#batchOf(owner, id);
    const event = entry?.type === "batch" ? entry.sends.find(([name]) => name === id)?.[1] ?? null : entry;
    return event !== null && now - event.at < GUARD_EVENT.lifetimeMs ? event : null;
  }

  /** In the order of their times. */
  async *since(owner: string, at: number): AsyncIterable<readonly [id: string, event: GuardEvent]> {
    const prefix = GUARD_EVENT.below(owner);
    for await (const { key, value } of this.#engine.scan(prefix, { start: [...prefix, guardTime(at)] })) {
      const entry = GUARD_EVENT.read(value);
      if (entry.type === "batch") yield* entry.sends;
      else yield [key.at(-1)!, entry];
    }
  }

  async #batchOf(owner: string, id: string): Promise<GuardEntry | null> {
    const prefix = GUARD_EVENT.below(owner);
    const at = timeOfGuardId(id) ?? 0;
    // Ids of one millisecond have no order: the batch may have a later one.
    const [start, end] = [[...prefix, guardTime(at - BATCH_MS)], [...prefix, guardTime(at + 1)]];
    const range = { start, end, limit: BATCHES_READ, reverse: true };
    for await (const { value } of this.#engine.scan(prefix, range)) {
      const entry = GUARD_EVENT.read(value);
      if (entry.type === "batch" && entry.sends.some(([name]) => name === id)) return entry;
    }
    return null;
  }

  /** In memory once they were read. */
  settings(account: string): GuardSettings | null {
    return this.#settings.get(account);
  }

  readSettings(account: string): Promise<void> {
    return this.#settings.reload(account);
  }

  /** Starts from the newest version. Durable and in force in this process when it resolves. */
  async changeSettings(
    account: string,
    change: (current: GuardSettings | null) => GuardSettings,
    also?: Change,
  ): Promise<GuardSettings> {
    const changed = this.#settings.change(account, change);
    await commitMirrored(this.#writer, [changed], also);
    return changed.stored();
  }

  async countries(owner: string): Promise<readonly string[]> {
    return await this.#countries.get(owner) ?? [];
  }

  /** Adds countries. */
  async knowCountries(owner: string, countries: readonly string[]): Promise<void> {
    await this.#countries.change([owner], (current) => [...new Set([...current ?? [], ...countries])].sort());
  }
}
