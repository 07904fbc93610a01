/**
 * A kind of record: all values of a keyspace in memory, as the store has them. Other processes' writes are followed in the
 * change log; after a write of its own a process reads the value again, because another one may have written it since.
 * Memory is only ever set by reads, and of two reads that overlap the one that began later wins.
 */
import { type Change, changeOf, together } from "../db/commit/change.ts";
import type { ChangeLog } from "../db/cluster/change_log.ts";
import type { Writer } from "../db/commit/writer.ts";
import type { Engine } from "../db/engine.ts";
import type { Keyspace } from "../db/keyspace.ts";
import { State } from "./state.ts";

interface MirrorOptions<T> {
  readonly engine: Pick<Engine, "get" | "scan">;
  readonly writer: Writer;
  readonly changes: Pick<ChangeLog, "follow">;
  /** One whose changes are announced. */
  readonly row: Keyspace<T, readonly [id: string]>;
  /** Called when memory changes, in the same step; null: there is no such value. */
  readonly onKept?: (before: T | null, after: T | null) => void;
  /** What is kept of a value when all are read, where memory has one already. */
  readonly merge?: (stored: T, known: T) => T;
  /** Called after a change of another process is in memory. */
  readonly onFollowed?: () => void;
}

interface Read {
  /** Reads are numbered in the order in which they begin. */
  readonly number: number;
  readonly done: Promise<void>;
}

/** A change of a mirrored value, to be stored by `commitMirrored`. */
interface Mirrored<T> {
  readonly change: Change;
  /** After the commit: resolves when it is in force in this process. */
  apply(): Promise<void>;
  /** After the commit: what it stored. */
  stored(): T;
}

export class Mirror<T> {
  readonly #options: MirrorOptions<T>;
  readonly #states: State<T, readonly [id: string]>;
  readonly #values = new Map<string, T>();
  #lastRead = 0;
  #openReads = 0;
  /** The newest read of each value, and of all: kept as long as any read is under way. */
  readonly #reads = new Map<string, Read>();
  #readOfAll: Read | null = null;

  constructor(options: MirrorOptions<T>) {
    this.#options = options;
    this.#states = new State(options.writer, options.row);
    options.changes.follow(options.row.topic, async (scope) => {
      await (scope === null ? this.load() : this.reload(scope[0]!));
      options.onFollowed?.();
    });
  }

  get(id: string): T | null {
    return this.#values.get(id) ?? null;
  }

  values(): IterableIterator<T> {
    return this.#values.values();
  }

  entries(): IterableIterator<[id: string, value: T]> {
    return this.#values.entries();
  }

  /** Reads one value: memory has it as it is stored now, or newer, when this resolves. */
  reload(id: string): Promise<void> {
    const read = this.#begin(async (number) => {
      const { engine, writer, row } = this.#options;
      const key = row.key(id);
      try {
        const [entry] = await engine.get([key]);
        if (this.#newer(id, number) === null) {
          writer.forget(key);
          this.#keep(id, row.read(entry?.value));
        }
      } catch (error) {
        if (this.#newer(id, number) === null) throw error;
      }
      await this.#newer(id, number)?.done;
    });
    this.#reads.set(id, read);
    return read.done;
  }

  /** Reads all values. They are replaced one by one, in one step: who looks meanwhile misses none. */
  load(): Promise<void> {
    const read = this.#begin(async (number) => {
      const { engine, row, merge = (stored: T) => stored } = this.#options;
      const stored = new Map<string, T>();
      for await (const { key, value } of engine.scan(row.prefix)) stored.set(key.at(-1)!, row.read(value));
      const newer: (Promise<void> | undefined)[] = [];
      for (const id of new Set([...stored.keys(), ...this.#values.keys()])) {
        const [found, known] = [stored.get(id) ?? null, this.get(id)];
        const other = this.#newer(id, number);
        if (other !== null) newer.push(other.done);
        else this.#keep(id, found === null || known === null ? found : merge(found, known));
      }
      await Promise.all(newer);
    });
    this.#readOfAll = read;
    return read.done;
  }

  put(id: string, value: T): Mirrored<T> {
    const { row } = this.#options;
    return this.#mirrored(id, changeOf({ set: [row.set(row.key(id), value)] }), () => value);
  }

  remove(id: string): Mirrored<null> {
    return this.#mirrored(id, changeOf({ delete: [this.#options.row.key(id)] }), () => null);
  }

  /** Starts from the newest version. @param change what it throws abandons the commit */
  change(id: string, change: (current: T | null) => T): Mirrored<T> {
    const changing = this.#states.changingTo([id], change);
    return this.#mirrored(id, changing.change, changing.stored);
  }

  /** The value belongs to something that is not there any more. */
  drop(id: string): void {
    this.#keep(id, null);
  }

  #mirrored<Stored extends T | null>(id: string, change: Change, stored: () => Stored): Mirrored<Stored> {
    return {
      change: together(change, changeOf({ changes: [this.#options.row.key(id)] })),
      apply: () => this.reload(id).catch(() => this.#keep(id, stored())),
      stored,
    };
  }

  #begin(work: (number: number) => Promise<void>): Read {
    const number = ++this.#lastRead;
    this.#openReads++;
    const done = work(number).finally(() => {
      if (--this.#openReads > 0) return;
      this.#reads.clear();
      this.#readOfAll = null;
    });
    return { number, done };
  }

  /** The newest read of the value that began after this one; null: there is none. */
  #newer(id: string, number: number): Read | null {
    const [one, all] = [this.#reads.get(id), this.#readOfAll];
    const newest = one === undefined || (all !== null && all.number > one.number) ? all : one;
    return newest !== null && newest.number > number ? newest : null;
  }

  #keep(id: string, value: T | null): void {
    const before = this.get(id);
    if (value === null) this.#values.delete(id);
    else this.#values.set(id, value);
    this.#options.onKept?.(before, value);
  }
}

/** Durable and in force in this process when it resolves. @param also in the same commit */
export async function commitMirrored(
  writer: Writer,
  mirrored: readonly Mirrored<unknown>[],
  also?: Change,
): Promise<void> {
  await writer.write(together(...mirrored.map(({ change }) => change), also));
  await Promise.all(mirrored.map((each) => each.apply()));
}
