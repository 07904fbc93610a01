/**
 * A run of postings: the records of a span of time, indexed by their terms. It is written once and never changed. Its chunks
 * are of two kinds: a table of the records' slots, oldest first, whose places are the numbers of the records in the run; and
 * pairs of a term and a number, sorted. Little-endian.
 */
import type { SlotName } from "../commit/slot_name.ts";

export interface PostingRun {
  /** As `nameAfter` makes it; until 2026-11-28 twelve random digits alone. */
  readonly id: string;
  /** Slots from here (inclusive) to there (exclusive). */
  readonly from: SlotName;
  readonly to: SlotName;
  readonly records: number;
  readonly postings: number;
  /** How often it was merged from smaller runs. */
  readonly level: number;
}

/** The runs of an owner. */
export interface PostingManifest {
  /** Oldest first. */
  readonly runs: readonly PostingRun[];
  /** Records from here on are not in a run yet. */
  readonly to: SlotName;
  /** Runs that were merged, and when: searches may still read them for a moment. */
  readonly retired: readonly (readonly [id: string, at: number])[];
}

export const NO_POSTINGS: PostingManifest = { runs: [], to: "", retired: [] };

/** A chunk has 16 kB of postings, or 3 kB of slots, since what is found is mostly far apart. */
export const POSTINGS_PER_CHUNK = 2048;
export const SLOTS_PER_CHUNK = 256;
/** A slot has 21 hex digits, and one more here. */
export const SLOT_BYTES = 11;
const SLOT_CHARS = 21;

/** Places sort as their postings. */
export function postingPlace(term: number, number: number): string {
  return `p${hex(term)}${hex(number)}`;
}

/** After all places of postings. */
export const POSTINGS_END = "q";

export function slotPlace(number: number): string {
  return `t${hex(number)}`;
}

function hex(number: number): string {
  return number.toString(16).padStart(8, "0");
}

/** Terms and numbers in turn. */
export function pairsIn(value: Uint8Array): Uint32Array {
  return new Uint32Array(value.slice().buffer);
}

export function namesIn(value: Uint8Array | null): SlotName[] {
  const text = value?.toHex() ?? "";
  const names: SlotName[] = [];
  for (let at = 0; at < text.length; at += 2 * SLOT_BYTES) names.push(text.slice(at, at + SLOT_CHARS));
  return names;
}
