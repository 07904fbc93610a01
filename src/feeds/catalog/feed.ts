/** What a data feed is: one row of the catalogue, and what its parser makes of a download. */
import type { Words } from "../../model/intervals.ts";
import type { Category } from "../ranges/range_hit.ts";
import type { NetworkRows } from "../tables/network_rows.ts";

/** What a feed holds, and so who consumes it. */
export type FeedKind = "ranges" | "asns" | "domains" | "rdap" | "confusables" | "networks" | "city";

/** What being inside a range of a feed means. */
export interface RangeClaim {
  readonly category: Category;
  /** The VPN service that every range of the feed belongs to. */
  readonly provider?: string;
  /** The cloud or hoster that publishes the feed about itself. */
  readonly operator?: string;
  /** What the label of a row means: where a hijack claim comes from, or the place a relay answers for. */
  readonly label?: "source" | "place";
  /**
   * A VPN built into a consumer platform (WARP, the VPN by Google): in the mask it is `vpn` and `relay` together, so
   * it counts as a VPN but weighs as a relay.
   */
  readonly consumer?: true;
}

export interface Feed {
  /** The name people use, `feeds refresh NAME`. */
  readonly name: string;
  /** The file's name in a mirror and in the data folder. */
  readonly file: string;
  readonly url: string;
  /** The upstream file changes its name: `url` is a page that links to it, and this finds the link. */
  readonly link?: RegExp;
  readonly kind: FeedKind;
  /** For ranges. */
  readonly claim?: RangeClaim;
  /** The address families whose absence from this feed means "not in its category". */
  readonly decides?: readonly (4 | 6)[];
  readonly parse: FeedParser;
  /** Milliseconds between two fetches; a tenth less at random. */
  readonly cadence: number;
  /** Fewer entries are refused. */
  readonly minimum: number;
  /** Largest accepted file, on the wire and decompressed. */
  readonly maxBytes: number;
  /** Milliseconds for the whole download. */
  readonly timeout: number;
  /** True: the program carries data of this kind, so it answers before the feed is first fetched. */
  readonly bundled?: true;
  readonly licence: string;
  /** True: the licence lets a release carry a copy. */
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

/** The ranges of one list and what being in them means. */
export interface RangeList {
  readonly claim: RangeClaim;
  readonly rows: RangeRows;
}

export type FeedContent =
  | { readonly kind: "ranges"; readonly rows: RangeRows }
  | { readonly kind: "asns"; readonly asns: Words }
  /** Lower-case A-label domains, one a line. */
  | { readonly kind: "domains"; readonly text: string }
  | { readonly kind: "rdap"; readonly text: string }
  | { readonly kind: "confusables"; readonly text: string }
  | { readonly kind: "networks"; readonly rows: NetworkRows }
  /** Read from its file by whoever wants it. */
  | { readonly kind: "city" };

export interface Parsed {
  readonly content: FeedContent;
  readonly entries: number;
  /** Rows that were left out because they are malformed. */
  readonly bad: number;
  /** Rows that are well formed and were left out on purpose: documentation space, a private suffix. */
  readonly dropped: number;
  /** The first row that was left out, for people. */
  readonly example: string | null;
}

/** @throws {FeedRefused} when the file as a whole must not be used */
export type FeedParser = (bytes: Uint8Array<ArrayBuffer>, limits: ParseLimits) => Parsed | Promise<Parsed>;

export interface ParseLimits {
  readonly maxBytes: number;
}

/** The download cannot be trusted; the last good copy stays. The message goes to the status. */
export class FeedRefused extends Error {
  override readonly name = "FeedRefused";
}
