/** Stored scores: found by request id, or listed by account, newest first. */
import type { ScoreRecord } from "../../model/records.ts";
import { SharedTexts, unpackScore } from "./score_codec.ts";
import {
  chunkKeys,
  type PackedRecord,
  recordsIn,
  segmentFrom,
  segmentTime,
  slotNameOf,
} from "../../db/commit/segment.ts";
import { chunkName, type SlotName, slotName, slotOf } from "../../db/commit/slot_name.ts";
import type { Engine, Entry, Key } from "../../db/engine.ts";
import type { SegmentEntries } from "../../db/index/columns.ts";
import { chunkIn, countIn, indexesIn } from "../../db/index/entry.ts";
import { SCORES_OF, SEGMENT } from "../../db/own_rows.ts";

/** An account with a larger share of a range of records has some in most chunks of the range. */
const DENSE = 0.2;
/** Typical; there may be fewer or more. */
const RECORDS_PER_CHUNK = 64;
/** Records read at once; one whole segment more may be. */
const RECORDS_PER_PAGE = 256;

/** A record that is unpacked when it is called. */
type Placed = readonly [slot: SlotName, record: () => PackedRecord];

interface PlacedRecord {
  readonly slot: SlotName;
  readonly record: ScoreRecord;
}

export class StoredScores {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Null when there is none, it belongs to another account, or it has expired. */
  async get(account: string, requestId: string, now: number): Promise<ScoreRecord | null> {
    return (await this.getMany(account, [requestId], now)).get(requestId) ?? null;
  }

  /** Those of the ids that `get` would find. A segment that holds several of them is read once. */
  async getMany(
    account: string,
    requestIds: readonly string[],
    now: number,
  ): Promise<ReadonlyMap<string, ScoreRecord>> {
    const slots = new Map<string, SlotName>();
    for (const id of requestIds) {
      const slot = slotNameOf(id);
      if (slot !== null) slots.set(id, slot);
    }
    const bySlot = await this.bySlot(account, [...slots.values()], now);
    const found = new Map<string, ScoreRecord>();
    for (const [id, name] of slots) {
      const record = bySlot.get(name);
      if (record?.id === id) found.set(id, record);
    }
    return found;
  }

  /** The account's records of the slots, without those that have expired. */
  async bySlot(
    account: string,
    slots: readonly SlotName[],
    now: number,
  ): Promise<ReadonlyMap<SlotName, ScoreRecord>> {
    const found = new Map<SlotName, ScoreRecord>();
    const left = new Set(slots);
    const texts = new SharedTexts();
    const keep = (name: SlotName, packed: () => PackedRecord) => {
      const record = unpackScore(packed(), texts);
      if (record.account !== account || !left.delete(name)) return;
      if (record.expiresAt > now) found.set(name, record);
    };
    const { entries, chunks } = await this.#likely(account, slots);
    for (const [name, record] of recordsOf(entries, left)) keep(name, record);
    const segments = Map.groupBy([...left].map(slotOf), ({ segment }) => segment);
    await this.#ofChunks(
      [...segments].map(([segment, of]) => [segment, of.map(({ index }) => index)]),
      chunks,
      keep,
    );
    // Two commits of one segment have an entry each.
    const others = new Set([...left].map((name) => slotOf(name).segment));
    await Promise.all([...others].map(async (segment) => {
      const entries = await Array.fromAsync(this.#entriesOf(account, segment));
      for (const [name, record] of recordsOf(entries, left)) keep(name, record);
    }));
    return found;
  }

