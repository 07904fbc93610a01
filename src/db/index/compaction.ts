/** Makes runs of postings: of an owner's newest records, and of runs that have become many. */
import { yieldToEventLoop } from "../../concurrency/turn.ts";
import { segmentFrom, segmentTime } from "../commit/segment.ts";
import { nameAfter, type SlotName, slotName, slotOf } from "../commit/slot_name.ts";
import type { Engine } from "../engine.ts";
import { SETTLED_MS } from "./due_owners.ts";
import { recordsInEntry } from "./entry.ts";
import { NO_POSTINGS, type PostingManifest, type PostingRun } from "./run.ts";
import { mergeRuns } from "./run_merge.ts";
import { RunReader } from "./run_reader.ts";
import { deleteRun, RunWriter } from "./run_writer.ts";
import { POSTING_CHUNK, POSTINGS, SCORES_OF } from "../own_rows.ts";

export interface CompactionOptions {
  readonly engine: Engine;
  /** The terms of stored records of an owner, for those whose entries have none. Records that are gone are left out. */
  readonly termsOf: (
    owner: string,
    slots: readonly SlotName[],
  ) => Promise<ReadonlyMap<SlotName, readonly number[]>>;
  readonly now: () => number;
  readonly id: () => string;
}

interface Stored {
  readonly value: PostingManifest;
  readonly version: string | null;
}

/** Postings of a new run; collecting and sorting them takes a few milliseconds. */
const RUN_POSTINGS = 16_384;
/** Runs of one level that are merged into one. */
const FAN_IN = 8;
/** A run of this level is up to eight million postings, and is not merged again: it is removed when it has expired. */
const MAX_LEVEL = 3;
/** Of an entry without terms. */
const ESTIMATED_TERMS = 8;
/** Records read at once for their terms. */
const RECORDS_PER_PAGE = 500;
/** Searches are over by then. */
const RETIRED_MS = 60_000;
/** The numbers of records in a new run are below this. */
const NUMBERS = 2 ** 20;

export class Compaction {
  readonly #options: CompactionOptions & { readonly isStopped: () => boolean };

  constructor(options: CompactionOptions & { readonly isStopped: () => boolean }) {
    this.#options = options;
  }

