/** The networks of lists that decisions are made of, as long as the lists are recent enough to decide. */
import type { RangeLibrary } from "../../feeds/ranges/ranges.ts";
import type { Cidr } from "../../model/address/address.ts";
import type { ListedRanges } from "./wanted.ts";

type Ranges = Pick<RangeLibrary, "networksOf" | "dataVersion" | "loaded">;

const FAMILIES = [4, 6] as const;

export class ListedNetworks {
  readonly #ranges: Ranges;
  #known: { readonly version: string; readonly listed: ListedRanges } | null = null;

  constructor(ranges: Ranges) {
    this.#ranges = ranges;
  }

  /** Changes whenever the networks may be others. */
  get version(): string {
    const decides = FAMILIES.flatMap((family) =>
      (["tor", "hijacked"] as const).map((category) => this.#ranges.loaded(category, family).known)
    );
    return `${this.#ranges.dataVersion()} ${decides.join()}`;
  }

  now(): ListedRanges {
    const { version } = this;
    if (this.#known?.version !== version) {
      const listed = { drop: this.#networksOf("hijacked"), tor: this.#networksOf("tor") };
      this.#known = { version, listed };
    }
    return this.#known!.listed;
  }

  #networksOf(category: "tor" | "hijacked"): readonly Cidr[] {
    return this.#ranges.networksOf(category).filter(({ address }) =>
      this.#ranges.loaded(category, address.family).known
    );
  }
}
