/** Prefixes of phone numbers, `+99250183`, by what stands there. */
export class PrefixMap<T> {
  readonly #items = new Map<string, T[]>();
  /** How many prefixes have a length. */
  readonly #lengths = new Map<number, number>();

  add(prefix: string, item: T): void {
    const items = this.#items.get(prefix);
    if (items !== undefined) {
      items.push(item);
      return;
    }
    this.#items.set(prefix, [item]);
    this.#lengths.set(prefix.length, (this.#lengths.get(prefix.length) ?? 0) + 1);
  }

  remove(prefix: string, item: T): void {
    const items = this.#items.get(prefix);
    const at = items?.indexOf(item) ?? -1;
    if (items === undefined || at < 0) return;
    items.splice(at, 1);
    if (items.length > 0) return;
    this.#items.delete(prefix);
    const left = this.#lengths.get(prefix.length)! - 1;
    if (left === 0) this.#lengths.delete(prefix.length);
    else this.#lengths.set(prefix.length, left);
  }

  at(prefix: string): readonly T[] {
    return this.#items.get(prefix) ?? [];
  }

  /** What stands at longer prefixes that begin so. */
  *below(prefix: string): IterableIterator<readonly T[]> {
    for (const [other, items] of this.#items) {
      if (other.length > prefix.length && other.startsWith(prefix)) yield items;
    }
  }

  /** What stands at the prefixes of the number, in no order. */
  *of(number: string): IterableIterator<readonly T[]> {
    for (const length of this.#lengths.keys()) {
      const items = length <= number.length ? this.#items.get(number.slice(0, length)) : undefined;
      if (items !== undefined) yield items;
    }
  }
}
