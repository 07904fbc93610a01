/** Rules by what they name: lists in a map, and for AS numbers a quick test before it. */

export function addTo<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const items = lists.get(key);
  if (items === undefined) lists.set(key, [item]);
  else items.push(item);
}

export function removeFrom<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const items = lists.get(key);
  const at = items?.indexOf(item) ?? -1;
  if (items === undefined || at < 0) return;
  if (items.length === 1) lists.delete(key);
  else items.splice(at, 1);
}

export class AsnIndex<T> {
  readonly #lists = new Map<number, T[]>();
  /** One bit for the low bits of each AS number in the rules: rejects most addresses without a look-up. */
  #bits = new Uint8Array(1);

  add(asn: number, item: T): void {
    addTo(this.#lists, asn, item);
    const { size } = this.#lists;
    if (this.#bits.length < 2 * size) {
      this.#bits = new Uint8Array(2 ** Math.ceil(Math.log2(4 * size)));
      for (const other of this.#lists.keys()) this.#setBit(other);
    } else this.#setBit(asn);
  }

  remove(asn: number, item: T): void {
    removeFrom(this.#lists, asn, item);
  }

  get(asn: number): readonly T[] | undefined {
    if ((this.#bits[this.#byteOf(asn)]! & (1 << (asn & 7))) === 0) return undefined;
    return this.#lists.get(asn);
  }

  #setBit(asn: number): void {
    this.#bits[this.#byteOf(asn)]! |= 1 << (asn & 7);
  }

  #byteOf(asn: number): number {
    return (asn >>> 3) & (this.#bits.length - 1);
  }
}
