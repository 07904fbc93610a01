/** Who announces an address: the autonomous system's number and its operator's name. */
import type { Words } from "../../model/address/intervals.ts";
import type { Network } from "../../model/outside_facts.ts";
import { CompiledTable, type DictionaryColumns, type TableColumns } from "./address_table.ts";
import { IntervalBuilder } from "./interval_builder.ts";
import type { NetworkRows } from "./network_rows.ts";
import { StringColumn } from "./string_column.ts";

/** @param columns the dictionary's keys are AS numbers, its texts the operators' names */
export function networkTable(columns: TableColumns): CompiledTable<Network> {
  return new CompiledTable(columns, (asn, name) => ({ asn, name }));
}

/** A function from AS number to its operator's name, "" when the dictionary does not have it. */
export function namesIn({ keys, offsets, text }: DictionaryColumns): (asn: number) => string {
  const names = new StringColumn(offsets, text);
  const places = new Map<number, number>();
  keys.forEach((asn, index) => places.set(asn, index));
  return (asn) => names.at(places.get(asn) ?? -1);
}

/**
 * The columns of `networkTable`. Where two ranges overlap, the one that starts later wins.
 * @param nameOf gives a better name than the tables', or "" to keep theirs
 */
export function compileNetworks(
  tables: readonly NetworkRows[],
  nameOf: (asn: number) => string = () => "",
): TableColumns {
  const numbers = new Map<number, number>();
  const names: string[] = [];
  /** For each system of a table its number, counted from 1. */
  const numbersIn = ({ asns, names: own }: NetworkRows): Words => {
    const ownNames = own.split("\n");
    return asns.map((asn, index) => {
      let number = numbers.get(asn);
      if (number === undefined) {
        number = names.push(nameOf(asn) || ownNames[index]!);
        numbers.set(asn, number);
      }
      return number;
    });
  };
  const v4Numbers: Words[] = [];
  const v6Numbers: Words[] = [];
  for (const table of tables) {
    const numberOf = numbersIn(table);
    v4Numbers.push(table.v4Systems.map((system) => numberOf[system]!));
    v6Numbers.push(table.v6Systems.map((system) => numberOf[system]!));
  }
  const builder = new IntervalBuilder();
  builder.addRanges(joined(tables.map(({ v4 }) => v4)), joined(v4Numbers), 1);
  builder.addRanges(joined(tables.map(({ v6 }) => v6)), joined(v6Numbers), 4);
  const { offsets, text } = StringColumn.of(names);
  const keys = Uint32Array.from(numbers.keys());
  return { intervals: builder.build().columns, dictionary: { keys, offsets, text } };
}

function joined(columns: readonly Words[]): Words {
  const [only, ...others] = columns.filter(({ length }) => length > 0);
  if (only !== undefined && others.length === 0) return only;
  const whole = new Uint32Array(columns.reduce((sum, column) => sum + column.length, 0));
  let at = 0;
  for (const column of columns) {
    whole.set(column, at);
    at += column.length;
  }
  return whole;
}