  /** In one read, where records of the slots are nearly always: entries that begin with them, and the first chunks. */
  async #likely(account: string, slots: readonly SlotName[]) {
    const segments = [...new Set(slots.map((slot) => slotOf(slot).segment))];
    const begins = this.#engine.packs ? segments.map((segment) => slotName(segment, 0)) : [];
    const names = [...new Set([...slots, ...begins])];
    const read = await this.#engine.get([
      ...names.map((name) => SCORES_OF.key(account, name)),
      ...segments.map((segment) => SEGMENT.key(segment, chunkName(0))),
    ]);
    const chunks = segments.map((segment, at) => [segment, read[names.length + at] ?? null] as const);
    return {
      entries: read.slice(0, names.length).filter((entry) => entry !== null),
      chunks: new Map(chunks),
    };
  }

  #entriesOf(account: string, segment: string): AsyncIterable<Entry> {
    const bounds = { start: SCORES_OF.key(account, segment), end: SCORES_OF.key(account, `${segment}g`) };
    return this.#engine.scan(SCORES_OF.below(account), bounds);
  }

  /**
   * The account's records of entries, with their slots, oldest first, page by page; each is unpacked when it is taken.
   * @param wanted false: the record is left out unread
   */
  async *ofEntries(
    account: string,
    segments: readonly SegmentEntries[],
    wanted: (slot: SlotName) => boolean = () => true,
  ): AsyncIterable<Iterable<PlacedRecord>> {
    const texts = new SharedTexts();
    for (const page of pagesOf(segments)) {
      const found = new Map<SlotName, () => PackedRecord>();
      const inChunks: [segment: string, indexes: readonly number[]][] = [];
      for (const { segment, entries } of page) {
        const indexes: number[] = [];
        for (const entry of entries) {
          const chunk = chunkIn(entry);
          const slots = indexesIn(entry).map((index) => slotName(segment, index)).filter(wanted);
          if (chunk === null) indexes.push(...slots.map((slot) => slotOf(slot).index));
          else {
            for (const [slot, record] of recordsOfChunk(segment, chunk, new Set(slots))) {
              found.set(slot, record);
            }
          }
        }
        if (indexes.length > 0) inChunks.push([segment, indexes]);
      }
      await this.#inChunks(inChunks, (slot, record) => void found.set(slot, record));
      yield unpacked(account, found, texts);
    }
  }

  /** Records that are in the chunks of their segments. */
  async #inChunks(
    segments: readonly (readonly [segment: string, indexes: readonly number[]])[],
    keep: (slot: SlotName, record: () => PackedRecord) => void,
  ): Promise<void> {
    // Most segments are one chunk, and many are read at once.
    const chunks = await this.#engine.get(
      segments.map(([segment]) => SEGMENT.key(segment, chunkName(0))),
    );
    await this.#ofChunks(
      segments,
      new Map(segments.map(([segment], at) => [segment, chunks[at] ?? null])),
      keep,
    );
  }

  /** @param first the first chunks of segments */
  async #ofChunks(
    segments: readonly (readonly [segment: string, indexes: readonly number[]])[],
    first: ReadonlyMap<string, Entry | null>,
    keep: (slot: SlotName, record: () => PackedRecord) => void,
  ): Promise<void> {
    await Promise.all(segments.map(async ([segment, indexes]) => {
      const left = new Set(indexes);
      const chunk = SEGMENT.read(first.get(segment)?.value);
      for (const { index, record } of chunk === null ? [] : recordsIn(chunk)) {
        if (left.delete(index)) keep(slotName(segment, index), record);
      }
      for await (const others of this.#at(segment, left)) {
        for (const { index, record } of others) keep(slotName(segment, index), record);
      }
    }));
  }

  /**
   * Records of a segment by their indexes: a list per chunk, the last chunk first. The key of a chunk has the first index in
   * it, so an index is in the last chunk that does not begin after it or, where commits alternated, in an earlier one. Chunks
   * between those are not read: an account reads only the chunks with its own records. When most of them are its own, several
   * chunks are read in one scan.
   */
  async *#at(
    segment: string,
    indexes: Iterable<number>,
  ): AsyncIterable<{ index: number; record: () => PackedRecord }[]> {
    const left = new Set(indexes);
    for (let before: Key | null = null; left.size > 0;) {
      const last = Math.max(...left);
      const { prefix, end: behind }: { prefix: Key; end: Key } = chunkKeys(segment, last);
      const end: Key = before !== null && before[2]! < behind[2]! ? before : behind;
      const range = last - Math.min(...left) + 1;
      const limit = left.size > DENSE * range ? Math.ceil(range / RECORDS_PER_CHUNK) : 1;
      before = null;
      for await (const { key, value } of this.#engine.scan(prefix, { end, reverse: true, limit })) {
        before = key;
        yield recordsIn(SEGMENT.read(value)).filter(({ index }) => left.delete(index));
        if (left.size === 0) return;
      }
      if (before === null) return;
    }
  }

  /** An account's records of a span of time, newest first. The caller keeps the span within the retention. */
  async *list(account: string, span: { since: number; until: number }): AsyncIterable<ScoreRecord> {
    const bounds = {
      start: SCORES_OF.key(account, segmentFrom(span.since)),
      end: SCORES_OF.key(account, segmentFrom(span.until + 1)),
    };
    const entries = this.#engine.scan(SCORES_OF.below(account), { ...bounds, reverse: true });
    for await (const { key, value } of entries) {
      const entry = SCORES_OF.read(value);
      const whole = chunkIn(entry);
      const found = whole === null ? [] : recordsIn(whole);
      if (whole === null) {
        for await (const chunk of this.#at(slotOf(key[2]!).segment, indexesIn(entry))) found.push(...chunk);
      }
      for (const { record } of found.sort((one, other) => other.index - one.index)) {
        yield unpackScore(record());
      }
    }
  }

  /**
   * Where the account's records since a time are, the oldest first, and those of the records that are wanted and can be had
   * with that.
   */
  async recent(
    account: string,
    since: number,
    isWanted: (position: SlotName) => boolean,
  ): Promise<
    { readonly positions: readonly SlotName[]; readonly records: ReadonlyMap<SlotName, ScoreRecord> }
  > {
    const positions: SlotName[] = [];
    const records = new Map<SlotName, ScoreRecord>();
    const start = SCORES_OF.key(account, segmentFrom(since));
    for await (const { key, value } of this.#engine.scan(SCORES_OF.below(account), { start })) {
      const { segment } = slotOf(key[2]!);
      const entry = SCORES_OF.read(value);
      const own = indexesIn(entry).map((index) => slotName(segment, index));
      positions.push(...own);
      const wanted = new Set(own.filter(isWanted));
      const chunk = wanted.size === 0 ? null : chunkIn(entry);
      for (const [position, record] of chunk === null ? [] : recordsOfChunk(segment, chunk, wanted)) {
        records.set(position, unpackScore(record()));
      }
    }
    return { positions, records };
  }

  /** The number of an account's records since a time, and before another. Counting ends at `limit`: then `capped` is true, and `since` is the time reached. */
  async count(
    account: string,
    { since, before, limit }: { since: number; before?: number; limit: number },
  ): Promise<{ count: number; since: number; capped: boolean }> {
    const bounds = {
      start: SCORES_OF.key(account, segmentFrom(since)),
      ...(before === undefined ? {} : { end: SCORES_OF.key(account, segmentFrom(before)) }),
    };
    let count = 0;
    for await (
      const { key, value } of this.#engine.scan(SCORES_OF.below(account), { ...bounds, reverse: true })
    ) {
      count += countIn(SCORES_OF.read(value));
      if (count >= limit) return { count, since: segmentTime(key[2]!), capped: true };
    }
    return { count, since, capped: false };
  }
}