  /**
   * Indexes the owner's newest records as one more run, when there are enough of them, and merges runs.
   * @returns true when there may be more to index
   */
  async compact(owner: string, minRecords: number): Promise<boolean> {
    const stored = await this.#manifest(owner);
    const made = await this.#newRun(owner, stored.value, minRecords);
    if (made === null) return false;
    const cleaned = await this.#cleaned(owner, stored.value);
    const { run, full } = made;
    let current = await this.#replace(owner, stored, {
      ...cleaned,
      to: run.to,
      runs: [...cleaned.runs, run],
    });
    for (let level = 0; level < MAX_LEVEL && current !== null; level++) {
      current = await this.#merged(owner, current, level);
    }
    return current !== null && full;
  }

  /** Null when another process was faster: its runs hold the same. */
  async #replace(
    owner: string,
    { value, version }: Stored,
    manifest: PostingManifest,
  ): Promise<Stored | null> {
    const key = POSTINGS.key(owner);
    const set = [POSTINGS.set(key, manifest)];
    const replaced = await this.#options.engine.commit({ check: [{ key, version }], set });
    if (replaced !== null) return { value: manifest, version: replaced };
    const known = new Set(value.runs.map(({ id }) => id));
    for (const { id } of manifest.runs) {
      if (!known.has(id)) await deleteRun(this.#options.engine, owner, id);
    }
    return null;
  }

  async #manifest(owner: string): Promise<Stored> {
    const [entry] = await this.#options.engine.get([POSTINGS.key(owner)]);
    return { value: POSTINGS.read(entry?.value) ?? NO_POSTINGS, version: entry?.version ?? null };
  }

  /** @returns full: there are more records than a run takes */
  async #newRun(
    owner: string,
    { to: from }: PostingManifest,
    minRecords: number,
  ): Promise<{ run: PostingRun; full: boolean } | null> {
    const { engine, now } = this.#options;
    const end = SCORES_OF.key(owner, segmentFrom(now() - SETTLED_MS));
    const start = SCORES_OF.key(owner, from);
    const found: { slot: SlotName; terms: readonly number[] | null }[] = [];
    let [postings, full] = [0, false];
    if (start[2]! >= end[2]!) return null;
    for await (const { key, value } of engine.scan(SCORES_OF.below(owner), { start, end })) {
      const { segment } = slotOf(key[2]!);
      // A segment is in one run, with all its entries.
      full = postings >= RUN_POSTINGS && slotOf(found.at(-1)!.slot).segment !== segment;
      if (full) break;
      for (const { index, terms } of recordsInEntry(SCORES_OF.read(value))) {
        found.push({ slot: slotName(segment, index), terms });
        postings += Math.max(1, terms?.length ?? ESTIMATED_TERMS);
      }
    }
    if (!full && found.length < minRecords) return null;
    found.sort((one, other) => one.slot < other.slot ? -1 : 1);
    const slots = found.map(({ slot }) => slot);
    const terms = await this.#termsOf(owner, found);
    await yieldToEventLoop();
    const sorted = new Float64Array(terms.reduce((sum, each) => sum + each.length, 0));
    let at = 0;
    for (const [number, each] of terms.entries()) {
      for (const term of each) sorted[at++] = term * NUMBERS + number;
    }
    sorted.sort();
    await yieldToEventLoop();
    const to = `${slots.at(-1)!}0`;
    const writer = this.#writer(owner, to);
    for (const slot of slots) if (writer.slot(slot)) await writer.flush();
    for (const posting of sorted) {
      const number = posting % NUMBERS;
      if (writer.posting((posting - number) / NUMBERS, number)) await writer.flush();
    }
    await writer.finish();
    return { run: runOf(writer, { from: slots[0]!, to, level: 0 }), full };
  }

  /** The terms of entries of earlier versions are those of the records. */
  async #termsOf(
    owner: string,
    found: readonly { readonly slot: SlotName; readonly terms: readonly number[] | null }[],
  ): Promise<(readonly number[])[]> {
    const missing = found.filter(({ terms }) => terms === null).map(({ slot }) => slot);
    if (missing.length === 0) return found.map(({ terms }) => terms!);
    const read = new Map<SlotName, readonly number[]>();
    for (let from = 0; from < missing.length; from += RECORDS_PER_PAGE) {
      const page = await this.#options.termsOf(owner, missing.slice(from, from + RECORDS_PER_PAGE));
      for (const [slot, terms] of page) read.set(slot, terms);
    }
    return found.map(({ slot, terms }) => terms ?? read.get(slot) ?? []);
  }

  /** Without what has expired; what was retired a while ago is deleted. */
  async #cleaned(owner: string, manifest: PostingManifest): Promise<PostingManifest> {
    const now = this.#options.now();
    const oldest = segmentFrom(now - SCORES_OF.lifetimeMs);
    const retired = manifest.retired.filter(([, at]) => now - at < RETIRED_MS);
    for (const [id, at] of manifest.retired) {
      if (now - at >= RETIRED_MS) await deleteRun(this.#options.engine, owner, id);
    }
    return { ...manifest, runs: manifest.runs.filter(({ to }) => to > oldest), retired };
  }

  /** Null when it was stopped, or another process was faster. */
  async #merged(owner: string, stored: Stored, level: number): Promise<Stored | null> {
    const { engine, now, isStopped } = this.#options;
    const { runs, retired, to } = stored.value;
    const merging = runs.filter((run) => run.level === level);
    if (merging.length < FAN_IN) return stored;
    const readers = merging.map((run) => new RunReader(engine, owner, run));
    const [first, last] = [merging[0]!, merging.at(-1)!];
    const writer = this.#writer(owner, last.to);
    if (!await mergeRuns(readers, writer, isStopped)) {
      await deleteRun(engine, owner, writer.id);
      return null;
    }
    const merged = runOf(writer, { from: first.from, to: last.to, level: level + 1 });
    return await this.#replace(owner, stored, {
      runs: [...runs.filter((run) => run.level !== level), merged].sort(byTime),
      to,
      retired: [...retired, ...merging.map(({ id }) => [id, now()] as const)],
    });
  }

  #writer(owner: string, to: SlotName): RunWriter {
    const { engine, id, now } = this.#options;
    const { lifetimeMs } = POSTING_CHUNK;
    const expiresAt = Math.min(segmentTime(to), now()) + lifetimeMs;
    return new RunWriter(engine, owner, nameAfter(to, id), expiresAt);
  }
}

function runOf(
  { id, records, postings }: RunWriter,
  rest: Pick<PostingRun, "from" | "to" | "level">,
): PostingRun {
  return { id, records, postings, ...rest };
}

function byTime(one: PostingRun, other: PostingRun): number {
  return one.from < other.from ? -1 : 1;
}
