/** Keys in order, in blocks: adding or removing one moves the keys of its block only. */

const MAX_BLOCK = 512;

export class SortedKeys {
  /** None is empty, but for the only one. */
  readonly #blocks: string[][] = [[]];

  /** The key must not be there. */
  add(key: string): void {
    const index = this.#blockOf(key);
    const block = this.#blocks[index]!;
    block.splice(firstFrom(block, key), 0, key);
    if (block.length > MAX_BLOCK) this.#blocks.splice(index + 1, 0, block.splice(MAX_BLOCK / 2));
  }

  /** The key must be there. */
  remove(key: string): void {
    const index = this.#blockOf(key);
    const block = this.#blocks[index]!;
    block.splice(firstFrom(block, key), 1);
    if (block.length === 0 && this.#blocks.length > 1) this.#blocks.splice(index, 1);
  }

  /** Keys from `from` (inclusive) to `to` (exclusive), at most `limit`. @param reverse the last ones, backwards */
  range(from: string, to: string, limit: number, reverse: boolean): string[] {
    const found: string[] = [];
    const step = reverse ? -1 : 1;
    const first = reverse ? this.#blockOf(to) : this.#blockOf(from);
    for (
      let index = first;
      index >= 0 && index < this.#blocks.length && found.length < limit;
      index += step
    ) {
      const block = this.#blocks[index]!;
      const [start, end] = [firstFrom(block, from), firstFrom(block, to)];
      const wanted = Math.min(end - start, limit - found.length);
      if (wanted > 0) {
        const part = reverse ? block.slice(end - wanted, end).reverse() : block.slice(start, start + wanted);
        for (const key of part) found.push(key);
      }
      const isLast = reverse ? start > 0 : end < block.length;
      if (isLast) break;
    }
    return found;
  }

  /** The last block that begins with the key or before it. */
  #blockOf(key: string): number {
    let [low, high] = [0, this.#blocks.length];
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (this.#blocks[middle]![0]! <= key) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** The place of the first key that is not before `key`. */
function firstFrom(block: readonly string[], key: string): number {
  let [low, high] = [0, block.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (block[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
