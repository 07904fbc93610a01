/** The range index's result for an address: a mask of categories and, where a feed gives them, the provider and the source. */

/** One bit per category. */
export const CATEGORY = {
  tor: 1,
  proxy: 2,
  vpn: 4,
  datacenter: 8,
  relay: 16,
  hijacked: 32,
  cdn: 64,
} as const;

export type Category = keyof typeof CATEGORY;

export interface RangeHit {
  /** The bits of CATEGORY whose lists contain the address. */
  readonly mask: number;
  /** The VPN provider that a feed names for this address. */
  readonly vpnProvider: string | null;
  /** For example `spamhaus_drop:SBL256894`. */
  readonly hijackedSource: string | null;
  /** The cloud or hosting provider whose own published list contains the address, for example `AWS`. */
  readonly datacenterOperator: string | null;
}

/** A list that contains an autonomous system as a whole. */
export interface AsnHit {
  /** The name of the feed. */
  readonly feed: string;
  readonly category: Category;
}

export const NO_HIT: RangeHit = {
  mask: 0,
  vpnProvider: null,
  hijackedSource: null,
  datacenterOperator: null,
};
