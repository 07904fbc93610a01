/**
 * Finds the ranges whose country the city table has wrong, by the regional registries' table (npm @ip-location-db/asn-country,
 * CC BY 4.0: NRO). Two kinds, both IPv4:
 *
 * - a place of `data/place_defaults.csv`, which the city table gives what it has no location for;
 * - a whole /22 or more of a network that is otherwise in the country where the range is registered, and that is neither a
 *   hosting provider nor a carrier, whose addresses may be anywhere. Not in Europe, where address space is used across
 *   borders and the city table follows the registry's entries.
 */
import COUNTRIES from "../data/countries.csv" with { type: "text" };
import DEFAULTS from "../data/place_defaults.csv" with { type: "text" };
import { type Cidr, parseAddress, parseCidr } from "../src/model/address/address.ts";
import { Uint32Buffer } from "../src/model/address/uint32_buffer.ts";
import { rowsOf } from "../src/model/table_text.ts";
import type { TableColumns } from "../src/feeds/tables/address_table.ts";
import { IntervalTable } from "../src/feeds/tables/interval_table.ts";
import { Operators } from "../src/feeds/tables/operators.ts";
import { correctionRow, type PlaceCorrections } from "../src/feeds/tables/place_corrections.ts";
import { countryNumber } from "../src/feeds/tables/places.ts";
import { StringColumn } from "../src/feeds/tables/string_column.ts";

const LEAST = 1_024;

/** A value that applies from each start until the next; the first start is 0. */
interface Steps {
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

interface Run {
  readonly first: number;
  readonly last: number;
  readonly place: number;
  readonly network: number;
  readonly registered: number;
}

/** @param folder of the npm package with the registries' table */
export function findCorrections(
  places: TableColumns,
  networks: TableColumns,
  folder: string,
): PlaceCorrections {
  return correctionsOf(places, networks, Deno.readTextFileSync(`${folder}/asn-country-ipv4.csv`));
}

/** @param registered lines `first,last,country`, ascending */
export function correctionsOf(
  places: TableColumns,
  networks: TableColumns,
  registered: string,
): PlaceCorrections {
  const cities = new StringColumn(places.dictionary.offsets, places.dictionary.text);
  const names = new StringColumn(networks.dictionary.offsets, networks.dictionary.text);
  const operators = new Operators();
  const countryOf = (place: number) => places.dictionary.keys[place - 1] ?? 0;
  const asnOf = (network: number) => networks.dictionary.keys[network - 1]!;
  const tables = [stepsOf(places), stepsOf(networks), registeredSteps(registered)] as const;
  const homes = homesOf(runsOf(...tables), countryOf);
  const found: number[] = [];
  for (const group of byCountry(runsOf(...tables), countryOf)) {
    const [{ first, place, network, registered }] = group as [Run, ...Run[]];
    const { last } = group.at(-1)!;
    const wrong = countryOf(place);
    if (wrong === 0 || registered === 0 || wrong === registered) continue;
    const asn = asnOf(network);
    const stray = last - first + 1 >= LEAST && homes.get(network) === registered &&
      !EUROPE.has(registered) && operators.of(asn, names.at(network - 1)).kind === null;
    if (stray) found.push(...correctionRow(first, last, wrong, registered));
    else {
      const defaults = DEFAULT_PLACES.get(asn) ?? [];
      if (defaults.length === 0) continue;
      for (const run of group) {
        const city = cities.at(run.place - 1);
        const row = defaults.find((row) => row.country === wrong && (row.city === "" || row.city === city));
        for (const [first, last] of row === undefined ? [] : outside(run, row.except)) {
          found.push(...correctionRow(first, last, wrong, registered));
        }
      }
    }
  }
  return Uint32Array.from(found);
}

interface DefaultPlace {
  readonly asn: number;
  readonly country: number;
  /** "": any. */
  readonly city: string;
  /** Ascending. */
  readonly except: readonly Cidr[];
}

const DEFAULT_PLACES: ReadonlyMap<number, readonly DefaultPlace[]> = Map.groupBy(
  rowsOf(DEFAULTS).slice(1).map(defaultPlace),
  ({ asn }) => asn,
);

function defaultPlace(row: string): DefaultPlace {
  const [asn, country, city, , except] = row.split(",") as [string, string, string, string, string];
  const cidrs = except.split(" ").filter((text) => text !== "").map((text) => {
    const cidr = parseCidr(text);
    if (cidr === null) throw new Error(`not a network: ${text}`);
    return cidr;
  });
  return { asn: Number(asn), country: countryNumber(country), city, except: cidrs };
}

/** The parts of a run that are in none of the ascending networks. */
function outside({ first, last }: Run, networks: readonly Cidr[]): [first: number, last: number][] {
  const parts: [number, number][] = [];
  for (const { address, prefix } of networks) {
    const end = address.v4 + 2 ** (32 - prefix) - 1;
    if (end < first || address.v4 > last) continue;
    if (address.v4 > first) parts.push([first, address.v4 - 1]);
    first = end + 1;
  }
  if (first <= last) parts.push([first, last]);
  return parts;
}

const EUROPE: ReadonlySet<number> = new Set(
  rowsOf(COUNTRIES).slice(1).map((row) => row.split(",")).filter(([, continent]) => continent === "EU")
    .map(([country]) => countryNumber(country!)),
);

class StepsBuilder {
  readonly #starts = new Uint32Buffer();
  readonly #values = new Uint32Buffer();

