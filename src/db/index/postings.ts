/**
 * The index of stored records by their terms, per owner: numbers of 32 bits that whoever stores a record gives it. They are
 * written with it, in the owner's entry of its segment; from time to time the entries of the past become a run (`run.ts`),
 * and runs are merged. So a record costs its commit nothing but some bytes, a search reads few chunks, and both are exact
 * after any restart.
 */
import { segmentFrom } from "../commit/segment.ts";
import { type SlotName, slotName, slotOf } from "../commit/slot_name.ts";
import type { Engine } from "../engine.ts";
import { Compaction, type CompactionOptions } from "./compaction.ts";
import { DueOwners } from "./due_owners.ts";
import { eraseFromRuns } from "./erase_runs.ts";
import { indexesIn, indexesWith, recordsInEntry } from "./entry.ts";
import { NO_POSTINGS, type PostingManifest, type PostingRun } from "./run.ts";
import { RunReader } from "./run_reader.ts";
import { POSTINGS, SCORES_OF } from "../own_rows.ts";

export interface Span {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** Only slots before this one; null: all. */
  readonly before: SlotName | null;
}

/** Records that are worth a run; fewer are searched entry by entry. */
const MIN_RECORDS = 2000;
/** Numbers of a run whose slots are read at once: few at first, since mostly few are wanted. */
const FIRST_BLOCK = 16;
const MAX_BLOCK = 256;
export class Postings {
  readonly #engine: Engine;
  readonly #options: CompactionOptions;
  readonly #compaction: Compaction;
  readonly #due: DueOwners;
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(options: CompactionOptions) {
    this.#engine = options.engine;
    this.#options = options;
    this.#due = new DueOwners(MIN_RECORDS, options.now);
    this.#compaction = new Compaction({ ...options, isStopped: () => this.#stopped });
  }

  /**
   * The slots of an owner's records that have one of the terms, the newest first; among them a few that have none, which
   * the record says.
   * @param terms null: all records
   */
  async *find(owner: string, terms: readonly number[] | null, span: Span): AsyncIterable<SlotName> {
    const wanted = terms === null ? null : new Set(terms);
    if (wanted === null) return yield* this.#inEntries(owner, wanted, segmentFrom(span.since), span.before);
    const { runs, to } = await this.#manifest(owner);
    const since = segmentFrom(span.since);
    yield* this.#inEntries(owner, wanted, to > since ? to : since, span.before);
    for (const run of runs.toReversed()) {
      if (run.to <= since) return;
      if (span.before !== null && run.from >= span.before) continue;
      for await (const slot of this.#inRun(owner, run, [...wanted], span.before)) {
        if (slot === "") continue; // the run was merged meanwhile, and a minute has passed
        if (slot < since) return;
        yield slot;
      }
    }
  }

