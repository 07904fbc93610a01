/** What the range index says about an address: a mask of categories and, where a feed names them, the provider and the source. */

/** One bit a category. */
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
  /** Bits of CATEGORY that a loaded list claims for this address. */
  readonly mask: number;
  /** Name of the VPN provider a feed gives for this address. */
  readonly vpnProvider: string | null;
  /** For example `spamhaus_drop:SBL256894`. */
  readonly hijackedSource: string | null;
  /** Name of the cloud or hoster whose own published list holds the address, for example `AWS`. */
  readonly datacenterOperator: string | null;
}

export const NO_HIT: RangeHit = {
  mask: 0,
  vpnProvider: null,
  hijackedSource: null,
  datacenterOperator: null,
};
