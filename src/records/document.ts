/** A kind of record: one value by key that is replaced as a whole. Not cached: a read sees what any process wrote. */
import { type Change, changeOf } from "../db/commit/change.ts";
import type { Engine } from "../db/engine.ts";
import type { Keyspace } from "../db/keyspace.ts";

/** @typeParam Parts the parts of a key after the prefix */
export class Document<T, Parts extends readonly string[]> {
  protected readonly engine: Engine;
  protected readonly row: Keyspace<T, Parts>;
  protected readonly endOf: (value: T) => number;

  /** @param endOf when a value ends (milliseconds since the epoch), where the value says so itself */
  constructor(engine: Engine, row: Keyspace<T, Parts>, endOf: (value: T) => number = () => Infinity) {
    this.engine = engine;
    this.row = row;
    this.endOf = endOf;
  }

  /** Null when there is none, or it has ended: an engine may return a value for a while longer. */
  async get(parts: Parts, now = -Infinity): Promise<T | null> {
    return (await this.getMany([parts], now))[0]!;
  }

  /** In one read. */
  async getMany(keys: readonly Parts[], now = -Infinity): Promise<(T | null)[]> {
    const entries = await this.engine.get(keys.map((parts) => this.row.key(...parts)));
    return entries.map((entry) => {
      const value = this.row.read(entry?.value);
      return value !== null && this.endOf(value) > now ? value : null;
    });
  }

  /** @param end where the value does not say it */
  put(parts: Parts, value: T, end = this.endOf(value)): Change {
    return changeOf({
      set: [this.row.set(this.row.key(...parts), value, end === Infinity ? undefined : end)],
    });
  }

  remove(parts: Parts): Change {
    return changeOf({ delete: [this.row.key(...parts)] });
  }
}