  /**
   * For each of the terms the slots of the newest records that have it, together and in any order; among them a few that have
   * none. Cheaper for many terms than to find each.
   * @param limit most slots of a term
   */
  async newest(
    owner: string,
    terms: readonly number[],
    { since, limit }: { readonly since: number; readonly limit: number },
  ): Promise<ReadonlySet<SlotName>> {
    const left = new Map(terms.map((term) => [term, limit]));
    const take = (term: number) => {
      const room = left.get(term);
      if (room !== undefined) left.set(term, room - 1);
      return room !== undefined && room > 0;
    };
    const found = new Set<SlotName>();
    const first = segmentFrom(since);
    const { runs, to } = await this.#manifest(owner);
    for await (const { slot, terms } of this.#records(owner, to > first ? to : first)) {
      if (terms === null || terms.filter(take).length > 0) found.add(slot);
    }
    for (const run of runs.toReversed()) {
      if (run.to <= first) break;
      const wanted = [...left].filter(([, room]) => room > 0).map(([term]) => term).sort((a, b) => a - b);
      const reader = new RunReader(this.#engine, owner, run);
      const numbers = new Set<number>();
      for (const [term, number] of await reader.newest(wanted, limit)) {
        if (take(term)) numbers.add(number);
      }
      for (const slot of await reader.slotsOf([...numbers])) {
        if (slot !== "" && slot >= first) found.add(slot);
      }
    }
    return found;
  }

  /** The oldest record that has the term, as `find`; null when there is none. */
  async first(owner: string, term: number, since: number): Promise<SlotName | null> {
    let found: SlotName | null = null;
    const { runs, to } = await this.#manifest(owner);
    for (const run of runs) {
      const slot = run.to <= segmentFrom(since)
        ? null
        : await new RunReader(this.#engine, owner, run).first(term);
      if (slot !== null) return slot;
    }
    for await (const slot of this.#inEntries(owner, new Set([term]), to, null)) found = slot;
    return found;
  }

  async *#inEntries(
    owner: string,
    wanted: ReadonlySet<number> | null,
    from: SlotName,
    before: SlotName | null,
  ): AsyncIterable<SlotName> {
    if (before !== null && before <= from) return;
    const start = SCORES_OF.key(owner, from);
    // All entries of the segment of `before`, which are in any order.
    const end = before === null ? {} : { end: SCORES_OF.key(owner, `${slotOf(before).segment}g`) };
    let [segment, slots] = ["", [] as SlotName[]];
    const isBefore = (slot: SlotName) => slot >= from && (before === null || slot < before);
    for await (
      const { key, value } of this.#engine.scan(SCORES_OF.below(owner), { start, ...end, reverse: true })
    ) {
      const next = slotOf(key[2]!).segment;
      if (next !== segment) {
        yield* slots.sort().reverse();
        [segment, slots] = [next, []];
      }
      const entry = SCORES_OF.read(value);
      const indexes = wanted === null ? indexesIn(entry) : indexesWith(entry, wanted);
      for (const index of indexes) {
        const slot = slotName(segment, index);
        if (isBefore(slot)) slots.push(slot);
      }
    }
    yield* slots.sort().reverse();
  }

  async *#inRun(
    owner: string,
    run: PostingRun,
    terms: readonly number[],
    before: SlotName | null,
  ): AsyncIterable<SlotName> {
    const reader = new RunReader(this.#engine, owner, run);
    const limit = before === null ? run.records : await reader.countBefore(before);
    let block: number[] = [];
    let size = FIRST_BLOCK;
    for await (const number of merged(terms.map((term) => reader.numbers(term, limit)))) {
      block.push(number);
      if (block.length < size) continue;
      yield* await reader.slotsOf(block);
      [block, size] = [[], Math.min(MAX_BLOCK, 2 * size)];
    }
    yield* await reader.slotsOf(block);
  }

  /** The records that are not in a run, from a slot on, the newest first, with their terms where these are known. */
  async *#records(
    owner: string,
    from: SlotName,
  ): AsyncIterable<{ readonly slot: SlotName; readonly terms: readonly number[] | null }> {
    const start = SCORES_OF.key(owner, from);
    let [current, records] = ["", [] as { slot: SlotName; terms: readonly number[] | null }[]];
    const sorted = () => records.filter(({ slot }) => slot >= from).sort((a, b) => a.slot < b.slot ? 1 : -1);
    for await (const { key, value } of this.#engine.scan(SCORES_OF.below(owner), { start, reverse: true })) {
      const { segment } = slotOf(key[2]!);
      if (segment !== current) {
        yield* sorted();
        [current, records] = [segment, []];
      }
      for (const { index, terms } of recordsInEntry(SCORES_OF.read(value))) {
        records.push({ slot: slotName(segment, index), terms });
      }
    }
    yield* sorted();
  }

  async #manifest(owner: string): Promise<PostingManifest> {
    const [entry] = await this.#engine.get([POSTINGS.key(owner)]);
    return POSTINGS.read(entry?.value) ?? NO_POSTINGS;
  }

  /** Indexes what is due, as runs. @param minRecords fewer records are left for later */
  async compact(owner: string, minRecords: number = MIN_RECORDS): Promise<void> {
    while (!this.#stopped && await this.#compaction.compact(owner, minRecords));
  }

  /** Makes the runs anew that have one of the slots, whose records are deleted. */
  async erase(owner: string, slots: readonly SlotName[]): Promise<void> {
    while (!await eraseFromRuns(this.#options, owner, slots));
  }

  /** Notes that records of the owner were written. */
  countWritten(owner: string, records: number, now: number): void {
    this.#due.countWritten(owner, records, now);
  }

  /** Notes that the owner may have many records that are not in a run, whoever wrote them. */
  expectRecords(owner: string): void {
    this.#due.expectRecords(owner);
  }

  /** Compacts the owners that wrote enough, one after another. To be called periodically; calls during a run share it. */
  compactDue(): Promise<void> {
    this.#running ??= this.#due.each(async (owner) => {
      await this.compact(owner);
      return false;
    }).finally(() => this.#running = null);
    return this.#running;
  }

  /** Resolves when nothing is being compacted. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#due.clear();
    await this.#running?.catch(() => {});
  }
}

/** Descending numbers of all, each once. */
async function* merged(all: readonly AsyncIterable<number>[]): AsyncIterable<number> {
  const sources = all.map((each) => each[Symbol.asyncIterator]());
  const heads = await Promise.all(sources.map((each) => each.next()));
  for (let last = Infinity;;) {
    let greatest = -1;
    for (const [at, head] of heads.entries()) {
      if (!head.done && (greatest < 0 || head.value > heads[greatest]!.value)) greatest = at;
    }
    if (greatest < 0) return;
    const number: number = heads[greatest]!.value;
    heads[greatest] = await sources[greatest]!.next();
    if (number !== last) yield number;
    last = number;
  }
}
