/** Makes runs of postings: of an account's newest scores, and of runs that have become many. */
import { recordTerms } from "./score_terms.ts";
import { segmentFrom } from "../commit/segment.ts";
import { type SlotName, slotName, slotOf } from "../commit/slot_name.ts";
import type { Engine } from "../engine.ts";
import { KEYS } from "../keys.ts";
import type { Scores } from "../records/scores.ts";
import { recordsInEntry } from "./entry.ts";
import { NO_POSTINGS, type PostingManifest, type PostingRun } from "./run.ts";
import { RunReader } from "./run_reader.ts";
import { deleteRun, RunWriter } from "./run_writer.ts";

export interface CompactionOptions {
  readonly engine: Engine;
  readonly scores: Scores;
  readonly now: () => number;
  readonly id: () => string;
}

/**
 * Scores younger than this stay out of runs, because others of their time may be written yet: by a slow commit, or by
 * another machine whose clock is behind.
 */
export const SETTLED_MS = 2 * 60_000;
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
/** Characters of a run's id. */
const ID_CHARS = 12;
/** Searches are over by then. */
const RETIRED_MS = 60_000;
/** The numbers of scores in a new run are below this. */
const NUMBERS = 2 ** 20;

export class Compaction {
  readonly #options: CompactionOptions;

  constructor(options: CompactionOptions) {
    this.#options = options;
  }

  /**
   * Indexes the account's newest scores as one more run, when there are enough of them, and merges runs.
   * @returns true when there may be more to index
   */
  async compact(account: string, minRecords: number): Promise<boolean> {
    const stored = await this.#manifest(account);
    const before = stored.value;
    const made = await this.#newRun(account, before, minRecords);
    if (made === null) return false;
    const { run, full } = made;
    let manifest: PostingManifest = { ...await this.#cleaned(account, before), to: run.to };
    manifest = { ...manifest, runs: [...manifest.runs, run] };
    for (let level = 0; level < MAX_LEVEL; level++) manifest = await this.#merged(account, manifest, level);
    const key = KEYS.postings.key(account);
    const check = [{ key, version: stored.version }];
    const version = await this.#options.engine.commit({ check, set: [KEYS.postings.set(key, manifest)] });
    // Another process was faster: its runs hold the same.
    if (version === null) {
      for (const { id } of manifest.runs) if (!isIn(before, id)) await this.#delete(account, id);
    }
    return version !== null && full;
  }

  async #manifest(account: string): Promise<{ value: PostingManifest; version: string | null }> {
    const [entry] = await this.#options.engine.get([KEYS.postings.key(account)]);
    return { value: KEYS.postings.read(entry?.value) ?? NO_POSTINGS, version: entry?.version ?? null };
  }

