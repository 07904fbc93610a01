import assert from "node:assert/strict";
import { known, unknown } from "../../../../src/model/evidence.ts";
import { type EgressClaims, egressOf, NO_EGRESS } from "../../../../src/signals/ip/egress.ts";
import { networkKind, observedKind } from "../../../../src/signals/ip/network_kind.ts";
import type { SharedAddress } from "../../../../src/signals/ip/shared_address.ts";

const YES = known(true);
const operator = (kind: EgressClaims["networkOperator"]["kind"]) => ({
  networkOperator: { kind, provider: null, guessed: false },
});
const NOT_LOADED = unknown("not_loaded");

const ROWS: readonly [name: string, Partial<EgressClaims>, SharedAddress | null, string | null][] = [
  ["an exit of Tor in a datacenter", { tor: YES, datacenterList: YES }, null, "tor"],
  ["a proxy on a VPN", { proxy: YES, vpnList: YES }, null, "proxy"],
  ["a VPN in a datacenter", { vpnList: YES, datacenterList: YES }, null, "vpn"],
  ["a relay", { relayList: YES }, { shared: true, kind: "relay" }, "relay"],
  ["a datacenter", { datacenterList: YES }, { shared: false, kind: null }, "datacenter"],
  [
    "a datacenter before the list of Tor is loaded",
    { tor: NOT_LOADED, datacenterList: YES },
    null,
    "datacenter",
  ],
  ["a mobile carrier", operator("mobile"), { shared: true, kind: "mobile" }, "mobile"],
  ["a mobile carrier by its name", {}, { shared: true, kind: "mobile" }, "mobile"],
  ["a university", {}, { shared: true, kind: "education" }, "shared"],
  ["an access network", operator("access"), null, "residential"],
  [
    "an access network whose address is shared",
    operator("access"),
    { shared: true, kind: "observed" },
    "shared",
  ],
  ["an operator of whom nothing is known", {}, null, null],
  ["nothing loaded", { tor: NOT_LOADED, proxy: NOT_LOADED, vpnList: NOT_LOADED }, null, null],
];

for (const [name, claims, shared, expected] of ROWS) {
  Deno.test(`the kind of network: ${name}`, () => {
    const all = { ...NO_EGRESS, ...claims };
    const sharing = shared === null ? unknown("no_data") : known(shared);
    assert.equal(networkKind(egressOf(all), sharing, all.networkOperator), expected);
  });
}

Deno.test("an address that one's own sign-ups show to be shared is no less what it is known to be", () => {
  assert.deepEqual([null, "residential", "mobile", "vpn"].map((kind) => observedKind(kind as never)), [
    "shared",
    "shared",
    "mobile",
    "vpn",
  ]);
});
