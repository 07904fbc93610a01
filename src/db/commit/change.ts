/** Opaque parts of a commit: who has one can join it with others and hand it on, but not see what it stores. */
import type { Value } from "../engine.ts";
import type { Write } from "./write_batch.ts";

declare const opaque: unique symbol;

/** What a noun adds to a commit. All parts of one commit are stored, or none. */
export interface Change {
  readonly [opaque]: never;
}

/** At run time a change is the write itself, with what it carries for participants: hiding it costs the hot path nothing. */
export function changeOf<W extends Write = Write>(write: W): Change {
  return write as unknown as Change;
}

export function writeOf(change: Change | Write): Write {
  return change as unknown as Write;
}

export const NO_CHANGE: Change = changeOf({});

export function isEmpty(change: Change): boolean {
  return change === NO_CHANGE ||
    Object.values(writeOf(change)).every((list) => list === undefined || list.length === 0);
}

/** One change that stores what all of them store, in their order; undefined: nothing. */
export function together(...changes: readonly (Change | undefined)[]): Change {
  const filled = changes.filter((change) => change !== undefined && !isEmpty(change)) as Change[];
  if (filled.length < 2) return filled[0] ?? NO_CHANGE;
  return changeOf(joined(filled.map(writeOf)));
}

/** The same, but what its cells keep ends at this time at the latest. */
export function endingBy(change: Change, end: number): Change {
  const { cells = [], ...rest } = writeOf(change);
  const ended = cells.map((cell) => ({
    ...cell,
    expiresAt: Math.min(cell.expiresAt ?? end, end),
    change: (current: Value | null) => cell.change(current),
    ...(cell.whole === undefined ? {} : { whole: () => cell.whole!() }),
    ...(cell.delta === undefined ? {} : { delta: (earlier: Value | null) => cell.delta!(earlier) }),
  }));
  return changeOf({ ...rest, cells: ended });
}

function joined(parts: readonly Write[]): Write {
  const all: Record<string, unknown[]> = {};
  for (const part of parts) {
    for (const [name, list] of Object.entries(part)) (all[name] ??= []).push(...list ?? []);
  }
  // Each field of a write is an optional list, and a list of one field only meets lists of the same field.
  return all as Write;
}
