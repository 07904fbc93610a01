/** Erases score records: from their segments and entries, from the index, and from the blocks of columns. */
import { segmentTime, slotNameOf } from "../../db/commit/segment.ts";
import { chunkWithout } from "../../db/commit/segment.ts";
import type { Engine, Entry, Key, Value } from "../../db/engine.ts";
import type { Columns } from "../../db/index/columns.ts";
import {
  chunkIn,
  indexesIn,
  recordsInEntry,
  type SegmentEntry,
  writeEntries,
  writeWhole,
} from "../../db/index/entry.ts";
import type { Postings } from "../../db/index/postings.ts";
import { slotOf } from "../../db/commit/slot_name.ts";
import { SCORES_OF, SEGMENT } from "../../db/own_rows.ts";
import { type KeyMode, retentionOf } from "../../model/records.ts";
import { accountOf } from "../scores/score_codec.ts";

interface ErasedScores {
  readonly account: string;
  readonly ids: readonly { readonly id: string; readonly mode: KeyMode }[];
}

interface ScoreErasureParts {
  readonly engine: Engine;
  readonly postings: Postings;
  readonly columns: Columns;
}

export async function eraseScores(parts: ScoreErasureParts, { account, ids }: ErasedScores): Promise<void> {
  const segments = new Map<string, { readonly indexes: Set<number>; readonly mode: KeyMode }>();
  const slots: string[] = [];
  for (const { id, mode } of ids) {
    const name = slotNameOf(id);
    if (name === null) continue;
    slots.push(name);
    const { segment, index } = slotOf(name);
    const known = segments.get(segment) ?? { indexes: new Set(), mode };
    segments.set(segment, known);
    known.indexes.add(index);
  }
  for (const [segment, { indexes, mode }] of segments) {
    // Records that are kept for different times are in different segments.
    const expiresAt = segmentTime(segment) + retentionOf(mode);
    await eraseFromSegment(parts.engine, account, segment, indexes, expiresAt);
  }
  await parts.postings.erase(account, slots);
  await parts.columns.erase(account, slots);
}

async function eraseFromSegment(
  engine: Engine,
  account: string,
  segment: string,
  indexes: ReadonlySet<number>,
  expiresAt: number,
): Promise<void> {
  const prefix = SCORES_OF.below(account);
  const bounds = { start: SCORES_OF.key(account, segment), end: SCORES_OF.key(account, `${segment}g`) };
  await rewriteAll(engine, prefix, bounds, expiresAt, (value) => {
    const entry = SCORES_OF.read(value);
    if (!indexesIn(entry).some((index) => indexes.has(index))) return value;
    const left = entryWithout(entry, indexes);
    return left === null ? null : SCORES_OF.stored(left);
  });
  await rewriteAll(engine, SEGMENT.below(segment), {}, expiresAt, (value) =>
    chunkWithout(
      SEGMENT.read(value),
      (record, index) => indexes.has(index) && accountOf(record) === account,
    ));
}

function entryWithout(entry: SegmentEntry, indexes: ReadonlySet<number>): SegmentEntry | null {
  const left = recordsInEntry(entry).filter(({ index }) => !indexes.has(index))
    .map(({ index, terms }) => terms === null ? { index } : { index, terms });
  const whole = chunkIn(entry);
  if (whole !== null) {
    const chunk = chunkWithout(whole, (_, index) => indexes.has(index));
    return chunk === null ? null : writeWhole(left.map(({ index, terms = [] }) => ({ index, terms })), chunk);
  }
  // It is shorter than it was, and so still one.
  return left.length === 0 ? null : writeEntries(left)[0]!.entry;
}

/** Replaces each entry by what is left of it; one that another process changes meanwhile is read again. */
async function rewriteAll(
  engine: Engine,
  prefix: Key,
  bounds: { readonly start?: Key; readonly end?: Key },
  expiresAt: number,
  change: (value: Value) => Value | null,
): Promise<void> {
  for (const entry of await Array.fromAsync(engine.scan(prefix, bounds))) {
    for (let current: Entry | null = entry; current !== null;) {
      const { key, value, version }: Entry = current;
      const left = change(value);
      if (left === value) break;
      const check = [{ key, version }];
      const written = left === null
        ? await engine.commit({ check, delete: [key] })
        : await engine.commit({ check, set: [{ key, value: left, expiresAt }] });
      if (written !== null) break;
      current = (await engine.get([key]))[0] ?? null;
    }
  }
}