/** Those of the slots whose records are in the entries. */
function* recordsOf(entries: readonly Entry[], wanted: ReadonlySet<SlotName>): Iterable<Placed> {
  for (const { key, value } of entries) {
    const chunk = chunkIn(SCORES_OF.read(value));
    if (chunk !== null) yield* recordsOfChunk(slotOf(key[2]!).segment, chunk, wanted);
  }
}

function* recordsOfChunk(
  segment: string,
  chunk: Uint8Array,
  wanted: ReadonlySet<SlotName>,
): Iterable<Placed> {
  for (const { index, record } of recordsIn(chunk)) {
    const slot = slotName(segment, index);
    if (wanted.has(slot)) yield [slot, record];
  }
}

/** In the order of their slots. */
function* unpacked(
  account: string,
  found: ReadonlyMap<SlotName, () => PackedRecord>,
  texts: SharedTexts,
): Iterable<PlacedRecord> {
  for (const slot of [...found.keys()].sort()) {
    const record = unpackScore(found.get(slot)!(), texts);
    if (record.account === account) yield { slot, record };
  }
}

function* pagesOf(segments: readonly SegmentEntries[]): Iterable<readonly SegmentEntries[]> {
  let page: SegmentEntries[] = [];
  let records = 0;
  for (const segment of segments) {
    page.push(segment);
    for (const entry of segment.entries) records += countIn(entry);
    if (records < RECORDS_PER_PAGE) continue;
    yield page;
    [page, records] = [[], 0];
  }
  if (page.length > 0) yield page;
}
