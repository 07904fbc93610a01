/**
 * Stored records by column, per owner: from time to time the oldest records that are not in a block yet become one
 * (`column_block.ts`). A record costs its commit nothing for it; what is in no block yet is read from the records themselves.
 */
import { LRUCache } from "lru-cache";
import { isLeased } from "../../concurrency/clock_rules.ts";
import { Rest } from "../../concurrency/turn.ts";
import { segmentFrom, segmentTime } from "../commit/segment.ts";
import { nameAfter, type SlotName, slotOf } from "../commit/slot_name.ts";
import type { Engine } from "../engine.ts";
import { COLUMN, COLUMN_BLOCK, COLUMNS, SCORES_OF } from "../own_rows.ts";
import type { BlockColumn, BlockHead, ColumnManifest } from "./column_block.ts";
import { deleteBlocks, deleteColumns, readColumn, writeColumns } from "./column_store.ts";
import { DueOwners, SETTLED_MS } from "./due_owners.ts";
import { eraseFromBlocks } from "./erase_blocks.ts";
import { countIn, type SegmentEntry } from "./entry.ts";

/** Entries of a segment that an owner has records in. */
export interface SegmentEntries {
  readonly segment: string;
  readonly entries: readonly SegmentEntry[];
}

/** Null: none of the records is left. */
export interface EncodedBlock {
  readonly records: number;
  /** When the first of them expires. */
  readonly wholeUntil: number;
  readonly columns: readonly BlockColumn[];
}

interface ColumnsOptions {
  readonly engine: Engine;
  /** Makes columns of records, with pauses: it is called in parallel with requests. */
  readonly encode: (owner: string, segments: readonly SegmentEntries[]) => Promise<EncodedBlock | null>;
  /** Of what columns are: blocks of earlier versions are made anew. */
  readonly version: number;
  readonly now: () => number;
  readonly id: () => string;
}

/** Records of a block; one whole segment more may be in it. */
export const BLOCK_RECORDS = 4096;
/** Records that are worth a block; fewer are read as they are. */
const MIN_RECORDS = 2048;
/** Blocks made of an owner's records before others have their turn. */
const BLOCKS_PER_PASS = 4;
/** What follows the making of a block, as a multiple of the time that it took: requests come first. */
const REST = 3;
/** The same while records are in no block that are older than this: each search reads them one by one. */
const BEHIND_REST = 1;
const BEHIND_MS = 600_000;
/** Making a block takes a part of a second. */
const LEASE_MS = 60_000;
/** Heads of all owners that are kept, about 400 bytes each. */
const MAX_HEADS = 10_000;

export class Columns {
  readonly #options: ColumnsOptions;
  readonly #due: DueOwners;
  readonly #rest = new Rest();
  /** The blocks of owners, as of a version of their manifests: some of them may have expired since. */
  readonly #heads = new LRUCache<
    string,
    { readonly version: string | null; readonly heads: readonly BlockHead[] }
  >({
    maxSize: MAX_HEADS,
    sizeCalculation: ({ heads }) => 1 + heads.length,
  });
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(options: ColumnsOptions) {
    this.#options = options;
    this.#due = new DueOwners(MIN_RECORDS, options.now);
  }

