/**
 * Ranges whose country in the city table is known to be wrong. `scripts/data_countries.ts` finds them when the bundle is compiled;
 * a refreshed city table is corrected by the same rows, each only where it still has the wrong country.
 */
import type { DictionaryColumns, TableColumns } from "./address_table.ts";
import { IntervalBuilder } from "./interval_builder.ts";
import { IntervalTable } from "./interval_table.ts";
import { StringColumn } from "./string_column.ts";

/** In ascending order and without overlap, three words each: first and last IPv4 address, wrong and right country (`countryNumber`). */
export type PlaceCorrections = Uint32Array;

export const NO_CORRECTIONS: PlaceCorrections = new Uint32Array(0);
const WORDS = 3;

export function correctionRow(first: number, last: number, wrong: number, right: number): readonly number[] {
  return [first, last, wrong << 16 | right];
}

/** The city of a corrected range is unknown. */
export function correctPlaces(columns: TableColumns, corrections: PlaceCorrections): TableColumns {
  if (corrections.length === 0) return columns;
  const { intervals, dictionary } = columns;
  const countries = new Countries(dictionary);
  const builder = new IntervalBuilder();
  let from = 0;
  new IntervalTable(intervals).eachV4((first, last, number) => {
    builder.markV4(first, number);
    while (from < corrections.length && corrections[from + 1]! < first) from += WORDS;
    for (let row = from; row < corrections.length && corrections[row]! <= last; row += WORDS) {
      const [start, end, pair] = [corrections[row]!, corrections[row + 1]!, corrections[row + 2]!];
      if (number === 0 || dictionary.keys[number - 1] !== pair >>> 16) continue;
      builder.markV4(Math.max(first, start), countries.numberOf(pair & 0xffff));
      if (end < last) builder.markV4(end + 1, number);
    }
  });
  const { v4Directory, v4Low, v4Number } = builder.build().columns;
  return { intervals: { ...intervals, v4Directory, v4Low, v4Number }, dictionary: countries.dictionary() };
}

/** A place table's dictionary, to which countries without a city are added. */
class Countries {
  readonly #given: DictionaryColumns;
  readonly #added = new Map<number, number>();

  constructor(given: DictionaryColumns) {
    this.#given = given;
  }

  numberOf(country: number): number {
    const known = this.#added.get(country);
    if (known !== undefined) return known;
    const number = this.#given.keys.length + this.#added.size + 1;
    this.#added.set(country, number);
    return number;
  }

  dictionary(): DictionaryColumns {
    const { keys, offsets, text } = this.#given;
    const { length } = new StringColumn(offsets, text);
    const none = new Uint32Array(this.#added.size).fill(text.length);
    const joined = new Uint32Array(length + 1 + none.length);
    joined.set(offsets);
    joined.set(none, length + 1);
    return { keys: Uint16Array.from([...keys, ...this.#added.keys()]), offsets: joined, text };
  }
}
