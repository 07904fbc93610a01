/** Addresses that many people have at the same time or in turn: what is known of one says little about whoever comes next. */
import RESOLVERS from "../../../data/public_resolvers.csv" with { type: "text" };
import type { Address } from "../../model/address/address.ts";
import { isTrue, type Known, known, unknown } from "../../model/evidence.ts";
import type { Network } from "../../model/outside_facts.ts";
import { rowsOf } from "../../model/table_text.ts";
import type { Egress, EgressClaims } from "./egress.ts";

export const SHARED_KINDS = [
  "tor",
  "proxy",
  "vpn",
  "relay",
  "carrier_nat",
  "mobile",
  "carrier",
  "gateway",
  "education",
  "library",
  "resolver",
  /** The account's own sign-ups show it: an office, a café, a library that no table has. */
  "observed",
] as const;
export type SharedKind = typeof SHARED_KINDS[number];

/** Exits that a person chooses: they are evidence themselves, and sharing them excuses nothing. */
const CHOSEN: ReadonlySet<SharedKind | null> = new Set(["tor", "proxy", "vpn"]);

/** Its name in `data/special_purpose.csv`. */
const CARRIER_NAT = "carrier-grade NAT shared space (RFC 6598)";

/** Public DNS resolvers, which are not a user's address but are in many examples and tests. */
const PUBLIC_RESOLVERS: ReadonlySet<string> = new Set(
  rowsOf(RESOLVERS).slice(1).map((row) => row.slice(0, row.indexOf(","))),
);

/** Kinds of network operators by their registered names, where no table has the operator. */
const BY_NAME: readonly (readonly [SharedKind, RegExp])[] = [
  ["library", /\b(?:librar(?:y|ies)|bibliot\w*)\b/i],
  [
    "education",
    /\b(?:\w*universi\w*|colleges?|schools?|schulen?|hochschule\w*|acad[eé]mi[ac]\w*|campus|k-?12|education\w*|politecnico|polytechni\w*|(?:research|academic) (?:and|&) (?:education|research) network)\b/i,
  ],
  ["mobile", /\b(?:mobiles?|mobil|cellular|celular(?:es)?|m[oó]vil(?:es)?|gsm|lte)\b/i],
];

/** A name with one of these is a company's that sells to such places. */
const OTHER_TRADES =
  /\b(?:host\w*|cloud\w*|servers?|data ?cent(?:er|re)s?|software|press|publish\w*|bank|insurance)\b/i;

export interface SharedAddress {
  readonly shared: boolean;
  readonly kind: SharedKind | null;
}

/** Unknown for an ordinary line: whether its operator puts several behind one address is not public. */
export function sharedAddress(
  { address, reserved, network, claims }: {
    readonly address: Pick<Address, "text">;
    readonly reserved: string | null;
    readonly network: Known<Network>;
    readonly claims: Pick<EgressClaims, "networkOperator">;
  },
  egress: Egress,
): Known<SharedAddress> {
  const kind = reserved === null
    ? kindOf(address, network, claims.networkOperator.kind, egress)
    : reserved === CARRIER_NAT
    ? "carrier_nat"
    : null;
  if (kind !== null) return known({ shared: true, kind });
  if (reserved !== null) return unknown("not_supported", reserved);
  return isTrue(egress.datacenter) ? known({ shared: false, kind: null }) : unknown("no_data");
}

/** What is reported of the bare address must count little: very many innocent people have it. */
export function excuses(shared: Known<SharedAddress>): boolean {
  return shared.known && shared.value.shared && !CHOSEN.has(shared.value.kind);
}

function kindOf(
  { text }: Pick<Address, "text">,
  network: Known<Network>,
  operator: EgressClaims["networkOperator"]["kind"],
  egress: Egress,
): SharedKind | null {
  if (isTrue(egress.relay)) return "relay";
  if (PUBLIC_RESOLVERS.has(text)) return "resolver";
  if (operator === "gateway" || operator === "mobile" || operator === "carrier") return operator;
  if (isTrue(egress.tor)) return "tor";
  if (isTrue(egress.proxy)) return "proxy";
  if (isTrue(egress.vpn)) return "vpn";
  if (operator !== null || isTrue(egress.datacenter) || !network.known) return null;
  const { name } = network.value;
  if (OTHER_TRADES.test(name)) return null;
  return BY_NAME.find(([, words]) => words.test(name))?.[0] ?? null;
}
