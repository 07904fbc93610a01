/** Collects the ranges of a feed and refuses what no list may hold: everything, and private space. */
import { type Cidr, contains, parseCidr } from "../../../model/address.ts";
import { specialPurpose } from "../../../model/special_purpose.ts";
import { FeedRefused, type Parsed } from "../feed.ts";
import { RowCount } from "./text.ts";

/** A wider range than any operator's: one of these in a list is an error or an attack. */
const WIDEST = { 4: 8, 6: 16 } as const;

/** Space that belongs to whoever runs the network: in a list it is an error or an attack. */
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
  #v4 = new Uint32Array(2048);
  #v6 = new Uint32Array(8192);
  #v4Words = 0;
  #v6Words = 0;
  readonly #v4Labels: number[] = [];
  readonly #v6Labels: number[] = [];
  readonly #labels = new Map<string, number>();

  /**
   * One row: an address or a CIDR, whose host bits are cleared. A malformed row is counted and left out, as is
   * special-purpose space that nobody can come from.
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
    if (address.family === 4) this.#addV4(cidr, label);
    else this.#addV6(cidr, label);
  }

  parsed(): Parsed {
    const { entries, bad, dropped, example } = this.count;
    const rows = {
      v4: this.#v4.slice(0, this.#v4Words),
      v6: this.#v6.slice(0, this.#v6Words),
      v4Labels: Uint32Array.from(this.#v4Labels),
      v6Labels: Uint32Array.from(this.#v6Labels),
      labels: [...this.#labels.keys()],
    };
    return { content: { kind: "ranges", rows }, entries, bad, dropped, example };
  }

  #addV4({ address, prefix }: Cidr, label: string | undefined): void {
    if (this.#v4Words === this.#v4.length) this.#v4 = grown(this.#v4);
    this.#v4[this.#v4Words++] = address.v4;
    this.#v4[this.#v4Words++] = prefix === 32 ? address.v4 : address.v4 | (0xffffffff >>> prefix);
    if (label !== undefined) this.#v4Labels.push(this.#labelId(label));
  }

  #addV6({ address, prefix }: Cidr, label: string | undefined): void {
    if (this.#v6Words === this.#v6.length) this.#v6 = grown(this.#v6);
    for (let word = 0; word < 4; word++) {
      const kept = Math.min(32, Math.max(0, prefix - word * 32));
      const first = address.v6[word]!;
      this.#v6[this.#v6Words + word] = first;
      this.#v6[this.#v6Words + 4 + word] = kept === 32 ? first : first | (0xffffffff >>> kept);
    }
    this.#v6Words += 8;
    if (label !== undefined) this.#v6Labels.push(this.#labelId(label));
  }

  #labelId(text: string): number {
    const known = this.#labels.get(text);
    if (known !== undefined) return known;
    this.#labels.set(text, this.#labels.size);
    return this.#labels.size - 1;
  }
}

function grown(words: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(words.length * 2);
  wider.set(words);
  return wider;
}
