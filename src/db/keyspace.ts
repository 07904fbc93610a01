/** A keyspace: the entries below one key prefix, and the type of their values. */
import type { CellUpdate } from "./commit/cell.ts";
import { type Key, keyText, type SetOp, type Value } from "./engine.ts";
import { isRecord, type Shape } from "./shape.ts";

/** The lifetime of entries that stay until they are deleted. */
export const FOREVER = Infinity;

/** What there is to say of a keyspace, once. */
interface KeyspaceRow<T, Names extends readonly string[] = readonly string[]> {
  /** The first part of its keys, or the first two. Stored data: changing it needs a migration. */
  readonly prefix: string | Key;
  /** Names of the parts that follow. */
  readonly key: Names;
  /** What a value must be at least to be restored; see `transient`. */
  readonly value: Shape<T>;
  /** The longest time that an entry is kept, in milliseconds; absent: until it is deleted. */
  readonly lifetimeMs?: number;
  /** Of entries that stay: some expire all the same. */
  readonly mayExpire?: true;
  /** The values are counters, which are only added to. */
  readonly counter?: true;
  /** Parts of the key that the value repeats, as fields of these names. */
  readonly repeats?: readonly Names[number][];
  /**
   * Where a PostgreSQL store has it: `work` is what is rewritten all the time, `usage` counters with a row for each writer,
   * `months` a table a month, by the time that the named part of the key begins with, and `tallies` short rows
   * (`postgres/tally.ts`) of kinds with these numbers, which are stored; one keyspace has them.
   */
  readonly place?:
    | "work"
    | "usage"
    | { readonly months: Names[number] }
    | { readonly tallies: Readonly<Record<string, number>> };
  /** Changes are announced to other processes, under the first part of the key: see `ChangeLog`. */
  readonly announced?: true;
  /**
   * What other processes add is followed in the stream, so that values stay in memory while several write them (`Stream`):
   * `sums` of the type `LeastAndSum`, which are written as `SumOp`, or `states`, which are merged.
   */
  readonly followed?: "sums" | "states";
  /** Values that were never stored are asked for all the time: a filter in memory spares the store most of these reads. */
  readonly filtered?: true;
  /** The keyspace that a value names entries of, below the same first part: without them the value must not be dumped. */
  readonly names?: { readonly entries: AnyKeyspace; of(value: T): readonly string[] };
}

/** What those need who treat all keyspaces alike. */
export interface AnyKeyspace extends
  Pick<
    Keyspace<unknown, readonly string[]>,
    "row" | "prefix" | "lifetimeMs" | "backup" | "topic" | "fits"
  > {}

/** A change of a cell in the terms of its keyspace; see `CellUpdate`. */
interface Update<T> extends Omit<CellUpdate, "key" | "change" | "whole"> {
  readonly change: (current: T | null) => T | null;
  readonly whole?: () => T;
}

/** What concerns the running processes or who is signed in now: a backup would bring back what has ended. */
export function transient<T>(): Shape<T> {
  return NEVER;
}
const NEVER: Shape<never> = (_value): _value is never => false;

/**
 * @typeParam T what the values are. Types are not checked at run time, apart from a restore: only this program writes the store,
 * and every change of a stored shape raises the schema version or stays readable.
 * @typeParam Parts the parts of a key after the prefix
 */
export class Keyspace<T, Parts extends readonly string[]> {
  readonly row: KeyspaceRow<T>;
  readonly prefix: Key;
  readonly lifetimeMs: number;
  /** False for what belongs to running processes: a backup does not hold it, a restore leaves it alone. */
  readonly backup: boolean;

  constructor(row: KeyspaceRow<T>) {
    this.row = row;
    this.prefix = typeof row.prefix === "string" ? [row.prefix] : row.prefix;
    this.lifetimeMs = row.lifetimeMs ?? FOREVER;
    this.backup = row.value !== NEVER;
  }

  /** The topic of its changes; a change is the key of what changed. */
  get topic(): string {
    return this.prefix[0]!;
  }

  /** The same keyspace, of whose values more is known. */
  holding(value: Shape<T>): Keyspace<T, Parts> {
    return new Keyspace({ ...this.row, value });
  }

  /** Whether an entry can be one of this keyspace. @param parts of the key after the prefix */
  fits(value: unknown, parts: readonly string[]): boolean {
    const { key, value: shape, repeats = [] } = this.row;
    return parts.length === key.length && shape(value) &&
      repeats.every((name) => isRecord(value) && value[name] === parts[key.indexOf(name)]);
  }

  key(...parts: Parts): Key {
    return this.prefix.length === 1 ? [this.prefix[0]!, ...parts] : [...this.prefix, ...parts];
  }

  /** The prefix of the keys whose first parts are these, for a scan. */
  below(...parts: readonly string[]): Key {
    return [...this.prefix, ...parts];
  }

  /** A value of this keyspace as what it is. */
  read(value: Value): T;
  read(value: Value | null | undefined): T | null;
  read(value: unknown): T | null {
    return (value ?? null) as T | null;
  }

  /** The other way round. */
  stored(value: T): Value {
    return asValue(value);
  }

  set(key: Key, value: T, expiresAt?: number): SetOp {
    return expiresAt === undefined
      ? { key, value: asValue(value) }
      : { key, value: asValue(value), expiresAt };
  }

  update(key: Key, update: Update<T>): CellUpdate {
    // The same functions under other types, as in `read`: wrapping them would cost each write closures.
    const cell: unknown = { ...update, key, text: update.text ?? keyText(key) };
    return cell as CellUpdate;
  }
}

export function keyspace<T, const Names extends readonly string[]>(
  row: KeyspaceRow<T, Names>,
): Keyspace<T, { readonly [At in keyof Names]: string }> {
  return new Keyspace(row);
}

/** A cell in the terms of its keyspace. */
type CellOf<T> = readonly [keyspace: Keyspace<T, readonly string[]>, key: Key];

/**
 * Updates that change two cells together, each knowing the other. The updates of one write run in their order: the first
 * reads, the second changes both, the third writes; when the batch is repeated, all three run again.
 */
export function changeTogether<One, Other>(
  [one, key]: CellOf<One>,
  [other, otherKey]: CellOf<Other>,
  change: (one: One | null, other: Other | null) => readonly [One | null, Other | null],
  otherExpiresAt?: number,
): CellUpdate[] {
  let before: One | null = null;
  let after: One | null = null;
  const changeBoth = (current: Other | null) => {
    const changed = change(before, current);
    after = changed[0];
    return changed[1];
  };
  return [
    one.update(key, { exact: false, change: (current) => before = current }),
    other.update(otherKey, {
      exact: true,
      change: changeBoth,
      ...(otherExpiresAt === undefined ? {} : { expiresAt: otherExpiresAt }),
    }),
    one.update(key, { exact: true, change: () => after }),
  ];
}

/** Interfaces have no index signature, so the compiler does not take them for JSON, which they are. */
function asValue(value: unknown): Value {
  return value as Value;
}
