/**
 * Sends that sites ask about, a log of each account: what was asked and decided, what became of it, and what people lifted.
 * Entries are in the order of their times and never change, so nodes follow each other by reading the newest.
 */
import type { Engine, Json, Key, Value } from "../db/engine.ts";
import { changeOf } from "../db/commit/change.ts";
import {
  entriesIn,
  entriesValue,
  MAX_OPEN_MS,
  type PackedEntries,
  type PackingWrite,
} from "../db/commit/packed_entries.ts";
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
import {
  bytes,
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
} from "./define.ts";
import { commitMirrored, Mirror } from "./mirror.ts";
import { State } from "./state.ts";
import { toldOf } from "../db/cluster/told_lists.ts";

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
  /** The send was refused, and sent all the same. */
  readonly refused?: true;
}

interface StoredLift {
  readonly type: "lift";
  readonly at: number;
  readonly kind: BlockKind;
  readonly name: string;
}

export type GuardEvent = StoredSend | StoredOutcome | StoredLift;

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
}, { refused: oneOf(true) });
const lift = object<StoredLift>({ type: oneOf("lift"), at: number, kind: oneOf(...BLOCK_KINDS), name: text });

export const GUARD_EVENT = record({
  prefix: "guard-event",
  key: ["account", "id"],
  value: either<GuardEvent, Uint8Array>(
    either<StoredSend, StoredOutcome | StoredLift>(send, either<StoredOutcome, StoredLift>(outcome, lift)),
    // Those of one commit: `PackedEntries`.
    bytes,
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

type NamedEvent = readonly [id: string, event: GuardEvent];

function eventsIn(key: Key, value: Value): readonly NamedEvent[] {
  const entries = entriesIn(value) ?? [[key.at(-1)!, value as Json]];
  return entries as unknown as readonly NamedEvent[]; // written by `append`
}

/** Hashes of whom sends went to and of who asked for them. */
export interface SendPerson {
  readonly recipients: ReadonlySet<string>;
  readonly users: ReadonlySet<string>;
}

const NOBODY = {
  recipient: "",
  inBlock: null,
  before: null,
  after: null,
  address: null,
  device: null,
  user: null,
};

/** The same event where it tells nothing of the person; null: nothing is left of it. */
function eventWithout(event: GuardEvent, { recipients, users }: SendPerson): GuardEvent | null {
  const isPersons = ({ kind, name }: { readonly kind: BlockKind; readonly name: string }) =>
    kind === "mailbox" && recipients.has(name);
  if (event.type === "lift") return isPersons(event) ? null : event;
  if (event.type === "outcome") return event;
  const { keys, begins = [], ...rest } = event;
  if (!recipients.has(keys.recipient) && (keys.user === null || !users.has(keys.user))) return event;
  const others = begins.filter((begin) => !isPersons(begin));
  return { ...rest, keys: { ...keys, ...NOBODY }, ...(others.length === 0 ? {} : { begins: others }) };
}

interface GuardParts {
  readonly engine: Engine;
  readonly writer: Writer;
  readonly changes: ChangeLog;
  readonly packed: PackedEntries;
}

/** Accounts are owners here: those of test keys are apart (`linksOwner`). */
export class GuardRecords {
  readonly #engine: Engine;
  readonly #writer: Writer;
  readonly #packed: PackedEntries;
  readonly #settings: Mirror<GuardSettings>;
  readonly #countries: State<readonly string[], [account: string]>;

  constructor({ engine, writer, changes, packed }: GuardParts) {
    this.#engine = engine;
    this.#writer = writer;
    this.#packed = packed;
    this.#settings = new Mirror<GuardSettings>({ engine, writer, changes, row: GUARD_SETTINGS });
    this.#countries = new State<readonly string[], [account: string]>(writer, GUARD_COUNTRIES);
  }

  /** What an id of now begins with: those of one commit have it in common. */
  idTime(): string {
    return guardTime(this.#packed.time());
  }

  /** Part of a commit. */
  append(owner: string, id: string, event: GuardEvent): Change {
    const value = event as unknown as Json; // interfaces have no index signature
    const entry = {
      list: GUARD_EVENT.below(owner),
      id,
      time: timeOfGuardId(id) ?? event.at,
      value,
      text: JSON.stringify(value),
      expiresAt: event.at + GUARD_EVENT.lifetimeMs,
    };
    return changeOf<PackingWrite>({ entries: [entry], told: [toldOf("sends", owner, id)] });
  }

  /** Null: there is none, or it has ended. */
  async event(owner: string, id: string, now: number): Promise<GuardEvent | null> {
    const time = timeOfGuardId(id);
    if (time === null) return null;
    const prefix = GUARD_EVENT.below(owner);
    const range = { start: [...prefix, guardTime(time)], end: [...prefix, `${id} `], reverse: true };
    for await (const { key, value } of this.#engine.scan(prefix, range)) {
      const found = eventsIn(key, value).find(([name]) => name === id);
      if (found !== undefined) return now - found[1].at < GUARD_EVENT.lifetimeMs ? found[1] : null;
    }
    return null;
  }

  get keptMs(): number {
    return GUARD_EVENT.lifetimeMs;
  }

  /** Sends of a person stay as those of nobody: what they cost, and how codes to their block are entered. Durable when it resolves. */
  async erase(owner: string, person: SendPerson, now: number): Promise<void> {
    const prefix = GUARD_EVENT.below(owner);
    const start = [...prefix, guardTime(now - this.keptMs)];
    for await (const { key, value } of this.#engine.scan(prefix, { start })) {
      const events = eventsIn(key, value);
      const left = events.flatMap(([id, event]) => {
        const kept = eventWithout(event, person);
        return kept === null ? [] : [[id, kept] as const];
      });
      if (left.length === events.length && left.every(([, event], index) => event === events[index]![1])) {
        continue;
      }
      const expiresAt = Math.max(...left.map(([, event]) => event.at + this.keptMs));
      const stored = entriesValue(left.map(([id, event]) => ({ id, text: JSON.stringify(event) })));
      await this.#engine.commit(
        left.length === 0 ? { delete: [key] } : { set: [{ key, value: stored, expiresAt }] },
      );
    }
  }

  /** In the order of their times, but for those of one commit. @param until the last time; absent: all since then */
  async *since(owner: string, at: number, until?: number): AsyncIterable<NamedEvent> {
    const prefix = GUARD_EVENT.below(owner);
    const start = [...prefix, guardTime(at - MAX_OPEN_MS)];
    const range = until === undefined ? { start } : { start, end: [...prefix, guardTime(until + 1)] };
    for await (const { key, value } of this.#engine.scan(prefix, range)) yield* eventsIn(key, value);
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
