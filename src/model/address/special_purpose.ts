/** Special-purpose address space. Checked before any lookup: geolocation tables have entries for documentation space. */
import ROWS from "../../../data/special_purpose.csv" with { type: "text" };
import { type Address, type Cidr, contains, parseCidr } from "./address.ts";
import { rowsOf } from "../table_text.ts";

interface SpecialPurpose {
  readonly cidr: Cidr;
  /** The registry's name for the block. */
  readonly name: string;
  /** True when the block is globally reachable according to the registry; such an address is scored like any other. */
  readonly global: boolean;
}

/** Global-unicast IPv6 space; addresses outside it without their own row are unassigned by IANA. */
const V6_UNICAST = parseCidr("2000::/3")!;

const TABLE: readonly SpecialPurpose[] = rowsOf(ROWS).map((row) => {
  const [cidr = "", name = "", global] = row.split(";");
  return { cidr: parseCidr(cidr)!, name, global: global === "yes" };
}).sort((a, b) => b.cidr.prefix - a.cidr.prefix);

const TABLE_V4 = TABLE.filter((row) => row.cidr.address.family === 4);
const TABLE_V6 = TABLE.filter((row) => row.cidr.address.family === 6);
const UNASSIGNED_V6 = { cidr: parseCidr("::/0")!, name: "not allocated by IANA", global: false };

/** The registry's most specific row for an address, or null for ordinary space. */
export function specialPurpose(address: Address): SpecialPurpose | null {
  const table = address.family === 4 ? TABLE_V4 : TABLE_V6;
  for (const row of table) if (contains(row.cidr, address)) return row;
  return address.family === 6 && !contains(V6_UNICAST, address) ? UNASSIGNED_V6 : null;
}

/** True when the address is ordinary global unicast space: it may be looked up, scored and connected to. */
export function isGlobalUnicast(address: Address): boolean {
  return specialPurpose(address)?.global ?? true;
}
