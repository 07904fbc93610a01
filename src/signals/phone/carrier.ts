/**
 * The operator to which the range of a number was assigned. Numbers are ported, so it is where the number began and not
 * always who serves it now.
 */
import { lazy } from "../../concurrency/lazy.ts";
import { carrierKey } from "../../model/rules/rule_named.ts";
import type { ReadNumber } from "./parse.ts";

/** The ranges are those of mobile numbers; with libphonenumber, a number of another type has no carrier. */
const CARRIED = new Set<ReadNumber["type"]>(["MOBILE", "FIXED_LINE_OR_MOBILE", "PAGER"]);

export class CarrierRanges {
  readonly #names = lazy(() => new Set([...this.#ranges().operators.values()].map(carrierKey)));
  readonly #ranges: () => { readonly operators: ReadonlyMap<number, string>; readonly longest: number };

  /** @param bytes of `writeCarrierRanges`; empty: no ranges are known */
  constructor(bytes: Uint8Array) {
    this.#ranges = lazy(() => readRanges(new TextDecoder().decode(bytes)));
  }

  /** Whether it has a range, by its name in any case. True where no ranges are known at all. */
  isOperator(name: string): boolean {
    const names = this.#names();
    return names.size === 0 || names.has(carrierKey(name));
  }

  /** @returns null where no range contains the number, or its type has no carriers */
  of({ parsed: { number }, type }: Pick<ReadNumber, "parsed" | "type">): string | null {
    return CARRIED.has(type) ? this.carrierOf(number) : null;
  }

  /** Of the longest prefix that the number begins with. */
  carrierOf(e164: string): string | null {
    const { operators, longest } = this.#ranges();
    for (let length = Math.min(longest, e164.length - 1); length > 0; length--) {
      const operator = operators.get(Number(e164.slice(1, 1 + length)));
      if (operator !== undefined) return operator;
    }
    return null;
  }
}

/** Calling codes do not begin with 0, so a number is a prefix. */
function readRanges(text: string) {
  const operators = new Map<number, string>();
  let longest = 0;
  for (const row of text.split("\n")) {
    const [operator = "", prefixes] = row.split("\t");
    for (const prefix of prefixes?.split(" ") ?? []) {
      operators.set(Number(prefix), operator);
      longest = Math.max(longest, prefix.length);
    }
  }
  return { operators, longest };
}

/** The bytes that `CarrierRanges` reads: a line for each operator. @param ranges prefix with the calling code, operator */
export function writeCarrierRanges(ranges: Iterable<readonly [string, string]>): Uint8Array<ArrayBuffer> {
  const rows = Map.groupBy(ranges, ([, operator]) => operator);
  const lines = [...rows].map(([operator, own]) => `${operator}\t${own.map(([prefix]) => prefix).join(" ")}`);
  return new TextEncoder().encode(lines.toSorted().join("\n"));
}
