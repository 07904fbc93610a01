/** Writes, and how a group of them becomes one atomic batch. */
import type { Cell, CellUpdate } from "./cell.ts";
import type { Counted } from "../../model/day_counts.ts";
import {
  type Key,
  keyText,
  MAX_BATCH_BYTES,
  MAX_CHECKS,
  MAX_MUTATIONS,
  type SetOp,
  type Value,
} from "../engine.ts";
import { DAY_COUNT_BYTES } from "../../records/sightings/day_counting.ts";
import type { PackedRecord, RecordSlot, SegmentBuilder } from "./segment.ts";
import type { Seen } from "../../records/sightings/sighting.ts";
import { OWN_PER_COMMIT } from "../../records/sightings/sighting_log.ts";

export interface Write {
  readonly set?: readonly SetOp[];
  readonly delete?: readonly Key[];
  readonly add?: readonly { readonly key: Key; readonly by: number }[];
  readonly cells?: readonly CellUpdate[];
  /** Score records, each in the slot that `reserve` gave it. */
  readonly records?: readonly {
    readonly slot: RecordSlot;
    readonly account: string;
    readonly packed: PackedRecord;
  }[];
  /** The values of the records; only together with records. */
  readonly sightings?: readonly Seen[];
  /** What is counted by day. */
  readonly counts?: readonly Counted[];
  /** What other processes must read again: a topic and what follows it, see `TOPICS`. */
  readonly changes?: readonly Key[];
}

type Check = { readonly key: Key; readonly version: string | null };

interface Staged {
  readonly check: Check[];
  readonly set: SetOp[];
  readonly delete: Key[];
  readonly add: { key: Key; by: number }[];
  /** The new value of each cell. */
  readonly cells: readonly Pick<CellOp, "key" | "text" | "value" | "isWhole">[];
  readonly kept: readonly Write[];
  /** Writes that one of their own cell changes refused, with the error; no part of them is staged. */
  readonly refused: ReadonlyMap<Write, unknown>;
}

interface CellOp {
  readonly key: Key;
  readonly text: string;
  readonly value: Value | null;
  readonly expiresAt: number | undefined;
  readonly exact: boolean;
  /** It replaces what is stored, which is not known. */
  readonly isWhole: boolean;
  readonly version: string | null;
}

/**
 * Merges the writes in order.
 * @param cells as `CellCache.loadFor` returns them
 * @param countsOf the changes of cells in which writes count
 */
export function stage(
  writes: readonly Write[],
  cells: ReadonlyMap<string, Cell>,
  countsOf: (kept: readonly Write[]) => readonly CellUpdate[] = () => [],
): Staged {
  const set: SetOp[] = [];
  let remove: Key[] = [];
  const adds = new Map<string, { key: Key; by: number }>();
  const ops = new Map<string, CellOp>();
  const segments = new Map<SegmentBuilder, Map<string, number[]>>();
  const refused = new Map<Write, unknown>();
  for (const write of writes) {
    if (write.cells) {
      try {
        const changed = new Map<string, CellOp>();
        for (const update of write.cells) stageCell(update, ops, changed, cells);
        for (const [text, op] of changed) ops.set(text, op);
      } catch (error) {
        refused.set(write, error);
        continue;
      }
    }
    if (write.set) {
      if (remove.length > 0) remove = withoutSet(remove, write.set);
      set.push(...write.set);
    }
    if (write.delete) remove.push(...write.delete);
    for (const { key, by } of write.add ?? []) {
      const text = keyText(key);
      const before = adds.get(text);
      if (before) before.by += by;
      else adds.set(text, { key, by });
    }
    for (const record of write.records ?? []) {
      record.slot.segment.put(record.slot.index, record.packed);
      let accounts = segments.get(record.slot.segment);
      if (!accounts) segments.set(record.slot.segment, accounts = new Map());
      const slots = accounts.get(record.account);
      if (slots) slots.push(record.slot.index);
      else accounts.set(record.account, [record.slot.index]);
    }
  }
  const kept = refused.size === 0 ? writes : writes.filter((write) => !refused.has(write));
  for (const update of countsOf(kept)) stageCell(update, ops, ops, cells);
  for (const [segment, accounts] of segments) set.push(...segment.writes(accounts));
  const check: Check[] = [];
  for (const { key, value, expiresAt, exact, version } of ops.values()) {
    if (exact) check.push({ key, version });
    if (value !== null) set.push(expiresAt === undefined ? { key, value } : { key, value, expiresAt });
    // The check of an exact cell shows that nothing is there.
    else if (!exact || version !== null) remove.push(key);
  }
  return { check, set, delete: remove, add: [...adds.values()], cells: [...ops.values()], kept, refused };
}

