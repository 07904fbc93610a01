/** The key of a limit on what visitors of the pages do. */
import { type Address, clientSubnet } from "../../model/address/address.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";

/** @param address its network (/24 of IPv4, /48 of IPv6) is limited, and hashed because processes exchange keys through the store */
export function visitorKey(hasher: IdentifierHasher, action: string, address: Address | null): string {
  return `${action} ${address === null ? "" : hasher.hash("visitor-network", clientSubnet(address))}`;
}