  /** The blocks that have records of the span, oldest first, and from where on records are in none. */
  async blocks(
    owner: string,
    since: number,
    until: number,
  ): Promise<{ readonly heads: readonly BlockHead[]; readonly to: SlotName }> {
    // First: a block that is made meanwhile is of records that are read as such.
    const { value: { to }, version } = await this.#manifest(owner);
    let known = this.#heads.get(owner);
    if (known === undefined || known.version !== version) {
      known = { version, heads: await this.#readHeads(owner, to) };
      this.#heads.set(owner, known);
    }
    const start = segmentFrom(Math.max(0, since));
    const heads = known.heads.filter(({ name, from }) => name >= start && segmentTime(from) <= until);
    return { heads, to };
  }

  async #readHeads(owner: string, to: SlotName): Promise<readonly BlockHead[]> {
    const heads: BlockHead[] = [];
    for await (const { key, value } of this.#options.engine.scan(COLUMN_BLOCK.below(owner))) {
      const head = { ...COLUMN_BLOCK.read(value), name: key[2]! };
      if (head.to > to) break;
      if (head.version === this.#options.version) heads.push(head);
    }
    return heads;
  }

  /** Names of columns of an owner's blocks that begin so, at most so many. */
  async names(owner: string, beginning: string, most: number): Promise<string[]> {
    const found: string[] = [];
    for (let start = beginning; found.length < most;) {
      const bounds = { start: COLUMN.below(owner, start), limit: 1 };
      const [entry] = await Array.fromAsync(this.#options.engine.scan(COLUMN.below(owner), bounds));
      const name = entry?.key[2];
      if (name === undefined || !name.startsWith(beginning)) break;
      found.push(name);
      start = `${name}!`; // before all characters of names
    }
    return found;
  }

  /** A column of blocks that follow one another, in any direction, by their names. */
  read(owner: string, column: string, heads: readonly BlockHead[]): Promise<Map<string, Uint8Array>> {
    const [one, other] = [heads[0]!.name, heads.at(-1)!.name];
    const bounds = one < other ? { first: one, last: other } : { first: other, last: one };
    return readColumn(this.#options.engine, owner, column, bounds);
  }

  /**
   * The entries of records from a slot on, in pages of so many records and more; each page is oldest first.
   * @param end exclusive; of a segment
   */
  async *entries(
    owner: string,
    { from, end }: { readonly from: SlotName; readonly end: SlotName },
    { order, size }: { readonly order: "newest" | "oldest"; readonly size: number },
  ): AsyncIterable<readonly SegmentEntries[]> {
    if (from >= end) return;
    const bounds = { start: SCORES_OF.key(owner, from), end: SCORES_OF.key(owner, end) };
    let page: { readonly segment: string; readonly entries: SegmentEntry[] }[] = [];
    let count = 0;
    const reverse = order === "newest";
    for await (
      const { key, value } of this.#options.engine.scan(SCORES_OF.below(owner), { ...bounds, reverse })
    ) {
      const { segment } = slotOf(key[2]!);
      const entry = SCORES_OF.read(value);
      if (page.at(-1)?.segment !== segment) {
        if (count >= size) {
          yield reverse ? page.reverse() : page;
          [page, count] = [[], 0];
        }
        page.push({ segment, entries: [] });
      }
      page.at(-1)!.entries.push(entry);
      count += countIn(entry);
    }
    if (page.length > 0) yield reverse ? page.reverse() : page;
  }

  /** How many records there are from a slot on; counting ends at `limit`. */
  async countFrom(owner: string, from: SlotName, limit: number): Promise<number> {
    let count = 0;
    for await (
      const { value } of this.#options.engine.scan(SCORES_OF.below(owner), {
        start: SCORES_OF.key(owner, from),
      })
    ) {
      count += countIn(SCORES_OF.read(value));
      if (count >= limit) break;
    }
    return count;
  }

  /** Makes blocks of what is due. @param minRecords fewer are left for later */
  async compact(owner: string, minRecords: number = MIN_RECORDS): Promise<void> {
    while (!this.#stopped && await this.#makeBlock(owner, minRecords) !== null);
  }

  /** @returns true when there may be more to do */
  async #compactSlowly(owner: string): Promise<boolean> {
    for (let made = 0; made < BLOCKS_PER_PASS; made++) {
      const started = performance.now();
      const newest = this.#stopped ? null : await this.#makeBlock(owner, MIN_RECORDS);
      if (newest === null) return false;
      const isBehind = newest < this.#options.now() - BEHIND_MS;
      await this.#rest.take((isBehind ? BEHIND_REST : REST) * (performance.now() - started));
    }
    return true;
  }

  /** @returns the time of its newest segment; null: none was made */
  async #makeBlock(owner: string, minRecords: number): Promise<number | null> {
    const { engine, encode, version, now, id } = this.#options;
    const stored = await this.#manifest(owner);
    if (stored.isLater) return null;
    if (isLeased(stored.value.claimed, now(), LEASE_MS)) return null;
    const segments = await this.#oldest(owner, stored.value.to, minRecords);
    if (segments === null) return null;
    const { to } = stored.value;
    const claimed = await this.#replace(owner, stored.version, { to, claimed: now() + LEASE_MS, version });
    if (claimed === null) return null;
    if (stored.isEarlier) await deleteBlocks(engine, owner);
    const last = segments.at(-1)!.segment;
    const end = `${last}g`;
    const block = await encode(owner, segments);
    const name = nameAfter(end, id);
    const expiresAt = Math.min(segmentTime(last), now()) + COLUMN.lifetimeMs;
    await writeColumns(engine, { owner, block: name, expiresAt }, block?.columns ?? []);
    const head = block === null ? [] : [COLUMN_BLOCK.set(
      COLUMN_BLOCK.key(owner, name),
      {
        from: segments[0]!.segment,
        to: end,
        records: block.records,
        wholeUntil: block.wholeUntil,
        version,
      },
      expiresAt,
    )];
    if (await this.#replace(owner, claimed, { to: end, claimed: 0, version }, head) !== null) {
      return segmentTime(last);
    }
    // It took longer than the lease, and another process made one.
    await deleteColumns(engine, owner, name, block?.columns ?? []);
    return null;
  }

