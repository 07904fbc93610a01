/** Collects the ranges of a feed, and refuses a feed that contains private space or ranges wider than any network. */
import { type Cidr, contains, parseCidr } from "../../../model/address/address.ts";
import { Uint32Buffer } from "../../../model/address/uint32_buffer.ts";
import { pushCidr } from "../../../model/address/intervals.ts";
import { specialPurpose } from "../../../model/address/special_purpose.ts";
import { FeedRefused, type Parsed, type RangeRows } from "../feed.ts";
import { RowCount } from "./text.ts";

/** Shorter prefixes than any operator's network has: in a list one is an error or an attack. */
const WIDEST = { 4: 8, 6: 16 } as const;

/** Private and link-local space: in a list it is an error or an attack. */
const PRIVATE: readonly Cidr[] = [
  "10.0.0.0/8",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "::1/128",
  "fc00::/7",
  "fe80::/10",
].map((text) => parseCidr(text)!);

export class RangeRowsBuilder {
  readonly count = new RowCount();
  readonly #v4 = new Uint32Buffer();
  readonly #v6 = new Uint32Buffer();
  readonly #v4Labels = new Uint32Buffer();
  readonly #v6Labels = new Uint32Buffer();
  readonly #labels = new Map<string, number>();

  /**
   * One row: an address or a CIDR, whose host bits are cleared. A malformed row is counted and left out, as is
   * special-purpose space that is not reachable over the internet.
   * @throws {FeedRefused} for the whole internet or private space
   */
  add(row: unknown, label?: string): void {
    const cidr = typeof row === "string" ? parseCidr(row.trim()) : null;
    if (cidr === null) return this.count.skip(row);
    const { address, prefix } = cidr;
    if (prefix < WIDEST[address.family]) {
      throw new FeedRefused(`it contains ${row}, wider than any operator's network`);
    }
    if (PRIVATE.some((block) => contains(block, address) || contains(cidr, block.address))) {
      throw new FeedRefused(`it contains private space: ${row}`);
    }
    if (specialPurpose(address)?.global === false) return this.count.drop(row);
    this.count.entries++;
    const isV4 = address.family === 4;
    pushCidr(isV4 ? this.#v4 : this.#v6, cidr);
    if (label !== undefined) (isV4 ? this.#v4Labels : this.#v6Labels).push(this.#labelId(label));
  }

  rows(): RangeRows {
    return {
      v4: this.#v4.toArray(),
      v6: this.#v6.toArray(),
      v4Labels: this.#v4Labels.toArray(),
      v6Labels: this.#v6Labels.toArray(),
      labels: [...this.#labels.keys()],
    };
  }

  parsed(): Parsed {
    return this.count.parsed({ kind: "ranges", data: this.rows() });
  }

  #labelId(text: string): number {
    const known = this.#labels.get(text);
    if (known !== undefined) return known;
    this.#labels.set(text, this.#labels.size);
    return this.#labels.size - 1;
  }
}
