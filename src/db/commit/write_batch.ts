/** Writes, and how a group of them becomes one atomic batch. */
import type { Cell, CellUpdate } from "./cell.ts";
import {
  type Key,
  keyText,
  MAX_BATCH_BYTES,
  MAX_CHECKS,
  MAX_MUTATIONS,
  type SetOp,
  type SumOp,
  type Value,
} from "../engine.ts";
import type { Delta } from "../cluster/stream_entry.ts";
import { addSums } from "../cluster/stream_view.ts";
import type { Contribution, Participant } from "./participant.ts";

/** What is stored together, or not at all. Participants of a writer know writes that carry more. */
export interface Write {
  readonly set?: readonly SetOp[];
  readonly delete?: readonly Key[];
  readonly add?: readonly { readonly key: Key; readonly by: number }[];
  /** Only where the engine sums. */
  readonly sum?: readonly SumOp[];
  readonly cells?: readonly CellUpdate[];
  /** What other processes are told in the stream, besides what changes. */
  readonly told?: readonly Delta[];
  /** What other processes must read again: the keys of announced keyspaces, or a topic and what follows it. */
  readonly changes?: readonly Key[];
  /** Called when the write is durable, before its caller continues. */
  readonly committed?: readonly (() => void)[];
}

type Check = { readonly key: Key; readonly version: string | null };

interface Staged<W extends Write = Write> {
  readonly check: Check[];
  readonly set: SetOp[];
  readonly delete: Key[];
  readonly add: { key: Key; by: number }[];
  readonly sum: SumOp[];
  readonly told: readonly Delta[];
  /** The new value of each cell. */
  readonly cells: readonly StagedCell[];
  readonly kept: readonly W[];
  /** Writes that one of their own cell changes refused, with the error; no part of them is staged. */
  readonly refused: ReadonlyMap<W, unknown>;
}

export type StagedCell = Pick<CellOp, "key" | "text" | "value" | "isWhole" | "delta">;

interface CellOp {
  readonly key: Key;
  readonly text: string;
  readonly value: Value | null;
  readonly expiresAt: number | undefined;
  readonly exact: boolean;
  /** It replaces what is stored, which is not known. */
  readonly isWhole: boolean;
  readonly version: string | null;
  /** What it adds to the value: see `CellUpdate.delta`. Undefined: nobody asks, or it is the value. */
  readonly delta: Value | undefined;
}

interface StageOptions<W extends Write> {
  /** No other process serves the store. */
  readonly isSole: boolean;
  /** Other processes are told what is added. Absent: they are not. */
  readonly isTelling?: boolean;
  /** What participants add to the writes that are not refused. */
  readonly contribute?: (kept: readonly W[]) => readonly Contribution[];
}

/**
 * Merges the writes in order.
 * @param cells as `CellCache.loadFor` returns them
 */
