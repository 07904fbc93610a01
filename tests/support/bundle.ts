/** A data bundle of a handful of ranges, written to a folder of the test's own. */
import { parseAddress } from "../../src/model/address.ts";
import { bundleSections } from "../../src/feeds/tables/bundle.ts";
import { IntervalBuilder } from "../../src/feeds/tables/interval_builder.ts";
import { BUNDLE_FILE, writeBundleFile } from "../../src/feeds/tables/bundle_file.ts";
import { StringColumn } from "../../src/feeds/tables/string_column.ts";
import { addRanges, inOrder } from "../../src/feeds/tables/sweep.ts";
import { compileNetworks } from "../../src/feeds/tables/networks.ts";
import { countryNumber } from "../../src/feeds/tables/places.ts";

export interface TinyBundle {
  /** first, last, country, city */
  readonly places?: readonly (readonly [string, string, string, string])[];
  /** first, last, AS number, operator */
  readonly networks?: readonly (readonly [string, string, number, string])[];
  readonly domainLists?: Uint8Array | null;
  readonly version?: string;
}

/** @returns the path of the file in `dir` */
export function writeTinyBundle(dir: string, given: TinyBundle): string {
  const places = given.places ?? [];
  const builder = new IntervalBuilder();
  addRanges(
    builder,
    inOrder(places.map(([first, last], index) => ({ first: ip(first), last: ip(last), number: index + 1 }))),
  );
  const networks = (given.networks ?? []).map(([first, last, asn, name]) => ({
    first: ip(first),
    last: ip(last),
    asn,
    name,
  }));
  const sections = bundleSections({
    places: {
      intervals: builder.build(),
      dictionary: {
        countries: Uint16Array.from(places, ([, , country]) => countryNumber(country)),
        cities: StringColumn.of(places.map(([, , , city]) => city)),
      },
    },
    networks: compileNetworks(inOrder(networks)),
    domainLists: given.domainLists ?? null,
  });
  const path = `${dir}/${BUNDLE_FILE}`;
  writeBundleFile(path, given.version ?? "test data 1", sections);
  return path;
}

function ip(text: string) {
  const address = parseAddress(text);
  if (address === null) throw new Error(`not an address: ${text}`);
  return address;
}
