/** Bouncers that follow an account's decisions: where each one's stream is, and what they say that they did, by day. */
import type { Engine } from "../../db/engine.ts";
import type { Writer } from "../../db/commit/writer.ts";
import { DAY_MS } from "../../model/duration.ts";
import { count, label, map, number, object, oneOf, orNull, record } from "../define.ts";
import { Document } from "../document.ts";
import { JournalList } from "../journal_list.ts";
import { State } from "../state.ts";

const BOUNCER_WAYS = ["live", "stream", "list", "metrics"] as const;
export type BouncerWay = typeof BOUNCER_WAYS[number];

/** Times are milliseconds since the epoch. */
export interface StoredBouncer {
  /** The id of its API key. */
  readonly key: string;
  /** Its own address; "" where it is unknown. */
  readonly address: string;
  /** As it names itself. */
  readonly agent: string;
  /** How it asked last. */
  readonly way: BouncerWay;
  readonly firstAt: number;
  readonly seenAt: number;
  /** Its next pull of the stream has what changed since then; null: it has not pulled. */
  readonly position: number | null;
  /** What it said of itself with its metrics; null: nothing. */
  readonly component: BouncerComponent | null;
}

export interface BouncerComponent {
  readonly type: string;
  readonly version: string;
  readonly system: string | null;
  readonly startedAt: number;
}

export const BOUNCER = record({
  prefix: "bouncer",
  key: ["account", "bouncer"],
  value: object<StoredBouncer>({
    key: label,
    address: label,
    agent: label,
    way: oneOf(...BOUNCER_WAYS),
    firstAt: number,
    seenAt: number,
    position: orNull(number),
    component: orNull(object<BouncerComponent>({
      type: label,
      version: label,
      system: orNull(label),
      startedAt: number,
    })),
  }),
  /** One that stays away for so long is forgotten: it begins anew. */
  lifetimeMs: 30 * DAY_MS,
  place: "work",
});

/** What bouncers of an account did on a day, by `dropped winnow-rules request`. */
type BouncerUse = Readonly<Record<string, number>>;
export const BOUNCER_USE = record({
  prefix: "bouncer-use",
  key: ["account", "day"],
  value: map(count),
  lifetimeMs: 32 * DAY_MS,
  place: "work",
});

/** Of an account. Of more, those that were seen last are kept. */
const MAX_BOUNCERS = 100;

export class Bouncers {
  readonly #bouncers: State<StoredBouncer, [account: string, bouncer: string]>;
  readonly #list: JournalList<StoredBouncer, [account: string, bouncer: string]>;
  readonly #uses: State<BouncerUse, [account: string, day: string]>;
  readonly #days: Document<BouncerUse, [account: string, day: string]>;
  readonly #writer: Writer;

  constructor(engine: Engine, writer: Writer) {
    this.#writer = writer;
    this.#bouncers = new State(writer, BOUNCER);
    this.#list = new JournalList(engine, BOUNCER, ({ seenAt }) => seenAt + BOUNCER.lifetimeMs);
    this.#uses = new State(writer, BOUNCER_USE);
    this.#days = new Document(engine, BOUNCER_USE);
  }

  /** Null when it is new, or was forgotten. */
  async get(account: string, bouncer: string, now: number): Promise<StoredBouncer | null> {
    const found = await this.#bouncers.get(account, bouncer);
    return found !== null && found.seenAt + BOUNCER.lifetimeMs > now ? found : null;
  }

  /** Durable when it resolves. @param change is given null for a new one */
  async change(
    account: string,
    bouncer: string,
    change: (current: StoredBouncer | null) => StoredBouncer,
    now: number,
  ): Promise<void> {
    let isNew = false;
    await this.#bouncers.change([account, bouncer], (current) => {
      isNew = current === null;
      return change(current);
    }, { end: now + BOUNCER.lifetimeMs });
    if (isNew) await this.#trim(account, now);
  }

  /** Those seen last come first. */
  async all(account: string, now: number): Promise<readonly StoredBouncer[]> {
    return (await this.#newestFirst(account, now)).map(({ value }) => value);
  }

  /** Adds to what was counted on a day; durable when it resolves. */
  async count(account: string, day: string, counts: BouncerUse, now: number): Promise<void> {
    await this.#uses.change([account, day], (current) => {
      const sum: Record<string, number> = { ...current };
      for (const [name, value] of Object.entries(counts)) {
        sum[name] = Math.min(Number.MAX_SAFE_INTEGER, (sum[name] ?? 0) + value);
      }
      return sum;
    }, { end: now + BOUNCER_USE.lifetimeMs });
    this.#uses.forget(account, day);
  }

  /** What was counted on each of the days; null: nothing. */
  usesOf(account: string, days: readonly string[]): Promise<readonly (BouncerUse | null)[]> {
    return this.#days.getMany(days.map((day) => [account, day]));
  }

  async #newestFirst(account: string, now: number) {
    const found = await this.#list.page([account], { limit: 4 * MAX_BOUNCERS, before: null }, now);
    return found.sort((one, other) => other.value.seenAt - one.value.seenAt);
  }

  async #trim(account: string, now: number): Promise<void> {
    for (const { id } of (await this.#newestFirst(account, now)).slice(MAX_BOUNCERS)) {
      await this.#writer.write(this.#list.remove([account, id]));
      this.#bouncers.forget(account, id);
    }
  }
}
