/** The kind of network of an address: the strongest of what is known of it. */
import { isTrue, type Known } from "../../model/evidence.ts";
import type { NETWORKS } from "../../model/facts/table.ts";
import type { Egress, EgressClaims } from "./egress.ts";
import type { SharedAddress } from "./shared_address.ts";

export type NetworkKind = typeof NETWORKS[number];

/** Null: none of these is known, as of most lines. */
export function networkKind(
  egress: Egress,
  shared: Known<SharedAddress>,
  { kind: operator }: EgressClaims["networkOperator"],
): NetworkKind | null {
  if (isTrue(egress.tor)) return "tor";
  if (isTrue(egress.proxy)) return "proxy";
  if (isTrue(egress.vpn)) return "vpn";
  if (isTrue(egress.relay)) return "relay";
  if (isTrue(egress.datacenter)) return "datacenter";
  if (operator === "mobile" || (shared.known && shared.value.kind === "mobile")) return "mobile";
  if (shared.known && shared.value.shared) return "shared";
  return operator === "access" ? "residential" : null;
}

/** Of an address that the account's own sign-ups show to be shared. */
export function observedKind(kind: NetworkKind | null): NetworkKind {
  return kind === null || kind === "residential" ? "shared" : kind;
}