  /** The oldest that are in no block; null when there are too few. */
  async #oldest(
    owner: string,
    from: SlotName,
    minRecords: number,
  ): Promise<readonly SegmentEntries[] | null> {
    const end = segmentFrom(this.#options.now() - SETTLED_MS);
    for await (const page of this.entries(owner, { from, end }, { order: "oldest", size: BLOCK_RECORDS })) {
      let records = 0;
      for (const { entries } of page) for (const entry of entries) records += countIn(entry);
      return records < minRecords ? null : page;
    }
    return null;
  }

  async #manifest(owner: string): Promise<{
    value: ColumnManifest;
    version: string | null;
    isEarlier: boolean;
    isLater: boolean;
  }> {
    const { engine, version } = this.#options;
    const [entry] = await engine.get([COLUMNS.key(owner)]);
    const stored = COLUMNS.read(entry?.value);
    const none = { to: "", claimed: stored?.claimed ?? 0, version };
    return {
      value: stored?.version === version ? stored : none,
      version: entry?.version ?? null,
      isEarlier: stored !== null && stored.version < version,
      isLater: stored !== null && stored.version > version,
    };
  }

  /** The new version of the entry; null when another process replaced it first. */
  #replace(
    owner: string,
    version: string | null,
    manifest: ColumnManifest,
    more: readonly ReturnType<typeof COLUMN_BLOCK.set>[] = [],
  ): Promise<string | null> {
    const key = COLUMNS.key(owner);
    return this.#options.engine.commit({
      check: [{ key, version }],
      set: [COLUMNS.set(key, manifest), ...more],
    });
  }

  /**
   * Makes the blocks anew that have one of the slots, whose records are deleted; a block that is being made of them is given
   * up. Afterwards nothing of the records is left in any.
   */
  async erase(owner: string, slots: readonly SlotName[]): Promise<void> {
    while (!await eraseFromBlocks(this.#options, owner, slots, (span) => this.#entriesOf(owner, span)));
    this.#heads.delete(owner);
  }

  async #entriesOf(owner: string, span: { readonly from: SlotName; readonly end: SlotName }) {
    const pages = this.entries(owner, span, { order: "oldest", size: Infinity });
    return (await Array.fromAsync(pages)).flat();
  }

  countWritten(owner: string, records: number, now: number): void {
    this.#due.countWritten(owner, records, now);
  }

  expectRecords(owner: string): void {
    this.#due.expectRecords(owner);
  }

  /** As `Postings.compactDue`. */
  compactDue(): Promise<void> {
    this.#running ??= this.#due.each((owner) => this.#compactSlowly(owner)).finally(() =>
      this.#running = null
    );
    return this.#running;
  }

  /** Resolves when nothing is being compacted. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#due.clear();
    this.#rest.end();
    await this.#running?.catch(() => {});
  }
}
