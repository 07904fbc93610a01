/** Addresses that very many people have at once or in turn: a report of one says little about whoever comes next. */
import RESOLVERS from "../../../data/public_resolvers.csv" with { type: "text" };
import type { Address } from "../../model/address/address.ts";
import { isTrue, type Known } from "../../model/evidence.ts";
import type { OperatorKind } from "../../model/outside_facts.ts";
import { rowsOf } from "../../model/table_text.ts";

/** Privacy relays, carriers with their subscribers and tenants, and the gateways of companies' staff. */
const SHARING: ReadonlySet<OperatorKind | null> = new Set(["relay", "carrier", "mobile", "gateway"]);

/** Public DNS resolvers, which are no user's address but stand in many examples and tests. */
const PUBLIC_RESOLVERS: ReadonlySet<string> = new Set(
  rowsOf(RESOLVERS).slice(1).map((row) => row.slice(0, row.indexOf(","))),
);

/** @param relay the address belongs to a privacy relay @param operator of its network */
export function isWidelyShared(
  address: Pick<Address, "text">,
  relay: Known<boolean>,
  operator: OperatorKind | null,
): boolean {
  return isTrue(relay) || SHARING.has(operator) || PUBLIC_RESOLVERS.has(address.text);
}
