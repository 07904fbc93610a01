/** Measures countries against a table of others, for `measure.ts`: an MMDB file whose records have `country_code`. */
import { Buffer } from "node:buffer";
import { type CountryResponse, Reader } from "mmdb-lib";
import { openBundle } from "../src/feeds/tables/bundle.ts";
import { addressFromV4 } from "../src/model/address/address.ts";
import { isGlobalUnicast } from "../src/model/address/special_purpose.ts";
import { atLeast, type Measure } from "./measure_rows.ts";

const ADDRESSES = 20_000;

/** @param root the project's folder @param table the path of the file, never a source of the bundle */
export async function measurePlaces(root: string, table: string): Promise<Measure[]> {
  const { places, networks } = await openBundle(`${root}/build`);
  const judge = new Reader<CountryResponse>(Buffer.from(Deno.readFileSync(table)));
  // The type is of GeoIP2's records; these are flat.
  const countryAt = (ip: string) => (judge.get(ip) as { country_code?: string } | null)?.country_code;
  let [asked, same, state] = [0, 0, 20_261_122];
  while (asked < ADDRESSES) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const address = addressFromV4(state);
    if (!isGlobalUnicast(address) || !networks.lookup(address).known) continue;
    asked++;
    const place = places.lookup(address);
    if (place.known && place.value.country === countryAt(address.text)) same++;
  }
  return [atLeast("country, agreement with another table on routed addresses", same / asked, 97)];
}