  constructor() {
    this.add(0, 0);
  }

  add(start: number, value: number): void {
    this.#starts.push(start);
    this.#values.push(value);
  }

  build(): Steps {
    return { starts: this.#starts.toArray(), values: this.#values.toArray() };
  }
}

function stepsOf({ intervals }: TableColumns): Steps {
  const steps = new StepsBuilder();
  new IntervalTable(intervals).eachV4((first, _last, number) => steps.add(first, number));
  return steps.build();
}

function registeredSteps(text: string): Steps {
  const steps = new StepsBuilder();
  let end = 0;
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const [first, last, country] = line.trimEnd().split(",").map((cell, at) =>
      at < 2 ? parseAddress(cell)?.v4 : countryNumber(cell)
    );
    if (first === undefined || last === undefined || country === undefined || first < end) {
      throw new Error(`the registries' table has an unexpected line: ${line.slice(0, 80)}`);
    }
    end = last + 1;
    steps.add(first, country);
    if (end < SPACE) steps.add(end, 0);
  }
  return steps.build();
}

/** The addresses that the first two tables know, cut at every boundary of one of the three. */
function* runsOf(places: Steps, networks: Steps, registered: Steps): Generator<Run> {
  let [place, network, country] = [0, 0, 0];
  for (let first = 0, next = SPACE; first < SPACE; first = next) {
    while (startOf(places, place + 1) <= first) place++;
    while (startOf(networks, network + 1) <= first) network++;
    while (startOf(registered, country + 1) <= first) country++;
    next = Math.min(
      startOf(places, place + 1),
      startOf(networks, network + 1),
      startOf(registered, country + 1),
    );
    const run = {
      first,
      last: next - 1,
      place: places.values[place]!,
      network: networks.values[network]!,
      registered: registered.values[country]!,
    };
    if (run.place > 0 && run.network > 0) yield run;
  }
}

const SPACE = 2 ** 32;

function startOf({ starts }: Steps, at: number): number {
  return starts[at] ?? SPACE;
}

/** The country that the city table gives most of a network's addresses. */
function homesOf(runs: Iterable<Run>, countryOf: (place: number) => number): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const { first, last, place, network } of runs) {
    const pair = network * 65_536 + countryOf(place);
    sizes.set(pair, (sizes.get(pair) ?? 0) + last - first + 1);
  }
  const homes = new Map<number, { country: number; size: number }>();
  for (const [pair, size] of sizes) {
    const network = Math.floor(pair / 65_536);
    if (size > (homes.get(network)?.size ?? 0)) homes.set(network, { country: pair % 65_536, size });
  }
  return new Map([...homes].map(([network, { country }]) => [network, country]));
}

/** Adjacent runs that differ in the city alone. */
function* byCountry(runs: Iterable<Run>, countryOf: (place: number) => number): Generator<Run[]> {
  let group: Run[] = [];
  for (const run of runs) {
    const before = group.at(-1);
    const same = before?.last === run.first - 1 && before.network === run.network &&
      before.registered === run.registered && countryOf(before.place) === countryOf(run.place);
    if (!same && group.length > 0) {
      yield group;
      group = [];
    }
    group.push(run);
  }
  if (group.length > 0) yield group;
}