  /** @returns full: there are more scores than a run takes */
  async #newRun(
    account: string,
    { to: from }: PostingManifest,
    minRecords: number,
  ): Promise<{ run: PostingRun; full: boolean } | null> {
    const { engine, now } = this.#options;
    const { scoresOf } = KEYS;
    const end = scoresOf.key(account, segmentFrom(now() - SETTLED_MS));
    const start = scoresOf.key(account, from);
    const found: { slot: SlotName; terms: readonly number[] | null }[] = [];
    let [postings, full] = [0, false];
    if (start[2]! >= end[2]!) return null;
    for await (const { key, value } of engine.scan(scoresOf.below(account), { start, end })) {
      const { segment } = slotOf(key[2]!);
      // A segment is in one run, with all its entries.
      full = postings >= RUN_POSTINGS && slotOf(found.at(-1)!.slot).segment !== segment;
      if (full) break;
      for (const { index, terms } of recordsInEntry(scoresOf.read(value))) {
        found.push({ slot: slotName(segment, index), terms });
        postings += Math.max(1, terms?.length ?? ESTIMATED_TERMS);
      }
    }
    if (!full && found.length < minRecords) return null;
    found.sort((one, other) => one.slot < other.slot ? -1 : 1);
    const slots = found.map(({ slot }) => slot);
    const terms = await this.#termsOf(account, found);
    await aTurn();
    const sorted = new Float64Array(terms.reduce((sum, each) => sum + each.length, 0));
    let at = 0;
    for (const [number, each] of terms.entries()) {
      for (const term of each) sorted[at++] = term * NUMBERS + number;
    }
    sorted.sort();
    await aTurn();
    const to = `${slots.at(-1)!}0`;
    const writer = this.#writer(account, to);
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
    account: string,
    found: readonly { readonly slot: SlotName; readonly terms: readonly number[] | null }[],
  ): Promise<(readonly number[])[]> {
    const { scores, now } = this.#options;
    const missing = found.filter(({ terms }) => terms === null).map(({ slot }) => slot);
    if (missing.length === 0) return found.map(({ terms }) => terms!);
    const read = new Map<SlotName, readonly number[]>();
    for (let from = 0; from < missing.length; from += RECORDS_PER_PAGE) {
      const page = await scores.bySlot(account, missing.slice(from, from + RECORDS_PER_PAGE), now());
      for (const [slot, record] of page) read.set(slot, recordTerms(record));
    }
    return found.map(({ slot, terms }) => terms ?? read.get(slot) ?? []);
  }

  /** Without what has expired; what was retired a while ago is deleted. */
  async #cleaned(account: string, manifest: PostingManifest): Promise<PostingManifest> {
    const now = this.#options.now();
    const oldest = segmentFrom(now - KEYS.scoresOf.lifetimeMs);
    const retired = manifest.retired.filter(([, at]) => now - at < RETIRED_MS);
    for (const [id, at] of manifest.retired) if (now - at >= RETIRED_MS) await this.#delete(account, id);
    return { ...manifest, runs: manifest.runs.filter(({ to }) => to > oldest), retired };
  }

  async #merged(account: string, manifest: PostingManifest, level: number): Promise<PostingManifest> {
    const runs = manifest.runs.filter((run) => run.level === level);
    if (runs.length < FAN_IN) return manifest;
    const merged = await this.#merge(account, runs, level + 1);
    const at = this.#options.now();
    return {
      ...manifest,
      runs: [...manifest.runs.filter((run) => run.level !== level), merged].sort(byTime),
      retired: [...manifest.retired, ...runs.map(({ id }) => [id, at] as const)],
    };
  }

  async #merge(account: string, runs: readonly PostingRun[], level: number): Promise<PostingRun> {
    const writer = this.#writer(account, runs.at(-1)!.to);
    const sources: PostingSource[] = [];
    for (const run of runs) {
      const reader = new RunReader(this.#options.engine, account, run);
      sources.push(new PostingSource(reader.postings(), writer.records));
      for await (const slots of reader.slots()) {
        for (const slot of slots) if (writer.slot(slot)) await writer.flush();
      }
    }
    for (const source of sources) await source.load();
    for (;;) {
      // Ties stay in the order of the runs, which is that of their numbers.
      let least: PostingSource | null = null;
      for (const source of sources) if (source.term < (least?.term ?? Infinity)) least = source;
      if (least === null) break;
      if (writer.posting(least.term, least.number)) await writer.flush();
      if (!least.next()) await least.load();
    }
    await writer.finish();
    return runOf(writer, { from: runs[0]!.from, to: runs.at(-1)!.to, level });
  }

  #writer(account: string, to: SlotName): RunWriter & { readonly id: string } {
    const id = this.#options.id().replaceAll("-", "").slice(0, ID_CHARS);
    const expiresAt = Math.min(
      parseInt(to.slice(0, 12), 16) + KEYS.postingChunk.lifetimeMs,
      this.#options.now() + KEYS.postingChunk.lifetimeMs,
    );
    return Object.assign(new RunWriter(this.#options.engine, account, id, expiresAt), { id });
  }

  async #delete(account: string, run: string): Promise<void> {
    await deleteRun(this.#options.engine, account, run);
  }
}

/** Lets requests go on. */
function aTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** The postings of a run that is merged, one at a time. */
class PostingSource {
  readonly #pages: AsyncIterator<Uint32Array>;
  readonly #base: number;
  #page: Uint32Array = new Uint32Array();
  #at = 0;

  /** @param base what is added to the numbers */
  constructor(pages: AsyncIterable<Uint32Array>, base: number) {
    this.#pages = pages[Symbol.asyncIterator]();
    this.#base = base;
  }

  /** Infinity after the last one. */
  get term(): number {
    return this.#page[this.#at] ?? Infinity;
  }

  get number(): number {
    return this.#page[this.#at + 1]! + this.#base;
  }

  /** False: call `load`. */
  next(): boolean {
    this.#at += 2;
    return this.#at < this.#page.length;
  }

  async load(): Promise<void> {
    const { value, done } = await this.#pages.next();
    this.#page = done ? new Uint32Array() : value;
    this.#at = 0;
  }
}

function runOf(
  { id, records, postings }: { readonly id: string; readonly records: number; readonly postings: number },
  rest: Pick<PostingRun, "from" | "to" | "level">,
): PostingRun {
  return { id, records, postings, ...rest };
}

function byTime(one: PostingRun, other: PostingRun): number {
  return one.from < other.from ? -1 : 1;
}

function isIn({ runs }: PostingManifest, id: string): boolean {
  return runs.some((run) => run.id === id);
}
