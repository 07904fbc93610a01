/** The range index in use, and which of its lists are recent enough to decide. */
import type { Address, Cidr } from "../../model/address/address.ts";
import { type Known, known, unknown } from "../../model/evidence.ts";
import { FEEDS } from "../catalog/catalog.ts";
import type { Feed, RangeClaim } from "../catalog/feed.ts";
import { type AsnHit, CATEGORY, type Category, type RangeHit } from "./range_hit.ts";
import { buildRangeIndex } from "./range_build.ts";
import { RangeIndex } from "./range_index.ts";
import { ageText, DECIDES_FOR } from "../refresh/stale.ts";

interface RelayPlace {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly city: string | null;
}

/** When each loaded feed was last confirmed by its source, by feed name. */
type ConfirmedTimes = ReadonlyMap<string, number>;

const FAMILIES = [4, 6] as const;
const LOADED: Known<true> = known(true);
const NOT_LOADED: Known<true> = unknown("not_loaded");
const NO_ASN_HITS: readonly AsnHit[] = [];

export class RangeLibrary {
  readonly #now: () => number;
  readonly #feeds: readonly Feed[];
  #index = new RangeIndex(buildRangeIndex([]));
  /** One entry for each loaded list of systems. */
  #asnLists: readonly { readonly hit: AsnHit; readonly asns: ReadonlySet<number> }[] = [];
  #confirmed: ConfirmedTimes = new Map();
  #version = "none";
  /** For each family, when the list that decides a category was last confirmed. */
  readonly #latest = { 4: new Map<Category, number>(), 6: new Map<Category, number>() };
  /** For each family, when the next list becomes too old to decide. */
  #until = { 4: Infinity, 6: Infinity };

  constructor(now: () => number, feeds: readonly Feed[] = FEEDS) {
    this.#now = now;
    this.#feeds = feeds;
  }

  /** What the lists claim about an address; a list that is too old claims nothing. */
  lookup(address: Address): RangeHit {
    const hit = this.#index.lookup(address);
    return hit.mask === 0 || this.#now() <= this.#until[address.family]
      ? hit
      : this.#current(hit, address.family);
  }

  /**
   * Known when "not listed" is evidence: the list that decides this category for the family was fetched and is not too old.
   * Otherwise unknown: `not_loaded`, or `stale` with its age.
   */
  loaded(category: Category, family: 4 | 6 = 4): Known<true> {
    const confirmed = this.#latest[family].get(category);
    if (confirmed === undefined) return NOT_LOADED;
    const limit = DECIDES_FOR[category];
    if (limit === undefined) return LOADED;
    const age = this.#now() - confirmed;
    return age > limit ? unknown("stale", `${ageText(age)} old`) : LOADED;
  }

  /** The networks that the lists of a category name. */
  networksOf(category: Category): readonly Cidr[] {
    return [...this.#index.networksWith(CATEGORY[category])];
  }

  /** The place of a privacy relay's users, from the relay's own list. */
  relayPlace(address: Address): RelayPlace | null {
    const place = this.#index.place(this.#index.classification(address));
    if (place === null) return null;
    const [country = "", city = ""] = place.split("|");
    return { country, city: city === "" ? null : city };
  }

  /** The loaded lists that contain the system and are not too old. */
  lookupAsn(asn: number): readonly AsnHit[] {
    let hits = NO_ASN_HITS;
    for (const { hit, asns } of this.#asnLists) {
      if (!asns.has(asn)) continue;
      const age = this.#now() - (this.#confirmed.get(hit.feed) ?? 0);
      if (age <= (DECIDES_FOR[hit.category] ?? Infinity)) hits = [...hits, hit];
    }
    return hits;
  }

  /** Identifies the lists in use, for stored scores; `none` before the first load. */
  dataVersion(): string {
    return this.#version;
  }

  /** Replaces the index for all later lookups. */
  replace(index: RangeIndex, version: string): void {
    this.#index = index;
    this.#version = version;
  }

  /** Replaces one list of systems for all later lookups. */
  replaceAsns(feed: string, { category }: RangeClaim, asns: Iterable<number>): void {
    const others = this.#asnLists.filter(({ hit }) => hit.feed !== feed);
    this.#asnLists = [...others, { hit: { feed, category }, asns: new Set(asns) }];
  }

  confirm(times: ConfirmedTimes): void {
    this.#confirmed = times;
    for (const family of FAMILIES) {
      for (const category of Object.keys(CATEGORY) as Category[]) {
        const confirmed = this.#confirmedAt(category, family);
        if (confirmed === null) this.#latest[family].delete(category);
        else this.#latest[family].set(category, confirmed);
      }
      const ends = limits().map(([category, limit]) => {
        const confirmed = this.#confirmedAt(category, family);
        return confirmed === null ? Infinity : confirmed + limit;
      });
      this.#until[family] = Math.min(...ends);
    }
  }

  #confirmedAt(category: Category, family: 4 | 6): number | null {
    let latest: number | null = null;
    for (const { name, claim, decides } of this.#feeds) {
      if (claim?.category !== category || decides?.includes(family) !== true) continue;
      const confirmed = this.#confirmed.get(name);
      if (confirmed !== undefined) latest = Math.max(latest ?? 0, confirmed);
    }
    return latest;
  }

  #current(hit: RangeHit, family: 4 | 6): RangeHit {
    let mask = hit.mask;
    for (const [category] of limits()) {
      const fact = this.loaded(category, family);
      if (!fact.known && fact.why === "stale") mask &= ~CATEGORY[category];
    }
    return { ...hit, mask, hijackedSource: (mask & CATEGORY.hijacked) === 0 ? null : hit.hijackedSource };
  }
}

function limits(): [Category, number][] {
  return Object.entries(DECIDES_FOR) as [Category, number][];
}
