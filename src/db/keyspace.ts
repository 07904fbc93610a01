/** A keyspace: the entries below one key prefix, and the type of their values. */
import type { CellUpdate } from "./commit/cell.ts";
import { type Key, keyText, type SetOp, type Value } from "./engine.ts";

/** The lifetime of entries that stay until they are deleted. */
export const FOREVER = Infinity;

export interface KeyspaceRow {
  readonly prefix: Key;
  /** The longest time that an entry is kept, in milliseconds. */
  readonly lifetimeMs: number;
  /** Of entries that stay: some expire all the same. */
  readonly mayExpire?: boolean;
  /** False for what belongs to running processes: a backup does not hold it, a restore leaves it alone. */
  readonly backup: boolean;
}

/** A change of a cell in the terms of its keyspace; see `CellUpdate`. */
interface Update<T> extends Omit<CellUpdate, "key" | "change" | "whole"> {
  readonly change: (current: T | null) => T | null;
  readonly whole?: () => T;
}

/**
 * @typeParam T what the values are. Types are not checked at run time: only this program writes the store, and every change
 * of a stored shape raises the schema version or stays readable.
 * @typeParam Parts the parts of a key after the prefix
 */
export class Keyspace<T, Parts extends readonly string[]> implements KeyspaceRow {
  readonly prefix: Key;
  readonly lifetimeMs: number;
  readonly mayExpire: boolean;
  readonly backup: boolean;

  constructor({ prefix, lifetimeMs, mayExpire = false, backup }: KeyspaceRow) {
    this.prefix = prefix;
    this.mayExpire = mayExpire;
    this.lifetimeMs = lifetimeMs;
    this.backup = backup;
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

/** Data that stays until it is deleted. */
export function permanent<T, Parts extends readonly string[]>(...prefix: string[]): Keyspace<T, Parts> {
  return new Keyspace({ prefix, lifetimeMs: FOREVER, backup: true });
}

/** Data that stays until it is deleted, apart from entries that are written with an end. */
export function mostlyPermanent<T, Parts extends readonly string[]>(
  ...prefix: string[]
): Keyspace<T, Parts> {
  return new Keyspace({ prefix, lifetimeMs: FOREVER, mayExpire: true, backup: true });
}

/** Data whose entries expire. */
export function expiring<T, Parts extends readonly string[]>(
  prefix: string | Key,
  lifetimeMs: number,
): Keyspace<T, Parts> {
  return new Keyspace({ prefix: typeof prefix === "string" ? [prefix] : prefix, lifetimeMs, backup: true });
}

/** What concerns the running processes or who is signed in now: a backup would bring back what has ended. */
export function transient<T, Parts extends readonly string[]>(
  prefix: Key,
  lifetimeMs = FOREVER,
): Keyspace<T, Parts> {
  return new Keyspace({ prefix, lifetimeMs, backup: false });
}

/**
 * An update that starts from the newest version of a value, and what it stored, once it is written.
 * @throws what `change` throws, which is given null when there is no such value; then nothing is written
 */
export function changeNewest<T>(
  keyspace: Keyspace<T, readonly string[]>,
  key: Key,
  change: (current: T | null) => T,
): { readonly cell: CellUpdate; readonly stored: () => T } {
  // The change runs again when another process was faster: the last result is the stored one.
  const results: T[] = [];
  const cell = keyspace.update(key, {
    exact: true,
    change: (current) => {
      const changed = change(current);
      results.push(changed);
      return changed;
    },
  });
  return { cell, stored: () => results.at(-1)! };
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
