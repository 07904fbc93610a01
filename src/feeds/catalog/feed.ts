/** A data feed: its row in the catalogue, and the result of its parser. */
import type { Words } from "../../model/address/intervals.ts";
import type { Category } from "../ranges/range_hit.ts";
import type { NetworkRows } from "../tables/network_rows.ts";

/** The kinds of feeds, and what the parser of each returns. The kind decides which part of the program uses the content. */
export interface FeedContents {
  readonly ranges: RangeRows;
  /** Numbers of autonomous systems. */
  readonly asns: Words;
  /** Lower-case A-labels, one per line. */
  readonly domains: string;
  /** The RFC 9224 document as published. */
  readonly rdap: string;
  /** UTS 39 confusables.txt as published. */
  readonly confusables: string;
  readonly networks: NetworkRows;
  readonly proxies: ProxyRows;
  /** The consumer reads the file. */
  readonly city: null;
}

export type FeedKind = keyof FeedContents;

/** What being inside a range of a feed, or announced by one of its systems, means. */
export interface RangeClaim {
  readonly category: Category;
  /** The VPN service that every range of the feed belongs to. */
  readonly provider?: string;
  /** The cloud or hosting provider that publishes the feed about its own addresses. */
  readonly operator?: string;
  /** What the label of a row means: the source of a hijack claim, or the place of a relay's users. */
  readonly label?: "source" | "place";
  /**
   * A VPN that a platform offers to all its users (WARP, the VPN by Google): `vpn` and `relay` together in the mask, so it is
   * reported as a VPN and has the weight of a relay.
   */
  readonly consumer?: true;
}

export interface Feed {
  /** The name in `feeds refresh NAME`. */
  readonly name: string;
  /** The file name in a mirror and in the data folder. */
  readonly file: string;
  readonly url: string;
  /** For an upstream file whose name changes: `url` is a page that links to it, and this matches the link. */
  readonly link?: RegExp;
  readonly kind: FeedKind;
  /** For ranges and systems. */
  readonly claim?: RangeClaim;
  /** The address families whose absence from this feed means "not in its category". */
  readonly decides?: readonly (4 | 6)[];
  readonly parse: FeedParser;
  /** Milliseconds between two fetches, at random up to a tenth less. */
  readonly cadence: number;
  /** Fewer entries are refused. */
  readonly minimum: number;
  /** Largest accepted file, on the wire and decompressed. */
  readonly maxBytes: number;
  /** Milliseconds for the whole download. */
  readonly timeout: number;
  /** True: the program contains data of this kind, which is used until the feed is first fetched. */
  readonly bundled?: true;
  readonly licence: string;
  /** True: the licence allows a release to contain a copy. */
  readonly redistributable?: true;
  readonly credit: string;
}

/** Ranges as columns. `last` is inclusive; an IPv6 address is four unsigned 32-bit words, most significant first. */
export interface RangeRows {
  /** first, last: 2 words per range. */
  readonly v4: Words;
  /** first, last: 8 words per range. */
  readonly v6: Words;
  /** For each range the index of its label; empty when the feed has no labels. */
  readonly v4Labels: Words;
  readonly v6Labels: Words;
  readonly labels: readonly string[];
}

/** Addresses and ranges that acted as proxies; the label of a range is its confidence. */
export interface ProxyRows {
  /** The day that the file gives for itself, in days since the epoch. */
  readonly day: number;
  readonly rows: RangeRows;
}

/** The ranges of one list and what being in them means. */
export interface RangeList {
  readonly claim: RangeClaim;
  readonly rows: RangeRows;
}

export type FeedContent = {
  readonly [Kind in FeedKind]: { readonly kind: Kind; readonly data: FeedContents[Kind] };
}[FeedKind];

export interface Parsed {
  readonly content: FeedContent;
  readonly entries: number;
  /** Rows that were left out because they are malformed. */
  readonly bad: number;
  /** Well-formed rows that were left out on purpose: documentation space, a private suffix. */
  readonly dropped: number;
  /** The first row that was left out, for people. */
  readonly example: string | null;
}

/** @throws {FeedRefused} when the file must not be used at all */
export type FeedParser = (bytes: Uint8Array<ArrayBuffer>, limits: ParseLimits) => Parsed | Promise<Parsed>;

interface ParseLimits {
  readonly maxBytes: number;
}

/** The download cannot be trusted; the last good copy stays in use. The message is shown in the feed's status. */
export class FeedRefused extends Error {
  override readonly name = "FeedRefused";
}