/** An engine deletes after all sets of a batch; a key that a later write sets must not be deleted. */
function withoutSet(remove: readonly Key[], set: readonly SetOp[]): Key[] {
  const texts = new Set(set.map(({ key }) => keyText(key)));
  return remove.filter((key) => !texts.has(keyText(key)));
}

function stageCell(
  update: CellUpdate,
  before: ReadonlyMap<string, CellOp>,
  changed: Map<string, CellOp>,
  cells: ReadonlyMap<string, Cell>,
): void {
  const text = update.text ?? keyText(update.key);
  const op = changed.get(text) ?? before.get(text);
  if (op?.isWhole) return;
  if (op) {
    changed.set(text, {
      ...op,
      value: update.change(op.value),
      expiresAt: update.expiresAt,
      exact: op.exact || update.exact,
    });
    return;
  }
  const { key, expiresAt, exact } = update;
  const cell = cells.get(text);
  changed.set(
    text,
    cell === undefined
      ? { key, text, value: update.whole!(), expiresAt, exact, isWhole: true, version: null }
      : {
        key,
        text,
        value: update.change(cell.value),
        expiresAt,
        exact,
        isWhole: false,
        version: cell.version,
      },
  );
}

/** How many of the writes, from the first on, one batch can hold; at least one. */
export function groupSize(writes: readonly { readonly write: Write; readonly cost: WriteCost }[]): number {
  let [bytes, mutations, checks, count] = [0, 0, 0, 0];
  /** Each has one cell, whatever counts in it. */
  const counted = new Set<string>();
  for (const { write: { counts = [] }, cost } of writes) {
    for (const { account } of counts) counted.add(account);
    bytes += cost.bytes;
    mutations += cost.mutations;
    checks += cost.checks;
    const tooLarge = bytes + counted.size * DAY_COUNT_BYTES > MAX_BATCH_BYTES ||
      mutations + counted.size > MAX_MUTATIONS || checks > MAX_CHECKS;
    if (count > 0 && tooLarge) break;
    count++;
  }
  return count;
}

export type WriteCost = ReturnType<typeof costOf>;

/** An upper bound of what a write adds to a batch, without what it counts. A caller with more exact cells than MAX_CHECKS splits its write. */
export function costOf(write: Write): { mutations: number; checks: number; bytes: number } {
  const cells = write.cells ?? [];
  const mutations = (write.set?.length ?? 0) + (write.delete?.length ?? 0) + (write.add?.length ?? 0) +
    cells.length + (write.sightings ? 1 + Math.min(write.sightings.length, OWN_PER_COMMIT) : 0) +
    (write.changes ? 3 : 0) + (write.records ? 2 + Math.ceil(write.records.length / 50) : 0);
  const checks = cells.reduce((count, cell) => count + (cell.exact ? 1 : 0), write.changes ? 1 : 0);
  return { mutations, checks, bytes: sizeOf(write) };
}

/** The bytes of its values, roughly. */
function sizeOf(write: Write): number {
  let size = 200 * (write.changes?.length ?? 0) + 50 * (write.sightings?.length ?? 0);
  for (const { bytes } of write.cells ?? []) size += bytes ?? 200;
  for (const { value } of write.set ?? []) {
    size += value instanceof Uint8Array ? value.length : JSON.stringify(value).length;
  }
  for (const { packed } of write.records ?? []) {
    size += packed.rest.length * 1.2 + packed.parts.reduce((sum, part) => sum + part.length, 0);
  }
  return size;
}
