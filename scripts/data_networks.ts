/** The AS table (npm @ip-location-db/asn, CC BY 4.0: RouteViews, DB-IP, NRO), CSV to a network table. */
import { parseAddress } from "../src/model/address/address.ts";
import { type NetworkRange, NetworkRowsBuilder } from "../src/feeds/tables/network_rows.ts";
import type { TableColumns } from "../src/feeds/tables/address_table.ts";
import { compileNetworks } from "../src/feeds/tables/networks.ts";

/** @param folder of the npm package */
export function compileNetworkCsv(folder: string): TableColumns {
  const rows = new NetworkRowsBuilder();
  for (const file of ["asn-ipv4.csv", "asn-ipv6.csv"]) {
    const text = Deno.readTextFileSync(`${folder}/${file}`);
    for (let start = 0; start < text.length;) {
      let end = text.indexOf("\n", start);
      if (end < 0) end = text.length;
      if (end > start) rows.add(parseRow(text.slice(start, end), file));
      start = end + 1;
    }
  }
  return compileNetworks([rows.build()]);
}

/** `first,last,asn,name`; the name alone may be quoted, with doubled quotes inside, and may hold commas. */
export function parseRow(line: string, file: string): NetworkRange {
  const one = line.indexOf(",");
  const two = line.indexOf(",", one + 1);
  const three = line.indexOf(",", two + 1);
  const first = parseAddress(line.slice(0, one));
  const last = parseAddress(line.slice(one + 1, two));
  const asn = Number(line.slice(two + 1, three));
  if (one < 0 || two < 0 || three < 0 || first === null || last === null || !Number.isInteger(asn)) {
    throw new Error(`${file} has an unexpected line: ${line.slice(0, 80)}`);
  }
  const rest = line.slice(three + 1).trimEnd();
  const name = rest.startsWith('"') && rest.endsWith('"') ? rest.slice(1, -1).replaceAll('""', '"') : rest;
  return { first, last, asn, name };
}
