/** Ranges, nested or overlapping, into an `IntervalBuilder`: where two overlap, the one that starts later wins. */
import type { Address } from "../../model/address.ts";
import { type IntervalBuilder, successor } from "./interval_builder.ts";

export interface NumberedRange {
  readonly first: Address;
  /** Included; of the same family. */
  readonly last: Address;
  readonly number: number;
}

/** Ranges have to come as `inOrder` puts them. */
export class RangesOutOfOrder extends Error {
  override readonly name = "RangesOutOfOrder";
}

/** @throws RangesOutOfOrder */
export function addRanges(builder: IntervalBuilder, ranges: Iterable<NumberedRange>): void {
  const open: NumberedRange[] = [];
  const close = (before: Address | null) => {
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      if (before !== null && compareAddresses(top.last, before) >= 0) return;
      open.pop();
      while (open.length > 0 && compareAddresses(open.at(-1)!.last, top.last) <= 0) open.pop();
      markAfter(builder, top.last, open.at(-1)?.number ?? 0);
    }
  };
  let previous: NumberedRange | null = null;
  for (const range of ranges) {
    if (previous !== null && byStart(previous, range) > 0) {
      throw new RangesOutOfOrder(`${range.first.text} comes after ${previous.first.text}`);
    }
    close(previous?.first.family === range.first.family ? range.first : null);
    previous = range;
    mark(builder, range.first, range.number);
    open.push(range);
  }
  close(null);
}

/** IPv4 before IPv6, by first address, of two that start together the wider first so that the narrower wins inside. */
export function inOrder<Range extends { readonly first: Address; readonly last: Address }>(
  ranges: Iterable<Range>,
): Range[] {
  return [...ranges].sort(byStart);
}

/** IPv4 before IPv6, then by value. */
export function compareAddresses(one: Address, other: Address): number {
  if (one.family !== other.family) return one.family - other.family;
  if (one.family === 4) return one.v4 - other.v4;
  for (let word = 0; word < 4; word++) {
    const difference = one.v6[word]! - other.v6[word]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

function byStart(
  one: { readonly first: Address; readonly last: Address },
  other: { readonly first: Address; readonly last: Address },
): number {
  return compareAddresses(one.first, other.first) || compareAddresses(other.last, one.last);
}

function mark(builder: IntervalBuilder, at: Address, number: number): void {
  if (at.family === 4) builder.markV4(at.v4, number);
  else builder.markV6(at.v6[0], at.v6[1], at.v6[2], at.v6[3], number);
}

function markAfter(builder: IntervalBuilder, last: Address, number: number): void {
  if (last.family === 4) {
    if (last.v4 < 0xffffffff) builder.markV4(last.v4 + 1, number);
    return;
  }
  const next = successor(last.v6);
  if (next !== null) builder.markV6(next[0], next[1], next[2], next[3], number);
}