export function stage<W extends Write>(
  writes: readonly W[],
  cells: ReadonlyMap<string, Cell>,
  { isSole, isTelling = false, contribute = () => [] }: StageOptions<W>,
): Staged<W> {
  const set: SetOp[] = [];
  let remove: Key[] = [];
  const adds = new Map<string, { key: Key; by: number }>();
  const ops = new Map<string, CellOp>();
  const sums = new Map<string, SumOp>();
  const refused = new Map<W, unknown>();
  const how = { cells, isSole, isTelling };
  for (const write of writes) {
    if (write.cells) {
      try {
        const changed = new Map<string, CellOp>();
        for (const update of write.cells) stageCell(update, { ...how, before: ops, changed });
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
    for (const op of write.sum ?? []) addSum(sums, op);
    for (const { key, by } of write.add ?? []) {
      const text = keyText(key);
      const before = adds.get(text);
      if (before) before.by += by;
      else adds.set(text, { key, by });
    }
  }
  const kept = refused.size === 0 ? writes : writes.filter((write) => !refused.has(write));
  const told = isTelling ? kept.flatMap((write) => write.told ?? []) : [];
  for (const added of contribute(kept)) {
    if (isTelling && added.told !== undefined) told.push(...added.told);
    for (const update of added.cells) stageCell(update, { ...how, before: ops, changed: ops });
    set.push(...added.set);
    for (const op of added.sum ?? []) addSum(sums, op);
  }
  const check: Check[] = [];
  for (const { key, value, expiresAt, exact, version } of ops.values()) {
    if (exact) check.push({ key, version });
    if (value !== null) set.push(expiresAt === undefined ? { key, value } : { key, value, expiresAt });
    // The check of an exact cell shows that nothing is there.
    else if (!exact || version !== null) remove.push(key);
  }
  const [add, sum] = [[...adds.values()], [...sums.values()]];
  return { check, set, delete: remove, add, sum, told, cells: [...ops.values()], kept, refused };
}

/** @param sums by the texts of their keys */
export function addSum(sums: Map<string, SumOp>, op: SumOp): void {
  const text = keyText(op.key);
  const before = sums.get(text);
  sums.set(text, before === undefined ? op : { ...op, value: addSums(before.value, [op.value]) });
}

/** An engine deletes after all sets of a batch; a key that a later write sets must not be deleted. */
function withoutSet(remove: readonly Key[], set: readonly SetOp[]): Key[] {
  const texts = new Set(set.map(({ key }) => keyText(key)));
  return remove.filter((key) => !texts.has(keyText(key)));
}

interface StagedCells {
  readonly before: ReadonlyMap<string, CellOp>;
  readonly changed: Map<string, CellOp>;
  readonly cells: ReadonlyMap<string, Cell>;
  readonly isSole: boolean;
  readonly isTelling: boolean;
}

function stageCell(
  update: CellUpdate,
  { before, changed, cells, isSole, isTelling }: StagedCells,
): void {
  const exact = update.exact && !(isSole && update.checkedWithPeers === true);
  const text = update.text ?? keyText(update.key);
  const op = changed.get(text) ?? before.get(text);
  const delta = isTelling ? update.delta?.(op?.delta ?? null) : undefined;
  if (op?.isWhole) {
    if (delta !== undefined) changed.set(text, { ...op, delta });
    return;
  }
  if (op) {
    changed.set(text, {
      ...op,
      delta,
      value: update.change(op.value),
      expiresAt: update.expiresAt,
      exact: op.exact || exact,
    });
    return;
  }
  const { key, expiresAt } = update;
  const cell = cells.get(text);
  changed.set(
    text,
    cell === undefined
      ? { key, text, value: update.whole!(), expiresAt, exact, isWhole: true, version: null, delta }
      : {
        key,
        text,
        value: update.change(cell.value),
        expiresAt,
        exact,
        isWhole: false,
        version: cell.version,
        delta,
      },
  );
}

/** How many of the writes, from the first on, one batch can hold; at least one. */
export function groupSize<W extends Write>(
  writes: readonly { readonly write: W; readonly cost: WriteCost }[],
  participants: readonly Participant<W>[],
): number {
  const size = { bytes: 0, mutations: 0 };
  let [checks, count] = [0, 0];
  const measures = participants.map((participant) => participant.measure());
  for (const { write, cost } of writes) {
    size.bytes += cost.bytes;
    size.mutations += cost.mutations;
    checks += cost.checks;
    for (const measure of measures) measure(write, size);
    const isFull = size.bytes > MAX_BATCH_BYTES || size.mutations > MAX_MUTATIONS || checks > MAX_CHECKS;
    if (isFull && count > 0) break;
    count++;
  }
  return count;
}

export type WriteCost = ReturnType<typeof costOf>;

/**
 * An upper bound of what a write adds to a batch, without what participants add. A caller with more exact cells than
 * MAX_CHECKS splits its write.
 */
export function costOf(write: Write): { mutations: number; checks: number; bytes: number } {
  const cells = write.cells ?? [];
  const mutations = (write.set?.length ?? 0) + (write.delete?.length ?? 0) + (write.add?.length ?? 0) +
    (write.sum?.length ?? 0) + cells.length + (write.changes ? 3 : 0);
  const checks = cells.reduce((count, cell) => count + (cell.exact ? 1 : 0), write.changes ? 1 : 0);
  return { mutations, checks, bytes: sizeOf(write) };
}

/** The bytes of its values, roughly. */
function sizeOf(write: Write): number {
  let size = 200 * (write.changes?.length ?? 0);
  for (const { bytes } of write.cells ?? []) size += bytes ?? 200;
  for (const { value } of write.set ?? []) {
    size += value instanceof Uint8Array ? value.length : JSON.stringify(value).length;
  }
  return size;
}
