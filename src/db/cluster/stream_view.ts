/**
 * What is known of the streams of all processes, as positions: each entry counts once, in the order of its stream, however
 * often and in whatever order entries arrive. A sum that is read from the store already has some of them, those below the
 * heads that were read with it: what it lacks is added, and what it has is not counted again when it arrives. Pure.
 */
import { keyText, type LeastAndSum } from "../engine.ts";
import type { Delta } from "./stream_entry.ts";

/** The number of the newest entry of each stream. */
type Heads = ReadonlyMap<string, number>;

/** A read that is under way. */
export interface ReadMark {
  /** Whose heads are to be read together with the values. */
  readonly streams: readonly string[];
  readonly generation: number;
}

/** @param isIncluded for a sum: what is known of the value has it already */
type Apply = (delta: Delta, text: string, isIncluded: boolean) => void;

interface Applied {
  readonly stream: string;
  readonly number: number;
  readonly sums: ReadonlyMap<string, readonly LeastAndSum[]>;
}

export class StreamView {
  readonly #apply: Apply;
  readonly #isSum: (delta: Delta) => boolean;
  readonly #positions = new Map<string, number>();
  /** Entries that arrived before an earlier one of their stream. */
  readonly #early = new Map<string, Map<number, readonly Delta[]>>();
  /** Sums that have more than was applied of some streams, by the texts of their keys. */
  readonly #ahead = new Map<string, Map<string, number>>();
  /** What was applied while a read is under way. */
  #log: Applied[] = [];
  #reads = 0;
  #generation = 0;

  /** @param isSum whether the value is a `LeastAndSum`; others are states, which may be merged twice */
  constructor(apply: Apply, isSum: (delta: Delta) => boolean) {
    this.#apply = apply;
    this.#isSum = isSum;
  }

  /** The number of the last entry that was applied; undefined for a stream that is not followed. */
  positionOf(stream: string): number | undefined {
    return this.#positions.get(stream);
  }

  /** Follows a stream from the entry after this number on. */
  begin(stream: string, position: number): void {
    this.#positions.set(stream, position);
    this.#early.delete(stream);
  }

  forget(stream: string): void {
    this.#positions.delete(stream);
    this.#early.delete(stream);
  }

  get streams(): string[] {
    return [...this.#positions.keys()];
  }

  /** What was read until now is not relied on any more. */
  reset(): void {
    this.#generation++;
    this.#ahead.clear();
    this.#log = [];
  }

  arrive(stream: string, number: number, deltas: readonly Delta[]): void {
    const position = this.#positions.get(stream);
    if (position === undefined || number <= position) return;
    const early = this.#early.get(stream) ?? new Map<number, readonly Delta[]>();
    early.set(number, deltas);
    let next = position + 1;
    for (let found = early.get(next); found !== undefined; found = early.get(++next)) {
      this.#take(stream, next, found);
      early.delete(next);
    }
    if (early.size === 0) this.#early.delete(stream);
    else this.#early.set(stream, early);
    if (this.#ahead.size > 0 && next > position + 1) this.#tidy();
  }

  #take(stream: string, number: number, deltas: readonly Delta[]): void {
    const sums = new Map<string, LeastAndSum[]>();
    for (const delta of deltas) {
      const text = keyText(delta.key);
      const isSum = this.#isSum(delta);
      const isIncluded = isSum && number <= (this.#ahead.get(text)?.get(stream) ?? -1);
      if (isSum && this.#reads > 0) {
        const sum = delta.value as unknown as LeastAndSum; // written by `Writer`
        const before = sums.get(text);
        if (before === undefined) sums.set(text, [sum]);
        else before.push(sum);
      }
      this.#apply(delta, text, isIncluded);
    }
    this.#positions.set(stream, number);
    if (this.#reads > 0) this.#log.push({ stream, number, sums });
  }

  #tidy(): void {
    for (const [text, streams] of this.#ahead) {
      for (const [stream, head] of streams) {
        if (head <= (this.#positions.get(stream) ?? Infinity)) streams.delete(stream);
      }
      if (streams.size === 0) this.#ahead.delete(text);
    }
  }

  /** To be called before values are read; then `endRead` must be. */
  beginRead(): ReadMark {
    this.#reads++;
    return { streams: this.streams, generation: this.#generation };
  }

  /**
   * @param heads those of the mark's streams, of the same state of the store as the values; null: the read failed
   * @returns what a sum that was read lacks, after which it may be kept; null: it must not be kept
   */
  endRead(mark: ReadMark, heads: Heads | null): ((text: string) => readonly LeastAndSum[]) | null {
    const log = this.#log;
    if (--this.#reads === 0) this.#log = [];
    const isWhole = heads !== null && mark.generation === this.#generation &&
      this.streams.every((stream) => heads.has(stream));
    if (!isWhole) return null;
    const ahead = [...heads].filter(([stream, head]) => head > (this.#positions.get(stream) ?? Infinity));
    const missing = log.filter(({ stream, number }) => number > (heads.get(stream) ?? Infinity));
    return (text) => {
      if (ahead.length > 0) this.#ahead.set(text, new Map(ahead));
      else this.#ahead.delete(text);
      return missing.flatMap(({ sums }) => sums.get(text) ?? []);
    };
  }
}

export function addSums([first, sum]: LeastAndSum, added: readonly LeastAndSum[]): LeastAndSum {
  let [least, total] = [first, sum];
  for (const [other, by] of added) [least, total] = [Math.min(least, other), total + by];
  return [least, total];
}
