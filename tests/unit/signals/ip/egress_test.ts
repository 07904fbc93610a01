import assert from "node:assert/strict";
import { known, orNull, unknown } from "../../../../src/model/evidence.ts";
import { type Egress, type EgressClaims, egressOf, NO_EGRESS } from "../../../../src/signals/ip/egress.ts";

const YES = known(true as const);
const NOT_LOADED = unknown("not_loaded");

/** No list loaded. */
const COLD: EgressClaims = {
  ...NO_EGRESS,
  tor: NOT_LOADED,
  proxy: NOT_LOADED,
  hijacked: NOT_LOADED,
  vpnList: NOT_LOADED,
  relayList: NOT_LOADED,
  datacenterList: NOT_LOADED,
};

function operator(kind: EgressClaims["networkOperator"]["kind"], provider: string | null = null) {
  return { networkOperator: { kind, provider, guessed: false } };
}

interface Row {
  readonly name: string;
  readonly given: EgressClaims;
  readonly vpn: boolean | null;
  readonly datacenter: boolean | null;
  readonly relay?: boolean | null;
  readonly expected?: Partial<Egress>;
}

const ROWS: readonly Row[] = [
  { name: "nothing claims it", given: NO_EGRESS, vpn: false, datacenter: false, relay: false },
  {
    name: "no lists, ordinary operator",
    given: COLD,
    vpn: null,
    datacenter: false,
    relay: false,
    expected: { vpn: NOT_LOADED },
  },
  {
    name: "no lists, an access operator",
    given: { ...COLD, ...operator("access", null) },
    vpn: false,
    datacenter: false,
  },
  {
    name: "no lists and no operator",
    given: { ...COLD, networkOperatorKnown: unknown("no_data") },
    vpn: null,
    datacenter: null,
    relay: null,
    expected: { vpn: NOT_LOADED, datacenter: NOT_LOADED },
  },
  {
    name: "no operator, but the lists are loaded",
    given: { ...NO_EGRESS, networkOperatorKnown: unknown("no_data") },
    vpn: false,
    datacenter: false,
    relay: false,
  },
  {
    name: "no operator, stale lists: the list's reason is used",
    given: { ...COLD, vpnList: unknown("stale", "9 days old"), networkOperatorKnown: unknown("no_data") },
    vpn: null,
    datacenter: null,
    expected: { vpn: unknown("stale", "9 days old") },
  },
  {
    name: "no operator because its table is broken",
    given: { ...COLD, networkOperatorKnown: unknown("unavailable", "damaged") },
    vpn: null,
    datacenter: null,
    expected: { vpn: unknown("unavailable", "damaged") },
  },
  {
    name: "hosting by operator alone",
    given: { ...COLD, ...operator("hosting", "Hetzner") },
    vpn: null,
    datacenter: true,
    expected: { datacenterName: "Hetzner", datacenterGuessed: false },
  },
  {
    name: "hosting by the operator's name",
    given: { ...COLD, networkOperator: { kind: "hosting", provider: "X Hosting", guessed: true } },
    vpn: null,
    datacenter: true,
    expected: { datacenterGuessed: true },
  },
  {
    name: "a list confirms the name",
    given: {
      ...NO_EGRESS,
      datacenterList: YES,
      networkOperator: { kind: "hosting", provider: "X", guessed: true },
    },
    vpn: false,
    datacenter: true,
    expected: { datacenterGuessed: false },
  },
  {
    name: "datacenter by list alone",
    given: { ...NO_EGRESS, datacenterList: YES },
    vpn: false,
    datacenter: true,
  },
  {
    name: "datacenter by the operator's own list, whose name wins",
    given: { ...NO_EGRESS, officialDatacenter: "AWS", ...operator("hosting", "Amazon Web Services") },
    vpn: false,
    datacenter: true,
    expected: { datacenterName: "AWS" },
  },
  {
    name: "an access provider is exempt from lists",
    given: { ...NO_EGRESS, datacenterList: YES, officialDatacenter: "AWS", ...operator("access") },
    vpn: false,
    datacenter: false,
  },
  {
    name: "an access provider's listed VPN is one",
    given: { ...NO_EGRESS, vpnList: YES, ...operator("access") },
    vpn: true,
    datacenter: false,
  },
  {
    name: "a carrier alone decides nothing",
    given: { ...NO_EGRESS, ...operator("carrier") },
    vpn: false,
    datacenter: false,
  },
  {
    name: "a VPN's own system",
    given: { ...COLD, ...operator("vpn", "Mullvad") },
    vpn: true,
    datacenter: true,
    expected: { vpnProvider: "Mullvad" },
  },
  {
    name: "a hoster of VPNs is none without a list",
    given: { ...NO_EGRESS, ...operator("vpn_hosting", "M247") },
    vpn: false,
    datacenter: true,
    expected: { vpnProvider: null },
  },
  {
    name: "a hoster of VPNs with a list; the hoster is not the provider",
    given: { ...NO_EGRESS, vpnList: YES, ...operator("vpn_hosting", "M247") },
    vpn: true,
    datacenter: true,
    expected: { vpnProvider: null },
  },
  {
    name: "neighbours of listed VPN servers",
    given: { ...NO_EGRESS, vpnNeighbours: true, ...operator("hosting", "X") },
    vpn: true,
    datacenter: true,
    expected: { vpnProvider: null },
  },
  {
    name: "a list's provider wins over the operator's",
    given: { ...NO_EGRESS, vpnList: YES, listedVpnProvider: "Mozilla VPN", ...operator("vpn", "Mullvad") },
    vpn: true,
    datacenter: true,
    expected: { vpnProvider: "Mozilla VPN" },
  },
  {
    name: "staff gateways are datacenter at most",
    given: { ...NO_EGRESS, vpnList: YES, listedVpnProvider: "Zscaler", ...operator("gateway", "Zscaler") },
    vpn: false,
    datacenter: true,
    expected: { vpnProvider: null },
  },
  {
    name: "a relay by its list is no datacenter",
    given: { ...NO_EGRESS, relayList: YES, datacenterList: YES, ...operator("hosting", "Fastly") },
    vpn: false,
    datacenter: false,
    relay: true,
    expected: { consumerVpn: false },
  },
  {
    name: "a relay's range by hand, which VPN lists contain",
    given: { ...COLD, vpnList: YES, datacenterList: YES, ...operator("relay", "iCloud Private Relay") },
    vpn: false,
    datacenter: false,
    relay: true,
    expected: { relayName: "iCloud Private Relay", vpnProvider: null },
  },
  {
    name: "a VPN built into a consumer platform",
    given: { ...NO_EGRESS, vpnList: YES, relayList: YES, listedVpnProvider: "Cloudflare WARP" },
    vpn: true,
    datacenter: false,
    relay: true,
    expected: { consumerVpn: true, vpnProvider: "Cloudflare WARP" },
  },
  {
    name: "Tor in a datacenter is both",
    given: { ...NO_EGRESS, tor: YES, ...operator("hosting") },
    vpn: false,
    datacenter: true,
    expected: { tor: YES },
  },
];

for (const { name, given, vpn, datacenter, relay, expected } of ROWS) {
  Deno.test(`egress: ${name}`, () => {
    const egress = egressOf(given);
    assert.deepEqual({ vpn: orNull(egress.vpn), datacenter: orNull(egress.datacenter) }, { vpn, datacenter });
    if (relay !== undefined) assert.equal(orNull(egress.relay), relay);
    for (const [field, value] of Object.entries(expected ?? {})) {
      assert.deepEqual(egress[field as keyof Egress], value, field);
    }
    assert.deepEqual([egress.tor, egress.proxy], [given.tor, given.proxy]);
  });
}
