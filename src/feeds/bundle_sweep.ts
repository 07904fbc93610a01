/** Ranges in any order, nested or overlapping, into an `IntervalBuilder`: where two overlap, the one that starts later wins. */
import type { Address } from "../domain/address.ts";
import { type IntervalBuilder, successor } from "./bundle_builder.ts";

export interface NumberedRange {
  readonly first: Address;
  /** Included; of the same family. */
  readonly last: Address;
  readonly number: number;
}

export function addRanges(builder: IntervalBuilder, ranges: readonly NumberedRange[]): void {
  const ordered = isOrdered(ranges) ? ranges : [...ranges].sort(byStart);
  const open: NumberedRange[] = [];
  const close = (before: Address | null) => {
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      if (before !== null && compareAddresses(top.last, before) >= 0) return;
      open.pop();
      while (open.length > 0 && compareAddresses(open.at(-1)!.last, top.last) <= 0) open.pop();
      markAfter(builder, top.last, open.at(-1)?.number ?? 0);
    }
  };
  let family = 4;
  for (const range of ordered) {
    close(range.first.family === family ? range.first : null);
    family = range.first.family;
    mark(builder, range.first, range.number);
    open.push(range);
  }
  close(null);
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

/** By first address; of two that start together the wider first, so that the narrower wins inside. */
function byStart(one: NumberedRange, other: NumberedRange): number {
  return compareAddresses(one.first, other.first) || compareAddresses(other.last, one.last);
}

function isOrdered(ranges: readonly NumberedRange[]): boolean {
  for (let index = 1; index < ranges.length; index++) {
    if (byStart(ranges[index - 1]!, ranges[index]!) > 0) return false;
  }
  return true;
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
